/** One comparison of a bench: our figure, a peer's figure from the same runs, and how the ratio ought to be. */
export interface Comparison {
  readonly what: string;
  /** What the README calls it; without it the README has no such row. */
  readonly readme?: string;
  readonly ours: number;
  readonly peer: number;
  readonly peerName: string;
  readonly unit: 'ms' | 'MB' | 'kB';
  /** `speed`: peer / ours, the more the better. `share`: ours / peer, the less the better. */
  readonly ratio: 'speed' | 'share';
  /** Must not be missed; source: the table of targets in design/speed.md §11. */
  readonly floor: number;
  /** What measurements say is within reach. */
  readonly aim: number;
}

export interface Bench {
  readonly name: string;
  run(): Promise<Comparison[]>;
}

const RUNS = 5;

/**
 * Runs all measures in turns, so that a busy moment of the machine strikes each of them: once to warm up, then five
 * times. Gives the median of each.
 */
export async function mediansOf<Name extends string>(
  measures: Readonly<Record<Name, () => Promise<number>>>,
): Promise<Record<Name, number>> {
  const names = Object.keys(measures) as Name[];
  const taken = new Map<Name, number[]>(names.map((name) => [name, []]));
  for (let run = 0; run <= RUNS; run++) {
    for (const name of names) {
      const figure = await measures[name]();
      if (run > 0) taken.get(name)?.push(figure);
    }
  }
  return Object.fromEntries(names.map((name) => [name, median(taken.get(name) ?? [])])) as Record<
    Name,
    number
  >;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1];
}

export function ratioOf({ ratio, ours, peer }: Comparison): number {
  return ratio === 'speed' ? peer / ours : ours / peer;
}

/** `aim`: as good as it could be; `ok`: no floor missed. */
export function verdictOf(comparison: Comparison): 'aim' | 'ok' | 'missed' {
  const { ratio, floor, aim } = comparison;
  const value = ratioOf(comparison);
  const reaches = (wanted: number) => (ratio === 'speed' ? value >= wanted : value <= wanted);
  return reaches(aim) ? 'aim' : reaches(floor) ? 'ok' : 'missed';
}
