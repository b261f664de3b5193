import { expect, test } from 'vitest';
import type { Reaction } from '../../../../src/model/report.ts';
import { connectionWords, groupReactions } from '../../../../src/ui/details/reaction-words.ts';

const reaction = (parts: Partial<Reaction>): Reaction => ({
  shutdown: 0,
  loadBalancer: null,
  connection: null,
  protocol: null,
  seconds: 22,
  atLeast: false,
  lateRequests: null,
  requests: null,
  best: true,
  source: 'audit-time',
  ...parts,
});

test('reactions stand by load balancer, and what tells none comes last', () => {
  const all = [
    reaction({}),
    reaction({ loadBalancer: 'external', connection: 'new' }),
    reaction({ loadBalancer: 'service-network' }),
    reaction({ loadBalancer: 'external', connection: 'reused' }),
  ];
  expect(groupReactions(all)).toEqual([
    { words: 'external load balancer', rows: [all[1], all[3]] },
    { words: 'service network', rows: [all[2]] },
    { words: 'load balancer not told', rows: [all[0]] },
  ]);
});

test('a connection is told as far as its source does', () => {
  expect(connectionWords(reaction({ connection: 'new', protocol: 'http2' }))).toBe('new, http2');
  expect(connectionWords(reaction({ protocol: 'http1' }))).toBe('http1');
  expect(connectionWords(reaction({}))).toBe('any');
});
