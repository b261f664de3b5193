/** The lines of logs that lie inside of documents and tables, as text, and in the order of time. */
import { truncate } from '../../base/text.ts';
import { formatTime, type EpochMs } from '../../base/time.ts';
import { nearestYear } from '../../base/year.ts';
import { JsonItemSplitter } from '../json-items.ts';
import { isLogDocument } from './head-chunks.ts';
import { isLogObject, peel, peelObject } from './json-layers.ts';
import { isObject, parseJson } from './json-value.ts';
import { parseKlogLine } from './klog.ts';
import type { Layers } from './layers.ts';
import { readLoki } from './loki-entries.ts';
import { formOfLoki } from './loki-head.ts';
import { sortByTime } from './time-order.ts';

/** Lines that are put in order; what comes behind them in the file is not shown. */
const MAX_LINES = 1_000_000;
/** So much of a line is shown. */
const MAX_CHARS = 16 << 10;

/** One line: the `part`th of the record of that place. */
interface RecordLine {
  readonly place: number;
  readonly part: number;
  readonly at: EpochMs;
  readonly isMatch: boolean;
}

/** Whether lines of a log lie inside of records, by the first 64 KiB. */
export function hasRecordLines(head: string): boolean {
  return formOfLoki(head) !== null || isLogDocument(head);
}

/**
 * All lines of such a file by time. `wanted`: a text in lower case that is looked for. A line without a year is put near the
 * one before it, or `near`. Memory: about fifty bytes a line, for a million lines.
 */
export async function orderRecordLines(
  chunks: AsyncIterable<Uint8Array>,
  head: string,
  near: EpochMs,
  wanted: string | null = null,
): Promise<RecordOrder> {
  const lines: RecordLine[] = [];
  let last: EpochMs | null = null;
  await eachLine(chunks, head, (layers, place, part) => {
    if (lines.length >= MAX_LINES) return;
    last = timeOf(layers, last ?? near) ?? last;
    const isMatch = wanted !== null && describe(layers).toLowerCase().includes(wanted);
    lines.push({ place, part, at: last ?? near, isMatch });
  });
  return new RecordOrder(sortByTime(lines), last !== null);
}

/** Where the lines of a file stand by time. Numbers of lines are from 1. */
export class RecordOrder {
  readonly #lines: readonly RecordLine[];
  readonly #isTimed: boolean;

  constructor(lines: readonly RecordLine[], isTimed: boolean) {
    this.#lines = lines;
    this.#isTimed = isTimed;
  }

  get length(): number {
    return this.#lines.length;
  }

  get matches(): number[] {
    return this.#lines.flatMap(({ isMatch }, index) => (isMatch ? [index + 1] : []));
  }

  /** The line whose time is nearest, the first of equals; null where none tells a time. */
  nearest(at: EpochMs): number | null {
    if (!this.#isTimed) return null;
    let best = 0;
    this.#lines.forEach((line, index) => {
      if (Math.abs(line.at - at) < Math.abs(this.#lines[best].at - at)) best = index;
    });
    return best + 1;
  }

  /** The first line of a record; null for none. */
  ofPlace(place: number): number | null {
    const index = this.#lines.findIndex((line) => line.place === place);
    return index < 0 ? null : index + 1;
  }

  /** The texts of the lines from `first` to `last`: reads the file again. */
  async texts(
    chunks: AsyncIterable<Uint8Array>,
    head: string,
    first: number,
    last: number,
  ): Promise<string[]> {
    const wanted = new Map<string, number>();
    this.#lines.slice(first - 1, last).forEach(({ place, part }, i) => wanted.set(`${place} ${part}`, i));
    const texts = Array.from({ length: wanted.size }, () => '');
    await eachLine(chunks, head, (layers, place, part) => {
      const index = wanted.get(`${place} ${part}`);
      if (index !== undefined) texts[index] = describe(layers);
    });
    return texts;
  }
}

type OnLine = (layers: Layers, place: number, part: number) => void;

async function eachLine(chunks: AsyncIterable<Uint8Array>, head: string, onLine: OnLine): Promise<void> {
  if (formOfLoki(head) === null) return eachOfDocuments(chunks, onLine);
  await readLoki(chunks, {
    onEntry({ text, layers, place }) {
      peel(text, layers).forEach((line, part) => onLine(line, place, part));
    },
    onSkip() {},
  });
}

async function eachOfDocuments(chunks: AsyncIterable<Uint8Array>, onLine: OnLine): Promise<void> {
  const decoder = new TextDecoder();
  const splitter = new JsonItemSplitter({
    onItem(bytes, index) {
      const value = parseJson(decoder.decode(bytes));
      if (isObject(value) && isLogObject(value))
        peelObject(value).forEach((line, part) => onLine(line, index, part));
    },
    onSkip() {},
  });
  for await (const chunk of chunks) splitter.push(chunk);
  splitter.end();
}

function timeOf({ time, text }: Layers, near: EpochMs): EpochMs | null {
  if (time !== null) return time.at;
  const klog = parseKlogLine(text);
  return klog === null ? null : nearestYear(klog.time, near);
}

/** Its time and origin, where the record tells them, and what it says. */
function describe({ time, pod, container, host, ident, text, json }: Layers): string {
  const origin = pod === null ? [host, ident] : [[pod, container].filter((part) => part !== null).join('/')];
  const said = json === null ? text.replace(/\r?\n$/, '') : JSON.stringify(json);
  const parts = [time === null ? null : formatTime(time.at), ...origin, said];
  return truncate(parts.filter((part) => part !== null).join(' '), MAX_CHARS);
}
