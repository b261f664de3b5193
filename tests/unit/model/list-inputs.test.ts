import { describe, expect, test } from 'vitest';
import { listInputs } from '../../../src/model/list-inputs.ts';
import type { InputReport } from '../../../src/model/report.ts';

const input = (path: string, message: string | null): InputReport => ({
  path,
  format: message === null ? 'audit-log' : null,
  records: message === null ? 2 : 0,
  skipped: 0,
  from: null,
  to: null,
  node: null,
  server: null,
  nodes: {},
  notices: [],
  failure: message === null ? null : { code: 'empty', message },
});

describe('a list of inputs', () => {
  test('tells many files of one archive that failed alike as one, where the first of them stands', () => {
    const inputs = [
      input('a.tar > 1', 'empty'),
      input('a.tar > 2', null),
      input('a.tar > b.zip > 3', 'empty'),
      input('a.tar > 4', 'no text'),
      input('a.tar > 5', 'empty'),
      input('a.tar > 6', 'empty'),
      input('c.tar > 1', 'empty'),
    ];
    expect(listInputs(inputs).map(({ path, text, state }) => [path, text, state])).toEqual([
      ['a.tar', '4 files in it ignored: empty', 'unused'],
      ['a.tar > 2', expect.stringContaining('2'), 'read'],
      ['a.tar > 4', 'ignored: no text', 'unused'],
      ['c.tar > 1', 'ignored: empty', 'unused'],
    ]);
    const broken = inputs.map((one) => ({
      ...one,
      failure: one.failure && { ...one.failure, code: 'unreadable' },
    }));
    expect(listInputs(broken).map(({ text, state }) => [text, state])).toEqual([
      ['4 files in it: empty', 'failed'],
      [expect.stringContaining('2'), 'read'],
      ['not read — no text', 'failed'],
      ['not read — empty', 'failed'],
    ]);
  });

  test('a file that the user named should be of use, wherever it lies', () => {
    const states = (given: string[]) =>
      listInputs([input('logs/a.log', 'empty. Fetch it again.')], given).map(({ text, state }) => [
        text,
        state,
      ]);
    expect(states([])).toEqual([['ignored: empty', 'unused']]);
    expect(states(['logs/a.log'])).toEqual([['not read — empty. Fetch it again.', 'failed']]);
  });

  test('tells each file that the user gave', () => {
    const paths = ['a', 'b', 'c', 'd', 'e', '__proto__'];
    expect(listInputs(paths.map((path) => input(path, 'empty'))).map(({ path }) => path)).toEqual(paths);
  });
});
