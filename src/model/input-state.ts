/** How an input came out, as the page and the command tell it. */
import { formatCount } from '../base/text.ts';
import type { FailureReport, InputReport } from './report.ts';

/** Whole, with something odd, up to some place, of no use here, or nothing of it though somebody may miss it. */
export type InputState = 'read' | 'odd' | 'partial' | 'unused' | 'failed';

/**
 * Folders and archives are full of files that have nothing to say; one that was opened by itself should be of use.
 * `given`: paths that the user named, where they are known; else a path without folder and archive is taken for one.
 */
export function stateOf(input: InputReport, given: readonly string[] = []): InputState {
  const { path, failure, skipped, notices } = input;
  if (isBarren(input)) return 'failed';
  if (failure === null) return skipped > 0 || notices.length > 0 ? 'odd' : 'read';
  if (failure.code === 'listing' || failure.ofNoUse === true) return 'unused';
  if (input.records > 0 || isCutArchive(input)) return 'partial';
  const isInside = /\/| > /.test(path) && !given.includes(path);
  return isInside && (failure.code === 'empty' || failure.code === 'unknown-format') ? 'unused' : 'failed';
}

/** Of a known format, and not one record of it is of use. */
function isBarren({ failure, records, skipped }: InputReport): boolean {
  return failure === null && records === 0 && skipped > 0;
}

/** Its members are inputs of their own, and those before the cut are read. */
function isCutArchive({ format, failure }: InputReport): boolean {
  return format === null && (failure?.code === 'cut-off' || failure?.code === 'too-large');
}

/** Why nothing, or not all, of an input was read; '' where all was. */
export function troubleOf(input: InputReport): string {
  if (isBarren(input))
    return input.skipped === 1
      ? 'its only record could not be used'
      : `none of its ${formatCount(input.skipped)} records could be used`;
  return failureParts(input.failure?.message ?? '').what;
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
