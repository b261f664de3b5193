/**
 * The section "Meanings" of design/report.md, a statement a test, in its order; what other files test is named at the
 * end. What audit and apiserver logs say is left to the tests of those formats.
 */
import { describe, expect, test } from 'vitest';
import type { Report } from '../../../src/model/report.ts';
import { fixture } from '../../support/fixtures.ts';
import {
  disruption,
  event,
  everyHalfHour,
  fileOf,
  healthy,
  otherEvent,
  reboot,
  shutdownWindow,
  signal,
  type Item,
} from '../../support/items.ts';
import { gzip, loadTexts } from '../../support/read.ts';
import { tickedElsewhere } from '../../support/ticked.ts';

const A = 'ip-10-0-1-1.us-west-1.compute.internal';
const EVENTS = everyHalfHour(9, 12);
const KUBE = 'kube-api-new-connections';

async function report(items: readonly unknown[], settings = {}): Promise<Report> {
  return (await loadTexts([fileOf(items)], settings)).report;
}

async function reportOf(format: string, name: string): Promise<Report> {
  const { bytes, asOf } = fixture(format, name);
  return (await loadTexts({ unknown: bytes }, { asOf })).report;
}

function killing(clock: string, node: string): Item {
  const item = event(clock, node, 'Killing', 'Stopping container kube-apiserver');
  return { ...item, locator: { ...item.locator, keys: { ...item.locator.keys, node } } };
}

/** What a sampler read in response headers. */
function headerWindow(from: string, to: string, host: string): Item {
  return {
    ...otherEvent(from),
    source: 'APIServerShutdown',
    locator: { type: 'APIServer', keys: { 'load-balancer': 'external-lb', server: 'kube-apiserver' } },
    message: {
      reason: 'GracefulShutdownInterval',
      cause: '',
      humanMessage: `graceful shutdown interval: load balancer took new(12s) reused(31s) to switch to a new host: host=${host} shutdown-delay-duration=2m9s max-elapsed-reuse=31s max-elapsed-new=12s failure=0`,
      annotations: null,
    },
    to: `2025-05-06T${to}Z`,
  };
}

describe('signal of the rest', () => {
  test('a rollout is signalled where its shutdown has T0', async () => {
    const { episodes } = await report([...EVENTS, killing('10:00:00', A), signal('10:00:01', A)]);
    expect(episodes).toMatchObject([{ kind: 'rollout', signal: 'signalled', shutdown: 0 }]);
  });

  test('missing where coverage would have shown it', async () => {
    const { episodes } = await report([...EVENTS, killing('10:00:00', A)]);
    expect(episodes).toMatchObject([{ kind: 'rollout', node: A, signal: 'missing', shutdown: null }]);
  });

  test('and undeterminable else', async () => {
    const { episodes } = await report([killing('10:00:00', A)]);
    expect(episodes).toMatchObject([{ kind: 'rollout', node: A, signal: 'undeterminable' }]);
    expect(episodes[0].why).toContain('e2e-events');
  });

  test('single-node outages are judged like others', async () => {
    const { disruptions } = await report([...EVENTS, disruption('10:00:05', '10:00:10', KUBE)], {
      topology: 'single',
    });
    expect(disruptions).toMatchObject([{ pattern: 'single-node', signal: 'unsignalled' }]);
  });
});

describe('records and skipped', () => {
  test('items that are none are skipped, empty lines are nothing', async () => {
    const none = await reportOf('intervals', 'quirk-no-items');
    expect(none.inputs).toMatchObject([{ records: 2, skipped: 7 }]);
    const lines = await reportOf('intervals', 'quirk-between-documents');
    expect(lines.inputs).toMatchObject([{ records: 2, skipped: 1 }]);
  });

  test('records are counted before duplicates are dropped', async () => {
    const found = await reportOf('intervals', 'quirk-duplicates');
    expect([found.inputs[0].records, found.intervals]).toEqual([6, 3]);
  });

  test('other lines of a log are told, and not skipped', async () => {
    const [input] = (await reportOf('monitor-text', 'build-log')).inputs;
    expect(input).toMatchObject({ records: 9, skipped: 0, notices: [{ code: 'other-lines', count: 6 }] });
  });
});

test('path is as given, and a gzip layer adds no part', async () => {
  const text = fileOf(EVENTS);
  const { report: found } = await loadTexts({ './a/e2e-events.json.gz': gzip(text), 'b.json': text });
  expect(found.inputs.map(({ path }) => path)).toEqual(['./a/e2e-events.json.gz', 'b.json']);
});

describe('who can explain whom', () => {
  test('an oauth-apiserver explains its own outages alone', async () => {
    const keys = {
      namespace: 'openshift-oauth-apiserver',
      node: '',
      pod: 'apiserver-7d8c6-abcde',
      server: 'oauth-apiserver',
    };
    const window = { ...shutdownWindow('10:00:00', '10:00:20', A), locator: { type: '', keys } };
    const { disruptions } = await report([
      ...EVENTS,
      window,
      disruption('10:00:05', '10:00:10', 'oauth-api-new-connections'),
      disruption('10:00:05', '10:00:10', KUBE),
      disruption('10:00:05', '10:00:10', 'openshift-api-new-connections'),
    ]);
    expect(disruptions.map(({ backend, signal: found }) => `${backend} ${found}`)).toEqual([
      'kube-api unsignalled',
      'oauth-api signalled',
      'openshift-api unsignalled',
    ]);
    expect(disruptions[1].why).toContain('oauth-apiserver');
  });
});

test('signalled by inference: why says that ShutdownInitiated itself was not stored', async () => {
  const after = event(
    '10:02:09',
    A,
    'AfterShutdownDelayDuration',
    'The minimal shutdown duration of 2m9s finished',
  );
  const { disruptions } = await report([...EVENTS, after, disruption('10:02:12', '10:02:15', KUBE)]);
  expect(disruptions).toMatchObject([{ signal: 'signalled', afterSeconds: 132 }]);
  expect(disruptions[0].why).toContain('ShutdownInitiated itself was not stored');
});

describe('outcome is incomplete when a source says so', () => {
  test.each([
    ['IncompleteAPIServerShutdown', 'intervals', 'shape-c', 1],
    ['missing complementary event', 'intervals', 'shutdown-4.12-half', 0],
    ['GracefulTerminationTimeout', 'intervals', 'shutdown-incidents', 0],
  ])('%s', async (_, format, name, index) => {
    const { shutdowns } = await reportOf(format, name);
    expect(shutdowns[index]).toMatchObject({ finished: null, outcome: 'incomplete' });
  });
});

describe('windows', () => {
  test.each([
    ['10:06:40', '10:00:00', 0],
    ['10:06:41', undefined, 1],
  ])('one of 400 s counts, a longer one does not: to %s', async (to, initiated, warnings) => {
    const found = await report([healthy('09:00:00', '12:00:00', KUBE), shutdownWindow('10:00:00', to, A)]);
    expect(found.shutdowns[0]?.initiated?.slice(11, 19)).toBe(initiated);
    expect(found.warnings).toHaveLength(warnings);
  });

  test('a predicted end is never finished', async () => {
    const { shutdowns } = await report([
      headerWindow('10:00:00', '10:02:24', 'ip-10-0-1-1'),
      otherEvent('12:00:00'),
    ]);
    expect(shutdowns).toMatchObject([{ finished: null, evidence: ['header'] }]);
  });
});

describe('steps', () => {
  test('of one second are in the order in which they follow each other', async () => {
    const { shutdowns } = await reportOf('intervals', 'shutdown-steps-4.8');
    expect(Object.keys(shutdowns[0].steps).slice(0, 2)).toEqual([
      'ShutdownInitiated',
      'TerminationPreShutdownHooksFinished',
    ]);
  });

  test('are told by the more exact source', async () => {
    const file = fileOf([signal('10:00:00', 'demo-master-0')]);
    const exact =
      'May 06 10:00:00.807 I ns/openshift-kube-apiserver pod/kube-apiserver-demo-master-0 node/demo-master-0 reason/ShutdownInitiated Received signal to terminate\n';
    const { report: found } = await loadTexts([file, exact], { asOf: '2025-05-06T12:00:00Z' });
    expect(found.shutdowns).toMatchObject([{ initiated: '2025-05-06T10:00:00.807Z', signals: 1 }]);
  });
});

describe('missing is a strong word', () => {
  test('one window anywhere covers the whole file, for all nodes', async () => {
    const window = shutdownWindow('09:10:00', '09:12:15', 'ip-10-0-2-2.us-west-1.compute.internal');
    const items = [healthy('08:00:00', '12:00:00', KUBE), window, reboot('11:00:00', '11:04:00', A)];
    expect((await report(items)).episodes.at(-1)).toMatchObject({ kind: 'reboot', signal: 'missing' });
    const without = items.filter((item) => item !== window);
    expect((await report(without)).episodes.at(-1)).toMatchObject({
      kind: 'reboot',
      signal: 'undeterminable',
    });
  });

  test('oauth-api outages are judged by the kube-apiservers', async () => {
    const { disruptions } = await report([
      ...EVENTS,
      disruption('10:00:00', '10:00:05', 'oauth-api-new-connections'),
    ]);
    expect(disruptions).toMatchObject([{ signal: 'unsignalled', pattern: 'unknown' }]);
    expect(disruptions[0].why).toContain('oauth-apiserver or kube-apiserver');
  });
});

describe('signalled-in-log-only', () => {
  const gone = reboot('10:00:00', '10:04:00', A);
  const header = headerWindow('10:00:02', '10:02:26', 'ip-10-0-1-1');

  test('T0 is known from headers alone, although events cover the time and lack it', async () => {
    const { episodes } = await report([...EVENTS, gone, header]);
    expect(episodes).toMatchObject([{ kind: 'reboot', signal: 'signalled-in-log-only', shutdown: 0 }]);
  });

  test('without such coverage it is signalled', async () => {
    const { episodes } = await report([gone, header]);
    expect(episodes).toMatchObject([{ kind: 'reboot', signal: 'signalled', shutdown: 0 }]);
  });
});

test.each([
  ['intervals', 'quirk-unknown-level', { item: 1 }],
  ['intervals', 'quirk-between-documents', { byte: 408 }],
  ['monitor-text', 'build-log', { line: 1 }],
])('the first place of a notice is an item, a byte or a line: %s/%s', async (format, name, first) => {
  expect((await reportOf(format, name)).inputs[0].notices[0].first).toEqual(first);
});

describe('reactions', () => {
  test('hold only what was seen: no header window, no row', async () => {
    expect((await report([...EVENTS, signal('10:00:00', A)])).reactions).toEqual([]);
  });

  test('of a load balancer that went on to the end of the delay are a lower bound', async () => {
    const { reactions } = await reportOf('intervals', 'shutdown-header-window');
    expect(reactions.map((one) => [one.loadBalancer, one.connection, one.seconds, one.atLeast])).toEqual([
      ['external', 'new', 12, false],
      ['external', 'reused', 31, false],
      ['internal', 'new', 8, false],
      ['internal', 'reused', 70, true],
    ]);
  });
});

test('times have milliseconds, unknown is null, and every field is there', async () => {
  const found = await report([
    ...EVENTS,
    reboot('10:00:00', '10:04:00', A),
    disruption('10:00:01', null, KUBE),
  ]);
  const walk = (value: unknown): void => {
    expect(value).not.toBeUndefined();
    if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value)) expect(value).toMatch(/\.\d{3}Z$/);
    if (typeof value === 'object' && value !== null) Object.values(value).forEach(walk);
  };
  walk(found);
  expect(found.disruptions[0]).toMatchObject({ to: null, seconds: null, open: true, shutdown: null });
});

describe('tested elsewhere', () => {
  tickedElsewhere([
    [
      'an outage',
      'analysis/explain.test.ts',
      'join while the next begins before the end of the others plus 1 s',
    ],
    [
      'unsignalled is not unexplained',
      'analysis/explain.test.ts',
      'an apiserver gone in silence and an outage with none gone are told apart',
    ],
    [
      'client-network is not applicable',
      'analysis/explain.test.ts',
      'excuses what the same client saw at the same time',
    ],
    ['healthy periods', 'analysis/explain.test.ts', 'healthy periods are no disruption'],
    ['APIUnreachableFromClient', 'analysis/explain.test.ts', 'are listed and never counted'],
    ['no load balancer but of apiservers', 'analysis/explain.test.ts', 'nothing of an apiserver explains %s'],
    ['who can explain whom', 'analysis/explain.test.ts', 'who can explain whom'],
    ['a reboot’s signal', 'analysis/reboots.test.ts', 'by a signal of its node at %s'],
    [
      'a finished shutdown serves no reboot',
      'analysis/reboots.test.ts',
      "a rollout's signal does not serve the reboot that follows",
    ],
    ['a start between', 'analysis/reboots.test.ts', 'nor where the next life was seen to start between'],
    ['an old shutdown', 'analysis/reboots.test.ts', 'nor one older than its hard kill'],
    ['outcome', 'analysis/shutdowns.test.ts', 'is incomplete when the data go on past the hard kill'],
    [
      'long windows',
      'analysis/shutdowns.test.ts',
      'longer than a stop can last gives no T0 unless an event confirms it',
    ],
    [
      'windows with an invented start',
      'analysis/shutdowns.test.ts',
      'that begins where an earlier one of the pod ended has an invented start',
    ],
    [
      'delayFrom platform',
      'analysis/shutdowns.test.ts',
      'is from the platform only where the platform is known',
    ],
    ['steps of 4.8', 'analysis/shutdowns.test.ts', 'reasons of 4.8 and before stand under their later names'],
    [
      'swallowed signals',
      'analysis/reboots.test.ts',
      'while a window of its node is open, which may have swallowed the signal',
    ],
    [
      '135 s or 194 s',
      'analysis/reboots.test.ts',
      'where the platform is unknown and 135 s or 194 s would decide differently',
    ],
    [
      'headers are off by 5 s',
      'analysis/explain.test.ts',
      'header windows tell how long each load balancer took',
    ],
    ['names of nodes', 'analysis/reboots.test.ts', 'whatever name its node goes by: %s'],
    ['the same bytes in any order', 'load/laws.test.ts', 'the order in which files come does not matter'],
    [
      'the same bytes in any time zone',
      'load/time-zone.test.ts',
      'the time zone of the machine does not matter: %s',
    ],
    ['exit status', 'cli/run.test.ts', 'exit status 1, and the report all the same'],
  ]);
});
