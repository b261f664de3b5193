import { describe, expect, it } from 'vitest';
import type { WitnessReport } from '../../../../src/model/report.ts';
import { logsOf, logsOfNode } from '../../../../src/ui/logs/logs-at.ts';
import { splitAt } from '../../../../src/ui/logs/log-view.svelte.ts';
import { fileName, seenBy, witnessesOf } from '../../../../src/ui/findings/witness-words.ts';
import { layoutLifecycle } from '../../../../src/timeline/lifecycle.ts';
import { episodeOf, inputOf, reportOf, shutdownOf } from '../../../support/report-of.ts';

const witness = (parts: Partial<WitnessReport>): WitnessReport => ({
  step: 'ShutdownInitiated',
  at: '2023-03-13T10:00:00.000Z',
  precision: 'second',
  evidence: 'event',
  input: 0,
  place: 7,
  ...parts,
});

const report = reportOf({
  inputs: [
    inputOf({ path: 'run/e2e-events.json', format: 'intervals' }),
    inputOf({ path: 'logs.tar > static-pods/m0-termination.log', format: 'termination-log' }),
    inputOf({ path: 'nodes/m0/journal.gz', format: 'journal' }),
    inputOf({ path: 'pods/ns_kube-apiserver-m01_kube-apiserver_previous.log', format: 'apiserver-log' }),
  ],
  coverage: [
    { kind: 'events', node: null, from: '2023-03-13T09:00:00.000Z', to: '2023-03-13T12:00:00.000Z' },
    { kind: 'log', node: 'm0', from: '2023-03-13T10:03:00.000Z', to: '2023-03-13T10:58:56.000Z' },
    { kind: 'log', node: 'm1', from: '2023-03-13T10:03:00.000Z', to: '2023-03-13T10:58:56.000Z' },
  ],
  episodes: [episodeOf()],
  shutdowns: [
    shutdownOf({
      witnesses: [
        witness({}),
        witness({
          at: '2023-03-13T10:00:00.318Z',
          precision: 'microsecond',
          evidence: 'termination-log',
          input: 1,
          place: 3,
        }),
        witness({ step: 'readyz=false', at: '2023-03-13T10:00:02.000Z', evidence: 'klog', input: 2 }),
        witness({
          step: 'readyz=false',
          at: '2023-03-13T10:00:07.000Z',
          evidence: 'klog',
          input: 2,
          place: 9,
        }),
        witness({ step: 'AfterShutdownDelayDuration', at: '2023-03-13T10:01:10.000Z' }),
      ],
    }),
  ],
});
const window = { from: Date.parse('2023-03-13T09:00:00Z'), to: Date.parse('2023-03-13T12:00:00Z') };
const [{ extras }] = layoutLifecycle(report, window);
const extraOf = (kind: string) => extras.find((extra) => extra.kind === kind)!;

describe('witnesses of a mark', () => {
  it('are those of its step, with how exact they are, and readiness beside the signal', () => {
    expect(
      witnessesOf(report, extraOf('step')).map(({ step, by, exact, isLine, place }) => [
        step,
        by,
        exact,
        isLine,
        place,
      ]),
    ).toEqual([
      ['ShutdownInitiated', 'event', 'to the second', false, 7],
      ['ShutdownInitiated', 'termination log', 'to the microsecond', true, 3],
      ['readyz=false', 'journal', 'to the second', true, 7],
      ['readyz=false', 'journal', 'to the second', true, 9],
    ]);
    expect(witnessesOf(report, extraOf('phase'))).toHaveLength(5);
  });

  it('are a line each beside the pointer', () => {
    expect(seenBy(report, extraOf('step'), 'utc')).toEqual([
      'event, 10:00:00 to the second · e2e-events.json',
      'termination log, 10:00:00.318 to the microsecond · m0-termination.log',
      'readyz=false: journal, 10:00:02 to the second · journal.gz',
    ]);
  });

  it('are, where nothing was seen, what would have shown it at that node', () => {
    expect(seenBy(report, extraOf('missing'), 'utc')).toEqual([
      'Would have shown it: Events are kept, of all nodes, 09:00:00 – 12:00:00',
      'Would have shown it: A life of an apiserver is logged to its end, of m0, 10:03:00 – 10:58:56',
    ]);
    expect(witnessesOf(report, extraOf('due'))).toEqual([]);
  });

  it('name the last part of a path', () => {
    expect(['a > b.log', 'a/b.log', 'b.log'].map(fileName)).toEqual(['b.log', 'b.log', 'b.log']);
  });
});

describe('logs', () => {
  it('of a node are those whose path names it whole', () => {
    expect(logsOfNode(report, 'm0.example').map(({ label }) => label)).toEqual([
      'termination log',
      'journal',
    ]);
    expect(logsOfNode(report, 'm01').map(({ label }) => label)).toEqual(['previous apiserver log']);
    expect(logsOfNode(report, '')).toEqual([]);
    expect(logsOf(report)).toHaveLength(3);
  });

  it('lines are split where a text stands, in whatever case', () => {
    const split = (line: string, text: string) =>
      splitAt(line, text).map((part) => (part.isMatch ? `<${part.text}>` : part.text));
    expect(split('Readyz readyZ!', 'readyz')).toEqual(['<Readyz>', ' ', '<readyZ>', '!']);
    expect(split('a.b', '.*')).toEqual(['a.b']);
    expect(split('', 'x')).toEqual([]);
    expect(split('İ readyz', 'readyz')).toEqual(['İ readyz']);
  });
});
