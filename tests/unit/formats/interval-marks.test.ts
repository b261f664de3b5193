import { expect, test } from 'vitest';
import { readOne } from '../../support/read.ts';

const POD = { namespace: 'openshift-kube-apiserver', pod: 'kube-apiserver-demo-master-0' };

interface Told {
  readonly at: string;
  readonly reason: string;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly message?: string;
}

function rowOf({ at, reason, annotations = {}, message = 'm' }: Told) {
  return {
    level: 'Info',
    source: 'KubeEvent',
    locator: { type: 'Kind', keys: POD },
    message: { reason, humanMessage: message, annotations },
    from: `2025-05-06T${at}Z`,
    to: `2025-05-06T${at}Z`,
  };
}
const read = (...all: Told[]) => readOne(JSON.stringify({ items: all.map(rowOf) }));

async function hidden(annotations: Readonly<Record<string, string>>): Promise<string[]> {
  const { coverage } = await read(
    { at: '07:00:00', reason: 'Started' },
    { at: '07:40:00', reason: 'ShutdownInitiated', annotations },
  );
  const blind = coverage.filter(({ kind }) => kind === 'events-blind');
  return blind.flatMap(({ from, to }) => [from, to].map((at) => new Date(at).toISOString().slice(11, 19)));
}

test('a signal that was seen more than twice hides others between its first and its last time', async () => {
  const firstTimestamp = '2025-05-06T07:20:00Z';
  expect(await hidden({ count: '4', firstTimestamp })).toEqual(['07:20:00', '07:40:00']);
  expect(await hidden({ count: '2', firstTimestamp })).toEqual([]);
  expect(await hidden({ count: '1', firstTimestamp })).toEqual([]);
});

test('where its first time is not told, it hides them from the begin of the file on', async () => {
  expect(await hidden({ count: '4' })).toEqual(['07:00:00', '07:40:00']);
  expect(await hidden({ count: '2' })).toEqual(['07:00:00', '07:40:00']);
  expect(await hidden({})).toEqual([]);
});

test.each(['Unhealthy', 'ProbeError'])('%s of an apiserver that is stopping says so', async (reason) => {
  const message =
    'Readiness probe failed: HTTP probe failed with statuscode: 500\n[-]shutdown failed: withheld';
  const { marks } = await read({ at: '07:00:00', reason, message });
  expect(marks).toMatchObject([{ kind: 'readiness', node: 'demo-master-0', hadServed: true }]);
  const other = await read({ at: '07:00:00', reason, message: '[-]etcd failed: withheld\n[+]shutdown ok' });
  expect(other.marks).toEqual([]);
});
