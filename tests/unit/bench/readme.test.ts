import { expect, test } from 'vitest';
import type { Comparison } from '../../bench/bench.ts';
import { withRows } from '../../bench/readme.ts';

const README = `# It

<!-- bench:begin -->

| what  | beside | ratio       | must be | aim   |        |
| ----- | ------ | ----------- | ------- | ----- | ------ |
| draws | peer   | 3 × as fast | ≥ 2 ×   | ≥ 4 × | passed |
| reads | peer   | 1 × as fast | ≥ 2 ×   | ≥ 4 × | missed |

<!-- bench:end -->

The rest.
`;

const reads: Comparison = {
  what: 'Node',
  readme: 'reads',
  ours: 10,
  peer: 50,
  peerName: 'peer',
  unit: 'ms',
  ratio: 'speed',
  floor: 2,
  aim: 4,
};

test('measured rows are replaced or added, and others stay', () => {
  const text = withRows(README, [
    reads,
    { ...reads, readme: 'weighs', ours: 30, unit: 'kB', ratio: 'share', floor: 0.5, aim: 0.3 },
    { ...reads, readme: undefined },
  ] as Comparison[]);
  expect(text.split('\n').filter((line) => line.startsWith('| '))).toEqual([
    '| what | beside | ratio | must be | aim | |',
    '| --- | --- | --- | --- | --- | --- |',
    '| draws | peer | 3 × as fast | ≥ 2 × | ≥ 4 × | passed |',
    '| reads | peer | 5.0 × as fast | ≥ 2 × | ≥ 4 × | at its aim |',
    '| weighs | peer | 0.60 × its bytes | ≤ 0.5 × | ≤ 0.3 × | missed |',
  ]);
  expect(text.startsWith('# It\n')).toBe(true);
  expect(text.endsWith('<!-- bench:end -->\n\nThe rest.\n')).toBe(true);
});

test('without its marks it is left alone', () => {
  expect(() => withRows('# It\n', [reads])).toThrow('bench:begin');
});
