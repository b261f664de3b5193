import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assignRows } from '../../../src/timeline/assign.ts';
import { chooseRelated, findArrows } from '../../../src/timeline/arrows.ts';
import { focusOfLane } from '../../../src/timeline/lane-focus.ts';
import type { Lanes } from '../../../src/timeline/lanes.ts';
import { layoutLanes } from '../../../src/timeline/layout-lanes.ts';
import { packLanes } from '../../../src/timeline/pack-lanes.ts';
import { PAINT, PAINTS } from '../../../src/timeline/paint.ts';
import type { RowFilter } from '../../../src/timeline/row-filter.ts';
import { finishNow } from '../../../src/timeline/slices.ts';
import { layoutStack } from '../../../src/timeline/stack.ts';
import { INITIAL_VIEW, type LaneChoice } from '../../../src/view/view-state.ts';
import { disruptionOf, episodeOf, reportOf, shutdownOf } from '../../support/report-of.ts';
import { tableFrom } from '../../support/table-from.ts';

const KUBE_API = 'backend-disruption-name=kube-api-new-connections connection=new disruption=openshift-tests';
const TABLE = tableFrom(`
  10:00:00 10:10:00 Info    Zebra      Calm      pod=a display
  10:00:00 10:10:00 Warning Zebra      Nervous   pod=b
  10:00:00 10:10:00 Error   Zebra      Chased    pod=etcd-m0 display
  10:00:00 10:57:26 Info    Disruption DisruptionEnded ${KUBE_API}
  10:57:26 10:57:33 Error   Disruption DisruptionBegan ${KUBE_API}
  10:00:00 10:10:00 Info    NodeState  NodeUpdate node=m1 +phase=Update +roles=master display
`);
const REPORT = reportOf({ episodes: [episodeOf()], disruptions: [disruptionOf()] });

const labels = (filter: Partial<RowFilter>) => {
  const lanes = layoutLanes(TABLE, REPORT, filter);
  return lanes.labels.filter((_, lane) => lanes.first[lane] < lanes.first[lane + 1]);
};
const paintsOf = (lanes: Lanes) => [...new Set([...lanes.paint].map((paint) => PAINTS[paint]))];

describe('packLanes', () => {
  it('leaves out levels', () => {
    expect(labels({ hiddenLevels: ['Info'] })).toEqual(['kube-apiserver m0', 'kube-api new', 'b', 'etcd-m0']);
  });

  it('leaves out what was not meant for charts, but for healthy stretches and findings', () => {
    expect(labels({ showUndisplayed: false })).toEqual([
      'kube-apiserver m0',
      'm1',
      'kube-api new',
      'a',
      'etcd-m0',
    ]);
    const lanes = layoutLanes(TABLE, REPORT, { showUndisplayed: false });
    expect(paintsOf(lanes)).toContain('unsignalled');
    expect(paintsOf(lanes)).toContain('healthy');
  });

  it('leaves out classes', () => {
    expect(paintsOf(layoutLanes(TABLE, REPORT, { hiddenClasses: ['healthy', 'failed'] }))).not.toContain(
      'failed',
    );
  });

  it('shows only what concerns a node: its own, its pods, and outages that its reboot explains', () => {
    expect(labels({ focus: { kind: 'node', name: 'm0' } })).toEqual([
      'kube-apiserver m0',
      'kube-api new',
      'etcd-m0',
    ]);
    expect(labels({ focus: { kind: 'node', name: 'm1' } })).toEqual(['m1']);
  });

  it('shows only what concerns a backend, and the lives of apiservers', () => {
    expect(labels({ focus: { kind: 'backend', name: 'kube-api' } })).toEqual([
      'kube-apiserver m0',
      'kube-api new',
    ]);
  });

  it('keeps all and dims what does not match while it highlights', () => {
    const mask = new Uint8Array(TABLE.length);
    const lanes = layoutLanes(TABLE, REPORT, { mask, isHighlight: true });
    expect(lanes.itemOfRow.every((item) => item >= 0)).toBe(true);
    expect([...lanes.isDim].filter((dim, item) => lanes.row[item] >= 0 && dim === 0)).toEqual([]);
  });

  it('names lanes in the same way whatever is filtered', () => {
    const all = layoutLanes(TABLE, REPORT);
    const some = layoutLanes(TABLE, REPORT, { hiddenLevels: ['Info'] });
    expect(new Set(all.keys).size).toBe(all.isSubLane.filter((sub) => sub === 0).length);
    for (const key of some.keys) expect(all.keys).toContain(key);
    expect(all.keys).toContain('disruption-external/kube-api new');
    expect(all.keys).toContain('lifecycle/kube-apiserver m0');
  });

  it('gives the same lanes for a mask as for a table without the other rows', () => {
    const rows = fc.array(
      fc
        .tuple(fc.nat(3000), fc.nat(500), fc.constantFrom('a', 'b'), fc.boolean())
        .map(([from, length, pod, kept]) => {
          const clock = (second: number) => new Date(second * 1000).toISOString().slice(11, 19);
          return { line: `${clock(from)} ${clock(from + length)} Info OperatorX Something pod=${pod}`, kept };
        }),
      { minLength: 1, maxLength: 40 },
    );
    fc.assert(
      fc.property(rows, (all) => {
        const table = tableFrom(all.map(({ line, kept }) => `${line} +kept=${kept}`).join('\n'));
        const mask = Uint8Array.from(table.start, (_, row) =>
          table.place[row] && all[table.place[row] - 1].kept ? 1 : 0,
        );
        const masked = finishNow(packLanes(finishNow(assignRows(table, reportOf())), { mask }));
        const alone = tableFrom(
          all
            .filter(({ kept }) => kept)
            .map(({ line }) => line)
            .join('\n'),
        );
        const expected = layoutLanes(alone, reportOf());
        expect([...masked.start]).toEqual([...expected.start]);
        expect([...masked.first]).toEqual([...expected.first]);
      }),
    );
  });

  it('can be interrupted often', () => {
    const table = tableFrom(
      Array.from({ length: 40_000 }, (_, index) => `10:00:00 10:00:00 Info Zebra S pod=p${index % 50}`).join(
        '\n',
      ),
    );
    let slices = 0;
    for (let work = assignRows(table, reportOf()); work.next().done !== true;) slices++;
    expect(slices).toBeGreaterThan(40);
  });
});

describe('layoutStack with lanes that somebody chose', () => {
  const lanes = layoutLanes(TABLE, REPORT);
  const open = { Zebra: 'open', 'disruption-external': 'open' } as const;
  const shown = (choice: Partial<LaneChoice>) => {
    const stack = layoutStack(lanes, open, 400, { ...INITIAL_VIEW.lanes, ...choice });
    return {
      stack,
      words: [...stack.lane].map((lane) =>
        lane < 0 ? `# ${lanes.groups[-1 - lane]?.label ?? 'Pinned'}` : lanes.labels[lane],
      ),
    };
  };

  it('pins lanes on top, in their order, and nowhere else', () => {
    const { stack, words } = shown({ pinned: ['Zebra/b', 'Zebra/a'] });
    expect(words.slice(0, 4)).toEqual(['# Pinned', 'b', 'a', '# Apiserver lifecycle']);
    expect(words.filter((word) => word === 'a')).toHaveLength(1);
    expect(stack.chosenSlots).toBe(3);
    expect(stack.pinnedSlots).toBeGreaterThanOrEqual(3);
  });

  it('hides lanes and counts them; a group of which all are hidden has no header', () => {
    const { stack, words } = shown({ hidden: ['Zebra/a', 'lifecycle/kube-apiserver m0'] });
    expect(stack.hiddenLanes).toBe(2);
    expect(words).not.toContain('a');
    expect(words).not.toContain('# Apiserver lifecycle');
  });

  it('shows lanes alone, beside those that are pinned', () => {
    expect(shown({ solo: ['Zebra/b'], pinned: ['Zebra/a'] }).words).toEqual([
      '# Pinned',
      'a',
      '# Zebra',
      'b',
    ]);
  });
});

describe('what hangs together', () => {
  const report = reportOf({
    shutdowns: [shutdownOf({ initiated: '2023-03-13T10:00:00.000Z' })],
    disruptions: [
      disruptionOf({
        from: '2023-03-13T10:01:00.000Z',
        to: '2023-03-13T10:01:09.000Z',
        shutdown: 0,
        episodes: [],
      }),
    ],
  });
  const table = tableFrom(`
    10:00:00 10:01:30 Info  APIServerGracefulShutdown GracefulAPIServerShutdown node=m0
    10:01:00 10:01:09 Error Disruption DisruptionBegan ${KUBE_API}
  `);
  const lanes = layoutLanes(table, report);

  it('leads from the signal over the window to the outage', () => {
    const outage = lanes.itemOfRow[1];
    const arrows = findArrows(lanes, report, chooseRelated(lanes, outage, null));
    const window = lanes.itemOfRow[0];
    expect(arrows.map(({ to }) => to)).toEqual([window, outage]);
    expect(lanes.paint[arrows[0].from]).toBe(PAINT.step);
  });

  it('says nothing where nothing is chosen', () => {
    expect(findArrows(lanes, report, chooseRelated(lanes, null, null))).toEqual([]);
  });

  it('knows from a lane which node or backend to look at alone', () => {
    const focus = lanes.keys.map((_, lane) => focusOfLane(lanes, table, lane));
    expect(focus).toContainEqual({ kind: 'node', name: 'm0' });
    expect(focus).toContainEqual({ kind: 'backend', name: 'kube-api' });
  });
});

describe('the life of an apiserver', () => {
  const drawn = (parts: Parameters<typeof reportOf>[0]) => {
    const lanes = layoutLanes(tableFrom('09:00:00 12:00:00 Info Zebra - pod=z'), reportOf(parts));
    return [...lanes.row].filter((row) => row < 0).map((row) => lanes.extras[-1 - row].kind);
  };

  it('is known to serve only where a source would have told of a stop', () => {
    const coverage = [
      { kind: 'events', node: null, from: '2023-03-13T10:00:00.000Z', to: '2023-03-13T12:00:00.000Z' },
    ];
    expect(drawn({ episodes: [episodeOf()], coverage })).toEqual([
      'unknown',
      'serving',
      'missing',
      'gone',
      'starting',
      'serving',
    ]);
    expect(drawn({ episodes: [episodeOf()] })).not.toContain('serving');
    expect(drawn({ episodes: [episodeOf()], coverage, complete: false })).not.toContain('serving');
  });
});
