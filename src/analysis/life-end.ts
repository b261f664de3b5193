/** When the process was gone that a stop ended: what arrives later is for its next life. */
import { SECOND, type DurationMs, type EpochMs } from '../base/time.ts';
import type { RebootMark } from '../model/mark.ts';
import { SIGNAL_BEFORE_REBOOT } from '../model/rules.ts';
import type { Ground } from './ground.ts';
import { ownerKey } from './mark-index.ts';
import { NodeIndex } from './node-index.ts';
import { finishOf, type Stop } from './shutdowns.ts';

/** An apiserver talks to itself and is talked to all the time: a log that is silent for so long is of no process. */
const SILENCE: DurationMs = 30 * SECOND;
/** A log can be told to fall silent when it held something in so many of the seconds that `SILENCE` has, before the signal. */
const DENSE = 20;

type RebootIndex = NodeIndex<RebootMark>;

/** Reboots of which the end is known, by node; a signal may come a little before its reboot is told. */
export function indexReboots({ run, names }: Ground): RebootIndex {
  return new NodeIndex(
    run.marks.filter((mark): mark is RebootMark => mark.kind === 'reboot' && mark.end !== null),
    ({ node }) => (node === null ? null : names.nameOf(node)),
    ({ at, end }) => [at - SIGNAL_BEFORE_REBOOT, end!],
  );
}

export interface LifeEnd {
  /** It was gone then at the latest. */
  readonly at: EpochMs;
  /** Something cut it short then; else it is only the time by which it is killed, or it finished in order. */
  readonly isCut: boolean;
}

/** What marks tell: its finish, a kill, the next process, its node back from a reboot; at the latest the hard kill is due. */
export function toldEnd(stop: Stop, t0: EpochMs, reboots: RebootIndex, { marks }: Ground): LifeEnd {
  const finish = finishOf(stop);
  if (finish !== null) return { at: finish, isCut: false };
  const due = t0 + stop.kill.max;
  const owner = ownerKey(stop.server, stop.node);
  const signs = [marks.starts, marks.kills, marks.nonGraceful].flatMap((index) =>
    index.touching(owner, t0 + 1, due).map((mark) => mark.at),
  );
  const backs = reboots.touching(stop.node, t0, t0).map(({ end }) => end!);
  const cut = Math.min(...signs, ...backs.filter((end) => end > t0));
  return cut <= due ? { at: cut, isCut: true } : { at: due, isCut: false };
}

/** Listens to the audit log of one apiserver around one signal, and tells when its process fell silent. */
export class Hearing {
  readonly #t0: EpochMs;
  readonly #told: LifeEnd;
  readonly #heard: Uint8Array; // by second, from SILENCE before T0
  #alive: EpochMs; // the last moment at which it is proven to have lived
  #next = Infinity; // the first sign of the next life
  #last = -Infinity;
  #isWhole = false;

  /** `alive`: it was seen to live until then. */
  constructor(t0: EpochMs, told: LifeEnd, alive: EpochMs) {
    this.#t0 = t0;
    this.#told = told;
    this.#alive = Math.min(alive, told.at);
    this.#heard = new Uint8Array(Math.ceil((told.at - t0 + SILENCE) / SECOND) + 1);
  }

  /** `isOwn`: a request of the server to itself, which only a whole log has. */
  hear(at: EpochMs, isOwn: boolean): void {
    this.#last = Math.max(this.#last, at);
    this.#isWhole ||= isOwn;
    const second = this.#secondOf(at);
    if (second >= 0 && at <= this.#told.at) this.#heard[second] = 1;
  }

  /** A request that says that this very shutdown went on when it came. */
  lives(at: EpochMs): void {
    if (at > this.#alive && at <= this.#told.at) this.#alive = at;
  }

  /** A request before the server was ready: it is of the next life. */
  starts(at: EpochMs): void {
    if (at > this.#t0 && at < this.#next) this.#next = at;
  }

  end(): LifeEnd {
    const silent = this.#fallsSilent();
    if (silent !== null) return { at: silent, isCut: true };
    return this.#next <= this.#told.at ? { at: this.#next - 1, isCut: true } : this.#told;
  }

  /** The end of the last second before the first silence in which it is not proven to have lived; null for none. */
  #fallsSilent(): EpochMs | null {
    if (!this.#isWhole || !this.#isDense()) return null;
    const until = this.#secondOf(Math.min(this.#told.at, this.#next));
    let last = this.#secondOf(Math.max(this.#alive, this.#t0));
    for (let second = last + 1; second <= until; second++) {
      // A log that does not go on has ended, and tells of no silence.
      const isHeard = second === until ? this.#last >= this.#timeOf(until) : this.#heard[second] === 1;
      if (!isHeard) continue;
      if (second - last > SILENCE / SECOND) return this.#timeOf(last + 1);
      last = second;
    }
    return null;
  }

  #isDense(): boolean {
    return this.#heard.subarray(0, SILENCE / SECOND).reduce((sum, one) => sum + one, 0) >= DENSE;
  }

  #secondOf(at: EpochMs): number {
    return Math.floor((at - this.#t0 + SILENCE) / SECOND);
  }

  #timeOf(second: number): EpochMs {
    return this.#t0 - SILENCE + second * SECOND;
  }
}
