import { formatCount, plural } from '../base/text.ts';
import { LIMIT_OPTIONS, type Limits } from './limits.ts';

/** Why an input, or part of it, could not be read. Facts only; the sentences are in `describeFailure`. */
export type Failure =
  | { readonly code: 'empty' }
  /** `isAny`: any format would do, and `expected` are all of them. */
  | {
      readonly code: 'unknown-format';
      readonly looksLike: string;
      readonly expected: readonly string[];
      readonly isAny?: true;
    }
  /** `ofNoUse`: it tells nothing of a run, whoever reads it. */
  | { readonly code: 'unsupported'; readonly what: string; readonly ofNoUse?: true }
  | {
      readonly code: 'cut-off';
      readonly atByte: number;
      readonly records: number;
      /** Of an archive its members are counted. */
      readonly unit?: 'members';
    }
  | {
      readonly code: 'too-large';
      /** In bytes, or in what `what` counts where `unit` is null. */
      readonly limitBytes: number;
      readonly what: string;
      readonly unit?: 'bytes' | null;
      /** Which of the limits that can be raised. */
      readonly limit?: keyof Limits;
    }
  /** `isDamaged`: it is there, but is not what was written. */
  | { readonly code: 'unreadable'; readonly cause: string; readonly isDamaged?: true }
  | { readonly code: 'relative-times' }
  | { readonly code: 'listing' }
  | { readonly code: 'encrypted' };

export interface FailureText {
  /** What happened. */
  readonly title: string;
  /** What to do; '' where that is told elsewhere. */
  readonly hint: string;
}

/** What happened to the input, and what to do; the same words on the page and in the command. */
export function describeFailure(failure: Failure): FailureText {
  switch (failure.code) {
    case 'empty':
      return { title: 'the file is empty', hint: 'Fetch it again; the upload may have failed.' };
    case 'unknown-format':
      return {
        title: `not a format that Lapse reads; it looks like ${failure.looksLike}`,
        // All formats are a long list, which is told once for all files.
        hint: failure.isAny === true ? '' : `Expected one of: ${failure.expected.join(', ')}.`,
      };
    case 'unsupported':
      if (failure.ofNoUse === true) return { title: failure.what, hint: 'It tells nothing of a run.' };
      return { title: `${failure.what} is not supported`, hint: 'Convert or unpack it first.' };
    case 'cut-off':
      if (failure.unit === 'members') {
        return {
          title: `the archive is cut off at byte ${formatCount(failure.atByte)}`,
          hint: `${usedBefore(failure.records, 'member')} Fetch the archive again for the rest.`,
        };
      }
      return {
        title: `the file ends in the middle of a record, at byte ${formatCount(failure.atByte)}`,
        hint: `${usedBefore(failure.records, 'record')} Fetch the file again for the rest.`,
      };
    case 'too-large':
      return {
        title: `${failure.what} is larger than ${formatCount(failure.limitBytes)}${failure.unit === null ? '' : ' bytes'}`,
        hint:
          failure.limit === undefined
            ? 'What was read before it is used.'
            : `What was read before it is used. The limit can be raised (--${LIMIT_OPTIONS[failure.limit]}).`,
      };
    case 'unreadable':
      if (failure.isDamaged === true) {
        return {
          title: `the file is not what was written: ${failure.cause}`,
          hint: 'What could be read of it is used. Fetch it again.',
        };
      }
      return {
        title: `the file could not be read: ${failure.cause}`,
        hint: 'Check that it still exists, and try again.',
      };
    case 'relative-times':
      return {
        title: 'the file tells ages, not times',
        hint: 'Add the events as JSON (oc get events -o json).',
      };
    case 'listing':
      return { title: 'a listing of other files', hint: 'Add the files that it names.' };
    case 'encrypted':
      return { title: 'the file is encrypted', hint: 'Decrypt it first.' };
  }
}

function usedBefore(count: number, unit: string): string {
  if (count === 0) return `No ${unit} stands before it.`;
  return count === 1 ? `The ${unit} before it is used.` : `The ${plural(count, unit)} before it are used.`;
}

/** Something odd met while loading; counted per code, with the first place. */
export const NOTICE_CODES = [
  'line-cut',
  'no-time',
  'year-assumed',
  'zone-assumed',
  'zero-bytes',
  'other-lines',
  'lines-joined',
  'not-used',
  'encoding',
  'duplicate',
  'unknown-level',
  'end-before-start',
  'cut-off',
] as const;
export type NoticeCode = (typeof NOTICE_CODES)[number];
