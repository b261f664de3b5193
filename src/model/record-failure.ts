/** Why a record could not be read again. */
export type RecordFailure =
  /** The file is gone, was changed, or the browser may not read it any more. */
  | { readonly code: 'unreadable'; readonly cause: string }
  /** The file is there, but holds no such record. */
  | { readonly code: 'no-record'; readonly place: number }
  | { readonly code: 'too-large'; readonly bytes: number }
  /** The file is no text of lines, or none of its lines tells a time. */
  | { readonly code: 'no-lines' };

/** One sentence: what happened, and what to do. */
export function describeRecordFailure(failure: RecordFailure): string {
  switch (failure.code) {
    case 'unreadable':
      return `The file has vanished or was changed since it was opened (${failure.cause}). Open it again.`;
    case 'no-record':
      return `The file was changed since it was opened: it has no record ${failure.place} now. Open it again.`;
    case 'no-lines':
      return 'The file has no lines of that time: it is one document, or it was changed since it was opened.';
    case 'too-large':
      return `The record is too large to be shown (${failure.bytes} bytes). Look at it in the file.`;
  }
}
