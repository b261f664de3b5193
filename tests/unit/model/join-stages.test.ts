import { expect, test } from 'vitest';
import { REQUEST, wordsOf } from '../../../src/model/request-table.ts';
import { OTHER, RequestTableBuilder } from '../../../src/model/request-table-builder.ts';
import { requestOf, requestsFrom, type RequestLine } from '../../support/requests-from.ts';

const STARTED: RequestLine = {
  at: '10:00:00',
  id: 'w',
  stage: 'ResponseStarted',
  ms: 2,
  flags: ['answered', 'longRunning'],
};
const COMPLETE: RequestLine = { at: '10:00:00', id: 'w', ms: 5000, code: 410 };
const RECEIVED: RequestLine = {
  at: '10:00:00',
  id: 'w',
  stage: 'RequestReceived',
  ms: 0,
  code: 0,
  flags: [],
};

test.each([
  ['in order', [RECEIVED, STARTED, COMPLETE]],
  ['in the other order', [COMPLETE, STARTED, RECEIVED]],
])('stages of one request are one row, %s', (_, lines) => {
  const table = requestsFrom(lines);
  expect(table.length).toBe(1);
  expect(table.code[0]).toBe(410);
  expect(table.latency[0]).toBe(5000);
  expect(table.flags[0]).toBe(REQUEST.answered | REQUEST.longRunning);
});

test('a request without an answer is not answered', () => {
  const table = requestsFrom([RECEIVED]);
  expect(table.code[0]).toBe(0);
  expect(table.flags[0]).toBe(0);
});

test('a stage told twice is a duplicate, and its place is told', () => {
  const builder = new RequestTableBuilder();
  for (const [i, line] of [STARTED, COMPLETE, COMPLETE].entries()) builder.add(requestOf(line, i));
  const finished = builder.finish('kube-apiserver', null);
  expect(finished).toMatchObject({ duplicates: 1, firstDuplicate: 2000 });
  expect(finished.table.length).toBe(1);
});

test('one audit ID at two times, or on two nodes, is two requests', () => {
  expect(requestsFrom([COMPLETE, { ...COMPLETE, at: '10:00:01' }]).length).toBe(2);
  expect(requestsFrom([COMPLETE, { ...COMPLETE, node: 'm1' }]).length).toBe(2);
});

test('numbers of annotations stay with their request', () => {
  const table = requestsFrom([
    { at: '10:00:00' },
    { ...STARTED, notes: [['elapsed', 3]] },
    {
      ...COMPLETE,
      notes: [
        ['elapsed', 3],
        ['share', 4.5],
      ],
    },
  ]);
  expect([...table.notes.row]).toEqual([1, 1]);
  expect([...table.notes.value]).toEqual([3, 4.5]);
});

test('more verbs than there is room for are told as others, and counted', () => {
  const builder = new RequestTableBuilder();
  for (let i = 0; i < 300; i++) builder.add(requestOf({ at: '10:00:00', verb: `verb-${i}` }, i));
  const { table, dropped } = builder.finish(null, null);
  expect(dropped).toBe(45);
  expect(wordsOf(table, 0).verb).toBe('verb-0');
  expect(wordsOf(table, 299).verb).toBe(OTHER);
});

test('records are counted by node, and names from files reach no prototype', () => {
  const builder = new RequestTableBuilder();
  builder.add(requestOf({ at: '10:00:00', node: '__proto__' }, 0));
  builder.add(requestOf({ at: '10:00:01' }, 1));
  const { recordsByNode } = builder.finish(null, 'm0');
  expect(Object.entries(recordsByNode)).toEqual([
    ['m0', 1],
    ['__proto__', 1],
  ]);
  expect(Object.getPrototypeOf({})).toBe(Object.prototype);
});
