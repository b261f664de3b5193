/** Physical lines to entries: takes prefixes off, joins parts and continuations, and tells each entry's time. */
import { PRECISION, type EpochMs, type Precision } from '../../base/time.ts';
import { nearestYear } from '../../base/year.ts';
import type { Job } from '../format.ts';
import type { Fields } from './json-value.ts';
import { peel } from './json-layers.ts';
import {
  isKlogLine,
  parseKlogLine,
  readJsonKlog,
  readStructured,
  type KlogHeader,
  type KlogLine,
  type Structured,
} from './klog.ts';
import { NO_LAYERS, type Layers, type PrefixTime } from './layers.ts';
import { LogClock, type LineTime } from './log-clock.ts';
import { tellsOfSignal } from './signal-words.ts';

/** One entry of a log: a line with what continues it. */
export interface LogEntry {
  /** Null: it has none, nor has its prefix. */
  readonly time: LineTime | null;
  readonly precision: Precision;
  readonly layers: Layers;
  /** Null: no line of klog. */
  readonly klog: KlogHeader | null;
  /** The first line without prefixes and header. */
  readonly line: string;
  /** The same with all that continues it. */
  readonly message: string;
  /** The text of the message without quotes, and its `key=value` words. Reads them anew each time. */
  readonly structured: () => Structured;
  readonly place: number;
  /** How many lines up to it are lost: cut, damaged, or not to be read. */
  readonly losses: number;
}

interface Open {
  readonly entry: Omit<LogEntry, 'message' | 'structured'>;
  readonly json: Structured | null;
  readonly parts: string[];
  length: number;
  /** A value over several lines is open: what is indented is of it. */
  isInBlock: boolean;
}

interface Parts {
  readonly first: Layers;
  readonly place: number;
  readonly texts: string[];
  length: number;
}

/** Of one entry with its continuations, this many characters are kept. */
const MAX_ENTRY = 1 << 20;
/** Entries that are open at a time, one a stream; the oldest is closed. */
const MAX_OPEN = 256;

/** Lines without a header that are no continuation: marks of a termination log and of `journalctl`. */
const OWN_LINE =
  /^(?:---$|Previous pod \S{1,300} started at .{1,200} did not terminate gracefully|-- (?:Reboot|Boot [0-9a-f]{32}|(?:Logs|Journal) begins? at .{1,200}|No entries) ?(?:--)?$)/;

const NUL = /\0/g;
/** What colours a terminal. Source: ECMA-48: CSI … m, CSI … K. */
// eslint-disable-next-line no-control-regex
const COLOURS = /\x1b\[[0-9;]{0,40}[mK]/g;

export class LogReader {
  readonly clock: LogClock;
  readonly #job: Job;
  readonly #onEntry: (entry: LogEntry) => void;
  readonly #open = new Map<string, Open>();
  readonly #parts = new Map<string, Parts>();
  #pendingTime: PrefixTime | null = null; // of a line that held nothing else
  #losses = 0;
  #isEmpty = true;
  #buildId: string | null = null;

  constructor(job: Job, onEntry: (entry: LogEntry) => void) {
    this.clock = new LogClock(job.asOf, job.now);
    this.#job = job;
    this.#onEntry = onEntry;
  }

  /** How many lines are lost: cut, damaged, or not to be read. */
  get losses(): number {
    return this.#losses;
  }

  /** A line that may have been a signal is lost, or the next one is not whole. */
  lose(): void {
    this.#losses++;
  }

  push(raw: string, place: number, outer: Layers = NO_LAYERS): void {
    const text = this.#clean(raw, place);
    // A terminal's output may end its lines in CR alone.
    if (text.includes('\r')) for (const line of text.split('\r')) this.#pushLine(line, place, outer);
    else this.#pushLine(text, place, outer);
  }

  /** Without colours and zeros. Zeros are blocks that were never written. */
  #clean(raw: string, place: number): string {
    const text = raw.includes('\x1b') ? raw.replace(COLOURS, '') : raw;
    if (text.includes('\ufffd')) {
      this.lose();
      this.#job.notice('encoding', { line: place });
    }
    if (!text.includes('\0')) return text;
    this.lose();
    this.#job.notice('zero-bytes', { line: place });
    return text.replace(NUL, '');
  }

  #pushLine(text: string, place: number, outer: Layers): void {
    if (outer === NO_LAYERS && this.#goesOn(text)) return;
    if (text.trim() === '') return;
    for (const one of peel(text, outer)) this.#takePart(one, place);
  }

  /** Whether an indented line without any prefix simply goes on with the entry before, as stack traces do. */
  #goesOn(text: string): boolean {
    const first = text.charCodeAt(0);
    const open = first === TAB || first === BLANK ? this.#open.get(BARE) : undefined;
    if (open === undefined || this.#parts.has(BARE)) return false;
    if (!open.isInBlock && isKlogLine(text.trimStart())) return false;
    this.#goOn(open, text);
    return true;
  }

  /** An object of a document, in place of a line. */
  pushPeeled(lines: readonly Layers[], place: number): void {
    for (const one of lines) this.#takePart({ ...one, text: this.#clean(one.text, place) }, place);
  }

  /** Gives what is still open. Whether a long line was cut in the middle. */
  end(): boolean {
    const isCut = this.#parts.size > 0;
    for (const [key, parts] of this.#parts) {
      this.#job.notice('line-cut', { line: parts.place });
      this.lose();
      this.#take(joinParts(parts, null), parts.place, key);
    }
    this.#parts.clear();
    this.#closeAll();
    return isCut;
  }

  #takePart(one: Layers, place: number): void {
    const key = keyOf(one);
    const parts = this.#parts.get(key);
    if (one.isPartial) {
      if (parts === undefined) {
        if (this.#parts.size >= MAX_OPEN) return this.lose();
        this.#parts.set(key, { first: one, place, texts: [one.text], length: one.text.length });
      } else if (parts.length < MAX_ENTRY) {
        parts.texts.push(one.text);
        parts.length += one.text.length;
      } else this.lose();
      return;
    }
    if (parts === undefined) return this.#take(one, place, key);
    this.#parts.delete(key);
    this.#job.notice('lines-joined', { line: parts.place });
    this.#take(joinParts(parts, one), parts.place, key);
  }

  #take(one: Layers, place: number, key: string): void {
    if (one.text === '' && one.json === null) return this.#takeBare(one);
    const layers = this.#withPending(one);
    if (layers.buildId !== null && layers.buildId !== this.#buildId) this.#tellBuild(layers.buildId);
    if (one.json !== null) return this.#takeJson(one.json, layers, place, key);
    const klog = this.#klogOf(layers, key);
    if (klog !== null) {
      const time = this.#timeOf(klog, layers);
      if (time === null) return this.#skip(place);
      const { header, precision, message } = klog;
      this.#begin(key, { time, precision, layers, klog: header, line: message, place });
    } else if (OWN_LINE.test(one.text)) {
      this.#begin(key, { ...this.#ownTime(layers), layers, klog: null, line: one.text, place });
    } else this.#takeOther(one.text, layers, place, key);
    this.#isEmpty = false;
  }

  /** Blanks before a header are of whoever copied the line, unless it is text in a value, or in a record of the journal. */
  #klogOf({ text, isJournal }: Layers, key: string): KlogLine | null {
    const isIndented = !isJournal && /^[ \t]/.test(text) && this.#open.get(key)?.isInBlock !== true;
    return parseKlogLine(isIndented ? text.trimStart() : text);
  }

  #timeOf({ time, year, precision }: KlogLine, layers: Layers): LineTime | null {
    if (year === null || layers.time !== null) return this.clock.ofLine(time, layers.time);
    const at = nearestYear(time, Date.UTC(year, 5, 30));
    const isOfYear = at !== null && time.month > 0 && new Date(at).getUTCFullYear() === year;
    return isOfYear ? this.clock.ofPrefix({ at, precision, isZoneKnown: true }) : null;
  }

  #skip(place: number): void {
    this.lose();
    this.#job.skip();
    this.#job.notice('no-time', { line: place });
  }

  /** The number of a build in Prow holds the time at which it was given. */
  #tellBuild(id: string): void {
    this.#buildId = id;
    const at = timeOfBuild(id);
    if (at !== null) this.clock.tell(at);
  }

  /** A time with nothing behind it belongs to the next line, as in text copied from Grafana. */
  #takeBare(one: Layers): void {
    if (one.time !== null && !one.time.isZoneKnown) this.#pendingTime = one.time;
  }

  #withPending(layers: Layers): Layers {
    const time = this.#pendingTime;
    this.#pendingTime = null;
    return time === null || layers.time !== null ? layers : { ...layers, time, isPicked: true };
  }

  #takeJson(json: Fields, layers: Layers, place: number, key: string): void {
    const klog = readJsonKlog(json);
    if (klog === null) {
      if (tellsOfSignal(JSON.stringify(json))) this.lose();
      this.#job.notice('other-lines', { line: place });
      return;
    }
    const time = this.clock.ofPrefix({ at: klog.at, precision: klog.precision, isZoneKnown: true });
    const { header, precision, structured } = klog;
    this.#begin(key, { time, precision, layers, klog: header, line: structured.text, place }, structured);
    this.#isEmpty = false;
  }

  /** No header: a record of the journal, the continuation of an entry, or a line of something else. */
  #takeOther(text: string, layers: Layers, place: number, key: string): void {
    const open = this.#open.get(key);
    // The journal stores each line of a text as a record of its own: those that are indented go on.
    const isNext =
      !layers.isJournal || (open?.entry.klog !== undefined && open.entry.klog !== null && /^\s/.test(text));
    if (open !== undefined && isNext) {
      this.#goOn(open, text);
      return;
    }
    const told = this.#ownTime(layers);
    if (told.time !== null) this.#begin(key, { ...told, layers, klog: null, line: text, place });
    else if (layers.yearless !== null) this.#skip(place);
    else {
      if (tellsOfSignal(text)) this.lose();
      this.#job.notice(this.#isEmpty ? 'line-cut' : 'other-lines', { line: place });
    }
  }

  #ownTime(layers: Layers): { time: LogEntry['time']; precision: Precision } {
    if (layers.time !== null)
      return { time: this.clock.ofPrefix(layers.time), precision: layers.time.precision };
    const { yearless } = layers;
    const time = yearless === null ? null : this.clock.ofLine(yearless, null);
    return { time, precision: yearless?.precision ?? PRECISION.inferred };
  }

  #begin(key: string, begun: Omit<Open['entry'], 'losses'>, json: Structured | null = null): void {
    const entry = { ...begun, losses: this.#losses };
    const isMark = entry.klog === null && /^---?(?: |$)/.test(entry.line);
    if (!isMark) this.#job.record();
    const before = this.#open.get(key);
    this.#open.delete(key);
    if (before !== undefined) this.#emit(before);
    // In a journal the order of processes tells what was before a boot.
    if (isMark || entry.layers.isJournal) this.#closeAll();
    else if (this.#open.size >= MAX_OPEN) this.#closeOldest();
    const { line } = entry;
    this.#open.set(key, { entry, json, parts: [line], length: line.length, isInBlock: line.endsWith('=<') });
  }

  #goOn(open: Open, text: string): void {
    // An object that does not end is a record of a collector that is damaged.
    if (open.length >= MAX_ENTRY || text.startsWith('{"')) this.lose();
    if (open.length < MAX_ENTRY) open.parts.push(text);
    open.length += text.length;
    open.isInBlock = text.endsWith('=<') || (open.isInBlock && !text.startsWith(' >'));
  }

  #closeAll(): void {
    for (const open of this.#open.values()) this.#emit(open);
    this.#open.clear();
  }

  #closeOldest(): void {
    for (const [key, open] of this.#open) {
      this.#open.delete(key);
      this.#emit(open);
      return;
    }
  }

  #emit({ entry, json, parts }: Open): void {
    const message = parts.length === 1 ? parts[0] : parts.join('\n');
    this.#onEntry({ ...entry, message, structured: () => json ?? readStructured(message) });
  }
}

/** The first builds that have such numbers. Source: kubernetes-sigs/prow: pkg/pod-utils/downwardapi; Twitter's snowflake. */
const BUILD_EPOCH = 1288834974657;

/** When a build of that number was begun; null for numbers of other kinds. */
export function timeOfBuild(id: string): EpochMs | null {
  return /^\d{18,20}$/.test(id) ? Number(BigInt(id) >> 22n) + BUILD_EPOCH : null;
}

function joinParts({ first, texts }: Parts, last: Layers | null): Layers {
  const text = [...texts, ...(last === null ? [] : [last.text])].join('').slice(0, MAX_ENTRY);
  // What was cut may be JSON, or have a header: only whole does it tell.
  const [whole] = peel(text, { ...first, text: '', isPartial: false });
  return whole ?? { ...first, text, isPartial: false };
}

function keyOf({ path, pod, container, stream, host, ident, pid }: Layers): string {
  return `${path}|${pod}|${container}|${stream}|${host}|${ident}|${pid}`;
}

/** The key of lines that nothing stands before. */
const BARE = keyOf(NO_LAYERS);
const TAB = 0x09;
const BLANK = 0x20;
