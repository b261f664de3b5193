import { describe, expect, test } from 'vitest';
import { findMissingFiles } from '../../../src/model/advice.ts';
import type { Run } from '../../../src/model/run.ts';
import { tar } from '../../support/archives.ts';
import {
  at,
  event,
  everyHalfHour,
  fileOf,
  healthy,
  otherEvent,
  reboot,
  shutdownWindow,
  signal,
} from '../../support/items.ts';
import { bytesOf, gzip, loadTexts } from '../../support/read.ts';

const A = 'ip-10-0-1-1.us-west-1.compute.internal';
const EVENTS = everyHalfHour(9, 12);
const REBOOT = reboot('10:00:00', '10:04:00', A);

async function signals(...inputs: (string | Uint8Array)[]): Promise<string[]> {
  const { report } = await loadTexts(inputs);
  return report.episodes.filter((one) => one.kind === 'reboot').map((one) => one.signal);
}

describe('absence proves nothing', () => {
  test('in a file that is cut, however long a row of it lasts', async () => {
    const whole = fileOf([
      healthy('06:00:00', '13:00:00', 'kube-api-new-connections'),
      otherEvent('09:00:00'),
      REBOOT,
      signal('10:00:02', A),
    ]);
    const cut = bytesOf(whole.slice(0, whole.indexOf('"ShutdownInitiated"')));
    expect(await signals(cut)).toEqual(['undeterminable']);
    expect(await signals(whole)).toEqual(['signalled']);
  });

  test('in a list of reboots that is cut', async () => {
    const whole = fileOf([REBOOT, signal('10:00:02', A)]);
    expect(await signals(whole.slice(0, whole.indexOf('KubeEvent')))).toEqual(['undeterminable']);
  });

  test.each([
    ['has no time', { ...signal('10:00:02', A), from: null, to: null }],
    [
      'has a time that is none',
      { ...signal('10:00:02', A), from: '2025-05-06T10:00:60Z', to: '2025-05-06T10:00:60Z' },
    ],
    ['is no interval', { ...signal('10:00:02', A), locator: 7 }],
  ])('where an item %s', async (_, item) => {
    expect(await signals(fileOf([...EVENTS, REBOOT]))).toEqual(['missing']);
    expect(await signals(fileOf([...EVENTS, REBOOT, item]))).toEqual(['undeterminable']);
  });

  test('between the first and the last time of a signal that was repeated more often', async () => {
    const repeated = (count: string) => {
      const last = signal('11:00:00', A);
      const annotations = { ...last.message.annotations, count, firstTimestamp: at('09:30:00') };
      return { ...last, message: { ...last.message, annotations } };
    };
    expect(await signals(fileOf([...EVENTS, REBOOT, repeated('2')]))).toEqual(['missing']);
    expect(await signals(fileOf([...EVENTS, REBOOT, repeated('3')]))).toEqual(['undeterminable']);
    const other = reboot('11:30:00', '11:34:00', A);
    expect(await signals(fileOf([...EVENTS, repeated('3'), other]))).toEqual(['missing']);
  });

  test('where bytes are no text', async () => {
    const bytes = bytesOf(fileOf([...EVENTS, REBOOT, event('10:00:02', A, 'ShutdownInitiate#')]));
    bytes[new TextDecoder().decode(bytes).indexOf('#')] = 0xff;
    const { report } = await loadTexts([bytes]);
    expect(report.episodes).toMatchObject([{ signal: 'undeterminable' }]);
    expect(report.inputs[0].notices.map((one) => one.code)).toContain('encoding');
  });

  test('in a gzip stream that is cut where a line ends', async () => {
    const lines = [...EVENTS, REBOOT].map((item) => `${JSON.stringify(item)}\n`).join('');
    const packed = Uint8Array.from([...gzip(lines), ...gzip(`${JSON.stringify(signal('10:00:02', A))}\n`)]);
    expect(await signals(packed)).toEqual(['signalled']);
    const { report } = await loadTexts([packed.subarray(0, gzip(lines).length + 20)]);
    expect(report.episodes[0].signal).not.toBe('signalled');
    expect(report.inputs[0].notices.map((one) => one.code)).toContain('cut-off');
  });

  test('while the window of an apiserver of no known node is open', async () => {
    const open = shutdownWindow('09:30:00', null, A);
    open.locator.keys = { namespace: 'openshift-kube-apiserver', server: 'kube-apiserver' };
    const other = shutdownWindow('09:10:00', '09:12:15', 'ip-10-0-2-2.us-west-1.compute.internal');
    expect(await signals(fileOf([other, open, REBOOT]))).toEqual(['undeterminable']);
  });
});

test('what cannot be the signal may be odd without harm', async () => {
  const zero = { ...otherEvent('10:00:00'), from: null, to: '0001-01-01T00:00:00Z' };
  const garbled = otherEvent('10:00:01');
  garbled.message.humanMessage = 'caf\ufffd';
  expect(await signals(fileOf([...EVENTS, REBOOT, zero, garbled, { level: 'Info' }]))).toEqual(['missing']);
});

test('an open window of another server hides no kube-apiserver', async () => {
  const open = shutdownWindow('09:30:00', null, A);
  open.locator.keys = {
    namespace: 'openshift-apiserver',
    node: '',
    pod: 'apiserver-6c7f9-abcde',
    server: 'openshift-apiserver',
  };
  const whole = shutdownWindow('09:10:00', '09:12:15', 'ip-10-0-2-2.us-west-1.compute.internal');
  expect(await signals(fileOf([whole, open, REBOOT]))).toEqual(['missing']);
});

describe('a signal is a signal', () => {
  const half = {
    ...signal('10:00:02', A),
    locator: `ns/openshift-kube-apiserver pod/kube-apiserver-${A}`,
    message: 'reason/ShutdownInitiated Received signal to terminate, becoming unready, but keeping serving',
  };
  test.each([
    [
      'in the half of a message that was not structured',
      { ...half, tempStructuredMessage: { reason: '', humanMessage: 'Received signal', annotations: null } },
    ],
    [
      'in the half of a locator that was not structured',
      { ...half, tempStructuredLocator: { type: 'Kind', keys: { hmsg: '1' } } },
    ],
    ['of a source that nobody knows', { ...signal('10:00:02', A), source: 'Telepathy' }],
    [
      'of a pod without a namespace',
      { ...signal('10:00:02', A), locator: { type: 'Kind', keys: { pod: `kube-apiserver-${A}` } } },
    ],
    [
      'by its sentence alone',
      event('10:00:02', A, '', 'Received signal to terminate, becoming unready, but keeping serving'),
    ],
    [
      'behind the old prefix',
      event('10:00:02', A, '', 'reason/ShutdownInitiated Received signal to terminate'),
    ],
  ])('%s', async (_, item) => {
    expect(await signals(fileOf([...EVENTS, REBOOT, item]))).toEqual(['signalled']);
  });

  test('but not one four hours after a reboot of which no end was seen', async () => {
    const { phase, ...rest } = REBOOT.message.annotations!;
    const open = { ...REBOOT, message: { ...REBOOT.message, annotations: { ...rest, state: phase } } };
    expect(await signals(fileOf([...EVENTS, open, otherEvent('14:30:00'), signal('14:00:00', A)]))).toEqual([
      'missing',
    ]);
  });
});

test('the delay of the bootstrap apiserver is not that of the others', async () => {
  const boot = event(
    '09:10:00',
    'bootstrap',
    'AfterShutdownDelayDuration',
    'The minimal shutdown duration of 0s finished',
  );
  const { report } = await loadTexts([fileOf([...EVENTS, boot, signal('10:00:00', A)])]);
  expect(report.shutdowns.find((one) => one.node === A)).toMatchObject({ delaySeconds: 129 });
});

describe('a source that was not read whole is named, with what to do', () => {
  const whyOf = ({ report }: Run) => report.episodes.find((one) => one.kind === 'reboot')!.why;

  test('of a limit: to raise it', async () => {
    const long = fileOf([REBOOT, ...Array.from({ length: 4000 }, () => otherEvent('10:30:00'))]);
    const archive = gzip(tar({ 'junit/e2e-events_1.json': long, 'x.log': '' }));
    const cut = await loadTexts({ 'mg.tar.gz': archive }, {}, { maxUnpacked: long.length / 2 });
    expect(whyOf(cut)).toBe(
      'no source here would show a signal: e2e-events_1.json was cut short by a limit, and proves no absence. Raise the limit (--max-unpacked)',
    );
    expect(findMissingFiles(cut.report).map(({ advice }) => advice)).toEqual([
      'Raise the limit (--max-unpacked)',
    ]);
  });

  test('of a file that ends too soon: to add all of it', async () => {
    const file = fileOf([otherEvent('09:00:00'), REBOOT, otherEvent('12:00:00')]);
    const cut = await loadTexts({ 'e2e-events_1.json': file.slice(0, file.lastIndexOf('12:00:00')) });
    expect(whyOf(cut)).toMatch(
      /e2e-events_1\.json was not read to its end, and proves no absence\. Add the whole file$/,
    );
  });

  test('of none: to add one', async () => {
    const timelines = await loadTexts({
      'a.json': fileOf([REBOOT, healthy('09:00:00', '12:00:00', 'kube-api-new-connections')]),
    });
    expect(whyOf(timelines)).toMatch(
      /there are neither events nor shutdown windows\. Add the run's e2e-events file$/,
    );
  });
});
