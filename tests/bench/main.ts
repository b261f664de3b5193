/**
 * Benchmarks: our figures beside those of peers, measured in turns on this machine.
 *
 *   npm run bench               all
 *   npm run bench -- NAME…      those whose name has one of these in it
 *   npm run bench -- --readme   writes the README's table, also with names; a run of all does that anyway
 *
 * Fails only when a bench cannot run: a missed floor is for people to judge, on a machine that does nothing else.
 */
import { auditBench } from './audit-bench.ts';
import { ratioOf, verdictOf, type Bench, type Comparison } from './bench.ts';
import { columnsTransfer } from './columns-transfer.ts';
import { firstLoad } from './first-load.ts';
import { intervalLoad } from './interval-load.ts';
import { queryBench } from './query-bench.ts';
import { writeReadme } from './readme.ts';
import { timelineDraw } from './timeline-bench.ts';

const BENCHES: readonly Bench[] = [
  firstLoad,
  timelineDraw,
  queryBench,
  intervalLoad,
  auditBench,
  columnsTransfer,
];

export async function main(args: string[]): Promise<number> {
  const names = args.filter((arg) => arg !== '--readme');
  const isWritten = names.length === 0 || names.length < args.length;
  const wanted = BENCHES.filter(
    ({ name }) => names.length === 0 || names.some((part) => name.includes(part)),
  );
  const measured: Comparison[] = [];
  if (wanted.length === 0) {
    console.error(`No such bench. There are: ${BENCHES.map(({ name }) => name).join(', ')}`);
    return 2;
  }
  for (const bench of wanted) {
    const started = performance.now();
    const comparisons = await bench.run();
    console.log(`\n${bench.name} (${((performance.now() - started) / 1000).toFixed(0)} s)`);
    print([HEADINGS, ...comparisons.map(cellsOf)]);
    measured.push(...comparisons);
  }
  if (isWritten) await writeReadme(measured);
  return 0;
}

const HEADINGS = ['', 'ours', 'peer', '', 'ratio', 'floor', 'aim', ''];

function cellsOf(comparison: Comparison): string[] {
  const { what, ours, peer, peerName, unit, ratio, floor, aim } = comparison;
  const sign = ratio === 'speed' ? '≥' : '≤';
  const times = (value: number) => `${value >= 100 ? value.toFixed(0) : value.toFixed(2)}x`;
  return [
    what,
    figure(ours, unit),
    figure(peer, unit),
    peerName,
    times(ratioOf(comparison)),
    `${sign} ${floor}x`,
    `${sign} ${aim}x`,
    verdictOf(comparison),
  ];
}

function figure(value: number, unit: string): string {
  return `${value < 10 ? value.toFixed(1) : value.toFixed(0)} ${unit}`;
}

function print(rows: readonly (readonly string[])[]): void {
  const widths = HEADINGS.map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  for (const row of rows) {
    console.log(`  ${row.map((cell, column) => cell.padEnd(widths[column])).join('  ')}`.trimEnd());
  }
}
