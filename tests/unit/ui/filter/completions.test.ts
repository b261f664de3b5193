import { expect, it } from 'vitest';
import type { Completion } from '../../../../src/query/complete-query.ts';
import { applyCompletion } from '../../../../src/ui/filter/completions.svelte.ts';

const completion = (from: number, to: number, insert: string, kind: Completion['kind']): Completion => ({
  from,
  to,
  insert,
  label: insert,
  meaning: '',
  kind,
});

it('a key waits for its value, and a value ends with a space', () => {
  expect(applyCompletion('x sour', completion(2, 6, 'source:', 'key'))).toEqual({
    text: 'x source:',
    cursor: 9,
  });
  expect(applyCompletion('source:Dis', completion(7, 10, 'Disruption', 'value'))).toEqual({
    text: 'source:Disruption ',
    cursor: 18,
  });
});

it('what follows stays, with one space before it', () => {
  expect(applyCompletion('is:e b', completion(0, 4, 'is:error', 'predicate'))).toEqual({
    text: 'is:error b',
    cursor: 9,
  });
  expect(applyCompletion('is:e)', completion(0, 4, 'is:error', 'predicate'))).toEqual({
    text: 'is:error )',
    cursor: 9,
  });
});
