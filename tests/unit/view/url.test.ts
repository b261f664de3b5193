import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeView, encodeView } from '../../../src/view/url.ts';
import { GROUP_STATES, INITIAL_VIEW, type ViewState } from '../../../src/view/view-state.ts';

const text = fc.string({ maxLength: 60, unit: 'binary' }).filter((each) => isWellFormed(each));
const name = text.filter((each) => each !== '' && each !== '__proto__');
const time = fc.oneof(
  fc.integer({ min: 0, max: Date.UTC(2199, 0, 1) }),
  fc.double({ min: 1e11, max: 4e12, noNaN: true }),
);
const range = fc.tuple(time, time).filter(([from, to]) => from !== to);
const view: fc.Arbitrary<ViewState> = fc
  .record({
    range: fc.option(range),
    query: text,
    groups: fc.dictionary(name, fc.constantFrom(...GROUP_STATES), { maxKeys: 8, noNullPrototype: true }),
    selected: fc.option(name),
    finding: fc.option(name),
    zone: fc.constantFrom('utc' as const, 'local' as const),
  })
  .map(({ range: times, ...rest }) => ({
    from: times === null ? null : Math.min(...times),
    to: times === null ? null : Math.max(...times),
    ...rest,
  }));

function isWellFormed(each: string): boolean {
  return !/\p{Surrogate}/u.test(each);
}

describe('the link', () => {
  it('gives back every view', () => {
    fc.assert(fc.property(view, (each) => void expect(decodeView(`#${encodeView(each)}`)).toEqual(each)));
  });

  it('is empty for the view that the page begins with', () => {
    expect(encodeView(INITIAL_VIEW)).toBe('');
    expect(decodeView('')).toEqual(INITIAL_VIEW);
    expect(decodeView('#')).toEqual(INITIAL_VIEW);
  });

  it('can be read by people', () => {
    const at = Date.UTC(2023, 2, 13, 10, 57, 25);
    expect(encodeView({ ...INITIAL_VIEW, from: at, to: at + 60_000, query: 'etcd' })).toBe(
      'v=1&from=2023-03-13T10%3A57%3A25.000Z&to=2023-03-13T10%3A58%3A25.000Z&q=etcd',
    );
  });

  it('loses one broken field and keeps the others', () => {
    expect(
      decodeView('#v=1&from=yesterday&to=2023-03-13T10:58:25Z&q=etcd&tz=mars&groups=Alert:hidden,x,:open'),
    ).toEqual({
      ...INITIAL_VIEW,
      query: 'etcd',
      groups: { Alert: 'hidden' },
    });
  });

  it('of another version or too long is not read', () => {
    expect(decodeView('#v=2&q=etcd')).toEqual(INITIAL_VIEW);
    expect(decodeView(`#v=1&q=etcd&at=${'x'.repeat(9000)}`)).toEqual(INITIAL_VIEW);
  });

  it('never breaks the page, however it is changed', () => {
    const change = fc.record({
      at: fc.nat(400),
      drop: fc.nat(6),
      put: fc.string({ maxLength: 6, unit: 'binary' }),
    });
    fc.assert(
      fc.property(view, fc.array(change, { minLength: 1, maxLength: 4 }), (each, changes) => {
        let link = encodeView(each);
        for (const { at, drop, put } of changes) link = link.slice(0, at) + put + link.slice(at + drop);
        const found = decodeView(link);
        expect(found.from === null).toBe(found.to === null);
        if (found.from !== null) expect(found.from).toBeLessThan(found.to!);
        for (const state of Object.values(found.groups)) expect(GROUP_STATES).toContain(state);
        expect(Object.getPrototypeOf(found.groups)).toBe(Object.prototype);
      }),
      { numRuns: 10_000 },
    );
  });
});
