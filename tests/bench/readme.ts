import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { ratioOf, verdictOf, type Comparison } from './bench.ts';

const README = join(import.meta.dirname, '../../README.md');
const BEGIN = '<!-- bench:begin -->';
const END = '<!-- bench:end -->';
const HEAD = ['| what | beside | ratio | must be | aim | |', '| --- | --- | --- | --- | --- | --- |'];
const WORDS = { ms: 'its time', MB: 'its memory', kB: 'its bytes' } as const;

/** Puts the comparisons that people look for into the README's table; rows of benches that did not run stay as they are. */
export async function writeReadme(comparisons: readonly Comparison[]): Promise<void> {
  const text = withRows(readFileSync(README, 'utf8'), comparisons);
  const options = await resolveConfig(README);
  writeFileSync(README, await format(text, { ...options, filepath: README }));
}

/** The README with these rows between its marks. */
export function withRows(text: string, comparisons: readonly Comparison[]): string {
  const [from, to] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (from < 0 || to < from) throw new Error(`the README has no ${BEGIN} … ${END}`);
  const rows = new Map<string, string>();
  for (const line of text.slice(from, to).split('\n').slice(1)) {
    const cells = line.split('|').map((cell) => cell.trim());
    const isRow = cells.length > 3 && cells[1] !== 'what' && !/^-+$/.test(cells[1]);
    if (isRow) rows.set(cells[1], `| ${cells.slice(1, -1).join(' | ')} |`);
  }
  for (const comparison of comparisons) {
    if (comparison.readme !== undefined) rows.set(comparison.readme, rowOf(comparison.readme, comparison));
  }
  return `${text.slice(0, from)}${BEGIN}\n\n${[...HEAD, ...rows.values()].join('\n')}\n\n${text.slice(to)}`;
}

function rowOf(what: string, comparison: Comparison): string {
  const { peerName, ratio, unit, floor, aim } = comparison;
  const isSpeed = ratio === 'speed';
  const words = isSpeed ? 'as fast' : WORDS[unit];
  const limit = (value: number) => `${isSpeed ? '≥' : '≤'} ${value} ×`;
  const verdict = { aim: 'at its aim', ok: 'passed', missed: 'missed' }[verdictOf(comparison)];
  const cells = [
    what,
    peerName,
    `${figure(ratioOf(comparison))} × ${words}`,
    limit(floor),
    limit(aim),
    verdict,
  ];
  return `| ${cells.join(' | ')} |`;
}

function figure(value: number): string {
  return value >= 20 ? value.toFixed(0) : value >= 2 ? value.toFixed(1) : value.toFixed(2);
}
