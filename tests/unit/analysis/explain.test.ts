import { describe, expect, test } from 'vitest';
import { describeVerdict, findingsOf, outagesOf } from '../../../src/model/findings.ts';
import type { Disruption, Report } from '../../../src/model/report.ts';
import {
  disruption,
  event,
  everyHalfHour,
  fileOf,
  healthy,
  progressing,
  reboot,
  shutdownWindow,
  signal,
} from '../../support/items.ts';
import { loadTexts } from '../../support/read.ts';

const A = 'ip-10-0-1-1.us-west-1.compute.internal';
const B = 'ip-10-0-2-2.us-west-1.compute.internal';
const EVENTS = everyHalfHour(9, 12);
const KUBE = 'kube-api-new-connections';

async function report(items: readonly unknown[], settings = {}): Promise<Report> {
  return (await loadTexts([fileOf(items)], settings)).report;
}

async function first(items: readonly unknown[], settings = {}): Promise<Disruption> {
  return (await report(items, settings)).disruptions[0];
}

describe('an outage at a reboot', () => {
  test('without a signal is unsignalled, and names the episode', async () => {
    const one = await first([
      ...EVENTS,
      reboot('10:57:25', '11:01:00', A),
      disruption('10:57:26', '10:57:40', KUBE),
    ]);
    expect(one).toMatchObject({
      signal: 'unsignalled',
      pattern: 'unsignalled-reboot',
      episodes: [0],
      shutdown: null,
      seconds: 14,
    });
    expect(one.why).toBe(
      'the reboot of ip-10-0-1-1 at 10:57:25 had no ShutdownInitiated; the outage began 1 s after it',
    );
  });

  test('with a signal is signalled, with the distance from it', async () => {
    const items = [
      ...EVENTS,
      reboot('10:00:00', '10:04:00', A),
      signal('10:00:02', A),
      disruption('10:01:35', '10:01:40', KUBE),
    ];
    expect(await first(items)).toMatchObject({
      signal: 'signalled',
      pattern: 'signalled-reboot',
      episodes: [0],
      shutdown: 0,
      afterSeconds: 93,
      nearest: null,
    });
  });

  test('with a signal long after the outage began is not of that apiserver, which was still there', async () => {
    const outage = disruption('10:00:05', '10:00:20', KUBE);
    const items = (clock: string) => [...EVENTS, reboot('10:00:00', '10:04:00', A), signal(clock, A), outage];
    expect(await first(items('10:00:15'))).toMatchObject({ signal: 'signalled', episodes: [0] });
    expect(await first(items('10:02:54'))).toMatchObject({
      signal: 'unsignalled',
      pattern: 'unknown',
      episodes: [],
      nearest: { shutdown: 0, seconds: -169 },
    });
  });

  test('is judged by no signal of which nobody knows whose it is', async () => {
    const own = signal('10:01:00', A);
    const nobody = { ...own, locator: { type: '', keys: { namespace: 'openshift-kube-apiserver' } } };
    const outage = disruption('10:00:05', '10:00:20', KUBE);
    expect(await first([...EVENTS, reboot('10:00:00', '10:04:00', A), nobody, outage])).toMatchObject({
      signal: 'undeterminable',
      episodes: [0],
    });
  });

  test('is not signed for by a pod of that name in a namespace of its own', async () => {
    const own = signal('10:00:01', A);
    const other = { ...own, locator: { ...own.locator, keys: { ...own.locator.keys, namespace: 'demo' } } };
    const outage = disruption('10:00:05', '10:00:20', KUBE);
    const items = [...EVENTS, reboot('10:00:00', '10:04:00', A), outage];
    expect(await first([...items, other])).toMatchObject({ signal: 'unsignalled', episodes: [0] });
    expect(await first([...items, own])).toMatchObject({ signal: 'signalled', episodes: [0] });
  });

  test('that cannot be judged is neither', async () => {
    const items = [reboot('10:00:00', '10:04:00', A), disruption('10:00:05', '10:00:10', KUBE)];
    expect(await first(items)).toMatchObject({ signal: 'undeterminable', pattern: 'reboot', episodes: [0] });
  });
});

describe('an outage with no apiserver going away', () => {
  test('is unsignalled and unknown where events cover the time before it', async () => {
    const one = await first([...EVENTS, signal('09:30:00', A), disruption('11:00:00', '11:00:05', KUBE)]);
    expect(one).toMatchObject({
      signal: 'unsignalled',
      pattern: 'unknown',
      episodes: [],
      nearest: { shutdown: 0, seconds: 5400 },
    });
  });

  test('is undeterminable without coverage, and names the file to add', async () => {
    const one = await first([
      healthy('09:00:00', '11:00:00', KUBE),
      disruption('11:00:00', '11:00:05', KUBE),
    ]);
    expect(one).toMatchObject({ signal: 'undeterminable', pattern: 'unknown', nearest: null });
    expect(one.why).toContain('e2e-events');
  });

  test('is undeterminable while the open window of some apiserver may hide a stop', async () => {
    const items = [shutdownWindow('09:30:00', null, A), disruption('11:00:00', '11:00:05', KUBE)];
    expect((await first(items)).signal).toBe('undeterminable');
    expect((await first([...EVENTS, ...items])).signal).toBe('unsignalled');
  });
});

describe('an outage in a rollout', () => {
  const stop = [
    signal('10:00:00', A),
    event('10:02:12', A, 'HTTPServerStoppedListening'),
    event('10:02:13', A, 'TerminationGracefulTerminationFinished'),
  ];

  test('is a rollout: the stall of the third seed', async () => {
    const stall = disruption(
      '10:02:20',
      '10:02:26',
      'oauth-api-reused-connections',
      'net/http: timeout awaiting response headers',
    );
    const one = await first([...EVENTS, progressing('09:50:00', '10:20:00'), ...stop, stall]);
    expect(one).toMatchObject({
      signal: 'signalled',
      pattern: 'rollout',
      errors: ['timeout-awaiting-headers'],
      afterSeconds: 140,
    });
  });

  test('refused after the server stopped listening is a slow load balancer', async () => {
    expect(await first([...EVENTS, ...stop, disruption('10:02:14', '10:02:20', KUBE)])).toMatchObject({
      pattern: 'lb-slow',
      signal: 'signalled',
    });
  });

  test('refused before that is not', async () => {
    expect(await first([...EVENTS, ...stop, disruption('10:01:14', '10:01:20', KUBE)])).toMatchObject({
      pattern: 'rollout',
    });
  });

  test('just after the next life began is too early', async () => {
    const next = [
      event('10:04:00', A, 'Started', 'Started container kube-apiserver'),
      event('10:04:30', A, 'KubeAPIReadyz', 'readyz=true'),
    ];
    const items = [...EVENTS, ...stop, ...next];
    expect(await first([...items, disruption('10:04:20', '10:04:22', KUBE, 'EOF')])).toMatchObject({
      pattern: 'too-early',
    });
    expect(await first([...items, disruption('10:04:36', '10:04:38', KUBE, 'EOF')])).toMatchObject({
      pattern: 'unknown',
    });
  });

  test('is undeterminable where only the operator tells of it', async () => {
    const items = [progressing('09:50:00', '10:20:00'), disruption('10:02:20', '10:02:26', KUBE)];
    expect(await first(items)).toMatchObject({ signal: 'undeterminable', pattern: 'rollout', episodes: [0] });
  });
});

test('revisions are told by the operator', async () => {
  const { episodes } = await report([...EVENTS, progressing('09:50:00', '10:20:00'), signal('10:00:00', A)]);
  expect(episodes).toMatchObject([
    { kind: 'rollout', node: A, revision: { from: 7, to: 8 }, signal: 'signalled' },
  ]);
});

test('a crash is told by the next process', async () => {
  const said = event(
    '10:00:30',
    A,
    'NonGracefulTermination',
    'Previous pod x started at y did not terminate gracefully',
  );
  const { episodes, disruptions } = await report([...EVENTS, said, disruption('10:00:10', '10:00:20', KUBE)]);
  expect(episodes).toMatchObject([{ kind: 'crash', node: A, signal: 'missing', shutdown: null }]);
  expect(disruptions).toMatchObject([{ pattern: 'crash', signal: 'unsignalled', episodes: [0] }]);
});

describe('who can explain whom', () => {
  const openshift = {
    ...signal('10:00:00', A),
    locator: { type: 'Kind', keys: { namespace: 'openshift-apiserver', pod: 'apiserver-6c7f9-abcde' } },
  };

  test.each([
    ['openshift-api-new-connections', 'signalled'],
    ['kube-api-new-connections', 'unsignalled'],
    ['oauth-api-new-connections', 'unsignalled'],
  ])('a stop of the openshift-apiserver: %s is %s', async (backend, wanted) => {
    const one = await first([...EVENTS, openshift, disruption('10:00:05', '10:00:10', backend)]);
    expect(one.signal).toBe(wanted);
    if (wanted === 'unsignalled') expect(one.why).toContain('kube-apiserver is known to have gone away');
  });

  test.each([
    'kube-api-new-connections',
    'openshift-api-new-connections',
    'oauth-api-reused-connections',
    'cache-kube-api-new-connections',
  ])('a stop of a kube-apiserver explains %s', async (backend) => {
    expect(
      await first([...EVENTS, signal('10:00:00', A), disruption('10:00:05', '10:00:10', backend)]),
    ).toMatchObject({ signal: 'signalled' });
  });

  test.each([
    'ingress-to-console-new-connections',
    'image-registry-new-connections',
    'host-to-host-new-connections',
    'ci-cluster-network-liveness-new-connections',
  ])('nothing of an apiserver explains %s', async (backend) => {
    const one = await first([...EVENTS, signal('10:00:00', A), disruption('10:00:05', '10:00:10', backend)]);
    expect(one).toMatchObject({
      signal: 'not-applicable',
      group: null,
      viaKubeApiserver: false,
      loadBalancer: null,
      protocol: null,
    });
  });

  test("over localhost only the same node's", async () => {
    const local = disruption('10:00:05', '10:00:10', 'kube-api-http1-localhost-new-connections');
    local.locator.keys!['node'] = B;
    expect((await first([...EVENTS, signal('10:00:00', A), local])).signal).toBe('unsignalled');
    local.locator.keys!['node'] = A;
    expect((await first([...EVENTS, signal('10:00:00', A), local])).signal).toBe('signalled');
  });
});

describe("the client's own network", () => {
  const control = disruption('10:00:00', '10:00:20', 'ci-cluster-network-liveness-reused-connections');

  test('excuses what the same client saw at the same time', async () => {
    const { disruptions, warnings } = await report([
      ...EVENTS,
      control,
      disruption('10:00:05', '10:00:10', KUBE),
    ]);
    const one = disruptions.find((found) => found.backend === 'kube-api')!;
    expect(one).toMatchObject({ signal: 'not-applicable', pattern: 'client-network', group: null });
    expect(warnings).toMatchObject([{ code: 'control-backend-down', count: 1 }]);
  });

  test('but not what a sampler in the cluster saw', async () => {
    const { disruptions } = await report([
      ...EVENTS,
      control,
      disruption('10:00:05', '10:00:10', 'kube-api-http2-internal-lb-new-connections'),
    ]);
    expect(disruptions.find((one) => one.backend === 'kube-api')).toMatchObject({ signal: 'unsignalled' });
  });

  test('name lookups of the sampler are a warning, no disruption', async () => {
    const lookup = disruption('10:00:00', '10:00:20', KUBE);
    lookup.level = 'Warning';
    lookup.message.reason = 'DisruptionSamplerOutageBegan';
    const { disruptions, warnings } = await report([...EVENTS, lookup]);
    expect(disruptions).toEqual([]);
    expect(warnings).toMatchObject([{ code: 'sampler-outage', count: 1 }]);
  });
});

test('single node: outages are expected, and judged all the same', async () => {
  const items = [...EVENTS, signal('10:00:00', A), disruption('10:00:05', '10:03:00', KUBE)];
  expect(await first(items, { topology: 'single' })).toMatchObject({
    pattern: 'single-node',
    signal: 'signalled',
  });
});

test('healthy periods are no disruption', async () => {
  expect((await report([healthy('09:00:00', '12:00:00', KUBE)])).disruptions).toEqual([]);
});

describe('rows of one outage are merged', () => {
  test('where they touch, with all their errors', async () => {
    const { disruptions } = await report([
      disruption('10:00:00', '10:00:03', KUBE),
      disruption('10:00:03', '10:00:05', KUBE, 'EOF'),
      disruption('10:00:06', '10:00:07', KUBE),
      disruption('10:00:03', '10:00:05', 'kube-api-reused-connections'),
    ]);
    expect(disruptions.map((one) => [one.connection, one.rows, one.seconds, one.errors])).toEqual([
      ['new', 2, 5, ['connection-refused', 'eof']],
      ['reused', 1, 2, ['connection-refused']],
      ['new', 1, 1, ['connection-refused']],
    ]);
  });

  test('an end never seen stays unknown', async () => {
    expect(await first([...EVENTS, disruption('10:00:00', null, KUBE)])).toMatchObject({
      open: true,
      to: null,
      seconds: null,
    });
  });
});

describe('outages that people count', () => {
  test('join while the next begins before the end of the others plus 1 s', async () => {
    const { disruptions } = await report([
      disruption('10:00:00', '10:00:05', KUBE),
      disruption('10:00:05', '10:00:08', 'oauth-api-new-connections'),
      disruption('10:00:09', '10:00:10', 'openshift-api-new-connections'), // 1 s after: not before
      disruption('10:00:09', '10:00:12', 'image-registry-new-connections'),
    ]);
    expect(disruptions.map((one) => one.group)).toEqual([0, 0, null, 1]);
  });

  test('never grow past ten minutes', async () => {
    const chain = Array.from({ length: 25 }, (_, i) => {
      const clock = (minutes: number) => `10:${String(minutes).padStart(2, '0')}:00`;
      return disruption(clock(i), clock(i + 1), i % 2 === 0 ? KUBE : 'oauth-api-new-connections');
    });
    const groups = new Set((await report(chain)).disruptions.map((one) => one.group));
    expect(groups.size).toBe(3);
  });

  test('an apiserver gone in silence and an outage with none gone are told apart', async () => {
    const found = await report([
      ...EVENTS,
      reboot('10:00:00', '10:04:00', A),
      disruption('10:00:01', '10:00:20', KUBE),
      disruption('11:00:00', '11:00:20', KUBE),
    ]);
    expect(outagesOf(found).map((one) => one.kind)).toEqual(['silent', 'unexplained']);
    expect(describeVerdict(found)).toBe(
      '1 control-plane reboot: 1 without ShutdownInitiated (ip-10-0-1-1, 10:00:00). ' +
        '2 outages of the API (1 backend): 1 unsignalled at such a reboot, 1 with no apiserver going away.',
    );
    expect(findingsOf(found).map((one) => [one.kind, one.severity])).toEqual([
      ['missing-signal', 3],
      ['silent-outage', 3],
      ['unexplained-outage', 2],
    ]);
  });
});

describe('client metrics', () => {
  const metrics = {
    ...disruption('10:00:00', '10:01:00', KUBE),
    source: 'APIUnreachableFromClient',
    locator: { type: 'APIUnreachableFromClient', keys: { host: 'internal-lb', node: '', 'node-role': '' } },
    message: {
      reason: 'APIUnreachableFromClientMetrics',
      cause: '',
      humanMessage: 'client observed API error(s)',
      annotations: null,
    },
  };

  test('are listed and never counted', async () => {
    const one = await first([...EVENTS, metrics]);
    expect(one).toMatchObject({
      backend: 'kube-api',
      observer: 'APIUnreachableFromClient',
      loadBalancer: 'internal',
      connection: null,
      protocol: null,
      group: null,
      viaKubeApiserver: true,
    });
  });

  test('are good to half a minute', async () => {
    const one = await first([...EVENTS, reboot('10:00:25', '10:04:00', A), metrics]);
    expect(one).toMatchObject({ pattern: 'unsignalled-reboot' });
  });
});

test('header windows tell how long each load balancer took', async () => {
  const header = {
    level: 'Error',
    source: 'APIServerShutdown',
    display: true,
    locator: { type: 'APIServer', keys: { 'load-balancer': 'external-lb', server: 'kube-apiserver' } },
    message: {
      reason: 'GracefulShutdownInterval',
      cause: '',
      annotations: null,
      humanMessage: `graceful shutdown interval: 2 failures: load balancer took new(12s) reused(2m8s) to switch to a new host: host=ip-10-0-1-1 shutdown-delay-duration=2m9s max-elapsed-reuse=2m8s max-elapsed-new=12s failure=2`,
    },
    from: '2025-05-06T10:00:02Z',
    to: '2025-05-06T10:02:26Z',
  };
  const found = await report([...EVENTS, signal('10:00:00', A), header]);
  expect(found.shutdowns).toMatchObject([
    { evidence: ['event', 'header'], initiated: '2025-05-06T10:00:00.000Z', signals: 1 },
  ]);
  expect(found.reactions).toMatchObject([
    {
      shutdown: 0,
      loadBalancer: 'external',
      connection: 'new',
      seconds: 12,
      atLeast: false,
      source: 'window-message',
      best: true,
    },
    { shutdown: 0, loadBalancer: 'external', connection: 'reused', seconds: 128, atLeast: true },
  ]);
});

test('while files are still being read nothing is called missing', async () => {
  const { assembleRun } = await import('../../../src/load/assemble.ts');
  const { readOne, NO_SETTINGS } = await import('../../support/read.ts');
  const part = await readOne(
    fileOf([...EVENTS, reboot('10:00:00', '10:04:00', A), disruption('10:00:01', '10:00:20', KUBE)]),
  );
  const interim = assembleRun([part], 'test', NO_SETTINGS, false).report;
  expect(JSON.stringify(interim)).not.toMatch(/"(missing|unsignalled)/);
  expect(describeVerdict(interim)).toMatch(/^Still reading/);
});

test('the events of a guest cluster do not cover a control plane that is hosted elsewhere', async () => {
  const items = [...EVENTS, disruption('10:30:00', '10:30:05', KUBE)];
  expect((await first(items)).signal).toBe('unsignalled');
  expect(await first(items, { topology: 'external' })).toMatchObject({ signal: 'undeterminable' });
});
