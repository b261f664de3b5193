import type { RequestTableBuilder } from '../../model/request-table-builder.ts';
import { readAnnotations } from './annotations.ts';
import type { LineScanner, Scanned } from './line-scanner.ts';
import { END, ROW, ROW_WORDS, type ScannerCore } from './scanner-core.ts';

const NEWLINE = 0x0a;
/** After so many odd lines in a row, twice as many are left alone at each further one. */
const PATIENCE = 8;
const LONGEST_REST = 1 << 10;

const decoder = new TextDecoder();

/** Reads lines in WebAssembly, and carries rows and new texts over to the table. */
export class WasmScanner implements LineScanner {
  readonly #core: ScannerCore;
  #builder: RequestTableBuilder | null = null;
  #ids = new Uint32Array(1 << 10); // ids in the table by ids of the core
  #idCount = 1;
  #verbs: number[] = [];
  /** Which bytes the core has: of which buffer, from where to where, and where byte 0 of it would be in the input. */
  #window = { buffer: new Uint8Array(0) as Uint8Array, from: 0, to: 0, base: 0 };
  #oddInRow = 0;
  #resting = 0; // lines to leave alone

  constructor(core: ScannerCore) {
    this.#core = core;
  }

  scan(buffer: Uint8Array, from: number, to: number, offset: number, builder: RequestTableBuilder): Scanned {
    if (this.#resting > 0) {
      this.#resting--;
      return { records: 0, to: from };
    }
    if (this.#core.owner !== this || this.#builder !== builder) this.#begin(builder);
    const { exports } = this.#core;
    const base = offset - from;
    let records = 0;
    let at = from;
    while (at < to) {
      if (!this.#bring(buffer, at, to, base)) break;
      const window = this.#window;
      const rows = exports.scan(at - window.from, window.to - window.from);
      this.#carry(rows, builder);
      records += rows;
      at = window.from + exports.scannedTo();
      const why = exports.endReason();
      if (why === END.full) this.#forget();
      if (why === END.odd) break;
    }
    if (at < to) this.#noteOdd(records > 0);
    return { records, to: at };
  }

  #begin(builder: RequestTableBuilder): void {
    this.#core.owner = this;
    this.#builder = builder;
    this.#window = { ...this.#window, to: -1 };
    this.#forget();
  }

  /** The core begins a new dictionary. Nobody can make texts that collide in it without knowing the seed. */
  #forget(): void {
    this.#core.exports.reset(Math.trunc(Math.random() * 0xffffffff));
    this.#idCount = 1;
    this.#verbs = [];
  }

  /** Has the lines from `at` on in the core, as many as there is room for; false where not even one has. */
  #bring(buffer: Uint8Array, at: number, to: number, base: number): boolean {
    const { bytes, input, inputSize } = this.#core;
    const old = this.#window;
    if (old.buffer === buffer && old.base === base && at >= old.from && at < old.to && old.to <= to)
      return true;
    const end = to - at <= inputSize ? to : buffer.lastIndexOf(NEWLINE, at + inputSize - 1) + 1;
    if (end <= at) return false;
    bytes.set(buffer.subarray(at, end), input);
    this.#window = { buffer, from: at, to: end, base };
    return true;
  }

  #carry(count: number, builder: RequestTableBuilder): void {
    this.#learn(builder);
    const rows = builder.reserve(count);
    const { words, doubles } = this.#core;
    const ids = this.#ids;
    const place = this.#window.base + this.#window.from;
    const first = rows.length;
    for (let i = 0; i < count; i++) {
      const row = first + i;
      const word = i * ROW_WORDS;
      const packed = words[word + ROW.packed];
      rows.received[row] = doubles[word >> 1];
      rows.stageAt[row] = doubles[(word >> 1) + 1];
      rows.place[row] = place + words[word + ROW.at];
      rows.auditHigh[row] = words[word + ROW.high];
      rows.auditLow[row] = words[word + ROW.low];
      rows.code[row] = packed & 0x3ff;
      rows.stage[row] = (packed >>> 10) & 3;
      rows.verb[row] = this.#verbs[(packed >>> 12) & 0x1f];
      rows.flags[row] = packed >>> 17;
      rows.node[row] = 0;
      rows.user[row] = ids[words[word + ROW.texts]];
      rows.agent[row] = ids[words[word + ROW.texts + 1]];
      rows.path[row] = ids[words[word + ROW.texts + 2]];
      rows.resource[row] = ids[words[word + ROW.texts + 3]];
      rows.namespace[row] = ids[words[word + ROW.texts + 4]];
      rows.address[row] = ids[words[word + ROW.texts + 5]];
    }
    rows.length += count;
    for (let i = 0; i < count; i++)
      if (words[i * ROW_WORDS + ROW.notesTo] > 0) this.#annotate(first + i, i, builder);
  }

  /** Gives texts and verbs that the core met for the first time their ids in the table. */
  #learn(builder: RequestTableBuilder): void {
    const { exports, offsets, bytes, verbs } = this.#core;
    const count = exports.textCount();
    if (count > this.#ids.length) {
      const grown = new Uint32Array(Math.max(count, this.#ids.length * 2));
      grown.set(this.#ids);
      this.#ids = grown;
    }
    for (; this.#idCount < count; this.#idCount++)
      this.#ids[this.#idCount] = builder.textIdOfBytes(
        bytes,
        offsets[this.#idCount],
        offsets[this.#idCount + 1],
      );
    while (this.#verbs.length < exports.verbCount()) {
      const at = verbs + 16 * this.#verbs.length;
      const text = decoder.decode(bytes.subarray(at, at + 16)).replace(/\0+$/, '');
      this.#verbs.push(builder.verbOf(text));
    }
  }

  /** Annotations that tell something are few, and read as they stand. */
  #annotate(row: number, index: number, builder: RequestTableBuilder): void {
    const { words, bytes, input } = this.#core;
    const from = input + words[index * ROW_WORDS + ROW.notesFrom];
    const to = input + words[index * ROW_WORDS + ROW.notesTo];
    const { flags, notes } = readAnnotations(JSON.parse(decoder.decode(bytes.subarray(from, to))));
    builder.reserve(0).flags[row] |= flags;
    for (const [kind, value] of notes) builder.note(row, kind, value);
  }

  /** Trying each line of a file whose lines are all odd costs for nothing. */
  #noteOdd(hasTaken: boolean): void {
    this.#oddInRow = hasTaken ? 1 : this.#oddInRow + 1;
    if (this.#oddInRow > PATIENCE) this.#resting = Math.min(LONGEST_REST, 2 ** (this.#oddInRow - PATIENCE));
  }
}
