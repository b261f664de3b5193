import { expect, test } from 'vitest';
import type { Episode } from '../../../src/model/report.ts';
import { fileOf, otherEvent, reboot } from '../../support/items.ts';
import { loadTexts } from '../../support/read.ts';

const NODE = 'demo-master-0';
const line = (clock: string, ident: string, text: string, host = NODE) =>
  `May 06 ${clock}.000000 ${host} ${ident}: ${text}\n`;
const STARTED = `time="x" level=info msg="Started container" PID=3 description=openshift-kube-apiserver/kube-apiserver-${NODE}/kube-apiserver`;
const BEFORE = line('09:00:00', 'crio[9]', STARTED) + line('10:00:07', 'kernel', 'a last line');
const AFTER =
  line('10:02:00', 'kernel', 'Linux version 5.14.0-427.demo') +
  line('10:02:30', 'systemd[1]', 'Started Kubernetes Kubelet.') +
  line('10:03:00', 'crio[9]', STARTED);
const PREVIOUS = `nodes/${NODE}/journal-previous`;
const CURRENT = `nodes/${NODE}/journal`;

async function reboots(files: Readonly<Record<string, string>>): Promise<Episode[]> {
  const { report } = await loadTexts(files, { asOf: '2025-05-06T12:00:00Z' });
  return report.episodes.filter(({ kind }) => kind === 'reboot');
}
const spans = (all: readonly Episode[]) => all.map(({ from, to }) => [from.slice(11, 19), to?.slice(11, 19)]);

test('a machine that went away without a word: from its last line to its kubelet', async () => {
  expect(spans(await reboots({ [PREVIOUS]: BEFORE, [CURRENT]: AFTER }))).toEqual([['10:00:07', '10:02:30']]);
});

test('one that said so: from then on, and once', async () => {
  const told =
    BEFORE +
    line('10:00:09', 'systemd-logind[1]', 'System is rebooting.') +
    line('10:00:40', 'systemd[1]', 'Shutting down.');
  expect(spans(await reboots({ [PREVIOUS]: told, [CURRENT]: AFTER }))).toEqual([['10:00:09', '10:02:30']]);
});

test('a phase that the monitor constructed counts, and the journals add nothing', async () => {
  const phases = fileOf([
    otherEvent('09:30:00'),
    reboot('10:00:00', '10:02:31', NODE),
    otherEvent('10:30:00'),
  ]);
  expect(spans(await reboots({ phases, [PREVIOUS]: BEFORE, [CURRENT]: AFTER }))).toEqual([
    ['10:00:00', '10:02:31'],
  ]);
});

test('boot IDs tell it, whatever the first line is', async () => {
  const record = (clock: string, boot: string) =>
    `${JSON.stringify({ __REALTIME_TIMESTAMP: String(Date.parse(`2025-05-06T${clock}Z`) * 1000), _HOSTNAME: NODE, _BOOT_ID: boot, SYSLOG_IDENTIFIER: 'crio', MESSAGE: STARTED })}\n`;
  const [one, other] = ['a'.repeat(32), 'b'.repeat(32)];
  expect(
    spans(await reboots({ [PREVIOUS]: record('10:00:00', one), [CURRENT]: record('10:02:00', other) })),
  ).toEqual([['10:00:00', '10:02:00']]);
  expect(await reboots({ [PREVIOUS]: record('10:00:00', one), [CURRENT]: record('10:02:00', one) })).toEqual(
    [],
  );
});

test.each([
  [
    'the next journal goes on with the same boot',
    { [PREVIOUS]: BEFORE, [CURRENT]: AFTER.slice(AFTER.indexOf('\n') + 1) },
  ],
  [
    'the other is of another node',
    { 'nodes/other/journal': BEFORE.replaceAll(NODE, 'other'), [CURRENT]: AFTER },
  ],
  [
    'hours lie between',
    { [PREVIOUS]: BEFORE.replaceAll('10:00', '08:00').replaceAll('09:00', '07:00'), [CURRENT]: AFTER },
  ],
  ['there is only the last one', { [CURRENT]: AFTER }],
  [
    'both hold the same time',
    { [PREVIOUS]: BEFORE + AFTER.slice(AFTER.indexOf('\n') + 1), [CURRENT]: AFTER },
  ],
])('no reboot where %s', async (_, files) => expect(await reboots(files)).toEqual([]));
