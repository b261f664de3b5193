import type { EpochMs } from '../base/time.ts';
import type { Format, Head } from '../formats/format.ts';
import { FORMATS } from '../formats/index.ts';
import type { Failure } from '../model/failure.ts';
import type { RunPart } from '../model/run.ts';
import { Bomb, defused, tallied } from './bomb.ts';
import type { ByteSource } from './byte-source.ts';
import { detectEncoding, toUtf8 } from './encoding.ts';
import { gunzip, isGzip } from './gunzip.ts';
import { knownContainer, looksLike } from './looks-like.ts';
import { PartSink } from './part-sink.ts';
import { peek, type Peeked } from './peek.ts';

/** What `detect` sees of an input. */
const HEAD_BYTES = 1 << 16;
/** Gzip inside gzip happens; more of it is no accident. */
const MAX_GZIP_LAYERS = 3;

export interface ReadOptions {
  readonly signal: AbortSignal;
  readonly asOf: EpochMs | null;
  /** The time of reading. */
  readonly now: EpochMs;
  /** Called with the packed bytes taken from the source so far. */
  readonly onBytes: (read: number) => void;
}

/** Reads one input: unpack, choose its format, parse. Failures are in the part; rejects only when cancelled. */
export async function readInput(source: ByteSource, options: ReadOptions): Promise<RunPart> {
  const sink = new PartSink(source.path);
  let format: Format | null = null;
  let failure: Failure | null;
  try {
    const peeked = await unpack(counted(source, options), sink);
    options.signal.throwIfAborted();
    const head = headOf(source.path, peeked);
    const choice = chooseFormat(head);
    if ('code' in choice) failure = choice;
    else {
      format = choice;
      const input = { name: source.path, chunks: peeked.chunks };
      const result = await format.parse(input, sink, sink.job(options));
      failure = result.ok ? null : result.failure;
      if (failure?.code === 'unknown-format') format = null;
    }
  } catch (error) {
    options.signal.throwIfAborted();
    failure =
      error instanceof Bomb
        ? { code: 'too-large', limitBytes: error.limit, what: 'what this unpacks to' }
        : { code: 'unreadable', cause: error instanceof Error ? error.message : String(error) };
  }
  return sink.finish(format?.id ?? null, failure);
}

async function* counted(source: ByteSource, { signal, onBytes }: ReadOptions): AsyncGenerator<Uint8Array> {
  let read = 0;
  for await (const chunk of source.chunks()) {
    signal.throwIfAborted();
    read += chunk.length;
    onBytes(read);
    yield chunk;
  }
}

/** Takes off layers of gzip, then any encoding but UTF-8. */
export async function unpack(
  chunks: AsyncIterable<Uint8Array>,
  sink: Pick<PartSink, 'notice'>,
): Promise<Peeked> {
  const packed = { bytes: 0 };
  let peeked = await peek(tallied(chunks, packed), HEAD_BYTES);
  for (let layer = 0; layer < MAX_GZIP_LAYERS && isGzip(peeked.head); layer++) {
    const inflated = gunzip(peeked.chunks, () => sink.notice('cut-off', { byte: 0 }));
    peeked = await peek(defused(inflated, packed), HEAD_BYTES);
  }
  const encoding = detectEncoding(peeked.head);
  if (encoding === 'utf-8') return peeked;
  if (encoding !== 'utf-8-bom') sink.notice('encoding', { byte: 0 });
  return peek(toUtf8(peeked.chunks, encoding), HEAD_BYTES);
}

export function headOf(name: string, { head, isWhole }: Peeked): Head {
  const text = new TextDecoder().decode(head, { stream: true });
  return { name, bytes: head, text, isWhole };
}

/** The one format that claims the head, or why there is none. */
export function chooseFormat(head: Head): Format | Failure {
  if (head.bytes.length === 0 || (head.isWhole && head.text.trim() === '')) return { code: 'empty' };
  const container = knownContainer(head.bytes);
  if (container !== null) return { code: 'unsupported', what: container };
  const claimed = FORMATS.find((format) => format.detect(head));
  if (claimed !== undefined) return claimed;
  return {
    code: 'unknown-format',
    looksLike: looksLike(head),
    expected: FORMATS.map((format) => format.label),
  };
}
