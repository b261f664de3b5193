import type { DurationMs, EpochMs } from './time.ts';

/** How much time a set of spans covers together. */
export function unionLength(spans: readonly (readonly [from: EpochMs, to: EpochMs])[]): DurationMs {
  let covered = 0;
  let reach = -Infinity;
  for (const [from, to] of [...spans].sort((a, b) => a[0] - b[0])) {
    covered += Math.max(0, to - Math.max(from, reach));
    reach = Math.max(reach, to);
  }
  return covered;
}
