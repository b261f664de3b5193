import { MINUTE, type DurationMs, type EpochMs } from '../base/time.ts';

interface Span {
  readonly from: EpochMs;
  readonly to: EpochMs;
}

/** A recorder of a whole run writes events every few seconds; after this long without one, it was not recording. */
const MAX_SILENCE: DurationMs = 5 * MINUTE;
/** Only where most minutes have an event does such a silence mean something: short lists are made by hand. */
const DENSE = 0.5;
/** Of those nobody knows what was left out; that nothing at all happened for so long is not believed. */
const MAX_SPARSE_SILENCE: DurationMs = 60 * MINUTE;
const MIN_EVENTS = 100;
/** Minutes that are kept: a month of events; further ones are not looked at. */
const MAX_MINUTES = 50_000;

/** In which stretches a file's events were recorded: all of the file's span but for holes, of minutes in a dense record. */
export class EventSpan {
  readonly #minutes = new Set<number>();
  #events = 0;

  add(at: EpochMs): void {
    this.#events++;
    if (this.#minutes.size < MAX_MINUTES) this.#minutes.add(Math.floor(at / MINUTE));
  }

  /** The stretches within the file's span, by time. A hole begins and ends with the minutes of the events around it. */
  within({ from, to }: Span): Span[] {
    const minutes = [...this.#minutes].sort((a, b) => a - b);
    const first = minutes[0] ?? 0;
    const last = minutes[minutes.length - 1] ?? 0;
    const isSparse = this.#events < MIN_EVENTS || minutes.length < DENSE * (last - first + 1);
    const silence = isSparse ? MAX_SPARSE_SILENCE : MAX_SILENCE;
    const spans: Span[] = [];
    let begin = first * MINUTE - from > silence ? first * MINUTE : from;
    for (let i = 1; i < minutes.length; i++) {
      const [end, next] = [(minutes[i - 1] + 1) * MINUTE, minutes[i] * MINUTE];
      if (next - end <= silence) continue;
      spans.push({ from: begin, to: end });
      begin = next;
    }
    const end = (last + 1) * MINUTE;
    spans.push({ from: begin, to: to - end > silence ? end : to });
    return spans;
  }
}
