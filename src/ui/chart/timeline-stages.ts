/** In how many steps the timeline appears, each in its place: its tools, its times, its lanes. */
export const TIMELINE_STAGES = 3;
