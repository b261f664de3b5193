import { expect, test } from 'vitest';
import type { Mark } from '../../../../src/model/mark.ts';
import { readOne } from '../../../support/read.ts';

const HOST = 'ip-10-0-1-1';
const line = (clock: string, ident: string, text: string, host = HOST) =>
  `May 06 ${clock}.000000 ${host} ${ident}: ${text}\n`;
const clockOf = (at: number | null) => (at === null ? null : new Date(at).toISOString().slice(11, 19));

async function allMarksOf(text: string, path = 'unknown'): Promise<readonly Mark[]> {
  return (await readOne(text, { path, asOf: Date.UTC(2025, 4, 6, 12) })).marks;
}

/** But for what every journal tells: from when to when it goes. */
async function marksOf(text: string, path = 'unknown'): Promise<readonly Mark[]> {
  return (await allMarksOf(text, path)).filter(({ kind }) => kind !== 'journal');
}

async function rebootsOf(text: string) {
  const marks = await marksOf(text);
  return marks.flatMap((mark) => (mark.kind === 'reboot' ? [[clockOf(mark.at), clockOf(mark.end)]] : []));
}

const BEFORE = line('10:00:00', 'systemd[1]', 'Started Session 1 of User core.');
const KERNEL = line('10:05:00', 'kernel', 'Linux version 5.14.0-demo');

test.each([
  [
    'the machine was told to',
    BEFORE +
      line('10:01:00', 'systemd-logind[9]', 'System is rebooting.') +
      line('10:02:30', 'systemd[1]', 'Shutting down.') +
      KERNEL,
    [['10:01:00', '10:05:00']],
  ],
  ['its last line', BEFORE + KERNEL, [['10:00:00', '10:05:00']]],
  [
    'a mark of journalctl',
    `${BEFORE}-- Reboot --\n${line('10:05:00', 'kernel', 'Command line: demo')}`,
    [['10:00:00', '10:05:00']],
  ],
  [
    'a mark, and the first line of the kernel, are one',
    `${BEFORE}-- Boot ${'0'.repeat(32)} --\n${KERNEL}`,
    [['10:00:00', '10:05:00']],
  ],
  [
    'not back yet',
    BEFORE + line('10:01:00', 'systemd-logind[9]', 'System is rebooting.'),
    [['10:01:00', null]],
  ],
  ['only the beginning of a boot', KERNEL, []],
  [
    'told to long before, by something that was undone',
    line('08:00:00', 'systemd-logind[9]', 'System is rebooting.') + BEFORE + KERNEL,
    [['10:00:00', '10:05:00']],
  ],
])('a reboot: %s', async (_, text, reboots) => expect(await rebootsOf(text)).toEqual(reboots));

test('lines of several nodes in one file are told apart', async () => {
  const other = line('10:04:00', 'systemd[1]', 'Started Kubernetes Kubelet.', 'ip-10-0-2-2');
  const marks = await marksOf(BEFORE + other + KERNEL);
  expect(marks.map(({ kind, node }) => `${kind} ${node}`).sort()).toEqual([
    'boot ip-10-0-2-2',
    'reboot ip-10-0-1-1',
  ]);
});

test('the path tells the whole name of the node', async () => {
  const [mark] = await marksOf(BEFORE + KERNEL, 'nodes/ip-10-0-1-1.us-west-1.compute.internal/journal.gz');
  expect(mark.node).toBe('ip-10-0-1-1.us-west-1.compute.internal');
});

test('other containers and pods say nothing of an apiserver', async () => {
  const kill = (pod: string, container: string) =>
    line(
      '10:00:00',
      'kubenswrapper[2]',
      `I0506 10:00:00.000000       2 kuberuntime_container.go:808] "Killing container with a grace period" pod="${pod}" containerName="${container}" gracePeriod=135`,
    );
  expect(
    await marksOf(kill('openshift-kube-apiserver/kube-apiserver-demo', 'kube-apiserver-cert-syncer')),
  ).toEqual([]);
  expect(await marksOf(kill('openshift-etcd/etcd-demo', 'etcd'))).toEqual([]);
  expect(
    await marksOf(kill('kube-apiserver-demo_openshift-kube-apiserver(0f0f)', 'kube-apiserver')),
  ).toMatchObject([{ kind: 'rollout', sign: 'killing', node: 'demo' }]);
});

test('from when to when it goes, and whether it begins with a boot', async () => {
  const journals = async (text: string) => {
    const marks = await allMarksOf(text);
    return marks.flatMap((mark) =>
      mark.kind === 'journal' ? [[mark.node, clockOf(mark.at), clockOf(mark.end), mark.beginsBoot]] : [],
    );
  };
  expect(await journals(BEFORE + KERNEL)).toEqual([[HOST, '10:00:00', '10:05:00', false]]);
  expect(await journals(KERNEL + line('10:06:00', 'systemd[1]', 'x'))).toEqual([
    [HOST, '10:05:00', '10:06:00', true],
  ]);
});
