import { describe, expect, it } from 'vitest';
import { drawScene } from '../../../src/timeline/draw.ts';
import { drawSheet, sizeOfSheet } from '../../../src/timeline/draw-sheet.ts';
import { layoutLanes } from '../../../src/timeline/layout-lanes.ts';
import { PAINTS, type Theme } from '../../../src/timeline/paint.ts';
import { buildPyramid } from '../../../src/timeline/pyramid.ts';
import type { RowFilter } from '../../../src/timeline/row-filter.ts';
import { layoutAxis } from '../../../src/timeline/scales.ts';
import { layoutScene } from '../../../src/timeline/scene.ts';
import { layoutStack } from '../../../src/timeline/stack.ts';
import { SvgSurface } from '../../../src/timeline/svg-surface.ts';
import { recordingSurface } from '../../support/recording-surface.ts';
import { disruptionOf, episodeOf, reportOf } from '../../support/report-of.ts';
import { at, tableFrom } from '../../support/table-from.ts';

const THEME: Theme = {
  paints: PAINTS.map((name) => ({ fill: name, edge: '', ink: 'ink' })),
  ground: 'ground',
  surface: 'surface',
  hairline: 'hairline',
  text: 'text',
  muted: 'muted',
  accent: 'accent',
  font: '11px sans-serif',
};
const KEYS = 'backend-disruption-name=kube-api-new-connections connection=new disruption=openshift-tests';
const TABLE = tableFrom(`
  10:00:00 10:30:00 Info  Disruption DisruptionEnded ${KEYS}
  10:30:00 10:40:00 Error Disruption DisruptionBegan ${KEYS}
  10:00:00 10:20:00 Info  Zebra Striped pod=a
  10:20:00 10:50:00 Error Zebra Chased pod=a
`);
const REPORT = reportOf({
  episodes: [episodeOf({ from: '2023-03-13T10:29:00.000Z', to: '2023-03-13T10:31:00.000Z' })],
  disruptions: [disruptionOf({ from: '2023-03-13T10:30:00.000Z', to: '2023-03-13T10:40:00.000Z' })],
});
const WINDOW = { from: at('10:00:00'), to: at('11:00:00') };
const SIZE = { width: 600, height: 300 };

function sheet(filter: Partial<RowFilter> = {}) {
  const lanes = layoutLanes(TABLE, REPORT, filter);
  const pyramid = buildPyramid(lanes);
  const stack = layoutStack(lanes, { Zebra: 'open', 'disruption-external': 'open' }, 0);
  const scene = layoutScene({ pyramid, stack, window: WINDOW, size: SIZE, scroll: 0, pixel: 1 });
  const axis = layoutAxis(WINDOW, SIZE.width, 'utc');
  const marks = [{ x: 100, note: 'a <note> of mine' }];
  const words = {
    marks,
    title: 'One outage <of> the API',
    subtitle: 'all of it',
    link: 'https://example.org/#v=1',
  };
  return {
    scene,
    lanes,
    axis,
    theme: THEME,
    grid: [100],
    ratio: 1,
    textOf: () => 'word',
    labelWidth: 200,
    labelOf: (lane: number) => ({ label: lanes.labels[lane], sum: '' }),
    ...words,
  };
}

function callsOf(filter: Partial<RowFilter> = {}) {
  const { surface, calls } = recordingSurface();
  drawScene(surface, sheet(filter));
  return calls;
}

describe('drawScene', () => {
  it('fills each class in its own colour, the unsignalled one above those that are milder', () => {
    const fills = callsOf()
      .filter(({ name }) => name === 'fill')
      .map(({ fill }) => fill);
    for (const name of ['healthy', 'neutral', 'failed', 'unsignalled']) expect(fills).toContain(name);
    expect(fills.indexOf('unsignalled')).toBeGreaterThan(fills.indexOf('healthy'));
  });

  it('clips the hatch of what is unsignalled, and writes words where there is room', () => {
    const calls = callsOf();
    expect(calls.filter(({ name }) => name === 'clip')).toHaveLength(1);
    expect(calls.filter(({ name }) => name === 'fillText').map(({ args }) => args[0])).toContain('word');
  });

  it('dims what a query does not match while it is highlighted, and draws it below the rest', () => {
    const mask = Uint8Array.from(TABLE.start, (_, row) => (TABLE.level[row] === 2 ? 1 : 0));
    const fills = callsOf({ mask, isHighlight: true }).filter(({ name }) => name === 'fill');
    const neutral = fills.find(({ fill }) => fill === 'neutral')!;
    const failed = fills.find(({ fill }) => fill === 'failed')!;
    expect(neutral.alpha).toBeLessThan(0.5);
    expect(failed.alpha).toBe(1);
    expect(fills.indexOf(neutral)).toBeLessThan(fills.indexOf(failed));
  });

  it('draws an arrow as a line and a head', () => {
    const { surface, calls } = recordingSurface();
    drawScene(surface, { ...sheet(), arrows: [{ x1: 10, y1: 10, x2: 100, y2: 80 }] });
    const heads = calls.filter(({ name, fill }) => name === 'fill' && fill === 'accent');
    expect(heads).toHaveLength(1);
    expect(
      calls.filter(({ name, args }) => name === 'lineTo' && args[0] === 94 && args[1] === 80),
    ).toHaveLength(1);
  });
});

describe('a picture of what is in sight', () => {
  it('has title, labels, legend and link, as SVG that is well formed', () => {
    const surface = new SvgSurface((text) => text.length * 6);
    const input = sheet();
    drawSheet(surface, input);
    const { width, height } = sizeOfSheet(surface, input);
    const text = surface.text(width, height);
    for (const part of [
      'One outage &#60;of&#62; the API',
      'kube-api new',
      'Disruption, unsignalled',
      '#v=1',
      'a &#60;note&#62;',
    ])
      expect(text).toContain(part);
    expect(text).not.toMatch(/NaN|undefined/);
    const opened = text.match(/<(?!\/|\?)[a-zA-Z]+(?=[ >])[^>]*[^/]>/g) ?? [];
    expect(opened).toHaveLength((text.match(/<\/[a-zA-Z]+>/g) ?? []).length);
  });
});
