/** What the beginning of an input tells of its form. */
import { JsonItemSplitter } from '../json-items.ts';
import { unwrap } from './unwrap.ts';

/** Members that stand in a record that is longer than the head. */
const CUT_RECORD = /\\?"auditID\\?"\s*:\s*\\?"/;

/**
 * Whether records lie inside one document, or are written over several lines; else there is one, or a list of them, on
 * each line.
 */
export function isDocument(text: string): boolean {
  const start = text.search(/\S/);
  if (start < 0 || (text[start] !== '{' && text[start] !== '[')) return false;
  if (text[start] === '[') return true;
  const end = text.indexOf('\n', start);
  if (end < 0)
    return (
      /^[^{]{0,200}\{[^[{]{0,2000}"items"\s*:\s*\[/.test(text.slice(start, start + 4096)) && !isJson(text)
    );
  if (isJson(text.slice(start, end))) return false;
  return (
    /^\s*["}{[]/.test(text.slice(end + 1)) &&
    /^\s*\{\s*("[^"\n]{1,100}"\s*:[^\n]{0,200})?$/.test(text.slice(start, end))
  );
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Whether the first element of a document is a record, or holds one; a cut one is told by its members. */
export function documentHasRecord(text: string): boolean {
  let found: boolean | null = null;
  const splitter = new JsonItemSplitter({
    onItem(bytes) {
      found ??= holdsRecord(new TextDecoder().decode(bytes));
    },
    onSkip() {},
  });
  splitter.push(new TextEncoder().encode(text));
  return found ?? CUT_RECORD.test(text);
}

/** Whether a line holds a record, behind whatever prefix; of a line that the head cuts, its members tell. */
export function lineHasRecord(line: string): boolean {
  const at = line.indexOf('{');
  if (at < 0) return false;
  return holdsRecord(line.slice(at)) || (!isJson(line.slice(at)) && isCutRecord(line));
}

function holdsRecord(text: string): boolean {
  try {
    return unwrap(JSON.parse(text)).length > 0;
  } catch {
    return false;
  }
}

function isCutRecord(line: string): boolean {
  return CUT_RECORD.test(line) && /"(?:stage|requestURI|verb)\\?"\s*:/.test(line);
}
