import type { Result } from '../base/result.ts';
import { truncate } from '../base/text.ts';
import { formatTime, type EpochMs } from '../base/time.ts';
import { digestSet } from '../base/sha256.ts';
import { shiftOf } from '../model/clock-shift.ts';
import type { LineTarget } from '../model/log-lines.ts';
import { DEFAULT_LIMITS, type Limits } from '../model/limits.ts';
import type { RecordFailure } from '../model/record-failure.ts';
import type { Run } from '../model/run.ts';
import type { Settings } from '../model/report.ts';
import { dataNameOf, isNamed, mayBe } from '../view/data-name.ts';
import { decodeLink, encodeView } from '../view/url.ts';
import { INITIAL_VIEW, type DataName, type ViewState } from '../view/view-state.ts';
import type { QueryAnswer, QuerySubject } from '../worker/query-protocol.ts';
import type { RequestClient } from '../worker/request-protocol.ts';
import type { LoadClient, PageInput, Progress, Reread } from '../worker/protocol.ts';
import { setLoading } from './parts/frame.ts';
import type { LinkHome } from './link-home.ts';
import { phaseOfError, phaseOfRun, phaseWithout, refusedOf, type Phase, type Refused } from './phase.ts';

/** The files of a sample by its id; null for an id that is not known. */
export type SampleSource = (id: string) => Promise<readonly PageInput[] | null>;

/** What was shown before something else was opened. */
interface Kept {
  readonly run: Run;
  readonly inputs: readonly PageInput[];
  readonly limits: Limits;
  readonly view: ViewState;
}

/** Going back further than so many sets of files asks for them again. */
const MAX_VISITED = 5;

/** The one mutable thing: what was loaded, and how it is looked at. */
export class Session {
  phase = $state.raw<Phase>({ kind: 'empty' });
  view = $state.raw<ViewState>(INITIAL_VIEW);
  /** Read aloud by screen readers. */
  announcement = $state('');
  /** Shown for a moment, too; null: nothing. */
  said = $state.raw<{ readonly words: string } | null>(null);
  /** What of the link could not be read. */
  unread = $state.raw<readonly string[]>([]);
  /** What was opened in vain while a run was there, which stays. */
  refused = $state.raw<Refused | null>(null);
  /** What each input may become when unpacked. */
  limits = $state.raw<Limits>(DEFAULT_LIMITS);
  /** What stays where nothing new can be shown. */
  #kept: Kept | null = null;
  #inputs: readonly PageInput[] = [];
  #load: AbortController | null = null;
  /** Ends when the data at hand have their name. */
  #naming: Promise<void> = Promise.resolve();
  /** Files of this visit by their digest, for the browser's back and forward. */
  #visited: readonly { readonly digest: string; readonly inputs: readonly PageInput[] }[] = [];
  readonly #client: LoadClient;
  readonly #link: LinkHome;
  readonly #samples: SampleSource;

  constructor(client: LoadClient, link: LinkHome, samples: SampleSource) {
    this.#client = client;
    this.#link = link;
    this.#samples = samples;
  }

  /** What can be drawn: whole, or so far. */
  get run(): Run | null {
    return 'run' in this.phase ? this.phase.run : null;
  }

  /** Says something to those who see the page and to those who hear it. */
  say(words: string): void {
    this.announcement = words;
    this.said = { words };
  }

  /** Starts anew with these inputs, or reads them together with those before. */
  async open(inputs: readonly PageInput[], isAddition = false): Promise<void> {
    if (inputs.length === 0) return;
    if (this.phase.kind === 'missing') return this.#compare(inputs, this.phase.wanted);
    this.#keep();
    if (isAddition) {
      this.change({ ...this.view, sample: null }, false);
      return this.#read([...this.#inputs, ...inputs], this.run, this.limits);
    }
    // A link's view is for the run that is opened first.
    if (this.phase.kind !== 'empty') this.change(INITIAL_VIEW, true);
    return this.#read(inputs, null);
  }

  /** Reads the same files with other limits. */
  readAgain(limits: Limits): Promise<void> {
    this.#keep();
    return this.#read(this.#inputs, this.run, limits);
  }

  /** Reads the same files with a time of the run, for those that write no year. */
  setAsOf(asOf: EpochMs | null): Promise<void> {
    return this.#setClocks({ asOf });
  }

  /** Puts the clock of a file right: so many seconds are added to its times; 0 takes that back. */
  setShift(path: string, seconds: number): Promise<void> {
    const others = this.view.shifts.filter((one) => one.path !== path);
    return this.#setClocks({ shifts: seconds === 0 ? others : [...others, { path, seconds }] });
  }

  #setClocks(clocks: Partial<Pick<ViewState, 'asOf' | 'shifts'>>): Promise<void> {
    this.#keep();
    this.change({ ...this.view, ...clocks }, true);
    return this.#read(this.#inputs, this.run, this.limits);
  }

  async openSample(id: string): Promise<void> {
    const isOther = id !== this.view.sample;
    const base = this.phase.kind === 'empty' ? this.view : INITIAL_VIEW;
    if (isOther) this.change({ ...base, sample: id, data: null }, true);
    setLoading(true);
    const inputs = await this.#samples(id);
    if (this.view.sample !== id) return;
    if (inputs !== null) return this.#read(inputs, null);
    this.unread = [...this.unread, `the sample “${truncate(id, 40)}”, which is not here`];
    this.change({ ...this.view, sample: null }, false);
    setLoading(false);
  }

  /** Opens what stands in for the link's files. */
  lookAnyway(): void {
    if (this.phase.kind === 'missing' && this.phase.other !== null) void this.#read(this.phase.other, null);
  }

  /** Lets go of the link. */
  forget(): void {
    this.change(INITIAL_VIEW, true);
    this.phase = { kind: 'empty' };
  }

  /** Stops reading; what was shown before comes back. */
  cancel(): void {
    if (this.#load === null) return;
    const kept = this.#kept;
    this.#stop();
    if (kept !== null) return this.#bringBack(kept, 'Reading was cancelled.');
    this.change({ ...this.view, sample: null }, false);
    this.phase = phaseWithout(this.view.data);
    this.announcement = 'Reading was cancelled.';
  }

  /** Another view of the run. A step can be taken back with the browser's back button; gliding replaces. */
  change(view: ViewState, isStep: boolean): void {
    if (view === this.view) return;
    this.view = view;
    this.#link.write(encodeView(roundTimes(view)).text, isStep);
  }

  /** The address is new, or changed by itself: shows what it says, and opens its data where they are not at hand. */
  follow(): void {
    const { fragment, search } = this.#link.read();
    const before = this.view;
    const { view: wanted, unread } = decodeLink(fragment, search);
    this.unread = unread;
    const isLocal = this.#inputs.length > 0 && before.sample === null;
    // Steps that were made before the files had their name.
    const isUnnamed = isLocal && wanted.sample === null && wanted.data === null;
    this.view = isUnnamed ? { ...wanted, data: before.data } : wanted;
    const isSame = wanted.sample === before.sample && wanted.data?.digest === before.data?.digest;
    if (isUnnamed || (isSame && this.#inputs.length > 0)) {
      const isOtherClock = JSON.stringify(settingsOf(this.view)) !== JSON.stringify(settingsOf(before));
      if (isOtherClock) void this.#read(this.#inputs, this.run, this.limits);
      return;
    }
    this.#stop();
    this.phase = phaseWithout(wanted.data);
    const visited = this.#visited.find(({ digest }) => digest === wanted.data?.digest);
    if (wanted.sample !== null) void this.openSample(wanted.sample);
    else if (visited !== undefined) void this.#read(visited.inputs, null);
  }

  /** The whole address of the view, and what it has no room for. */
  async address(): Promise<{ href: string; left: readonly string[] }> {
    await this.#naming;
    const { text, left } = encodeView(roundTimes(this.view));
    return { href: this.#link.href(text), left };
  }

  /** The rows of the table that match; for queries that are too slow for the page itself. */
  query(subject: QuerySubject, text: string): Promise<QueryAnswer> {
    return this.#client.query(subject, text);
  }

  /** What answers about the requests of audit logs. */
  get requests(): RequestClient {
    return this.#client;
  }

  /** One record as it lies in its file. */
  detail(path: string, place: number): Promise<Result<string, RecordFailure>> {
    return this.#client.detail(this.#inputs, path, place);
  }

  /** Lines of a file around one; null when a later call took its place. */
  lines(path: string, ask: { target: LineTarget; around: number }, onProgress: (progress: Reread) => void) {
    // The file's own times are not put right.
    const by = shiftOf(this.view.shifts, path) * 1000;
    const target = 'at' in ask.target ? { at: ask.target.at - by } : ask.target;
    return this.#client.lines(this.#inputs, path, { ...ask, target }, onProgress);
  }

  /** Which lines of a file hold a text; null when a later call took its place. */
  searchLines(path: string, text: string, onProgress: (progress: Reread) => void) {
    return this.#client.searchLines(this.#inputs, path, text, onProgress);
  }

  async #read(inputs: readonly PageInput[], run: Run | null, limits = DEFAULT_LIMITS): Promise<void> {
    this.#load?.abort();
    const load = new AbortController();
    this.#load = load;
    this.#inputs = inputs;
    this.limits = limits;
    this.refused = null;
    this.#begin(inputs, run);
    try {
      const done = await this.#client.load(
        inputs,
        settingsOf(this.view),
        this.#handlers(load),
        load.signal,
        limits,
      );
      await nextTurn();
      if (this.#load !== load) return;
      this.#end(phaseOfRun(done));
      if (this.view.sample === null && this.phase.kind === 'ready') this.#naming = this.#name(this.#inputs);
    } catch (error) {
      if (this.#load !== load) return;
      this.#end(phaseOfError(error));
    }
    this.#load = null;
    setLoading(false);
  }

  /** Shows what was read; where that is nothing, and a run was there before, that one stays. */
  #end(phase: Phase): void {
    const kept = this.#kept;
    this.#kept = null;
    if (phase.kind !== 'failed' || kept === null) {
      this.phase = phase;
      this.announcement = 'Reading is done.';
      return;
    }
    this.refused = refusedOf(phase);
    this.#bringBack(kept, `${phase.message} The run stays as it was.`);
  }

  #bringBack({ run, inputs, limits, view }: Kept, said: string): void {
    this.#inputs = inputs;
    this.limits = limits;
    this.phase = { kind: 'ready', run };
    this.change(view, false);
    this.announcement = said;
  }

  /** Keeps what is shown until something else can be. */
  #keep(): void {
    if (this.phase.kind !== 'ready') return;
    const { run } = this.phase;
    this.#kept = { run, inputs: this.#inputs, limits: this.limits, view: this.view };
  }

  /** Whether these are the files that the link was made from. If so they are opened. */
  async #compare(inputs: readonly PageInput[], wanted: DataName): Promise<void> {
    this.phase = { kind: 'missing', wanted, other: null, isComparing: true };
    const isLikely = mayBe(wanted, filesOf(inputs));
    const found = isLikely ? await this.#nameOf(inputs) : null; // null, too, where digests cannot be made
    if (this.phase.kind !== 'missing' || this.phase.wanted !== wanted) return;
    const isRight = wanted.digest === '' || found === null || found.digest === wanted.digest;
    if (isLikely && isRight) return this.#read(inputs, null);
    this.phase = { kind: 'missing', wanted, other: inputs, isComparing: false };
  }

  /** Puts the name of the files into the view, so that the link asks for them. */
  async #name(inputs: readonly PageInput[]): Promise<void> {
    const data = await this.#nameOf(inputs);
    if (this.#inputs !== inputs || this.view.sample !== null || data === null) return;
    this.#visited = [...this.#visited, { digest: data.digest, inputs }].slice(-MAX_VISITED);
    if (data.digest !== this.view.data?.digest) this.change({ ...this.view, data }, false);
  }

  async #nameOf(inputs: readonly PageInput[]): Promise<DataName | null> {
    const files = filesOf(inputs);
    const digests = files.length === 0 ? null : await this.#client.digest(files.map(({ input }) => input));
    return digests === null ? null : dataNameOf(files, await digestSet(digests));
  }

  #stop(): void {
    this.#load?.abort();
    this.#load = null;
    this.#kept = null;
    this.#inputs = [];
    setLoading(false);
  }

  #begin(inputs: readonly PageInput[], run: Run | null): void {
    const bytesTotal = inputs.reduce((sum, input) => sum + input.blob.size, 0);
    const progress = { bytesRead: 0, bytesTotal, filesDone: 0, filesTotal: inputs.length, current: [] };
    this.phase = { kind: 'loading', progress, startedAt: performance.now(), run };
    setLoading(true);
  }

  #handlers(load: AbortController) {
    const update = (change: Partial<Extract<Phase, { kind: 'loading' }>>) => {
      if (this.#load === load && this.phase.kind === 'loading') this.phase = { ...this.phase, ...change };
    };
    return {
      onProgress: (progress: Progress) => update({ progress }),
      // Taking it from the worker was a task's worth of work already.
      onInterim: (run: Run) => void nextTurn().then(() => update({ run })),
    };
  }
}

/** What the view says of how its files are to be read. */
function settingsOf({ asOf, shifts }: ViewState): Settings {
  return { platform: null, topology: null, asOf: asOf === null ? null : formatTime(asOf), shifts };
}

/** The inputs that tell one run from another. */
function filesOf(inputs: readonly PageInput[]) {
  return inputs.map((input) => ({ input, path: input.path, size: input.blob.size })).filter(isNamed);
}

/** Links are read by people: whole milliseconds where a second is more than a pixel or so. */
function roundTimes(view: ViewState): ViewState {
  const { range } = view;
  const isRange = range !== null && range.to - range.from >= 2000;
  const rounded = isRange ? { from: Math.round(range.from), to: Math.round(range.to) } : range;
  if (view.from === null || view.to === null || view.to - view.from < 2000)
    return { ...view, range: rounded };
  return { ...view, from: Math.round(view.from), to: Math.round(view.to), range: rounded };
}

/** To take a run out of its message and to draw it first are work enough for a turn each. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
