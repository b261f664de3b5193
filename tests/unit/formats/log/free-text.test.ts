/** A signal in text of any kind: in what a line says itself, and of whom it says it. */
import { expect, test } from 'vitest';
import { readOne } from '../../../support/read.ts';

const NODE = 'demo-master-0';
const OTHER = 'demo-master-1';

async function signalsOf(message: string): Promise<(string | null)[]> {
  const header = 'I0506 10:00:00.000000      15 httplog.go:132] ';
  const { marks } = await readOne(`${header}"HTTP" verb="GET"\n${header}${message}\n`, {
    path: `openshift-kube-apiserver_kube-apiserver-${NODE}_kube-apiserver.log`,
    asOf: Date.UTC(2025, 4, 6, 12),
  });
  return marks.filter(({ kind }) => kind === 'step').map(({ node }) => node);
}

test.each([
  ['a reason', "demo reason: 'ShutdownInitiated' demo", [NODE]],
  ['the words of the signal', 'Received signal to terminate, becoming unready, but keeping serving', [NODE]],
  ['a reason of a pod that is named', `event kube-apiserver-${OTHER}: reason: 'ShutdownInitiated'`, [OTHER]],
  ['a reason in a value', `"Failed" err="event of ${OTHER}: reason: 'ShutdownInitiated' rejected"`, []],
  ['a reason in quotes', `failed: "reason: 'ShutdownInitiated' rejected"`, []],
  ['the words in a value', '"Failed" err="Received signal to terminate, becoming unready"', []],
  ['the words behind others', 'Body: Received signal to terminate, becoming unready', []],
  ['a line of a signal in a value', '"Failed" name="ShutdownInitiated" err="[graceful-termination] x"', []],
])('%s', async (_, message, nodes) => {
  expect(await signalsOf(message)).toEqual(nodes);
});
