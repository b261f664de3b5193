import { untrack } from 'svelte';
import type { Run } from '../../model/run.ts';
import { assignRows, type Assignment } from '../../timeline/assign.ts';
import { packLanes } from '../../timeline/pack-lanes.ts';
import { pilePyramid, type Pyramid } from '../../timeline/pyramid.ts';
import { requestLanes } from '../../timeline/request-lanes.ts';
import type { RowFilter } from '../../timeline/row-filter.ts';
import { finishNow, type Slices } from '../../timeline/slices.ts';
import { EMPTY_RUN } from '../empty-run.ts';
import { LARGE_TABLE, runSlices, runSlicesLater } from './slices.ts';

/** While files are read, views of them cost at most this share of the time. */
const INTERIM_SHARE = 0.2;

/** A run with its lanes; all three fit together. */
export interface Laid {
  readonly run: Run;
  readonly assignment: Assignment;
  readonly pyramid: Pyramid;
}

/**
 * Lays out the lanes of a run in slices, and again what a filter leaves of them. Until that is done the former ones stay.
 * `follow` must be called where effects can be.
 */
export class LaneLayout {
  /** The newest run whose rows have their lanes: what a filter has to be worked out for. */
  assigned = $state.raw<{ readonly run: Run; readonly assignment: Assignment }>(EMPTY);
  laid = $state.raw<Laid>(EMPTY_LAID);
  /** False until the first run has its lanes. */
  readonly isLaid = $derived.by(() => this.laid !== EMPTY_LAID);
  #stopAssigning: (() => void) | null = null;
  #stopPacking = () => {};
  #cost = 0;
  #doneAt = 0;

  /** From here on it follows the run and the filter; the filter may ask for what is assigned. */
  follow(run: () => Run, filter: () => RowFilter): void {
    $effect.pre(() => {
      const next = run();
      untrack(() => this.#offer(next));
    });
    $effect.pre(() => {
      const [assigned, wanted] = [this.assigned, filter()];
      untrack(() => this.#pack(assigned, wanted));
    });
    $effect(() => () => this.#stop());
  }

  /** A whole run goes first; one that is still being read waits, and is left out where it would cost too much. */
  #offer(run: Run): void {
    const isWhole = run.report.complete;
    const isTooSoon = performance.now() - this.#doneAt < this.#cost / INTERIM_SHARE;
    if (!isWhole && (this.#stopAssigning !== null || isTooSoon)) return;
    this.#stopAssigning?.();
    const begun = performance.now();
    let isDone = false;
    const stop = this.#run(
      run,
      assignRows(run.table, run.report, requestLanes(run.density)),
      (assignment) => {
        isDone = true;
        this.#stopAssigning = null;
        this.#doneAt = performance.now();
        this.#cost = this.#doneAt - begun;
        this.assigned = { run, assignment };
      },
    );
    if (!isDone) this.#stopAssigning = stop;
  }

  #pack({ run, assignment }: { run: Run; assignment: Assignment }, filter: RowFilter): void {
    this.#stopPacking();
    if (run === EMPTY_RUN) return; // the first run is not here yet
    // A mask of another table says nothing of this one.
    const isOwnMask = filter.mask === null || filter.mask.length === run.table.length;
    const own = isOwnMask ? filter : { ...filter, mask: null };
    this.#stopPacking = this.#run(run, packAndPile(assignment, own), (pyramid) => {
      this.laid = { run, assignment, pyramid };
    });
  }

  /** At first the page itself is being made, which takes its time without this. */
  #run<Result>({ table }: Run, work: Slices<Result>, done: (result: Result) => void): () => void {
    const isLater = !this.isLaid || table.length > LARGE_TABLE;
    return isLater ? runSlicesLater(work, done) : runSlices(work, done);
  }

  #stop(): void {
    this.#stopAssigning?.();
    this.#stopPacking();
  }
}

function* packAndPile(assignment: Assignment, filter: Partial<RowFilter>): Slices<Pyramid> {
  const lanes = yield* packLanes(assignment, filter);
  return yield* pilePyramid(lanes);
}

const EMPTY = { run: EMPTY_RUN, assignment: finishNow(assignRows(EMPTY_RUN.table, EMPTY_RUN.report)) };
const EMPTY_LAID: Laid = { ...EMPTY, pyramid: finishNow(packAndPile(EMPTY.assignment, {})) };
