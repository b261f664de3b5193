import { listWords, plural } from '../base/text.ts';
import { WHOLE_LINK } from '../view/url.ts';
import type { ViewState } from '../view/view-state.ts';

/** What the link that was copied does, and what it has no room for. */
export function linkWords(
  { sample, data }: Pick<ViewState, 'sample' | 'data'>,
  left: readonly string[],
): string {
  const room = left.length === 0 ? '' : ` It has no room for ${listWords(left)}: they are left out.`;
  return `Link copied. ${whatOpens(sample, data)}${room}`;
}

function whatOpens(sample: ViewState['sample'], data: ViewState['data']): string {
  if (sample !== null) return 'It opens this sample with this view.';
  if (data === null) return 'It has the view alone: say which files it is for.';
  const files = data.files === 1 ? (data.names[0] ?? '1 file') : plural(data.files, 'file');
  return `It asks for ${files}, which it does not hold, and opens this view then.`;
}

/** What of the link that was opened could not be read; `isStart`: there are no data to show the rest of it with. */
export function unreadWords(unread: readonly string[], isStart: boolean): string {
  if (unread.includes(WHOLE_LINK))
    return 'The link could not be read: it was cut, or made by another version of Lapse.';
  const lacks = `The link says more than could be read: ${listWords(unread)}.`;
  return isStart
    ? `${lacks} Open the files that it was made from: everything else of it is shown with them.`
    : `${lacks} Everything else of it is shown.`;
}
