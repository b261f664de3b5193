import type { Format, Head } from '../formats/format.ts';
import { FORMATS } from '../formats/index.ts';
import type { Failure } from '../model/failure.ts';
import { isListing, knownBinary, leftByMacos, looksLike } from './looks-like.ts';

/** The one format that claims the head, or why there is none. */
export function chooseFormat(head: Head): Format | Failure {
  if (head.bytes.length === 0 || (head.isWhole && head.text.trim() === '')) return { code: 'empty' };
  const litter = leftByMacos(head.bytes);
  if (litter !== null) return { code: 'unsupported', what: litter, ofNoUse: true };
  const binary = knownBinary(head.bytes);
  if (binary !== null) return { code: 'unsupported', what: binary };
  const claimed = FORMATS.find((format) => format.detect(head));
  if (claimed !== undefined) return claimed;
  if (isListing(head)) return { code: 'listing' };
  return {
    code: 'unknown-format',
    looksLike: looksLike(head),
    expected: FORMATS.map((format) => format.label),
    isAny: true,
  };
}
