import type { EpochMs } from '../base/time.ts';
import type { Failure } from '../model/failure.ts';
import { DEFAULT_LIMITS, type Limits } from '../model/limits.ts';
import type { RunPart } from '../model/run.ts';
import { watchSource, type ByteSource } from './byte-source.ts';
import { decode, headOf } from './decode.ts';
import { chooseFormat } from './choose-format.ts';
import { PartSink } from './part-sink.ts';
import { Budget, Excess } from './unpack/limits.ts';
import { MemberWalk, type Member } from './unpack/members.ts';
import { failureOfExcess, failureOfTrouble, PackFailure } from './unpack/pack-failure.ts';

export interface ReadOptions {
  readonly signal: AbortSignal;
  readonly asOf: EpochMs | null;
  /** The time of reading. */
  readonly now: EpochMs;
  /** What the input may become when unpacked; those not given are the usual ones. */
  readonly limits?: Partial<Limits>;
  /** Called with the packed bytes taken from the source so far. */
  readonly onBytes: (read: number) => void;
}

/**
 * Reads one input: unpacks it, and of each file in it chooses the format and parses. One part for each file, as soon as it
 * is done; a failing one costs itself only, and its part says so. Rejects only when cancelled.
 */
export async function* readInput(source: ByteSource, options: ReadOptions): AsyncGenerator<RunPart> {
  const budget = new Budget({ ...DEFAULT_LIMITS, ...options.limits });
  try {
    for await (const member of new MemberWalk(budget).members(counted(source, budget, options))) {
      yield await readMember(member, options);
      options.signal.throwIfAborted();
    }
  } catch (error) {
    options.signal.throwIfAborted();
    yield new PartSink(source.path).finish(null, failureOf(error));
  }
}

async function readMember(member: Member, options: ReadOptions): Promise<RunPart> {
  const sink = new PartSink(member.path);
  if (member.bytes === null) return sink.finish(null, member.failure);
  let format: string | null = null;
  let failure: Failure | null;
  try {
    const decoded = await decode(member.bytes, () => sink.notice('encoding', { byte: 0 }));
    options.signal.throwIfAborted();
    const choice = chooseFormat(headOf(member.path, decoded));
    if ('code' in choice) failure = choice;
    else {
      format = choice.id;
      const input = { name: member.path, chunks: decoded.chunks };
      const now = timeOfWriting(member.modified, options.now);
      const result = await choice.parse(input, sink, sink.job({ ...options, now }));
      failure = result.ok ? null : result.failure;
      if (failure?.code === 'unknown-format') format = null;
    }
  } catch (error) {
    options.signal.throwIfAborted();
    failure = failureOf(error);
  }
  return sink.finish(format, noteTroubles(member, sink, failure));
}

/** No file of a cluster is older; packers that leave the time out write 1970 or 1980. */
const EARLIEST: EpochMs = Date.UTC(2015, 0, 1);

/** The time that lines without a year are near to, where nothing else tells it: when their file was written, or is read. */
function timeOfWriting(modified: EpochMs | null, now: EpochMs): EpochMs {
  return modified !== null && modified >= EARLIEST && modified <= now ? modified : now;
}

/** Tells what was odd about the packing; the answer is the failure that says most. */
function noteTroubles({ troubles }: Member, sink: PartSink, failure: Failure | null): Failure | null {
  let worst = failure;
  for (const trouble of troubles) {
    if (trouble === 'garbage') sink.notice('other-lines', { byte: 0 });
    else if (trouble !== 'checksum') sink.notice('cut-off', { byte: 0 });
    // What stands behind damage is not known, and may be the signal; behind a cut stands what comes later in an ordered file.
    if (trouble !== 'cut') sink.doubt();
    const isEmpty = worst?.code === 'empty';
    if (trouble === 'cut' && isEmpty) worst = { code: 'cut-off', atByte: 0, records: 0 };
    if (trouble !== 'cut' && (worst === null || isEmpty)) worst = failureOfTrouble(trouble);
  }
  return worst;
}

function failureOf(error: unknown): Failure {
  if (error instanceof Excess) return failureOfExcess(error);
  if (error instanceof PackFailure) return error.failure;
  return { code: 'unreadable', cause: error instanceof Error ? error.message : String(error) };
}

/** The same source, which tells what is taken from it, and ends when the reading is cancelled. */
function counted(source: ByteSource, budget: Budget, { signal, onBytes }: ReadOptions): ByteSource {
  return watchSource(source, (bytes) => {
    signal.throwIfAborted();
    // Parts of an archive may be read twice, its directory for one; they do not count again.
    budget.packed = Math.min(budget.packed + bytes.length, source.size ?? Infinity);
    onBytes(budget.packed);
  });
}
