import { describe, expect, it } from 'vitest';
import { unionLength } from '../../../src/base/union.ts';
import { measureBlast, type Target } from '../../../src/model/blast-radius.ts';
import { balancerHeads, cellText, cellWords } from '../../../src/ui/findings/blast-words.ts';
import { disruptionOf, reportOf } from '../../support/report-of.ts';

const target = (
  backend: string,
  loadBalancer: Target['loadBalancer'],
  connection: Target['connection'],
): Target => ({
  backend,
  loadBalancer,
  connection,
});

describe('the blast radius', () => {
  const report = reportOf({
    disruptions: [
      disruptionOf(),
      disruptionOf({ from: '2023-03-13T10:57:30.000Z', to: '2023-03-13T10:57:40.000Z', signal: 'signalled' }),
      disruptionOf({ connection: 'reused', to: null, seconds: null, open: true, signal: 'undeterminable' }),
      disruptionOf({ observer: 'in the cluster', to: '2023-03-13T10:57:29.000Z' }),
    ],
  });
  const measured = [
    target('kube-api', 'external', 'new'),
    target('kube-api http1', 'external', 'new'),
    target('kube-api http1', 'internal', 'new'),
    target('oauth-api', 'external', 'new'),
    target('ingress-to-console', null, 'new'),
  ];
  // Of one path there is a sampler beside the tests, and one in the cluster, which says that it speaks HTTP/1.
  const ofDisruption = new Map([
    [0, target('kube-api', 'external', 'new')],
    [1, target('kube-api', 'external', 'new')],
    [2, target('kube-api', 'external', 'reused')],
    [3, target('kube-api http1', 'external', 'new')],
  ]);
  const blast = measureBlast(report, [0, 1, 2, 3], { measured, ofDisruption });
  const cell = (backend: string, column: number) =>
    blast.rows.find((row) => row.backend === backend)!.cells[column];

  it('has a row for each API backend and a column for each path that was measured', () => {
    expect(blast.rows.map((row) => row.backend)).toEqual(['kube-api', 'kube-api http1', 'oauth-api']);
    expect(blast.columns).toEqual([
      { loadBalancer: 'external', connection: 'new' },
      { loadBalancer: 'external', connection: 'reused' },
      { loadBalancer: 'internal', connection: 'new' },
    ]);
    expect(balancerHeads(blast.columns)).toEqual([
      { words: 'external', span: 2 },
      { words: 'internal', span: 1 },
    ]);
  });

  it('counts time once, and the worst verdict stands', () => {
    expect(cell('kube-api', 0)).toMatchObject({ kind: 'hit', covered: 14_000, signal: 'unsignalled' });
    expect(cellText(cell('kube-api', 0))).toBe('14 s');
    expect(cellText(cell('kube-api http1', 0))).toBe('3 s');
  });

  it('calls a disruption whose rows are not known as the report does', () => {
    const { rows } = measureBlast(report, [0], { measured: [], ofDisruption: new Map() });
    expect(rows.map((row) => row.backend)).toEqual(['kube-api http1']);
  });

  it('tells an open end, zero and not measured apart', () => {
    expect(cellText(cell('kube-api', 1))).toMatch(/^≥ /);
    expect(cell('kube-api http1', 2).kind).toBe('healthy');
    expect(cell('oauth-api', 2).kind).toBe('not-measured');
    expect(cellWords(cell('oauth-api', 2))).toBe('not measured');
  });
});

describe('the union of spans', () => {
  it('counts what overlaps once', () => {
    expect(unionLength([])).toBe(0);
    expect(
      unionLength([
        [10, 20],
        [0, 12],
        [30, 31],
        [11, 15],
      ]),
    ).toBe(21);
  });
});
