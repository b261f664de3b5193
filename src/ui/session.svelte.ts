import type { Run } from '../model/run.ts';
import type { Settings } from '../model/report.ts';
import { decodeView, encodeView } from '../view/url.ts';
import { INITIAL_VIEW, type ViewState } from '../view/view-state.ts';
import type { LoadClient, PageInput, Progress } from '../worker/protocol.ts';
import { setLoading } from './frame.ts';

/** Where the session is; a mixture of these cannot be written. */
export type Phase =
  | { readonly kind: 'empty' }
  | {
      readonly kind: 'loading';
      readonly progress: Progress;
      readonly startedAt: number;
      readonly run: Run | null;
    }
  | { readonly kind: 'ready'; readonly run: Run }
  | { readonly kind: 'failed'; readonly message: string; readonly run: Run | null };

/** The address bar, or a stand-in. `isStep` asks for a history entry. */
export interface LinkHome {
  read(): string;
  write(fragment: string, isStep: boolean): void;
}

const SETTINGS: Settings = { platform: null, topology: null, asOf: null };

/** The one mutable thing: what was loaded, and how it is looked at. */
export class Session {
  phase = $state.raw<Phase>({ kind: 'empty' });
  view = $state.raw<ViewState>(INITIAL_VIEW);
  /** Read aloud by screen readers. */
  announcement = $state('');
  #inputs: readonly PageInput[] = [];
  #load: AbortController | null = null;
  readonly #client: LoadClient;
  readonly #link: LinkHome;

  constructor(client: LoadClient, link: LinkHome) {
    this.#client = client;
    this.#link = link;
    this.view = decodeView(link.read());
  }

  /** What can be drawn: whole, or so far. */
  get run(): Run | null {
    return this.phase.kind === 'empty' ? null : this.phase.run;
  }

  /** Starts anew with these inputs, or reads them together with those before. */
  async open(inputs: readonly PageInput[], isAddition = false): Promise<void> {
    if (inputs.length === 0) return;
    const all = isAddition ? [...this.#inputs, ...inputs] : inputs;
    const isFirst = this.phase.kind === 'empty';
    this.#load?.abort();
    const load = new AbortController();
    this.#load = load;
    this.#inputs = all;
    // A link's view is for the run that is opened first.
    if (!isFirst && !isAddition) this.change(INITIAL_VIEW, true);
    this.#begin(all, isAddition ? this.run : null);
    try {
      const run = await this.#client.load(all, SETTINGS, this.#handlers(load), load.signal);
      if (this.#load !== load) return;
      this.phase = phaseOfRun(run);
      this.announcement = 'Reading is done.';
    } catch (error) {
      if (this.#load !== load) return;
      this.phase = { kind: 'failed', message: messageOf(error), run: null };
    }
    this.#load = null;
    setLoading(false);
  }

  /** Stops reading; what came before stays away. */
  cancel(): void {
    if (this.#load === null) return;
    this.#load.abort();
    this.#load = null;
    this.#inputs = [];
    this.phase = { kind: 'empty' };
    this.announcement = 'Reading was cancelled.';
    setLoading(false);
  }

  /** Another view of the run. A step can be taken back with the browser's back button; gliding replaces. */
  change(view: ViewState, isStep: boolean): void {
    if (view === this.view) return;
    this.view = view;
    this.#link.write(encodeView(roundTimes(view)), isStep);
  }

  /** The address changed by itself. */
  follow(): void {
    this.view = decodeView(this.#link.read());
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
      onInterim: (run: Run) => update({ run }),
    };
  }
}

function phaseOfRun(run: Run): Phase {
  const isUsable = run.table.length > 0 || run.report.requests > 0 || run.report.shutdowns.length > 0;
  return isUsable
    ? { kind: 'ready', run }
    : { kind: 'failed', message: 'Nothing in these files can be shown.', run };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? `Reading failed: ${error.message}` : 'Reading failed.';
}

/** Links are read by people: whole milliseconds where a second is more than a pixel or so. */
function roundTimes(view: ViewState): ViewState {
  if (view.from === null || view.to === null || view.to - view.from < 2000) return view;
  return { ...view, from: Math.round(view.from), to: Math.round(view.to) };
}
