import { expect, test } from 'vitest';
import { describeNodeFiles, nodesWithFiles } from '../../../src/model/describe-node-files.ts';
import { reportMarkdown } from '../../../src/model/report-markdown.ts';
import type { Report } from '../../../src/model/report.ts';
import { printSummary } from '../../../src/cli/print.ts';
import { auditFile, auditPath } from '../../support/audit-lines.ts';
import { fileOf, otherEvent, reboot } from '../../support/items.ts';
import { loadTexts } from '../../support/read.ts';

const NODE = 'ip-10-0-1-1.us-west-1.compute.internal';
const OTHER = 'ip-10-0-2-2.us-west-1.compute.internal';
const REBOOTS = fileOf([
  otherEvent('09:00:00'),
  reboot('10:00:00', '10:04:00', NODE),
  reboot('11:00:00', '11:04:00', OTHER),
  otherEvent('12:00:00'),
]);
const START = 'I0506 08:00:00.500000       1 main.go:120] Touching termination lock file "x"\n';
const journal = (clock: string, host: string) =>
  `May 06 ${clock}.000000 ${host} systemd[1]: Started Kubernetes Kubelet.\n`;

async function reportOf(files: Readonly<Record<string, string>>): Promise<Report> {
  return (await loadTexts({ 'a-events': REBOOTS, ...files }, { asOf: '2025-05-06T13:00:00Z' })).report;
}

test('each node has its files, under whatever name its host goes', async () => {
  const { nodes, inputs } = await reportOf({
    [`audit_logs/kube-apiserver/${NODE}-termination.log`]: `---\n${START}`,
    'journal-previous': journal('09:00:00', 'ip-10-0-1-1'),
    journal: journal('10:04:00', 'ip-10-0-1-1'),
    [auditPath(OTHER)]: auditFile([{ clock: '10:00:00' }]),
  });
  const index = (name: string) => inputs.findIndex(({ path }) => path.endsWith(name));
  expect(nodes).toEqual([
    {
      node: NODE,
      files: [
        {
          kind: 'termination-log',
          inputs: [index('termination.log')],
          from: '2025-05-06T08:00:00.500Z',
          to: '2025-05-06T08:00:00.500Z',
        },
        {
          kind: 'journal',
          inputs: [index('journal'), index('journal-previous')],
          from: '2025-05-06T09:00:00.000Z',
          to: '2025-05-06T10:04:00.000Z',
        },
      ],
      missing: ['apiserver-log', 'audit-log'],
    },
    {
      node: OTHER,
      files: [expect.objectContaining({ kind: 'audit-log' })],
      missing: ['termination-log', 'apiserver-log', 'journal'],
    },
  ]);
  expect(inputs[index('termination.log')]).toMatchObject({ node: NODE, server: 'kube-apiserver' });
  expect(inputs[index('journal')]).toMatchObject({ node: 'ip-10-0-1-1', server: null });
});

test('an answer of a log store is of each node that it tells of', async () => {
  const line = (node: string) =>
    JSON.stringify({
      labels: { pod_name: `kube-apiserver-${node}`, namespace: 'openshift-kube-apiserver' },
      line: 'I0506 10:00:00.806900      15 genericapiserver.go:548] "[graceful-termination] shutdown event" name="ShutdownInitiated"',
      timestamp: '2025-05-06T10:00:00.807Z',
    });
  const { nodes } = await reportOf({ 'answer.jsonl': `${line(NODE)}\n${line(OTHER)}\n` });
  expect(nodes.map(({ files }) => files.map(({ kind }) => kind))).toEqual([
    ['apiserver-log'],
    ['apiserver-log'],
  ]);
});

test('files of other apiservers are not of the node’s', async () => {
  const { nodes } = await reportOf({
    [auditPath(NODE).replace('kube-apiserver', 'openshift-apiserver')]: auditFile([{ clock: '10:00:00' }]),
  });
  expect(nodes.every(({ files }) => files.length === 0)).toBe(true);
});

test('the summary and Markdown say it, where any file of a node is there', async () => {
  const none = await reportOf({});
  expect(none.nodes).toHaveLength(2);
  expect(nodesWithFiles(none)).toEqual([]);
  expect(printSummary(none)).not.toContain('Files of the control-plane nodes');
  const some = await reportOf({ [`${NODE}-termination.log`]: `---\n${START}` });
  expect(some.nodes.map(describeNodeFiles)).toEqual([
    'termination log (08:00:00 – 08:00:00); missing: kube-apiserver log, journal, audit log',
    'missing: termination log, kube-apiserver log, journal, audit log',
  ]);
  expect(printSummary(some)).toContain(
    'Files of the control-plane nodes:\n    ip-10-0-1-1: termination log (08:00:00 – 08:00:00); missing: kube-apiserver log',
  );
  expect(reportMarkdown(some)).toContain(
    '| files of | termination log | kube-apiserver log | journal | audit log |\n|---|---|---|---|---|\n| ip-10-0-1-1 | 08:00:00 – 08:00:00 | missing | missing | missing |',
  );
});
