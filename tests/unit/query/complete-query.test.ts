import { describe, expect, it } from 'vitest';
import { completeQuery } from '../../../src/query/complete-query.ts';
import { parseQuery } from '../../../src/query/parse-query.ts';
import { vocabularyOf } from '../../../src/query/vocabulary.ts';
import { tableFrom } from '../../support/table-from.ts';

const TABLE = tableFrom(`
  10:57:20 10:57:25 Info    NodeState  Reboot    node=master-1 +phase=Reboot
  10:57:21 10:57:21 Warning KubeEvent  BackOff   namespace=openshift-etcd pod=etcd-0 row="a \\ (b)"
  10:57:22 10:57:29 Error   Disruption Began     type=Disruption backend-disruption-name=kube-api-new-connections
  10:57:23 10:57:29 Error   Disruption Began     type=Disruption backend-disruption-name=kube-api-new-connections
`);
const VOCABULARY = vocabularyOf(TABLE);

/** The text with the first completions applied; `|` is the cursor. */
function complete(marked: string, count = 3): string[] {
  const cursor = marked.indexOf('|');
  const text = marked.replace('|', '');
  return completeQuery(text, cursor, VOCABULARY)
    .slice(0, count)
    .map(({ from, to, insert }) => text.slice(0, from) + insert + text.slice(to));
}

describe('completion', () => {
  it.each<[string, string[]]>([
    ['|', ['source:', 'level:', 'reason:']],
    ['so|', ['source:']],
    ['NS|', ['namespace:', 'is:instant', 'observer:'].slice(0, 1)],
    ['a -no|', ['a -node:']],
    ['(a or no|de x)', ['(a or node: x)']],
    ['source:|', ['source:Disruption', 'source:KubeEvent', 'source:NodeState']],
    ['source:d|', ['source:Disruption', 'source:NodeState']],
    ['source:"di|', ['source:Disruption']],
    ['source:di|xyz foo', ['source:Disruption foo']],
    ['ns:|', ['ns:openshift-etcd']],
    ['backend:|', ['backend:kube-api-new-connections']],
    ['lb:|', ['lb:external-lb']],
    ['row:|', ['row:"a \\\\ (b)"']],
    ['is:|', ['is:open', 'is:instant', 'is:display']],
    ['is:di|', ['is:display', 'is:disruption']],
    ['disru|', ['is:disruption', 'backend-disruption-name:']],
    ['du|', ['dur>']],
    ['"so|', []],
    ['/so|', []],
    ['nothing-like-it|', []],
    ['unknown:|', []],
  ])('%s', (marked, expected) => expect(complete(marked)).toEqual(expect.arrayContaining(expected)));

  it('gives nothing where there is nothing', () => {
    for (const marked of ['"so|', '/so|', 'nothing-like-it|', 'unknown:|'])
      expect(complete(marked)).toEqual([]);
  });

  it('knows names and values, the frequent first', () => {
    expect(VOCABULARY.names).toEqual(['backend-disruption-name', 'phase', 'row']);
    expect(VOCABULARY.values.get('source')).toEqual(['Disruption', 'KubeEvent', 'NodeState']);
    expect(VOCABULARY.values.get('level')).toEqual(['Error', 'Info', 'Warning']);
    expect(VOCABULARY.values.get('type')).toEqual(['Disruption']);
  });

  it('offers at most 20, and all its values can be read', () => {
    const many = tableFrom(
      Array.from({ length: 800 }, (_, i) => `10:00:00 10:00:01 Info S r${i} node=n${i} "m"`).join('\n'),
    );
    const vocabulary = vocabularyOf(many);
    expect(vocabulary.values.get('node')).toHaveLength(500);
    expect(completeQuery('node:', 5, vocabulary)).toHaveLength(20);
    for (const [key, values] of VOCABULARY.values) {
      for (const { insert } of completeQuery(`${key}:`, key.length + 1, VOCABULARY)) {
        const query = parseQuery(`${key}:${insert}`);
        const term = query.ok ? query.value.terms[0] : null;
        const isRead =
          term?.kind === 'key' && term.pattern.kind === 'literal' && values.includes(term.pattern.text);
        expect(isRead, insert).toBe(true);
      }
    }
  });
});
