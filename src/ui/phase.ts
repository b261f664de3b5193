import type { InputReport } from '../model/report.ts';
import type { Run } from '../model/run.ts';
import type { DataName } from '../view/view-state.ts';
import type { PageInput, Progress } from '../worker/protocol.ts';

/** Where the session is; a mixture of these cannot be written. */
export type Phase =
  | { readonly kind: 'empty' }
  /** A link came without its files. `other`: what was given instead, and is not what the link was made from. */
  | {
      readonly kind: 'missing';
      readonly wanted: DataName;
      readonly other: readonly PageInput[] | null;
      readonly isComparing: boolean;
    }
  | {
      readonly kind: 'loading';
      readonly progress: Progress;
      readonly startedAt: number;
      readonly run: Run | null;
    }
  | { readonly kind: 'ready'; readonly run: Run }
  | { readonly kind: 'failed'; readonly message: string; readonly run: Run | null };

/** With nothing loaded: the start page, or the one that asks for files. */
export function phaseWithout(wanted: DataName | null): Phase {
  return wanted === null ? { kind: 'empty' } : { kind: 'missing', wanted, other: null, isComparing: false };
}

/** Whether there is something to look at. */
export function phaseOfRun(run: Run): Phase {
  const isUsable = run.table.length > 0 || run.report.requests > 0 || run.report.shutdowns.length > 0;
  return isUsable
    ? { kind: 'ready', run }
    : { kind: 'failed', message: 'Nothing in these files can be shown.', run };
}

/** Reading itself went wrong. */
export function phaseOfError(error: unknown): Phase {
  const message = error instanceof Error ? `Reading failed: ${error.message}` : 'Reading failed.';
  return { kind: 'failed', message, run: null };
}

/** What was opened and cannot be shown. */
export interface Refused {
  readonly message: string;
  readonly inputs: readonly InputReport[];
}

export function refusedOf({ message, run }: Extract<Phase, { kind: 'failed' }>): Refused {
  return { message, inputs: run?.report.inputs ?? [] };
}
