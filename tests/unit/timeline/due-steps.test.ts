import { describe, expect, it } from 'vitest';
import { findDueSteps } from '../../../src/timeline/due-steps.ts';
import type { CoverageReport, Shutdown } from '../../../src/model/report.ts';
import { reportOf, shutdownOf } from '../../support/report-of.ts';

const at = (clock: string) => `2023-03-13T${clock}.000Z`;
const span = (kind: string, from: string, to: string, node: string | null = null): CoverageReport => ({
  kind,
  node,
  from: at(from),
  to: at(to),
});
const EVENTS = [span('events', '09:00:00', '12:00:00')];

function dueOf(parts: Partial<Shutdown>, coverage: readonly CoverageReport[] = EVENTS, complete = true) {
  const shutdown = shutdownOf({ node: 'm0.example', ...parts });
  return findDueSteps(reportOf({ coverage, complete, shutdowns: [shutdown] }), shutdown).map(
    ({ at: due, steps }) => `${new Date(due).toISOString().slice(11, 19)} ${steps.join(' ')}`,
  );
}

describe('findDueSteps', () => {
  it('names what follows the signal, at the time it was due, where events would have told', () => {
    expect(dueOf({})).toEqual([
      '10:00:00 TerminationPreShutdownHooksFinished',
      '10:01:10 AfterShutdownDelayDuration HTTPServerStoppedListening TerminationGracefulTerminationFinished',
    ]);
  });

  it('names nothing that was seen, under whatever name', () => {
    const steps = {
      ShutdownInitiated: at('10:00:00'),
      PreShutdownHooksStopped: at('10:00:00'),
      NotAcceptingNewRequest: at('10:01:10'),
      HTTPServerStoppedListening: at('10:01:12'),
    };
    expect(dueOf({ steps, evidence: ['klog'] })).toEqual([]);
    expect(dueOf({ steps })).toEqual(['10:01:10 TerminationGracefulTerminationFinished']);
  });

  it('names nothing that no source would have shown', () => {
    expect(dueOf({}, [])).toEqual([]);
    expect(dueOf({}, [span('windows', '09:00:00', '12:00:00')])).toEqual([]);
    expect(dueOf({}, [span('events', '10:00:30', '12:00:00')])).toEqual([]);
    expect(dueOf({}, [span('events', '09:00:00', '10:00:30')])).toEqual([
      '10:00:00 TerminationPreShutdownHooksFinished',
    ]);
    expect(dueOf({}, [span('events', '09:00:00', '12:00:00', 'm1')])).toEqual([]);
  });

  it('takes the log of the life that ended, which needs not go on', () => {
    const log = [span('log', '09:00:00', '10:00:40', 'm0')];
    const killed = { evidence: ['termination-log'], outcome: 'incomplete' } as const;
    expect(dueOf(killed, log)).toHaveLength(2);
    expect(dueOf({ ...killed, outcome: 'unknown' }, log)).toEqual([
      '10:00:00 TerminationPreShutdownHooksFinished',
    ]);
    expect(dueOf({ ...killed, evidence: ['event'] }, log)).toEqual([]);
  });

  it('needs a begin that was seen, a delay, and all files read', () => {
    expect(dueOf({ inferred: true })).toEqual([]);
    expect(dueOf({ initiated: null })).toEqual([]);
    expect(dueOf({ delaySeconds: null })).toEqual(['10:00:00 TerminationPreShutdownHooksFinished']);
    expect(dueOf({}, EVENTS, false)).toEqual([]);
  });

  it('names nothing after the process was gone', () => {
    expect(dueOf({ outcome: 'incomplete', gone: at('10:00:40'), goneFrom: 'kill' })).toEqual([
      '10:00:00 TerminationPreShutdownHooksFinished',
    ]);
  });
});
