import type { EpochMs } from '../base/time.ts';

/** How a group of lanes is shown: its lanes, its header alone, or not at all. */
export const GROUP_STATES = ['open', 'closed', 'hidden'] as const;
export type GroupState = (typeof GROUP_STATES)[number];

export type TimeZoneChoice = 'utc' | 'local';

/** Everything that a shared link restores: plain JSON, no functions, no row numbers. */
export interface ViewState {
  /** Start of the window in sight; null: that of the data. */
  readonly from: EpochMs | null;
  /** End of the window in sight; null: that of the data. */
  readonly to: EpochMs | null;
  /** What the filter field holds. */
  readonly query: string;
  /** Group id to state, for the groups that differ from their own default. */
  readonly groups: Readonly<Record<string, GroupState>>;
  /** rowKey() of the selected interval. */
  readonly selected: string | null;
  /** Id of the finding that is looked at. */
  readonly finding: string | null;
  readonly zone: TimeZoneChoice;
}

export const INITIAL_VIEW: ViewState = {
  from: null,
  to: null,
  query: '',
  groups: {},
  selected: null,
  finding: null,
  zone: 'utc',
};
