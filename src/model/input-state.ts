/** How an input came out, as the page and the command tell it. */
import type { FailureReport, InputReport } from './report.ts';

/** Whole, with something odd, of no use here, or not read though somebody may miss it. */
export type InputState = 'read' | 'odd' | 'unused' | 'failed';

/**
 * Folders and archives are full of files that have nothing to say; one that was opened by itself should be of use.
 * `given`: paths that the user named, where they are known; else a path without folder and archive is taken for one.
 */
export function stateOf(
  { path, failure, skipped, notices }: InputReport,
  given: readonly string[] = [],
): InputState {
  if (failure === null) return skipped > 0 || notices.length > 0 ? 'odd' : 'read';
  if (failure.code === 'listing' || failure.ofNoUse === true) return 'unused';
  const isInside = /\/| > /.test(path) && !given.includes(path);
  return isInside && (failure.code === 'empty' || failure.code === 'unknown-format') ? 'unused' : 'failed';
}

/** What happened, and what to do about it. */
export function failureParts(message: string): { readonly what: string; readonly hint: string } {
  const at = message.indexOf('. ');
  return at < 0 ? { what: message, hint: '' } : { what: message.slice(0, at), hint: message.slice(at + 2) };
}

/** What to do about a failure; '' where a button does it. */
export function hintOf(failure: FailureReport | null): string {
  return failure === null || failure.limit !== undefined ? '' : failureParts(failure.message).hint;
}
