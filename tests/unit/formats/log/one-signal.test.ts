/** One line of an apiserver, as people and tools hand it on: the same moment, to the millisecond, in the right year. */
import { describe, expect, test } from 'vitest';
import { event, fileOf } from '../../../support/items.ts';
import { loadTexts } from '../../../support/read.ts';

const NODE = 'ip-10-0-220-42.us-west-1.compute.internal';
const POD = `kube-apiserver-${NODE}`;
const LINE =
  `I0310 18:03:45.807438      15 genericapiserver.go:978] Event(v1.ObjectReference{Kind:"Pod", ` +
  `Namespace:"openshift-kube-apiserver", Name:"${POD}", UID:"", APIVersion:"v1", ResourceVersion:"", FieldPath:""}): ` +
  `type: 'Normal' reason: 'ShutdownInitiated' Received signal to terminate, becoming unready, but keeping serving `;
const LABELS = {
  invoker: 'openshift-internal-ci/periodic-ci-demo-e2e-upgrade/1634235926655799296',
  pod_name: POD,
  namespace: 'openshift-kube-apiserver',
};
const NANOSECONDS = '1678471425807500123';

const FORMS: Readonly<Record<string, string>> = {
  'copied from Grafana': `2023-03-10 18:03:46\t\n${LINE}\n`,
  'copied from Grafana, two hours east': `2023-03-10 20:03:46\t\n${LINE}\n`,
  'copied from Grafana, in the middle of a text': `The signal is observed in the log:\n\n\n2023-03-10 18:03:46\t\n${LINE}\n\n\nIt is my understanding.\n`,
  'downloaded from Grafana': `2023-03-10T18:03:45.807500123Z\t${LINE}\n`,
  klog: `${LINE}\n`,
  'oc logs --timestamps': `2023-03-10T18:03:45.807500123Z ${LINE}\n`,
  CRI: `2023-03-10T18:03:45.807500123+00:00 stderr F ${LINE}\n`,
  'CRI in parts': `2023-03-10T18:03:45.807500123+00:00 stderr P ${LINE.slice(0, 99)}\n2023-03-10T18:03:45.807500124+00:00 stderr F ${LINE.slice(99)}\n`,
  docker: `${JSON.stringify({ log: `${LINE}\n`, stream: 'stderr', time: '2023-03-10T18:03:45.807500123Z' })}\n`,
  'oc logs --prefix': `[pod/${POD}/kube-apiserver] ${LINE}\n`,
  grep: `pods/openshift-kube-apiserver_${POD}_kube-apiserver.log:12:${LINE}\n`,
  'grep in a must-gather': `namespaces/openshift-kube-apiserver/pods/${POD}/kube-apiserver/kube-apiserver/logs/previous.log:2023-03-10T18:03:45.807500123Z ${LINE}\n`,
  syslog: `Mar 10 18:03:45 ${NODE} kube-apiserver[15]: ${LINE}\n`,
  'the API of Loki': JSON.stringify({
    status: 'success',
    data: { resultType: 'streams', result: [{ stream: LABELS, values: [[NANOSECONDS, LINE]] }] },
  }),
  'the API of Loki, packed': JSON.stringify({
    status: 'success',
    data: {
      resultType: 'streams',
      result: [
        {
          stream: { invoker: LABELS.invoker },
          values: [[NANOSECONDS, JSON.stringify({ _entry: LINE, ...LABELS })]],
        },
      ],
    },
  }),
  logcli: `${JSON.stringify({ labels: LABELS, line: LINE, timestamp: '2023-03-10T18:03:45.807500123Z' })}\n`,
  'packed lines': `${JSON.stringify({ _entry: LINE, ...LABELS })}\n`,
  'JSON of Grafana': JSON.stringify([{ line: LINE, timestamp: NANOSECONDS, labels: LABELS }]),
  'CSV of Grafana': `"labels","Time","Line","tsNs","id"\n${[JSON.stringify(LABELS), '2023-03-10 20:03:46', LINE, NANOSECONDS, 'x'].map((field) => `"${field.replaceAll('"', '""')}"`).join()}\n`,
};

describe('one signal in every form', () => {
  test.each(Object.entries(FORMS))('%s', async (_, text) => {
    const { report } = await loadTexts([text], { asOf: '2023-03-10T19:00:00Z' });
    expect(report.shutdowns).toMatchObject([
      { initiated: '2023-03-10T18:03:45.807Z', node: NODE, server: 'kube-apiserver', signals: 1 },
    ]);
    expect(report.inputs[0].notices.map(({ code }) => code)).not.toContain('year-assumed');
  });

  test('all of them together are one', async () => {
    const { report } = await loadTexts(Object.values(FORMS), { asOf: '2023-03-10T19:00:00Z' });
    expect(report.shutdowns).toMatchObject([{ initiated: '2023-03-10T18:03:45.807Z', signals: 1 }]);
  });

  test('the event beside the bare line tells its year, and the line its moment', async () => {
    const item = event('18:03:45', NODE, 'ShutdownInitiated', 'Received signal to terminate');
    const of2023 = fileOf([
      { ...item, from: '2023-03-10T18:03:45Z', to: '2023-03-10T18:03:45Z' },
      {
        ...item,
        from: '2023-03-10T17:00:00Z',
        to: '2023-03-10T17:00:00Z',
        message: { reason: 'Demo', humanMessage: '' },
      },
    ]);
    const { report } = await loadTexts([of2023, FORMS['klog']]);
    expect(report.shutdowns).toMatchObject([
      { initiated: '2023-03-10T18:03:45.807Z', evidence: ['event', 'klog'] },
    ]);
  });
});
