import { expect, test } from 'vitest';
import { fileOf, otherEvent } from '../../../support/items.ts';
import { loadTexts } from '../../../support/read.ts';

const LINES = `I0506 10:00:00.250000       1 httplog.go:132] "HTTP" verb="GET" URI="/readyz" resp=200
I0506 10:00:02.807438       1 genericapiserver.go:548] "[graceful-termination] shutdown event" name="ShutdownInitiated"
I0506 10:01:59.500000       1 httplog.go:132] "HTTP" verb="GET" URI="/readyz" resp=500
I0506 10:01:58.000000       1 httplog.go:132] "HTTP" verb="GET" URI="/livez" resp=200
`;
const PATH = 'openshift-kube-apiserver_kube-apiserver-m0.example_kube-apiserver_previous.log';

async function spanOf(files: Readonly<Record<string, string>>, path: string, asOf: string | null) {
  const { report } = await loadTexts(files, { asOf });
  const { from, to } = report.inputs.find((one) => one.path === path)!;
  return `${from} ${to}`;
}

test('a log is from its first line to its last, whichever of them are worth a row', async () => {
  expect(await spanOf({ [PATH]: LINES }, PATH, '2025-05-06T13:00:00Z')).toBe(
    '2025-05-06T10:00:00.250Z 2025-05-06T10:01:59.500Z',
  );
  const journal = 'May 06 10:04:00.000000 m0 kernel: Linux\nMay 06 12:00:08.554000 m0 sshd[9]: Accepted\n';
  expect(await spanOf({ journal }, 'journal', '2025-05-06T13:00:00Z')).toBe(
    '2025-05-06T10:04:00.000Z 2025-05-06T12:00:08.554Z',
  );
});

test('a later line tells the year of all', async () => {
  const told = `${LINES}2025-05-06T10:03:00.000000001Z stderr F I0506 10:03:00.000000       1 httplog.go:132] "HTTP" verb="GET"\n`;
  expect(await spanOf({ [PATH]: told }, PATH, null)).toBe(
    '2025-05-06T10:00:00.250Z 2025-05-06T10:03:00.000Z',
  );
});

test('a log without a year and without rows goes to the year of the others', async () => {
  const journal = 'May 06 10:04:00.000000 m0 kernel: Linux\nMay 06 10:04:09.000000 m0 sshd[9]: Accepted\n';
  const events = fileOf([otherEvent('09:00:00'), otherEvent('12:00:00')]);
  expect(await spanOf({ events, journal }, 'journal', null)).toBe(
    '2025-05-06T10:04:00.000Z 2025-05-06T10:04:09.000Z',
  );
});
