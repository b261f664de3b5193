import { describe, expect, it } from 'vitest';
import { describeShift, parseShift, shiftOf } from '../../../src/model/clock-shift.ts';

describe('a shift of a clock', () => {
  it('is written as a duration, or as seconds', () => {
    expect(['+2.5s', '-1m30s', '2.5', ' −40ms ', '+ 1 h', '0'].map(parseShift)).toEqual([
      2.5, -90, 2.5, -0.04, 3600, 0,
    ]);
    expect(['', 'soon', '25h', '1e9', '+2.5.1s', 's'].map(parseShift)).toEqual(Array(6).fill(null));
  });

  it('is that of the file, else of the innermost archive or folder around it', () => {
    const shifts = [
      { path: 'run', seconds: 1 },
      { path: 'run/a.tar', seconds: 2 },
      { path: 'run/a.tar > x.log', seconds: 3 },
    ];
    const paths = ['run/b.log', 'run/a.tar > y.log', 'run/a.tar > x.log', 'runner/b.log', 'run/a.tar.gz'];
    expect(paths.map((path) => shiftOf(shifts, path))).toEqual([1, 2, 3, 0, 1]);
  });

  it('is told with its sign', () => {
    expect([2.5, -0.04].map(describeShift)).toEqual(['+2.5 s', '−0.04 s']);
  });
});
