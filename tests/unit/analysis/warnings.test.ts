import { expect, test } from 'vitest';
import type { Warning } from '../../../src/model/report.ts';
import { event, everyHalfHour, fileOf, otherEvent, signal } from '../../support/items.ts';
import { loadTexts } from '../../support/read.ts';

const NODE = 'demo-master-0';
const EVENTS = everyHalfHour(9, 12);
const TERMINATION = `audit_logs/kube-apiserver/${NODE}-termination.log`;
const klog = (clock: string, text: string) => `I0506 ${clock}       1 main.go:1] ${text}\n`;
const START = klog('08:00:00.500000', 'Touching termination lock file "x"');
const told = (clock: string) =>
  klog(clock, 'Received signal terminated. Forwarding to sub-process "hyperkube".');

async function warningsOf(items: readonly unknown[], log = ''): Promise<readonly Warning[]> {
  const files = { events: fileOf([...EVENTS, ...items]), ...(log === '' ? {} : { [TERMINATION]: log }) };
  return (await loadTexts(files, { asOf: '2025-05-06T13:00:00Z' })).report.warnings;
}

test('a signal whose event has another time than its log is a difference of clocks', async () => {
  const log = `---\n${START}${told('10:00:20.000000')}`;
  const found = await warningsOf([signal('10:00:05', NODE)], log);
  expect(found.map(({ code, from, to }) => [code, from, to])).toEqual([
    ['clock-difference', '2025-05-06T10:00:05.000Z', '2025-05-06T10:00:20.000Z'],
  ]);
  expect(await warningsOf([signal('10:00:19', NODE)], log)).toEqual([]);
});

test('two signals, each in both sources, are no difference', async () => {
  const log = `---\n${START}${told('10:00:05.400000')}${told('10:00:20.100000')}`;
  expect(await warningsOf([signal('10:00:05', NODE), signal('10:00:20', NODE)], log)).toEqual([]);
});

test('a process that was killed is one, whatever tells it and at which side of a second', async () => {
  const log =
    `---\n${START}---\nPrevious pod kube-apiserver-${NODE} started at 2025-05-06 08:00:00 +0000 UTC did not terminate gracefully\n` +
    klog('10:00:01.499000', 'Touching termination lock file "x"');
  const same = event('10:00:04', NODE, 'NonGracefulTermination', 'Previous pod did not terminate gracefully');
  const found = await warningsOf([same], log);
  expect(found).toMatchObject([{ code: 'non-graceful', count: 1 }]);
  const again = event(
    '10:00:40',
    NODE,
    'NonGracefulTermination',
    'Previous pod did not terminate gracefully',
  );
  expect(await warningsOf([same, again], log)).toMatchObject([{ code: 'non-graceful', count: 2 }]);
});

test('apiservers that got late connections are counted, not what tells it', async () => {
  const late = (clock: string, node: string) => event(clock, node, 'LateConnections', 'very late');
  const found = await warningsOf([
    late('10:00:00', NODE),
    late('11:00:00', NODE),
    late('11:30:00', 'demo-master-1'),
  ]);
  expect(found).toMatchObject([
    {
      code: 'late-connections',
      count: 2,
      message:
        '2 apiservers got new connections very late in the shutdown: the load balancer had not reacted (demo-master-0, demo-master-1)',
    },
  ]);
});

test('files of times that lie days apart are of several runs', async () => {
  const later = { ...otherEvent('10:00:00'), from: '2025-05-08T10:00:00Z', to: '2025-05-08T10:00:00Z' };
  const { report } = await loadTexts([fileOf(EVENTS), fileOf([later])]);
  expect(report.warnings).toMatchObject([
    { code: 'several-runs', count: 2, from: '2025-05-06T09:00:00.000Z', to: '2025-05-08T10:00:00.000Z' },
  ]);
  const nextDay = { ...later, from: '2025-05-07T10:00:00Z', to: '2025-05-07T10:00:00Z' };
  expect((await loadTexts([fileOf(EVENTS), fileOf([nextDay])])).report.warnings).toEqual([]);
  // A file of one time is of one run, however long that was.
  expect((await loadTexts([fileOf([...EVENTS, later])])).report.warnings).toEqual([]);
});
