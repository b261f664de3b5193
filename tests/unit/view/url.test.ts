import { deflateSync } from 'fflate';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LEVELS } from '../../../src/model/interval-table.ts';
import { decodeLink, decodeView, encodeView, WHOLE_LINK } from '../../../src/view/url.ts';
import {
  GROUP_STATES,
  INITIAL_VIEW,
  QUERY_MODES,
  TIME_ZONES,
  type ViewState,
} from '../../../src/view/view-state.ts';

const RUNS = 10_000;

const text = fc
  .oneof(
    fc.string({ maxLength: 60, unit: 'binary' }),
    fc.string({ maxLength: 20, unit: fc.constantFrom(...'!,~:%+&=#/ä "\\') }),
  )
  .filter((each) => !/\p{Surrogate}/u.test(each));
const name = text.filter((each) => each !== '' && each !== '__proto__');
const names = fc.array(name, { maxLength: 6 });
const time = fc.oneof(
  fc.integer({ min: 0, max: Date.UTC(2099, 11, 31) }),
  fc.double({ min: 1e11, max: 4e12, noNaN: true }),
);
const range = fc.tuple(time, time).filter(([from, to]) => from !== to);
const digest = fc.string({ minLength: 64, maxLength: 64, unit: fc.constantFrom(...'0123456789abcdef') });

const view: fc.Arbitrary<ViewState> = fc
  .record({
    range: fc.option(range),
    query: text,
    queryMode: fc.constantFrom(...QUERY_MODES),
    hiddenLevels: fc.subarray([...LEVELS]),
    hiddenClasses: names,
    showUndisplayed: fc.boolean(),
    groups: fc.dictionary(name, fc.constantFrom(...GROUP_STATES), { maxKeys: 8, noNullPrototype: true }),
    lanes: fc.record({ pinned: names, hidden: names, solo: names, folded: names }),
    focus: fc.option(fc.record({ kind: fc.constantFrom('node' as const, 'backend' as const), name })),
    stretch: fc.option(range),
    selected: fc.option(name),
    finding: fc.option(name),
    dismissed: names,
    marks: fc.array(fc.record({ at: time, note: text }), { maxLength: 6 }),
    zone: fc.constantFrom(...TIME_ZONES),
    asOf: fc.option(time),
    shifts: fc.array(
      fc.record({
        path: name,
        seconds: fc.integer({ min: -86_400_000, max: 86_400_000 }).map((ms) => ms / 1000),
      }),
      { maxLength: 4 },
    ),
    sample: fc.option(name),
    data: fc.option(
      fc.record({
        files: fc.integer({ min: 1, max: 9999 }),
        bytes: fc.nat(),
        digest: fc.oneof(digest, fc.constant('')),
        names: fc.array(text, { maxLength: 5 }),
      }),
    ),
  })
  .map(({ range: times, stretch, ...rest }) => ({
    range: stretch === null ? null : { from: Math.min(...stretch), to: Math.max(...stretch) },
    from: times === null ? null : Math.min(...times),
    to: times === null ? null : Math.max(...times),
    ...rest,
  }));

/** A view that the page can show: everything is of its type, and within its bounds. */
function expectValid(found: ViewState): void {
  expect(Object.keys(found).sort()).toEqual(Object.keys(INITIAL_VIEW).sort());
  expect(found.from === null).toBe(found.to === null);
  if (found.from !== null) expect(found.from).toBeLessThan(found.to!);
  expect(QUERY_MODES).toContain(found.queryMode);
  expect(TIME_ZONES).toContain(found.zone);
  expect(found.query.length).toBeLessThanOrEqual(2000);
  for (const level of found.hiddenLevels) expect(LEVELS).toContain(level);
  for (const state of Object.values(found.groups)) expect(GROUP_STATES).toContain(state);
  expect(Object.getPrototypeOf(found.groups)).toBe(Object.prototype);
  const { pinned, hidden, solo, folded } = found.lanes;
  for (const list of [pinned, hidden, solo, folded, found.dismissed]) {
    for (const each of list) expect(each).not.toBe('');
  }
  for (const { at, note } of found.marks) {
    expect(Number.isFinite(at)).toBe(true);
    expect(note.length).toBeLessThanOrEqual(1000);
  }
  if (found.range !== null) expect(found.range.from).toBeLessThan(found.range.to);
  if (found.focus !== null) expect(['node', 'backend']).toContain(found.focus.kind);
  if (found.data !== null) expect(found.data.digest).toMatch(/^([0-9a-f]{64})?$/);
}

describe('the link', () => {
  it('gives back every view', () => {
    fc.assert(
      fc.property(view, (each) => {
        const { text: link, left } = encodeView(each);
        expect(left).toEqual([]);
        expect(link.length).toBeLessThanOrEqual(8000);
        expect(decodeLink(`#${link}`)).toEqual({ view: each, unread: [] });
      }),
      { numRuns: 500 },
    );
  });

  it('is empty for the view that the page begins with', () => {
    expect(encodeView(INITIAL_VIEW)).toEqual({ text: '', left: [] });
    expect(decodeView('')).toEqual(INITIAL_VIEW);
    expect(decodeView('#')).toEqual(INITIAL_VIEW);
  });

  it('can be read by people', () => {
    const at = Date.UTC(2023, 2, 13, 10, 57, 25);
    const shown = {
      ...INITIAL_VIEW,
      sample: 'missing-signal',
      from: at,
      to: at + 60_250,
      query: 'is:error etcd',
    };
    expect(encodeView(shown).text).toBe(
      'v=1&sample=missing-signal&from=2023-03-13T10:57:25Z&to=2023-03-13T10:58:25.250Z&q=is:error+etcd',
    );
    const noted = {
      ...INITIAL_VIEW,
      groups: { Alert: 'hidden' } as const,
      marks: [{ at, note: 'look, here' }],
    };
    expect(encodeView(noted).text).toBe('v=1&groups=hidden~Alert&notes=2023-03-13T10:57:25Z~look%211+here');
  });

  it('is packed when it gets long, and no character in it needs escaping', () => {
    const lanes = {
      ...INITIAL_VIEW.lanes,
      pinned: Array.from({ length: 99 }, (_, lane) => `Disruption/lane ${lane}`),
    };
    const { text: link } = encodeView({ ...INITIAL_VIEW, lanes });
    expect(link).toMatch(/^v=1&z=[\w-]+$/);
    expect(link.length).toBeLessThan(500);
    expect(decodeView(link).lanes).toEqual(lanes);
  });

  it('stays below 8,000 characters: notes go first, then lanes, and it says so', () => {
    const noise = (length: number) => fc.sample(digest, { seed: 1, numRuns: length });
    const full: ViewState = {
      ...INITIAL_VIEW,
      query: 'etcd',
      lanes: { ...INITIAL_VIEW.lanes, pinned: noise(50) },
      marks: noise(199).map((note, at) => ({ at, note })),
    };
    const { text: link, left } = encodeView(full);
    expect(link.length).toBeLessThanOrEqual(8000);
    expect(left).toEqual(['the notes']);
    expect(decodeView(link)).toEqual({ ...full, marks: [] });
    const fuller = encodeView({ ...full, lanes: { ...full.lanes, pinned: noise(199) } });
    expect(fuller.left).toEqual(['the notes', 'the choice of lanes']);
    expect(decodeView(fuller.text)).toEqual({ ...INITIAL_VIEW, query: 'etcd' });
  });

  it('loses one broken field and keeps the others', () => {
    const link =
      '#v=1&from=yesterday&to=2023-03-13T10:58:25Z&q=etcd&tz=mars&groups=hidden~Alert,x,~open,lost~a' +
      '&nolevel=Info,Loud&focus=pod~x&notes=x~a,2023-03-13T10:58:25Z~b&data=0~1~&pin=a,,b&undisplayed=maybe';
    expect(decodeView(link)).toEqual({
      ...INITIAL_VIEW,
      query: 'etcd',
      groups: { Alert: 'hidden' },
      hiddenLevels: ['Info'],
      marks: [{ at: Date.UTC(2023, 2, 13, 10, 58, 25), note: 'b' }],
      lanes: { ...INITIAL_VIEW.lanes, pinned: ['a', 'b'] },
    });
  });

  it('names what could not be read', () => {
    const unread = (link: string) => decodeLink(link).unread;
    expect(unread('#v=1&from=yesterday&to=2023-03-13T10:58:25Z&q=etcd&tz=mars&later=1')).toEqual([
      'the window',
      'the time zone',
      '“later”',
    ]);
    expect(unread('#v=1&groups=hidden~Alert,x')).toEqual(['the groups']);
    expect(unread('#v=1&pin=a,,b&q=&at=x')).toEqual(['the choice of lanes']);
    expect(unread('#v=1&range=2023-03-13T10:58:25Z~2023-03-13T10:58:25Z')).toEqual(['the range']);
    expect(unread('#v=1&from=2023-03-13T10:58:25Z')).toEqual(['the window']);
    expect(unread('#v=1&z=!')).toEqual([WHOLE_LINK]);
    expect(unread('#anything')).toEqual([WHOLE_LINK]);
    expect(unread('#filterText=x&start=now')).toEqual([]);
    expect(unread('')).toEqual([]);
  });

  it('of another version or too long is not read', () => {
    expect(decodeLink('#v=2&q=etcd')).toEqual({ view: INITIAL_VIEW, unread: [WHOLE_LINK] });
    expect(decodeView(`#v=1&q=etcd&at=${'x'.repeat(9000)}`)).toEqual(INITIAL_VIEW);
  });

  it('that would unpack to much more than any view is not read', () => {
    const bomb = Buffer.from(deflateSync(new Uint8Array(4_000_000).fill(97), { level: 9 }));
    expect(decodeView(`#v=1&z=${bomb.toString('base64url')}`)).toEqual(INITIAL_VIEW);
    const stored = Buffer.from(deflateSync(new Uint8Array(5000).fill(97), { level: 0 }));
    expect(decodeView(`#v=1&z=${stored.toString('base64url')}`)).toEqual(INITIAL_VIEW);
  });

  const change = fc.record({
    at: fc.nat(400),
    drop: fc.nat(6),
    put: fc.string({
      maxLength: 6,
      unit: fc.oneof(
        fc.string({ minLength: 1, maxLength: 1, unit: 'binary' }),
        fc.constantFrom(...'aZ09-_~,!&=%'),
      ),
    }),
  });
  const changes = fc.array(change, { minLength: 1, maxLength: 4 });
  const mutate = (link: string, all: readonly { at: number; drop: number; put: string }[]) =>
    all.reduce((made, { at, drop, put }) => made.slice(0, at) + put + made.slice(at + drop), link);

  it('never breaks the page, however it is changed', () => {
    fc.assert(
      fc.property(view, changes, (each, all) => expectValid(decodeView(mutate(encodeView(each).text, all)))),
      { numRuns: RUNS },
    );
  }, 60_000);

  it('never breaks the page, however its packed form is changed', () => {
    const pinned = Array.from({ length: 60 }, (_, lane) => `a lane with a rather long name ${lane * lane}`);
    fc.assert(
      fc.property(view, changes, (each, all) => {
        const { text: link } = encodeView({ ...each, lanes: { ...each.lanes, pinned } });
        expect(link).toMatch(/^v=1&z=/);
        // Behind its head, so that it is still unpacked.
        expectValid(decodeView(`v=1&z=${mutate(link.slice(6), all)}`));
      }),
      { numRuns: RUNS },
    );
  }, 60_000);
});

describe('an address of Sippy', () => {
  const address =
    'filterText=master-1&intervalFile=e2e-timelines_spyglass_20230313-091500.json&overrideDisplayFlag=0' +
    '&selectedSources=Disruption&selectedSources=NodeState&start=2023-03-13T10:50:00Z&end=2023-03-13T11:00:00Z';

  it.each([`#${address}`, address])('is read in the fragment: %s', (fragment) => {
    expect(decodeView(fragment)).toMatchObject({
      from: Date.UTC(2023, 2, 13, 10, 50),
      to: Date.UTC(2023, 2, 13, 11),
      query: 'master-1',
      showUndisplayed: false,
      data: { files: 1, digest: '', names: ['e2e-timelines_spyglass_20230313-091500.json'] },
    });
  });

  it('is read in the query string, and an own link comes first', () => {
    expect(decodeView('', `?${address}`).query).toBe('master-1');
    expect(decodeView('#v=1&q=own', `?${address}`)).toEqual({ ...INITIAL_VIEW, query: 'own' });
  });

  it('opens the selected sources and hides what else Sippy offers', () => {
    const { groups } = decodeView('', `?${address}`);
    expect(groups).toMatchObject({ 'disruption-external': 'open', NodeState: 'open', Alert: 'hidden' });
    expect(groups).not.toHaveProperty('lifecycle');
  });

  it.each([
    ['connection refused', '"connection refused"'],
    ['kube-api.*(new|reused)', '/kube-api.*(new|reused)/'],
    ['/readyz.*', '/\\/readyz.*/'],
    ['or', '"or"'],
    ['-x', '"-x"'],
  ])('has its filter %s as %s', (filterText, query) => {
    expect(decodeView(`#${new URLSearchParams({ filterText })}`).query).toBe(query);
  });

  it('never breaks the page', () => {
    const parameter = fc.constantFrom(
      'selectedSources',
      'intervalFile',
      'filterText',
      'overrideDisplayFlag',
      'start',
      'end',
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(parameter, text), { maxLength: 8 }), (pairs) =>
        expectValid(decodeView('', `?${new URLSearchParams(pairs.map(([key, value]) => [key, value]))}`)),
      ),
      { numRuns: 2000 },
    );
  });
});
