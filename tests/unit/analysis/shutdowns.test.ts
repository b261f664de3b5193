import { describe, expect, test } from 'vitest';
import type { Shutdown } from '../../../src/model/report.ts';
import {
  event,
  everyHalfHour,
  fileOf,
  healthy,
  otherEvent,
  shutdownWindow,
  signal,
} from '../../support/items.ts';
import { loadTexts } from '../../support/read.ts';

const A = 'ip-10-0-1-1.us-west-1.compute.internal';
const B = 'ip-10-0-2-2.us-west-1.compute.internal';
const EVENTS = everyHalfHour(9, 12);
const DAY = '2025-05-06T';

async function shutdowns(items: readonly unknown[], settings = {}): Promise<readonly Shutdown[]> {
  return (await loadTexts([fileOf(items)], settings)).report.shutdowns;
}

test('a whole stop has all its steps, its delay from its message, and its end', async () => {
  const found = await shutdowns([
    ...EVENTS,
    signal('10:00:00', A),
    event('10:00:01', A, 'TerminationPreShutdownHooksFinished'),
    event('10:02:09', A, 'AfterShutdownDelayDuration', 'The minimal shutdown duration of 2m9s finished'),
    event('10:02:09', A, 'InFlightRequestsDrained'),
    event('10:02:12', A, 'HTTPServerStoppedListening', 'HTTP Server has stopped listening'),
    event('10:02:13', A, 'TerminationGracefulTerminationFinished', 'All pending requests processed'),
  ]);
  expect(found).toMatchObject([
    {
      server: 'kube-apiserver',
      node: A,
      initiated: `${DAY}10:00:00.000Z`,
      inferred: false,
      delaySeconds: 129,
      delayFrom: 'message',
      finished: `${DAY}10:02:13.000Z`,
      outcome: 'complete',
      signals: 1,
      evidence: ['event'],
    },
  ]);
  expect(Object.keys(found[0].steps)).toEqual([
    'ShutdownInitiated',
    'TerminationPreShutdownHooksFinished',
    'AfterShutdownDelayDuration',
    'InFlightRequestsDrained',
    'HTTPServerStoppedListening',
    'TerminationGracefulTerminationFinished',
  ]);
});

test('reasons of 4.8 and before stand under their later names', async () => {
  const [one] = await shutdowns([
    ...EVENTS,
    event('10:00:00', A, 'TerminationStart'),
    event(
      '10:01:10',
      A,
      'TerminationMinimalShutdownDurationFinished',
      'The minimal shutdown duration of 1m10s finished',
    ),
    event('10:01:15', A, 'TerminationStoppedServing', 'Server has stopped listening'),
  ]);
  expect(Object.keys(one.steps)).toEqual([
    'ShutdownInitiated',
    'AfterShutdownDelayDuration',
    'HTTPServerStoppedListening',
  ]);
  expect(one).toMatchObject({ delaySeconds: 70, outcome: 'incomplete' });
});

describe('T0', () => {
  test('two signals within a minute are one stop', async () => {
    const found = await shutdowns([
      ...EVENTS,
      signal('10:00:00', A),
      signal('10:00:50', A),
      signal('10:10:00', A),
    ]);
    expect(found.map((one) => one.signals)).toEqual([2, 1]);
  });

  test('unless the apiserver started between', async () => {
    const started = event('10:00:20', A, 'Started', 'Started container kube-apiserver');
    expect(await shutdowns([...EVENTS, signal('10:00:00', A), started, signal('10:00:50', A)])).toHaveLength(
      2,
    );
  });

  test('event and window of one signal are one, with both as evidence', async () => {
    const found = await shutdowns([
      ...EVENTS,
      signal('10:00:00', A),
      shutdownWindow('10:00:00', '10:02:13', A),
    ]);
    expect(found).toMatchObject([{ signals: 1, evidence: ['event', 'window'], outcome: 'complete' }]);
  });

  test('is inferred from the end of the delay', async () => {
    const after = event(
      '10:02:09',
      A,
      'AfterShutdownDelayDuration',
      'The minimal shutdown duration of 2m9s finished',
    );
    expect(await shutdowns([...EVENTS, after])).toMatchObject([
      { initiated: `${DAY}10:00:00.000Z`, inferred: true, signals: 0 },
    ]);
  });

  test('is unknown where only the end was seen', async () => {
    const finish = event('10:02:13', A, 'TerminationGracefulTerminationFinished');
    expect(await shutdowns([...EVENTS, finish])).toMatchObject([
      { initiated: null, inferred: false, finished: `${DAY}10:02:13.000Z`, outcome: 'complete' },
    ]);
  });

  test('servers and nodes are kept apart', async () => {
    const other = signal('10:00:01', B);
    const openshift = {
      ...signal('10:00:01', A),
      locator: { type: 'Kind', keys: { namespace: 'openshift-apiserver', pod: 'apiserver-6c7f9-abcde' } },
    };
    const found = await shutdowns([...EVENTS, signal('10:00:00', A), other, openshift]);
    expect(found.map((one) => [one.server, one.node, one.pod])).toEqual([
      ['kube-apiserver', A, null],
      ['kube-apiserver', B, null],
      ['openshift-apiserver', null, 'apiserver-6c7f9-abcde'],
    ]);
  });

  test('events of the openshift-apiserver in the namespace default are its own', async () => {
    const stray = {
      ...signal('10:00:01', A),
      locator: { type: 'Kind', keys: { namespace: 'default', pod: 'apiserver-x' } },
    };
    expect(await shutdowns([stray])).toMatchObject([{ server: 'openshift-apiserver' }]);
  });

  test('a repeated event is two sightings', async () => {
    const one = signal('10:30:00', A);
    one.message.annotations = {
      count: '2',
      firstTimestamp: `${DAY}10:00:00Z`,
      lastTimestamp: `${DAY}10:30:00Z`,
      reason: 'ShutdownInitiated',
    };
    expect((await shutdowns([...EVENTS, one])).map((stop) => stop.initiated)).toEqual([
      `${DAY}10:00:00.000Z`,
      `${DAY}10:30:00.000Z`,
    ]);
  });
});

describe('a constructed window', () => {
  test('longer than a stop can last gives no T0 unless an event confirms it, no end, and a warning', async () => {
    const long = shutdownWindow('10:00:00', '10:20:00', A);
    const alone = await loadTexts([
      fileOf([healthy('09:00:00', '12:00:00', 'kube-api-new-connections'), long]),
    ]);
    expect(alone.report.shutdowns).toEqual([]);
    expect(alone.report.warnings).toMatchObject([{ code: 'window-too-long', count: 1 }]);
    const [confirmed] = await shutdowns([...EVENTS, long, signal('10:00:00', A)]);
    expect(confirmed).toMatchObject({ initiated: `${DAY}10:00:00.000Z`, finished: null });
  });

  test('that begins with its monitor has an invented start: its end stands', async () => {
    const items = [
      healthy('10:00:00', '12:00:00', 'kube-api-new-connections'),
      shutdownWindow('10:00:01', '10:01:30', A),
    ];
    expect(await shutdowns(items)).toMatchObject([{ initiated: null, finished: `${DAY}10:01:30.000Z` }]);
  });

  test('that begins where an earlier one of the pod ended has an invented start', async () => {
    const items = [shutdownWindow('10:00:00', '10:02:13', A), shutdownWindow('10:02:13', '10:04:00', A)];
    expect((await shutdowns(items)).map((one) => one.initiated)).toEqual([`${DAY}10:00:00.000Z`, null]);
  });

  test('a short list that begins with a window is no monitor that begins', async () => {
    expect(await shutdowns([shutdownWindow('10:00:00', '10:02:13', A)])).toMatchObject([
      { initiated: `${DAY}10:00:00.000Z` },
    ]);
  });

  test('without an end is incomplete', async () => {
    expect(await shutdowns([shutdownWindow('10:00:00', null, A)])).toMatchObject([
      { finished: null, outcome: 'incomplete' },
    ]);
  });
});

describe('outcome', () => {
  test('is incomplete when the data go on past the hard kill', async () => {
    expect(await shutdowns([...EVENTS, signal('10:00:00', A)])).toMatchObject([{ outcome: 'incomplete' }]);
  });

  test('is unknown when they do not', async () => {
    const items = [otherEvent('09:00:00'), signal('10:00:00', A), otherEvent('10:01:00')];
    expect(await shutdowns(items)).toMatchObject([{ outcome: 'unknown' }]);
  });

  test('is incomplete when the next process says so', async () => {
    const said = event(
      '10:01:00',
      A,
      'NonGracefulTermination',
      'Previous pod x started at 2025-05-06 05:59:01.5 +0000 UTC did not terminate gracefully',
    );
    const { report } = await loadTexts([fileOf([otherEvent('09:59:00'), signal('10:00:00', A), said])]);
    expect(report.shutdowns).toMatchObject([{ outcome: 'incomplete' }]);
    expect(report.warnings).toMatchObject([{ code: 'non-graceful' }]);
    expect(report.episodes.map((one) => one.kind)).toEqual(['rollout']); // no crash besides
  });
});

describe('the delay', () => {
  test('is from the platform only where the platform is known', async () => {
    expect(await shutdowns([signal('10:00:00', A)])).toMatchObject([
      { delaySeconds: 129, delayFrom: 'platform' },
    ]);
    expect(await shutdowns([signal('10:00:00', 'demo-master-0')])).toMatchObject([
      { delaySeconds: null, delayFrom: null },
    ]);
    expect(await shutdowns([signal('10:00:00', 'demo-master-0')], { platform: 'gcp' })).toMatchObject([
      { delaySeconds: 70 },
    ]);
  });

  test('is from the steps where no text tells it', async () => {
    const after = event('10:01:35', A, 'AfterShutdownDelayDuration', 'finished');
    expect(await shutdowns([signal('10:00:00', A), after])).toMatchObject([
      { delaySeconds: 95, delayFrom: 'steps' },
    ]);
  });
});

test('two masters down together are warned of', async () => {
  const { report } = await loadTexts([fileOf([signal('10:00:00', A), signal('10:01:00', B)])]);
  expect(report.warnings.map((one) => one.code)).toEqual(['overlapping-shutdowns']);
});
