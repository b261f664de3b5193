import type { Result } from '../../base/result.ts';
import { MAX_AROUND, type LineMatches, type LineTarget, type LogLines } from '../../model/log-lines.ts';
import type { RecordFailure } from '../../model/record-failure.ts';
import type { Reread } from '../../worker/protocol.ts';
import { setBusy } from '../parts/frame.ts';

/** What reads the file: the session. */
export interface LogSource {
  lines(
    path: string,
    ask: { readonly target: LineTarget; readonly around: number },
    onProgress: (progress: Reread) => void,
  ): Promise<Result<LogLines, RecordFailure> | null>;
  searchLines(
    path: string,
    text: string,
    onProgress: (progress: Reread) => void,
  ): Promise<Result<LineMatches, RecordFailure> | null>;
}

/** Lines before and after that are shown at first, and then. */
const AROUND = [20, 100, 300, MAX_AROUND] as const;

/** One file that is looked into: some of its lines, and where a text stands in it. */
export class LogView {
  lines = $state.raw<LogLines | null>(null);
  failure = $state.raw<RecordFailure | null>(null);
  /** How far the reading is; null: nothing is being read. */
  progress = $state.raw<Reread | null>(null);
  /** What was searched for; '': nothing. */
  text = $state('');
  matches = $state.raw<LineMatches | null>(null);
  isSearching = $state(false);
  #step = $state(0);
  readonly path: string;
  readonly #source: LogSource;

  constructor(source: LogSource, path: string) {
    this.#source = source;
    this.path = path;
  }

  get canWiden(): boolean {
    return (
      this.lines !== null && !(this.lines.first === 1 && this.lines.isEnd) && this.#step < AROUND.length - 1
    );
  }

  /** The number of the match that is looked at, from 1; 0: none. */
  get current(): number {
    return (this.matches?.numbers.indexOf(this.lines?.focus ?? -1) ?? -1) + 1;
  }

  async show(target: LineTarget): Promise<void> {
    this.progress = { read: 0, total: 0 };
    setBusy(this, true);
    const ask = { target, around: AROUND[this.#step] };
    const answer = await this.#source.lines(this.path, ask, (progress) => (this.progress = progress));
    setBusy(this, false);
    if (answer === null) return;
    this.progress = null;
    this.lines = answer.ok ? answer.value : null;
    this.failure = answer.ok ? null : answer.failure;
  }

  async widen(): Promise<void> {
    if (!this.canWiden || this.lines === null) return;
    this.#step++;
    await this.show({ line: this.lines.focus });
  }

  /** Looks for a text in the whole file, and shows the first place from here on. */
  async search(text: string): Promise<void> {
    this.text = text;
    this.matches = null;
    this.isSearching = text !== '';
    if (text === '') return;
    setBusy(this, true);
    const answer = await this.#source.searchLines(this.path, text, () => undefined);
    setBusy(this, false);
    if (answer === null) return;
    this.isSearching = false;
    if (!answer.ok) {
      this.failure = answer.failure;
      return;
    }
    this.matches = answer.value;
    const here = this.lines?.focus ?? 1;
    const next = answer.value.numbers.find((number) => number >= here) ?? answer.value.numbers[0];
    if (next !== undefined) await this.show({ line: next });
  }

  /** Shows the next match (1), or the one before (−1); around the ends. */
  async go(by: 1 | -1): Promise<void> {
    const numbers = this.matches?.numbers ?? [];
    if (numbers.length === 0) return;
    const here = this.lines?.focus ?? 0;
    const next =
      by > 0
        ? (numbers.find((number) => number > here) ?? numbers[0])
        : ([...numbers].reverse().find((number) => number < here) ?? numbers[numbers.length - 1]);
    await this.show({ line: next });
  }
}

/** Parts of a line, those that hold the text told apart from the others. */
export function splitAt(line: string, text: string): { readonly text: string; readonly isMatch: boolean }[] {
  const [folded, wanted] = [line.toLowerCase(), text.toLowerCase()];
  // Of few letters the lower case has another length; then the parts would lie beside them.
  if (wanted === '' || folded.length !== line.length) return [{ text: line, isMatch: false }];
  const parts: { text: string; isMatch: boolean }[] = [];
  let from = 0;
  for (let at = folded.indexOf(wanted); at >= 0; at = folded.indexOf(wanted, from)) {
    if (at > from) parts.push({ text: line.slice(from, at), isMatch: false });
    from = at + wanted.length;
    parts.push({ text: line.slice(at, from), isMatch: true });
  }
  if (from < line.length) parts.push({ text: line.slice(from), isMatch: false });
  return parts;
}
