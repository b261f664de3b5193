/** Each verdict on an apiserver that went away, and each row of the table of missing pieces, from the files that tell it. */
import { describe, expect, test } from 'vitest';
import type { Episode, Report } from '../../../src/model/report.ts';
import { event, everyHalfHour, fileOf, otherEvent, reboot, signal } from '../../support/items.ts';
import { loadTexts } from '../../support/read.ts';

const NODE = 'demo-master-0';
const POD = `kube-apiserver-${NODE}`;
const EVENTS = everyHalfHour(9, 12);
const TERMINATION = `audit_logs/kube-apiserver/${NODE}-termination.log`;

const PREVIOUS = `openshift-kube-apiserver_${POD}_kube-apiserver_previous.log`;
const DELAY = 'The minimal shutdown duration of 2m9s finished';

const klog = (clock: string, text: string) => `I0506 ${clock}.000000       1 main.go:1] ${text}\n`;
const start = (clock: string) => klog(clock, 'Touching termination lock file "x"');
const told = (clock: string) =>
  klog(clock, 'Received signal terminated. Forwarding to sub-process "hyperkube".');
const previous = (clock: string) =>
  `Previous pod ${POD} started at 2025-05-06 ${clock} +0000 UTC did not terminate gracefully\n`;
const journal = (clock: string, ident: string, text: string) =>
  `May 06 ${clock}.000000 ${NODE} ${ident}: ${text}\n`;
const started = (clock: string) =>
  journal(
    clock,
    'crio[9]',
    `time="x" level=info msg="Started container" PID=3 description=openshift-kube-apiserver/${POD}/kube-apiserver`,
  );
const killing = (clock: string) =>
  journal(
    clock,
    'kubenswrapper[9]',
    `I0506 ${clock}.000000       9 kuberuntime_container.go:808] "Killing container with a grace period" pod="openshift-kube-apiserver/${POD}" containerName="kube-apiserver"`,
  );

async function reportOf(files: Readonly<Record<string, string>>): Promise<Report> {
  return (await loadTexts(files, { asOf: '2025-05-06T13:00:00Z' })).report;
}

async function only(files: Readonly<Record<string, string>>): Promise<Episode> {
  const { episodes } = await reportOf(files);
  expect(episodes).toHaveLength(1);
  return episodes[0];
}

const rebooted = reboot('10:00:00', '10:04:00', NODE);

describe('the word on a reboot', () => {
  test('missing by the termination log: the process that was killed had said nothing', async () => {
    const log = `---\n${start('08:00:00')}---\n${previous('08:00:00')}${start('10:04:20')}`;
    const one = await only({ [TERMINATION]: log, phases: fileOf([rebooted]) });
    expect(one).toMatchObject({ signal: 'missing', kind: 'reboot' });
    const alone = await only({ phases: fileOf([...EVENTS, rebooted]) });
    expect(alone.signal).toBe('missing');
    expect(alone.why).toMatch(/would show it$/);
    const both = await only({ [TERMINATION]: log, phases: fileOf([...EVENTS, rebooted]) });
    expect(both.why).toMatch(/and would show it, as would its own log, from 08:00:00 to 10:04:20$/);
  });

  test('missing although its process had begun just before: no earlier shutdown is its own', async () => {
    const log = `---\n${start('09:59:00')}---\n${previous('09:59:00')}${start('10:04:20')}`;
    const phases = `${fileOf([rebooted, otherEvent('09:59:30'), otherEvent('10:03:00')])}`;
    const one = await only({ [TERMINATION]: log, phases });
    expect(one.signal).toBe('missing');
    expect(one.why).toContain('its log goes on until 10:04:20');
  });

  test('nothing, where the termination log begins with the complaint: what stood before is gone', async () => {
    const log = `---\n${previous('08:00:00')}${start('10:04:20')}`;
    const journals =
      journal('09:59:00', 'x[1]', 'y') + journal('10:00:00', 'systemd[1]', 'System is rebooting.');
    const files = {
      [TERMINATION]: log,
      [`nodes/${NODE}/journal`]: `${journals}${journal('10:03:30', 'kernel', 'Linux version 5')}`,
    };
    expect((await only(files)).signal).toBe('undeterminable');
  });

  test('in its log only, where events cover the moment of the signal and lack it', async () => {
    const log = `---\n${start('08:00:00')}${told('10:00:02')}`;
    const one = await only({ [TERMINATION]: log, events: fileOf([...EVENTS, rebooted]) });
    expect(one.signal).toBe('signalled-in-log-only');
    expect(one.why).toContain('known from logs alone, the event was not stored');
  });

  test('in its log only, also of a shutdown that was still under way', async () => {
    const log = `---\n${start('08:00:00')}${told('09:59:00')}`;
    const one = await only({ [TERMINATION]: log, events: fileOf([...EVENTS, rebooted]) });
    expect(one).toMatchObject({ signal: 'signalled-in-log-only', shutdown: 0 });
    expect(one.why).toContain('was still under way');
  });

  test('late, from its log where no events are', async () => {
    const log = `---\n${start('08:00:00')}${told('10:00:20')}`;
    const before =
      journal('09:59:00', 'x[1]', 'y') + journal('10:00:00', 'systemd[1]', 'System is rebooting.');
    const after = journal('10:03:30', 'kernel', 'Linux version 5');
    const one = await only({ [TERMINATION]: log, [`nodes/${NODE}/journal`]: before + after });
    expect(one.signal).toBe('signalled-late');
  });

  test('a signal that names no node is weak', async () => {
    const bootstrap = signal('10:00:02', NODE);
    bootstrap.locator = { type: '', keys: { namespace: 'openshift-kube-apiserver' } };
    const { episodes } = await reportOf({ events: fileOf([...EVENTS, rebooted, bootstrap]) });
    const one = episodes.find(({ kind }) => kind === 'reboot')!;
    expect(one.signal).toBe('signal-on-unknown-node');
    expect(one.why).toBe('a ShutdownInitiated at 10:00:02 names no node; none names demo-master-0');
  });
});

describe('a stop that was cut short', () => {
  const before = journal('09:59:00', 'x[1]', 'y') + journal('10:00:00', 'systemd[1]', 'System is rebooting.');
  const after = journal('10:03:30', 'kernel', 'Linux version 5');
  const kill = (clock: string) =>
    journal(clock, 'systemd[1]', 'crio-0.scope: Killing process 42 (kube-apiserver) with signal SIGKILL.');

  test('by systemd, during its delay', async () => {
    const one = await only({
      events: fileOf([...EVENTS, rebooted, signal('10:00:02', NODE)]),
      [`nodes/${NODE}/journal`]: before + kill('10:00:42') + after,
    });
    expect(one.why).toContain('killed during its delay, 40 s after its signal');
  });

  test('by systemd, while it drained', async () => {
    const delay = event(
      '10:01:12',
      NODE,
      'AfterShutdownDelayDuration',
      'The minimal shutdown duration of 1m10s finished',
    );
    const one = await only({
      events: fileOf([...EVENTS, rebooted, signal('10:00:02', NODE), delay]),
      [`nodes/${NODE}/journal`]: before + kill('10:01:32') + after,
    });
    expect(one.why).toContain('killed while it drained, 1 m 30 s after its signal: the delay is 1 m 10 s');
  });

  test('in a rollout, as the next process says', async () => {
    const log = `---\n${start('08:00:00')}${told('10:00:02')}---\n${previous('08:00:00')}${start('10:01:00')}`;
    const one = await only({ [TERMINATION]: log });
    expect(one).toMatchObject({ kind: 'rollout', signal: 'signalled' });
    expect(one.why).toContain(
      'killed during its delay: at 10:01:00 it was said not to have terminated gracefully',
    );
  });

  test('by itself, as its watcher says', async () => {
    const end = klog('10:00:09', 'Termination finished with exit code 2');
    const one = await only({ [TERMINATION]: `---\n${start('08:00:00')}${told('10:00:02')}${end}` });
    expect(one.why).toContain('ended during its delay: at 10:00:09');
  });

  const own = (clock: string) =>
    `I0506 ${clock}.000000       1 httplog.go:132] "HTTP" verb="GET" URI="/readyz" resp=500\n`;

  test.each([
    ['kill', '10:00:42.000', { [`nodes/${NODE}/journal`]: before + kill('10:00:42') + after }],
    [
      'log',
      '10:00:52.000',
      {
        [PREVIOUS]: `${own('10:00:01')}${own('10:00:52')}`,
        [TERMINATION]: `---\n${start('10:04:20')}`,
      },
    ],
    ['timeout', '10:01:32.000', {}],
  ])('is gone when its %s tells', async (goneFrom, clock, files) => {
    const delay = event('08:00:00', NODE, 'AfterShutdownDelayDuration', DELAY);
    const items = [...EVENTS, delay, rebooted, signal('10:00:02', NODE)];
    const { shutdowns } = await reportOf({ events: fileOf(items), ...files });
    const gone = `2025-05-06T${clock}Z`;
    expect(shutdowns.at(-1)).toMatchObject({ outcome: 'incomplete', finished: null, gone, goneFrom });
  });

  test('but not by the complaint of a life after the next one', async () => {
    const log =
      `---\n${start('08:00:00')}${told('10:00:02')}---\n${start('10:02:00')}` +
      `---\n${previous('10:02:00')}${start('10:20:00')}`;
    const { episodes } = await reportOf({ [TERMINATION]: log });
    expect(episodes[0].why).not.toContain('killed');
  });
});

describe('a process that ended badly', () => {
  test('its termination log proves that no signal came', async () => {
    const log = `---\n${start('08:00:00')}---\n${previous('08:00:00')}${start('10:00:00')}`;
    const one = await only({ [TERMINATION]: log });
    expect(one).toMatchObject({ kind: 'crash', signal: 'missing', node: NODE });
    expect(one.why).toContain('the log of that one, from 08:00:00 to 10:00:00, has no ShutdownInitiated');
  });

  test('no log of it, no word', async () => {
    const log = `---\n${previous('08:00:00')}${start('10:00:00')}`;
    expect((await only({ [TERMINATION]: log })).signal).toBe('undeterminable');
  });

  test('a kill by systemd of what had finished is a contradiction, too', async () => {
    const end = klog('10:01:20', 'Termination finished with exit code 0');
    const { warnings } = await reportOf({
      [TERMINATION]: `---\n${start('08:00:00')}${told('10:00:02')}${end}`,
      [`nodes/${NODE}/journal`]: journal(
        '10:01:32',
        'systemd[1]',
        'crio-0.scope: Killing process 42 (kube-apiserver) with signal SIGKILL.',
      ),
    });
    expect(warnings.map(({ code }) => code)).toEqual(['contradiction']);
  });

  test('exit code 0 after all its steps outweighs the complaint of the next one, and is a contradiction', async () => {
    const end = klog('10:01:20', 'Termination finished with exit code 0');
    const log = `---\n${start('08:00:00')}${told('10:00:02')}${end}---\n${previous('08:00:00')}${start('10:02:00')}`;
    const { shutdowns, warnings } = await reportOf({ [TERMINATION]: log });
    expect(shutdowns).toMatchObject([{ outcome: 'complete' }]);
    expect(warnings.map(({ code }) => code)).toContain('contradiction');
  });
});

describe('a container that the kubelet stopped', () => {
  const path = `nodes/${NODE}/journal`;

  test('missing, where events cover it and the next process complains', async () => {
    const bad = event(
      '10:02:05',
      NODE,
      'NonGracefulTermination',
      'Previous pod did not terminate gracefully',
    );
    const one = await only({
      [path]: killing('10:00:00') + started('10:02:00'),
      events: fileOf([...EVENTS, bad]),
    });
    expect(one).toMatchObject({ kind: 'rollout', signal: 'missing' });
  });

  test('undeterminable, where the next process does not: it ended in order, and its events are lost', async () => {
    const one = await only({ [path]: killing('10:00:00') + started('10:02:00'), events: fileOf(EVENTS) });
    expect(one.signal).toBe('undeterminable');
    expect(one.why).toContain("Add the node's termination log");
  });

  test('missing, where its own log goes on without a word', async () => {
    const log = `---\n${start('08:00:00')}---\n${previous('08:00:00')}${start('10:02:20')}`;
    const { episodes } = await reportOf({
      [path]: killing('10:00:00') + started('10:02:15'),
      [TERMINATION]: log,
    });
    expect(episodes.map(({ signal: one }) => one)).toContain('missing');
  });
});
