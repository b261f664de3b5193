import { expect, test } from 'vitest';
import type { Report } from '../../../src/model/report.ts';
import { auditFile, auditPath } from '../../support/audit-lines.ts';
import { event, everyHalfHour, fileOf, signal } from '../../support/items.ts';
import { loadTexts } from '../../support/read.ts';

const NODE = 'demo-master-0';
const POD = `openshift-kube-apiserver_kube-apiserver-${NODE}_kube-apiserver`;
const EVENTS = [...everyHalfHour(9, 12), signal('10:00:00', NODE)];

const late = (clock: string, agent = 'demo-controller/v2.0', path = '/api/v1/pods') =>
  `W0506 ${clock}.000000      15 patch_genericapiserver.go:201] Request to "${path}" (source IP 198.51.100.7:41522, user agent "${agent}") through a connection created very late in the graceful termination process (more than 80% has passed), possibly a sign for a broken load balancer setup.\n`;
const START = 'I0506 08:00:00.500000       1 main.go:120] Touching termination lock file "x"\n';
const FLAG = 'I0506 08:00:01.000100      15 flags.go:64] FLAG: --v="2"\n';

async function reportOf(files: Readonly<Record<string, string>>): Promise<Report> {
  const events = { events: fileOf(EVENTS), ...files };
  return (await loadTexts(events, { asOf: '2025-05-06T13:00:00Z' })).report;
}

test('late lines tell the offset of the last one, and how many there were', async () => {
  const log = `---\n${START}${late('10:01:00')}${late('10:01:03')}${late('10:01:05', 'other/v1')}`;
  const { reactions, warnings } = await reportOf({ [`${NODE}-termination.log`]: log });
  expect(reactions).toEqual([
    {
      shutdown: 0,
      loadBalancer: null,
      connection: 'new',
      protocol: null,
      seconds: 65,
      atLeast: true,
      lateRequests: 3,
      requests: 3,
      best: true,
      source: 'termination-log',
    },
  ]);
  expect(warnings.filter(({ code }) => code === 'late-connections')).toMatchObject([
    { count: 1, message: expect.stringContaining('1 apiserver got new connections') as string },
  ]);
});

test('a sampler names its load balancer and protocol', async () => {
  const agent = 'openshift-external-backend-sampler-kube-api-http2-internal-lb-new-connections';
  const { reactions } = await reportOf({ [`pods/${POD}.log`]: FLAG + late('10:01:00', agent) });
  expect(reactions).toMatchObject([
    { loadBalancer: 'internal', protocol: 'http2', connection: 'new', seconds: 60, source: 'klog' },
  ]);
});

test('the same lines in both logs count once, and so do those that an audit log counts', async () => {
  const logs = {
    [`${NODE}-termination.log`]: `---\n${START}${late('10:01:00')}`,
    [`pods/${POD}_previous.log`]: FLAG + late('10:01:00'),
  };
  const both = await reportOf(logs);
  expect(both.reactions).toMatchObject([{ source: 'termination-log', lateRequests: 1 }]);
  const annotations = { 'openshift.io/during-graceful': 'loopback=false,,readyz=false' };
  const audit = auditFile([{ clock: '10:01:00', annotations }]);
  const { reactions } = await reportOf({ ...logs, [auditPath(NODE)]: audit });
  expect(reactions.reduce((sum, one) => sum + (one.lateRequests ?? 0), 0)).toBe(1);
});

test('probes and the apiserver itself say nothing of a load balancer', async () => {
  const own = late('10:01:00', 'kube-apiserver/v1.31') + late('10:01:01', 'kube-probe/1.31', '/readyz');
  const { reactions } = await reportOf({ [`pods/${POD}.log`]: FLAG + own });
  expect(reactions).toEqual([]);
});

test('an event says that there were some, and not how many', async () => {
  const text =
    'The apiserver received connections (e.g. from "198.51.100.7:41522", user agent "x") very late';
  const items = [...EVENTS, event('10:01:02', NODE, 'LateConnections', text)];
  const { reactions } = await reportOf({ events: fileOf(items) });
  expect(reactions).toMatchObject([{ source: 'event', seconds: 62, atLeast: true, lateRequests: null }]);
});

test('without a shutdown the least that is late is told', async () => {
  const delay = event(
    '11:00:00',
    'demo-master-1',
    'AfterShutdownDelayDuration',
    'The minimal shutdown duration of 1m10s finished',
  );
  const files = { events: fileOf([...EVENTS, delay]), [`pods/${POD}.log`]: FLAG + late('11:01:00') };
  const { reactions } = await reportOf(files);
  expect(reactions).toMatchObject([{ shutdown: null, seconds: 56, atLeast: true, lateRequests: 1 }]);
});

test('lines of a year that is not told move with the year of the run', async () => {
  const log = `---\n${START}${late('10:01:00')}${late('10:01:03')}`;
  const { report } = await loadTexts({ events: fileOf(EVENTS), [`${NODE}-termination.log`]: log });
  expect(report.reactions).toMatchObject([{ shutdown: 0, seconds: 63 }]);
});
