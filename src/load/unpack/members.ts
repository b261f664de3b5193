import { SECOND, type EpochMs } from '../../base/time.ts';
import type { Failure } from '../../model/failure.ts';
import { sourceOfBytes, type ByteSource } from '../byte-source.ts';
import { HEAD_BYTES, peek, type Peeked } from '../peek.ts';
import { joinBytes } from '../../base/bytes.ts';
import { ByteReader } from './byte-reader.ts';
import { containerOf } from './container.ts';
import { gunzip } from './gunzip.ts';
import { Excess, type Budget } from './limits.ts';
import { failureOfArchive, failureOfExcess, PackFailure } from './pack-failure.ts';
import { readTar, type Entry } from './tar.ts';
import type { OnTrouble, Trouble } from './trouble.ts';
import { unxz } from './unxz.ts';
import { unzstd } from './unzstd.ts';
import { readZip } from './zip.ts';
import { returnInflater, type Inflater, type OnDone } from './inflate.ts';

/** A zip archive is read from its end; one that comes out of a stream is held for that. */
const MAX_HELD_ZIP = 128 << 20;

/** A file to be read: an input itself, or one inside of it. */
export interface Member {
  /** Archives and members, joined by ` > `; a compression adds nothing. */
  readonly path: string;
  /** Why there is nothing to read. */
  readonly failure: Failure | null;
  /** Its bytes, unpacked; null: there is a failure. They can be read once, before the next member is asked for. */
  readonly bytes: Peeked | null;
  /** Where its bytes lie as they are; null for what had to be unpacked. */
  readonly source: ByteSource | null;
  /** When it was written, as what it was packed in says, or its keeper; null: not told. */
  readonly modified: EpochMs | null;
  /** What was odd so far about the packing: complete once the bytes were read to their end. */
  readonly troubles: readonly Trouble[];
}

interface Place {
  readonly path: string;
  readonly depth: number;
  readonly troubles: Trouble[];
  /** Where the bytes lie as they are, so that they can be read in any order. */
  readonly source: ByteSource | null;
  readonly modified: EpochMs | null;
}

/**
 * All that an input holds, one after the other; the input itself, where it is no archive. An archive is a member only where
 * something is to be said of it. `wanted`: only the member of that path, and what leads to it.
 */
export class MemberWalk {
  readonly #budget: Budget;
  readonly #wanted: string | null;

  constructor(budget: Budget, wanted: string | null = null) {
    this.#budget = budget;
    this.#wanted = wanted;
  }

  async *members(source: ByteSource): AsyncGenerator<Member> {
    const { path, modified } = source;
    const place = { path, depth: 0, troubles: [], source, modified };
    try {
      yield* this.#open(place, source.chunks());
      const { excess } = this.#budget;
      if (excess !== null && this.#budget.members > 0) throw excess;
    } catch (error) {
      if (!(error instanceof Excess)) throw error;
      yield failed(source.path, failureOfExcess(error));
    }
  }

  /** Takes compressions off, and looks whether there is an archive below. */
  async *#open(place: Place, chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Member> {
    const layers = [await peek(chunks, HEAD_BYTES)];
    const done: Inflater[] = [];
    try {
      const failure = yield* this.#openLayers(place, layers, (inflater) => done.push(inflater));
      if (failure !== null) yield failed(place.path, failure);
    } catch (error) {
      if (!(error instanceof PackFailure)) throw error;
      yield failed(place.path, error.failure);
    } finally {
      // A format may have stopped early, or none was asked; the layers hold buffers of the platform.
      for (const layer of layers.reverse()) await layer.close();
      done.forEach(returnInflater);
    }
  }

  /** Adds to the layers as it goes; the answer is what is to be said of the archive itself. */
  async *#openLayers(place: Place, layers: Peeked[], onDone: OnDone): AsyncGenerator<Member, Failure | null> {
    const { maxDepth } = this.#budget.limits;
    let { modified } = place;
    for (;;) {
      const bytes = layers[layers.length - 1];
      const source = layers.length === 1 ? place.source : null;
      const kind = containerOf(bytes.head);
      const depth = place.depth + layers.length;
      if (kind === null) {
        yield { path: place.path, failure: null, bytes, source, modified, troubles: place.troubles };
        return null;
      }
      if (depth > maxDepth) return failureOfExcess(new Excess('maxDepth', maxDepth));
      if (kind === 'tar') return yield* this.#openTar({ ...place, depth, source }, bytes);
      if (kind === 'zip') return yield* this.#openZip({ ...place, depth, source }, bytes);
      if (kind === 'gzip') modified = gzipTime(bytes.head) ?? modified;
      const onTrouble = (trouble: Trouble) => void place.troubles.push(trouble);
      const unpacked = decompress(kind, bytes.chunks, onTrouble, onDone);
      layers.push(await peek(this.#budget.counted(unpacked), HEAD_BYTES));
    }
  }

  async *#openTar(place: Place, bytes: Peeked): AsyncGenerator<Member, Failure | null> {
    const reader = new ByteReader(bytes.chunks);
    const troubles: Trouble[] = [];
    const count = yield* this.#openAll(
      place,
      readTar(reader, (trouble) => troubles.push(trouble)),
    );
    if (this.#budget.excess !== null) return null;
    return failureOfArchive([...place.troubles, ...troubles], reader.position, count);
  }

  async *#openZip(place: Place, bytes: Peeked): AsyncGenerator<Member, Failure | null> {
    const source = place.source ?? (await hold(place.path, bytes.chunks));
    let failure: Failure | null = null;

    const entries = readZip(source, this.#budget, (why) => (failure = why));
    const count = yield* this.#openAll(place, entries);
    if (this.#budget.excess !== null) return null;
    return failure ?? failureOfArchive(place.troubles, 0, count);
  }

  /** The members of an archive, those in archives inside of it too; the answer is how many entries it has. */
  async *#openAll(place: Place, entries: AsyncGenerator<Entry>): AsyncGenerator<Member, number> {
    const names = new Map<string, number>();
    let count = 0;
    for await (const entry of entries) {
      count++;
      this.#budget.members++;
      if (this.#budget.excess !== null) break;
      const path = `${place.path} > ${uniqueName(names, entry.name)}`;
      if (!this.#isWanted(path)) continue;
      if (entry.failure !== null) yield failed(path, entry.failure);
      else {
        const troubles: Trouble[] = [];
        const done: Inflater[] = [];
        const chunks = entry.chunks(
          (trouble) => troubles.push(trouble),
          (inflater) => done.push(inflater),
        );
        yield* this.#open(
          { path, depth: place.depth, troubles, source: null, modified: entry.modified },
          chunks,
        );
        done.forEach(returnInflater);
      }
      if (this.#budget.excess !== null) break;
    }
    return count;
  }

  #isWanted(path: string): boolean {
    return this.#wanted === null || this.#wanted === path || this.#wanted.startsWith(`${path} > `);
  }
}

/** An archive may hold several files of one name. */
function uniqueName(names: Map<string, number>, name: string): string {
  const count = (names.get(name) ?? 0) + 1;
  names.set(name, count);
  return count === 1 ? name : `${name} (${count})`;
}

function failed(path: string, failure: Failure): Member {
  return { path, failure, bytes: null, source: null, modified: null, troubles: [] };
}

/** When the file was written that a gzip member holds (RFC 1952, MTIME); null where its header does not tell. */
function gzipTime(head: Uint8Array): EpochMs | null {
  const view = new DataView(head.buffer, head.byteOffset, head.length);
  return head.length < 8 ? null : view.getUint32(4, true) * SECOND || null;
}

function decompress(
  kind: 'gzip' | 'zstd' | 'xz',
  chunks: AsyncIterable<Uint8Array>,
  onTrouble: OnTrouble,
  onDone: OnDone,
): AsyncIterable<Uint8Array> {
  if (kind === 'zstd') return unzstd(chunks, onTrouble);
  if (kind === 'xz') return unxz(chunks, onTrouble);
  return gunzip(chunks, onTrouble, onDone);
}

/** A zip archive that comes out of a stream. */
async function hold(path: string, chunks: AsyncIterable<Uint8Array>): Promise<ByteSource> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    parts.push(chunk.slice()); // it is valid until a few more were asked for
    length += chunk.length;
    if (length > MAX_HELD_ZIP) {
      const what = 'a zip archive inside of another file';
      throw new PackFailure({ code: 'too-large', limitBytes: MAX_HELD_ZIP, what });
    }
  }
  return sourceOfBytes(path, joinBytes(parts));
}
