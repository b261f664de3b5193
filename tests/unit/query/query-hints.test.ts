import { describe, expect, it } from 'vitest';
import { parseQuery } from '../../../src/query/parse-query.ts';
import { comparesTimes, describeHint, findHints } from '../../../src/query/query-hints.ts';
import { vocabularyOf } from '../../../src/query/vocabulary.ts';
import { tableFrom } from '../../support/table-from.ts';

const table = tableFrom(`
  10:00:00 10:00:07 Error Disruption DisruptionBegan backend-disruption-name=kube-api-new-connections
  10:01:00 10:01:00 Info  KubeEvent  Reboot type=Node node=master-1
`);
const vocabulary = vocabularyOf(table);

function read(text: string) {
  const query = parseQuery(text);
  if (!query.ok) throw new Error(query.failure.code);
  return query.value;
}
const hints = (text: string) => findHints(read(text), table, vocabulary).map(describeHint);

describe('hints on a filter', () => {
  it('name a key that nothing has, and the one that was meant', () => {
    expect(hints('nodee:master-1')).toEqual(['No interval has the key “nodee”. Did you mean “node”?']);
    expect(hints('-(NODEE:x or zzzzzz:y)')).toEqual([
      'No interval has the key “nodee”. Did you mean “node”?',
      'No interval has the key “zzzzzz”.',
    ]);
  });

  it('name a value that occurs nowhere, and the one that was meant', () => {
    expect(hints('node:mastre-1')).toEqual(['No interval has the node “mastre-1”. Did you mean “master-1”?']);
    expect(hints('node:aster')).toEqual(['No interval has the node “aster”. Did you mean “master-1”?']);
    expect(hints('node:zz*')).toEqual(['No interval has the node “zz*”. There is master-1.']);
    expect(hints('level:Fatal')).toEqual(['No interval has the level “Fatal”. There are Error and Info.']);
  });

  it('say nothing of what is there, of text, and of regular expressions', () => {
    for (const text of [
      'node:MASTER-1',
      'node:*',
      'reason:Re*',
      'nothing',
      'node:/x/',
      'message:x',
      'node:""',
      'dur>5s',
    ])
      expect(hints(text), text).toEqual([]);
  });

  it('know which queries compare times', () => {
    expect(comparesTimes(read('a (b or from>10:57:20)'))).toBe(true);
    expect(comparesTimes(read('dur>5s from'))).toBe(false);
  });
});
