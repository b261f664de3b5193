import {
  annotationsOf,
  isOpenEnd,
  LEVELS,
  type IntervalTable,
  type Row,
} from '../../model/interval-table.ts';
import { formatTime, type EpochMs } from '../../base/time.ts';
import { textOf } from '../../model/text-pool.ts';
import type { ItemWords } from './item-words.ts';
import { spanText } from '../parts/times.ts';

export const COPY_FORMS = ['text', 'JSON', 'Markdown', 'klog time', 'journal time'] as const;
export type CopyForm = (typeof COPY_FORMS)[number];

/** What goes to the clipboard; `row` null: the item is read from the report. */
export function encodeItem(form: CopyForm, words: ItemWords, table: IntervalTable, row: Row | null): string {
  switch (form) {
    case 'text':
      return textForm(words);
    case 'JSON':
      return JSON.stringify(row === null ? words : jsonForm(table, row), null, 2);
    case 'Markdown':
      return markdownForm(words);
    case 'klog time':
      return timesOf(words).map(klogTime).join('\n');
    case 'journal time':
      return timesOf(words).map(journalTime).join('\n');
  }
}

/** Start and end, a line each, to be looked for in logs. */
function timesOf({ from, to }: ItemWords): EpochMs[] {
  return from === to ? [from] : [from, to];
}

const two = (value: number) => String(value).padStart(2, '0');

/** As klog writes it: `0313 10:57:25.000000`, UTC. */
export function klogTime(at: EpochMs): string {
  const date = new Date(Math.floor(at));
  const micros = Math.round((at - Math.floor(at / 1000) * 1000) * 1000);
  return `${two(date.getUTCMonth() + 1)}${two(date.getUTCDate())} ${clockOf(date)}.${String(micros).padStart(6, '0')}`;
}

/** As the journal writes it: `Mar 13 10:57:25`, UTC. */
export function journalTime(at: EpochMs): string {
  const date = new Date(Math.floor(at));
  const month = 'JanFebMarAprMayJunJulAugSepOctNovDec'.slice(
    date.getUTCMonth() * 3,
    date.getUTCMonth() * 3 + 3,
  );
  return `${month} ${two(date.getUTCDate())} ${clockOf(date)}`;
}

function clockOf(date: Date): string {
  return `${two(date.getUTCHours())}:${two(date.getUTCMinutes())}:${two(date.getUTCSeconds())}`;
}

function textForm(words: ItemWords): string {
  const verdict = words.verdict === '' ? '' : ` [${words.verdict}]`;
  const times = `${formatTime(words.from)} – ${formatTime(words.to)} (${spanText(words.from, words.to)})`;
  return [`${times} ${words.title}${verdict}`, words.lane, words.message]
    .filter((line) => line !== '')
    .join('\n');
}

/** The shape that origin writes today. */
function jsonForm(table: IntervalTable, row: Row): unknown {
  const locator = table.locators[table.locator[row]];
  return {
    level: LEVELS[table.level[row]],
    source: table.sources[table.source[row]],
    locator,
    message: {
      reason: textOf(table.texts, table.reason[row]),
      humanMessage: textOf(table.texts, table.message[row]),
      annotations: annotationsOf(table, row),
    },
    from: formatTime(table.start[row]),
    to: isOpenEnd(table, row) ? null : formatTime(table.end[row]),
  };
}

function markdownForm(words: ItemWords): string {
  const rows = [...words.facts, ...words.annotations].map(
    ({ name, value }) => `| ${name} | ${cell(value)} |`,
  );
  return [
    `**${words.title}**${words.verdict === '' ? '' : ` — ${words.verdict.toLowerCase()}`}`,
    '',
    `${formatTime(words.from)} – ${formatTime(words.to)} (${spanText(words.from, words.to)})`,
    ...(words.why === '' ? [] : ['', words.why]),
    ...(words.message === '' ? [] : ['', '```', words.message, '```']),
    '',
    '| what | value |',
    '| --- | --- |',
    ...rows,
  ].join('\n');
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}
