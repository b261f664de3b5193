import { expect, test } from 'vitest';
import { readOne } from '../../support/read.ts';

const at = (minute: number) => new Date(Date.UTC(2025, 4, 6, 7, minute)).toISOString().replace('.000', '');

async function kindsOf(
  reason: string,
  annotations: Readonly<Record<string, string>> = {},
): Promise<readonly string[]> {
  const items = [0, 20, 40].map((minute) => ({
    level: 'Warning',
    source: 'KubeEvent',
    locator: { type: 'Kind', keys: { namespace: 'openshift-dns', pod: 'dns-default-x7k2p' } },
    message: { reason, humanMessage: 'm', annotations },
    from: at(minute),
    to: at(minute),
  }));
  const { coverage } = await readOne(JSON.stringify({ items }));
  return coverage.map(({ kind }) => kind);
}

test('events that are over at once prove that a file holds the events of its span', async () => {
  expect(await kindsOf('Started')).toEqual(['events']);
  expect(await kindsOf('TerminationStart')).toEqual(['events']);
});

test('failures that are as short by the cutting of their times do not, nor do repeated events', async () => {
  expect(await kindsOf('Unhealthy')).toEqual([]);
  expect(await kindsOf('Started', { count: '3' })).toEqual([]);
});
