import { describe, expect, test } from 'vitest';
import type { Reaction, Report } from '../../../src/model/report.ts';
import { auditFile, auditPath, sampler, type AuditLine } from '../../support/audit-lines.ts';
import { event, everyHalfHour, fileOf, reboot, signal } from '../../support/items.ts';
import { loadTexts } from '../../support/read.ts';

const M0 = 'm0.example.com';
const EVENTS = everyHalfHour(9, 12);
const AFTER = event(
  '10:01:10',
  M0,
  'AfterShutdownDelayDuration',
  'The minimal shutdown duration of 1m10s finished',
);
const STOP = [...EVENTS, signal('10:00:00', M0), AFTER];
const GRACEFUL = { 'openshift.io/during-graceful': 'loopback=false,,readyz=false' };

async function analyse(items: readonly unknown[], lines: readonly AuditLine[], node = M0): Promise<Report> {
  const { report } = await loadTexts({
    'e2e-events.json': fileOf(items),
    [auditPath(node)]: auditFile(lines),
  });
  return report;
}

async function reactions(lines: readonly AuditLine[], node = M0): Promise<readonly Reaction[]> {
  return (await analyse(STOP, lines, node)).reactions;
}

const EXTERNAL = sampler('external-lb', 'new');

describe('the reaction of a load balancer', () => {
  test('is the last arrival after the signal', async () => {
    const lines = ['09:59:50', '10:00:05', '10:00:22.5', '10:05:00'].map((clock) => ({
      clock,
      agent: EXTERNAL,
    }));
    expect(await reactions(lines)).toEqual([
      {
        shutdown: 0,
        loadBalancer: 'external',
        connection: 'new',
        protocol: 'http2',
        seconds: 22.5,
        atLeast: false,
        lateRequests: 0,
        requests: 2,
        best: true,
        source: 'audit-time',
      },
    ]);
  });

  test('is 0 where traffic ended with the signal, and nothing where there was none', async () => {
    expect(await reactions([{ clock: '09:59:50', agent: EXTERNAL }])).toMatchObject([
      { seconds: 0, requests: 0 },
    ]);
    expect(await reactions([{ clock: '09:50:00', agent: EXTERNAL }])).toEqual([]);
  });

  test('is a lower bound where arrivals go on to the end of the delay', async () => {
    expect(await reactions([{ clock: '10:01:09', agent: EXTERNAL }])).toMatchObject([
      { seconds: 69, atLeast: true },
    ]);
  });

  test('is told by the annotation where there is one', async () => {
    const annotations = {
      'apiserver.k8s.io/shutdown': 'elapsed=21s threshold=30.00% late=false self=false loopback=false',
    };
    expect(await reactions([{ clock: '10:00:21.4', agent: EXTERNAL, annotations }])).toMatchObject([
      { seconds: 21, source: 'audit-shutdown' },
    ]);
  });

  test('late requests tell that connections were new; no request is late in two rows', async () => {
    const found = await reactions([
      { clock: '10:00:20', user: 'system:node:worker-a' },
      { clock: '10:01:00', user: 'system:node:worker-a', annotations: GRACEFUL },
    ]);
    expect(found).toMatchObject([
      { connection: null, seconds: 60, lateRequests: 0, requests: 2, source: 'audit-time' },
      { connection: 'new', seconds: 60, lateRequests: 1, atLeast: true, source: 'during-graceful' },
    ]);
  });

  test('late requests without a shutdown stand alone', async () => {
    const { reactions: found } = await analyse(EVENTS, [{ clock: '10:01:00', annotations: GRACEFUL }]);
    expect(found).toMatchObject([{ shutdown: null, connection: 'new', lateRequests: 1, atLeast: true }]);
  });

  test("another node's arrivals, the server's own and probes do not count", async () => {
    expect(await reactions([{ clock: '10:00:20', agent: EXTERNAL }], 'm1')).toEqual([]);
    expect(
      await reactions([
        { clock: '10:00:20', address: '::1' },
        { clock: '10:00:21', user: 'system:apiserver' },
        { clock: '10:00:22', uri: '/readyz' },
      ]),
    ).toEqual([]);
  });
});

describe('the end of the stopping process bounds what counts', () => {
  const KILLED = [...EVENTS, signal('10:00:00', M0)];
  const reactionOf = async (items: readonly unknown[], lines: readonly AuditLine[]) =>
    (await analyse(items, lines)).reactions;
  const external = (...clocks: string[]) => clocks.map((clock) => ({ clock, agent: EXTERNAL }));
  const own = { clock: '09:59:00', address: '::1', user: 'system:apiserver' };
  /** One request a second from `first` on. */
  const dense = (first: string, count: number): AuditLine[] =>
    Array.from({ length: count }, (_, i) => {
      const clock = new Date(Date.parse(`2023-03-10T${first}Z`) + 1000 * i).toISOString().slice(11, 19);
      return { clock, user: 'system:node:worker-a' };
    });

  test('a reboot is over: its node is back, with the next process', async () => {
    const back = [...KILLED, reboot('09:59:58', '10:01:40', M0)];
    expect(await reactionOf(back, external('10:00:20', '10:01:50'))).toMatchObject([
      { seconds: 20, atLeast: false, requests: 1 },
    ]);
  });

  test('the next process says how this one ended', async () => {
    const told = [...KILLED, event('10:01:40', M0, 'NonGracefulTermination', 'killed')];
    expect(await reactionOf(told, external('10:00:20', '10:01:50'))).toMatchObject([{ seconds: 20 }]);
  });

  test('a request before readiness is of the next process', async () => {
    const unready = {
      clock: '10:01:30',
      user: 'system:node:worker-a',
      annotations: { 'openshift.io/unready': 'loopback=false,,readyz=false' },
    };
    const lines = [...external('10:00:20', '10:01:50'), unready];
    expect(await reactionOf(KILLED, lines)).toMatchObject([{ seconds: 20, requests: 1 }]);
  });

  test('its log falls silent: what came until then may have gone on', async () => {
    const lines = [
      own,
      ...dense('09:59:30', 110),
      ...external('10:00:20', '10:01:58'),
      ...dense('10:01:57', 60),
    ];
    const found = await reactionOf(KILLED, lines);
    expect(found.find((one) => one.loadBalancer === 'external')).toMatchObject({
      seconds: 20,
      atLeast: false,
    });
    expect(found.find((one) => one.loadBalancer !== 'external')).toMatchObject({
      seconds: 79,
      atLeast: true,
    });
  });

  test('no silence is read from a log that is thin, picked out, or at its end', async () => {
    const late = external('10:01:58');
    const [before, after] = [dense('09:59:30', 50), dense('10:01:57', 60)];
    for (const lines of [
      [own, ...dense('09:59:30', 5), ...late, ...after],
      [...before, ...late, ...after],
    ])
      expect((await reactionOf(KILLED, lines)).find((one) => one.loadBalancer === 'external')).toMatchObject({
        seconds: 118,
      });
    expect(await reactionOf(KILLED, [own, ...before])).toMatchObject([{ seconds: 19, atLeast: false }]);
  });

  test('a silence in which it is known to live is none', async () => {
    const late = { clock: '10:01:30', agent: EXTERNAL, annotations: GRACEFUL };
    const lines = [own, ...dense('09:59:30', 50), late, ...dense('10:02:10', 60)];
    const found = await reactionOf(KILLED, lines);
    expect(found.find((one) => one.loadBalancer === 'external')).toMatchObject({ seconds: 90 });
  });
});

describe('what an audit log tells of a reboot', () => {
  const REBOOT = [...EVENTS, reboot('10:00:00', '10:04:00', M0)];
  const serving = { clock: '09:59:45' };
  const unready = { clock: '10:00:05', user: 'system:apiserver', uri: '/readyz', code: 500, address: '::1' };

  const signalOf = async (lines: readonly AuditLine[]) =>
    (await analyse(REBOOT, lines)).episodes.find(({ kind }) => kind === 'reboot')?.signal;

  test('nothing: then the signal is missing', async () => expect(await signalOf([serving])).toBe('missing'));

  test('readiness seen false after serving: then it is not known to be missing', async () => {
    expect(await signalOf([serving, unready])).toBe('undeterminable');
  });

  test('readiness false at a start, which nothing served before, tells nothing', async () => {
    expect(await signalOf([unready])).toBe('missing');
  });

  test('how long the shutdown had gone on: then it was signalled, though no event was stored', async () => {
    const annotations = {
      'apiserver.k8s.io/shutdown': 'elapsed=12s threshold=17.14% late=false self=false loopback=false',
    };
    const report = await analyse(REBOOT, [serving, { clock: '10:00:14', annotations }]);
    expect(report.episodes[0].signal).toBe('signalled-in-log-only');
    expect(report.shutdowns[0]).toMatchObject({ initiated: '2025-05-06T10:00:02.000Z', evidence: ['audit'] });
  });

  test('readiness seen false is evidence of a shutdown that is known', async () => {
    const { shutdowns } = await analyse(STOP, [serving, unready]);
    expect(shutdowns[0].evidence).toEqual(['event', 'audit']);
  });
});
