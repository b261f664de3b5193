import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lowerBound, upperBound } from '../../../src/base/search.ts';
import { SpanIndex } from '../../../src/base/spans.ts';

const span = fc
  .tuple(fc.integer({ min: 0, max: 50 }), fc.integer({ min: 0, max: 20 }))
  .map(([from, length]) => [from, from + length] as const);

test('SpanIndex finds what a walk over all finds', () => {
  fc.assert(
    fc.property(fc.array(span), span, (spans, [from, to]) => {
      const index = new SpanIndex(spans, (one) => one);
      const wanted = spans.filter((one) => one[0] <= to && one[1] >= from);
      expect([...index.touching(from, to)].sort()).toEqual([...wanted].sort());
    }),
  );
});

test('SpanIndex looks at no more than its limit', () => {
  const spans = Array.from({ length: 5000 }, () => [0, 10] as const);
  expect(new SpanIndex(spans, (one) => one).touching(0, 10, 100)).toHaveLength(100);
});

test('bounds lie around equal values', () => {
  const values = [1, 2, 2, 2, 5];
  expect([
    lowerBound(values, 2),
    upperBound(values, 2),
    lowerBound(values, 9),
    upperBound(values, 0),
  ]).toEqual([1, 4, 5, 0]);
});
