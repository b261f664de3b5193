import { describe, expect, test } from 'vitest';
import type { Episode } from '../../../src/model/report.ts';
import {
  event,
  everyHalfHour,
  fileOf,
  otherEvent,
  progressing,
  reboot,
  shutdownWindow,
  signal,
} from '../../support/items.ts';
import { loadTexts } from '../../support/read.ts';

const A = 'ip-10-0-1-1.us-west-1.compute.internal';
const B = 'ip-10-0-2-2.us-west-1.compute.internal';

/** Events all along, so that absence means something. */
const EVENTS = everyHalfHour(9, 12);

async function reboots(items: readonly unknown[], settings = {}): Promise<Episode[]> {
  const { report } = await loadTexts([fileOf(items)], settings);
  return report.episodes.filter((one) => one.kind === 'reboot');
}

async function signals(items: readonly unknown[], settings = {}): Promise<string[]> {
  return (await reboots(items, settings)).map((one) => one.signal);
}

describe('a reboot is signalled', () => {
  test.each(['09:59:30', '10:00:00', '10:00:02', '10:00:15', '10:04:01'])(
    'by a signal of its node at %s',
    async (clock) => {
      const [one] = await reboots([...EVENTS, reboot('10:00:00', '10:04:00', A), signal(clock, A)]);
      expect(one.signal).toBe(clock === '10:04:01' ? 'signalled-late' : 'signalled');
      expect(one.shutdown).toBe(0);
    },
  );

  test('late, from 15 s after it began', async () => {
    expect(await signals([...EVENTS, reboot('10:00:00', '10:04:00', A), signal('10:00:16', A)])).toEqual([
      'signalled-late',
    ]);
  });

  test.each(['10.0.1.1', 'ip-10-0-1-1'])('whatever name its node goes by: %s', async (name) => {
    expect(await signals([...EVENTS, reboot('10:00:00', '10:04:00', A), signal('10:00:02', name)])).toEqual([
      'signalled',
    ]);
  });

  test('by a constructed window that begins in it', async () => {
    const items = [...EVENTS, reboot('10:00:00', '10:04:00', A), shutdownWindow('10:00:02', '10:01:30', A)];
    expect(await signals(items)).toEqual(['signalled']);
  });

  test('by inference, where only later steps were stored, and says so', async () => {
    const after = event(
      '10:02:11',
      A,
      'AfterShutdownDelayDuration',
      'The minimal shutdown duration of 2m9s finished',
    );
    const [one] = await reboots([...EVENTS, reboot('10:00:00', '10:04:00', A), after]);
    expect(one).toMatchObject({ signal: 'signalled', shutdown: 0 });
    expect(one.why).toContain('ShutdownInitiated itself was not stored');
  });

  test('and killed during its delay where the delay is longer than the node waits (AWS)', async () => {
    const [one] = await reboots([...EVENTS, reboot('10:00:00', '10:04:00', A), signal('10:00:02', A)]);
    expect(one.why).toContain(
      'killed during its delay: the delay is 2 m 09 s, and a rebooting node gives it 1 m 30 s',
    );
  });

  test('by a shutdown that was still under way when it began', async () => {
    const [one] = await reboots([...EVENTS, signal('09:58:00', A), reboot('10:00:00', '10:04:00', A)]);
    expect(one.signal).toBe('signalled');
    expect(one.why).toContain('was still under way');
  });
});

describe('a reboot is missing its signal', () => {
  test('when events cover it and none is there', async () => {
    const [one] = await reboots([...EVENTS, reboot('10:00:00', '10:04:00', A)]);
    expect(one).toMatchObject({ signal: 'missing', shutdown: null, node: A });
    expect(one.why).toContain('events are recorded from 09:00:00 to 12:00:00, and would show it');
  });

  test('when windows were constructed for the run and none is its', async () => {
    const items = [
      reboot('09:00:00', '09:00:00', 'worker-x', 'worker'),
      shutdownWindow('09:10:00', '09:12:15', B),
      reboot('10:00:00', '10:04:00', A),
    ];
    const [one] = await reboots(items);
    expect(one.signal).toBe('missing');
    expect(one.why).toContain('windows of graceful shutdowns were constructed');
  });

  test("another master's signal serves nobody", async () => {
    const items = [...EVENTS, reboot('10:00:00', '10:04:00', A), signal('10:00:02', B)];
    expect(await signals(items)).toEqual(['missing']);
  });

  test('overlapping reboots are kept apart', async () => {
    const items = [
      ...EVENTS,
      reboot('10:00:00', '10:04:00', A),
      reboot('10:01:00', '10:05:00', B),
      signal('10:01:02', B),
    ];
    expect(await signals(items)).toEqual(['missing', 'signalled']);
  });

  test('a second reboot needs a signal of its own', async () => {
    const items = [
      ...EVENTS,
      otherEvent('10:12:00'),
      reboot('10:00:00', '10:04:00', A),
      signal('10:00:02', A),
      reboot('10:10:00', '10:14:00', A),
    ];
    expect(await signals(items)).toEqual(['signalled', 'missing']);
  });

  test("a rollout's signal does not serve the reboot that follows", async () => {
    const finished = event('09:59:00', A, 'TerminationGracefulTerminationFinished');
    const items = [...EVENTS, signal('09:57:00', A), finished, reboot('10:00:00', '10:04:00', A)];
    expect(await signals(items)).toEqual(['missing']);
  });

  test('nor where the next life was seen to start between', async () => {
    const started = event('09:59:30', A, 'Started', 'Started container kube-apiserver');
    const items = [...EVENTS, signal('09:57:00', A), started, reboot('10:00:00', '10:04:00', A)];
    expect(await signals(items)).toEqual(['missing']);
  });

  test('nor one older than its hard kill', async () => {
    expect(await signals([...EVENTS, signal('09:56:00', A), reboot('10:00:00', '10:04:00', A)])).toEqual([
      'missing',
    ]);
  });
});

describe('a reboot is undeterminable', () => {
  test('without any source that would show a signal, and the file to add is named', async () => {
    const [one] = await reboots([reboot('10:00:00', '10:04:00', A), progressing('09:00:00', '12:00:00')]);
    expect(one.signal).toBe('undeterminable');
    expect(one.why).toContain('e2e-events');
  });

  test('while a window of its node is open, which may have swallowed the signal', async () => {
    const other = reboot('09:00:00', '09:00:01', 'worker-x', 'worker');
    const items = [
      other,
      shutdownWindow('09:20:00', null, A),
      reboot('10:00:00', '10:04:00', A),
      reboot('11:00:00', '11:04:00', B),
    ];
    const [a, b] = await reboots(items);
    expect([a.signal, b.signal]).toEqual(['undeterminable', 'missing']);
    expect(a.why).toContain('may have swallowed the signal');
  });

  test('while a window of its node is too long', async () => {
    const items = [
      reboot('09:00:00', '09:00:01', 'worker-x', 'worker'),
      shutdownWindow('09:50:00', '10:02:00', A),
      reboot('10:00:00', '10:01:00', A),
    ];
    expect(await signals(items)).toEqual(['undeterminable']);
  });

  test('where the data begin too late to show a shutdown under way', async () => {
    const items = [otherEvent('09:59:00'), reboot('10:00:00', '10:04:00', A), otherEvent('12:00:00')];
    expect(await signals(items)).toEqual(['undeterminable']);
  });

  test('where the platform is unknown and 135 s or 194 s would decide differently', async () => {
    const node = 'demo-master-0';
    const items = [...EVENTS, signal('09:57:10', node), reboot('10:00:00', '10:04:00', node)];
    expect(await signals(items)).toEqual(['undeterminable']);
    expect(await signals(items, { platform: 'aws' })).toEqual(['signalled']);
    expect(await signals(items, { platform: 'azure' })).toEqual(['missing']);
  });

  test('where only the end of its shutdown was seen', async () => {
    const finished = event(
      '10:02:00',
      A,
      'TerminationGracefulTerminationFinished',
      'All pending requests processed',
    );
    expect(await signals([...EVENTS, reboot('10:00:00', '10:04:00', A), finished])).toEqual([
      'undeterminable',
    ]);
  });
});

test('a signal that names no node is a weak sign', async () => {
  const namespaced = {
    ...signal('10:00:02', A),
    locator: { type: '', keys: { namespace: 'openshift-kube-apiserver' } },
  };
  expect(await signals([...EVENTS, reboot('10:00:00', '10:04:00', A), namespaced])).toEqual([
    'signal-on-unknown-node',
  ]);
});

test('reboots of workers are none of an apiserver', async () => {
  expect(await signals([...EVENTS, reboot('10:00:00', '10:04:00', 'ip-10-0-9-9', 'worker')])).toEqual([]);
});

test('a list of nothing but reboots is taken as it stands', async () => {
  const [one] = await reboots([reboot('10:00:00', '10:04:00', A)]);
  expect(one.signal).toBe('missing');
  expect(one.why).toContain('holds nothing but reboots and signals, and is taken as complete');
});

test('the two node events of a reboot stand for the phase where none was constructed', async () => {
  const nodeEvent = (clock: string, reason: string) => ({
    ...otherEvent(clock),
    locator: { type: 'Node', keys: { node: A } },
    message: { reason, cause: '', humanMessage: '', annotations: { reason, roles: 'control-plane,master' } },
  });
  const items = [...EVENTS, nodeEvent('10:00:00', 'Reboot'), nodeEvent('10:03:00', 'Starting')];
  const [one] = await reboots(items);
  expect(one).toMatchObject({
    from: '2025-05-06T10:00:00.000Z',
    to: '2025-05-06T10:03:00.000Z',
    signal: 'missing',
  });
  expect(await reboots([...items, reboot('10:00:00', '10:03:00', A)])).toHaveLength(1);
});

test('two files that tell one reboot tell one', async () => {
  const unfinished = reboot('10:00:00', '10:05:00', A);
  const { phase, ...rest } = unfinished.message.annotations!;
  const open = { ...unfinished, message: { ...unfinished.message, annotations: { ...rest, state: phase } } };
  const { report } = await loadTexts([
    fileOf([...EVENTS, open]),
    fileOf([reboot('10:00:00', '10:04:00', A)]),
  ]);
  expect(report.episodes).toMatchObject([{ to: '2025-05-06T10:04:00.000Z' }]);
});

test('a reboot in a hole of an otherwise dense record is undeterminable', async () => {
  const minutes = (from: number, to: number) =>
    Array.from({ length: (to - from) * 3 }, (_, i) => {
      const second = from * 60 + i * 20;
      const part = (n: number) => String(n).padStart(2, '0');
      return otherEvent(
        `${part(9 + Math.floor(second / 3600))}:${part(Math.floor(second / 60) % 60)}:${part(second % 60)}`,
      );
    });
  const items = [
    ...minutes(0, 50),
    ...minutes(75, 150),
    reboot('10:00:00', '10:04:00', A),
    reboot('10:50:00', '10:54:00', B),
  ];
  const [inHole, covered] = await reboots(items);
  expect([inHole.signal, covered.signal]).toEqual(['undeterminable', 'missing']);
  expect(inHole.why).toContain('no source covers ip-10-0-1-1');
});

test('where nothing at all was recorded while it rebooted, the signal may be lost with the rest', async () => {
  const items = [...EVENTS, reboot('10:10:00', '10:14:00', A)];
  expect(await signals(items)).toEqual(['undeterminable']);
  expect(await signals([...items, otherEvent('10:12:00')])).toEqual(['missing']);
});

test.each(['LateConnections', 'GracefulTerminationTimeout'])(
  '%s is said of an apiserver that was told to stop: its signal is lost, not missing',
  async (reason) => {
    const items = [...EVENTS, reboot('10:00:00', '10:04:00', A)];
    expect(await signals([...items, event('10:01:28', A, reason)])).toEqual(['undeterminable']);
    expect(await signals([...items, event('10:01:28', B, reason)])).toEqual(['missing']);
  },
);

describe('of several lives, each has its own signal', () => {
  const EVERY = [...everyHalfHour(6, 12), otherEvent('08:03:00')];
  const open = (from: string) => ({ ...reboot(from, from, A), to: null });
  async function told(...items: unknown[]) {
    const { report } = await loadTexts([fileOf([...EVERY, ...items])]);
    return report.episodes.filter(({ kind }) => kind === 'reboot').map(({ signal: word }) => word);
  }

  test('a reboot of which no end is seen is over when the next apiserver starts', async () => {
    const ready = event('08:06:00', A, 'KubeAPIReadyz', 'readyz=true');
    const served = { ...ready, locator: { ...ready.locator, keys: { ...ready.locator.keys, node: A } } };
    expect(await told(open('08:00:00'), served, signal('08:20:00', A))).toEqual(['missing']);
    expect(await told(open('08:00:00'), signal('08:20:00', A))).toEqual(['signalled-late']);
  });

  test('a signal of the reboot before serves no other', async () => {
    const first = reboot('08:00:00', '08:02:20', A);
    expect(await told(first, signal('08:00:05', A), reboot('08:02:50', '08:05:00', A))).toEqual([
      'signalled',
      'missing',
    ]);
    expect(await told(first, signal('08:02:15', A), reboot('08:02:40', '08:05:00', A))).toEqual([
      'signalled-late',
      'missing',
    ]);
    const both = [signal('08:00:05', A), signal('08:02:55', A)];
    expect(await told(first, ...both, reboot('08:02:50', '08:05:00', A))).toEqual(['signalled', 'signalled']);
  });

  test('one reboot that two files tell a little differently has one signal', async () => {
    const items = [
      reboot('08:00:00', '08:02:20', A),
      signal('08:00:08', A),
      reboot('08:00:05', '08:02:30', A),
    ];
    expect(await told(...items)).toEqual(['signalled', 'signalled']);
  });

  test('an apiserver may be signalled before it is ready', async () => {
    const ready = event('08:00:03', A, 'KubeAPIReadyz', 'readyz=true');
    const served = { ...ready, locator: { ...ready.locator, keys: { ...ready.locator.keys, node: A } } };
    expect(await told(open('08:00:00'), served, signal('08:00:06', A))).toEqual(['signalled']);
  });

  test('a rollout that the operator saw end is not under way', async () => {
    const turned = event(
      '07:59:40',
      A,
      'NodeCurrentRevisionChanged',
      `Updated node "${A}" from revision 7 to 8 because static pod is ready`,
    );
    const keys = { ...turned.locator.keys, namespace: 'openshift-kube-apiserver-operator', pod: 'operator' };
    const said = { ...turned, locator: { ...turned.locator, keys } };
    const items = [signal('07:57:00', A), reboot('08:00:00', '08:03:00', A)];
    expect(await told(...items)).toEqual(['signalled']);
    expect(await told(...items, said)).toEqual(['missing']);
  });

  test('an end before the begin is none', async () => {
    expect(await told(reboot('08:00:00', '07:59:00', A), signal('08:00:05', A))).toEqual(['signalled']);
  });
});
