import TimelinesChart from 'timelines-chart';
import * as vis from 'vis-timeline/standalone';
import { KINDS, makeSegments, RANGE, type Segment } from './data.ts';
import type { Drawing, Mountable } from './page.ts';

// It exports more than its types say.
const { DataSet, Timeline } = vis as unknown as {
  DataSet: new (items: readonly object[]) => object;
  Timeline: new (
    box: HTMLElement,
    items: object,
    groups: object,
    options: object,
  ) => {
    setGroups(groups: object): void;
    setItems(items: object): void;
    setWindow(from: number, to: number, how: object): void;
    destroy(): void;
  };
};

const COLOURS = ['#96cbff', '#fada5e', '#d0312d'];

function boxOf(): HTMLElement {
  const box = document.createElement('div');
  box.style.width = '1600px';
  document.body.append(box);
  return box;
}

interface Scale {
  domain(values: readonly string[]): Scale;
}

/** An ordinal scale as d3 makes them: timelines-chart wants a function with a domain. */
function colourScale(): (value: string) => string {
  const scale = ((value: string) => COLOURS[KINDS.indexOf(value as (typeof KINDS)[number])]) as ((
    value: string,
  ) => string) &
    Scale & { range(): string[]; copy(): unknown };
  scale.domain = ((values?: readonly string[]) => (values === undefined ? [...KINDS] : scale)) as never;
  scale.range = () => COLOURS;
  scale.copy = () => scale;
  return scale;
}

/** With the options of Sippy's intervals page; its animations are off, in its favour. */
export function timelinesChart(count: number, lanes: number): Mountable {
  const byLane = new Map<number, Segment[]>();
  for (const segment of makeSegments(count, lanes)) {
    const own = byLane.get(segment.lane);
    if (own === undefined) byLane.set(segment.lane, [segment]);
    else own.push(segment);
  }
  const data = [
    {
      group: 'KubeletLog',
      data: [...byLane].map(([lane, segments]) => ({
        label: `pod-${lane}`,
        data: segments.map(({ from, to, kind }) => ({
          timeRange: [new Date(from), new Date(to)] as [Date, Date],
          val: KINDS[kind],
          labelVal: KINDS[kind],
        })),
      })),
    },
  ];
  return {
    range: RANGE,
    mount() {
      const box = boxOf();
      return () => draw(box);
    },
  };

  function draw(box: HTMLElement): Drawing {
    const chart = new TimelinesChart(box)
      .data(data)
      .useUtc(true)
      .zQualitative(true)
      .enableAnimations(false)
      .leftMargin(240)
      .rightMargin(240)
      .maxLineHeight(20)
      .maxHeight(10_000)
      .width(1600)
      .zColorScale(colourScale() as never);
    return {
      show: (from, to) => void chart.zoomX([new Date(from), new Date(to)]),
      remove: () => box.remove(),
    };
  }
}

/** Its chart is there before, without items. */
export function visTimeline(count: number, lanes: number): Mountable {
  const segments = makeSegments(count, lanes);
  return {
    range: RANGE,
    mount() {
      const box = boxOf();
      const options = { stack: false, height: 900, start: new Date(RANGE.from), end: new Date(RANGE.to) };
      const timeline = new Timeline(box, new DataSet([]), new DataSet([]), options);
      return () => {
        timeline.setGroups(
          new DataSet(Array.from({ length: lanes }, (_, id) => ({ id, content: `pod-${id}` }))),
        );
        timeline.setItems(
          new DataSet(
            segments.map(({ lane, from, to }, id) => ({
              id,
              group: lane,
              start: new Date(from),
              end: new Date(to),
              content: '',
            })),
          ),
        );
        return {
          show: (from, to) => timeline.setWindow(from, to, { animation: false }),
          remove() {
            timeline.destroy();
            box.remove();
          },
        };
      };
    },
  };
}
