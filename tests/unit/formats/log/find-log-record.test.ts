import { expect, test } from 'vitest';
import { findRecord } from '../../../../src/formats/find-record.ts';
import { textOf } from '../../../../src/model/text-pool.ts';
import { fixture } from '../../../support/fixtures.ts';
import { readOne } from '../../../support/read.ts';

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** A row's place leads to its record, in every form. */
test.each([
  ['apiserver-log', 'life'],
  ['apiserver-log', 'viaq-documents'],
  ['operator-log', 'kube-apiserver-operator'],
  ['termination-log', 'lives'],
  ['journal', 'reboot'],
  ['loki', 'api'],
  ['loki', 'api-packed'],
  ['loki', 'logcli'],
  ['loki', 'grafana'],
  ['loki', 'grafana-table'],
])('%s: %s', async (format, name) => {
  const { bytes } = fixture(format, name);
  const { table } = await readOne(bytes);
  expect(table.length).toBeGreaterThan(0);
  for (let row = 0; row < table.length; row++) {
    // Records escape what rows hold plain: a word of the message must do.
    const [word] = /[A-Za-z]{3,}/.exec(textOf(table.texts, table.message[row]))!;
    expect(await findRecord(format, once(bytes), table.place[row])).toContain(word);
  }
  expect(await findRecord(format, once(bytes), 10_000)).toBeNull();
});
