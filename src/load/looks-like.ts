import type { Head } from '../formats/format.ts';

/** First bytes of files that are known for what they are, and not read, as hexadecimal. */
const MAGIC: readonly (readonly [string, string])[] = [
  ['425a68', 'bzip2-compressed data'],
  ['377abcaf271c', 'a 7z archive'],
  ['526172211a07', 'a RAR archive'],
  ['04224d18', 'LZ4-compressed data'],
  ['ff060000734e61507059', 'Snappy-compressed data'],
  ['1f9d', 'data compressed with compress'],
  ['1f8b', 'gzip-compressed data of an unknown method'],
  ['5041523150', 'a Parquet file'],
  ['7b5c727466', 'a rich text document'],
  ['89504e47', 'a PNG picture'],
  ['25504446', 'a PDF document'],
  ['7f454c46', 'a program'],
];

/** The same of files that macOS puts into every folder and archive; they tell nothing of what lies beside them. */
const OF_MACOS: readonly (readonly [string, string])[] = [
  ['00051607', 'an AppleDouble file, which macOS puts beside each other file'],
  ['0000000142756431', 'a .DS_Store of macOS'],
];

/** Texts by which well-known files are told, tried in order. */
const SIGNS: readonly (readonly [RegExp, string])[] = [
  [/^\s*<\?xml|^\s*<(?:testsuites?|Error)\b/i, 'XML'],
  [/^\s*<(?:!doctype html|html|head|body|script)\b/i, 'an HTML page'],
  // A tag with an attribute, or one that ends at once: text in angle brackets is something else.
  [/^\s*<[A-Za-z][\w:.-]{0,60}(?:\s{1,8}[\w:.-]{1,60}\s{0,8}=|\s{0,8}\/?>\s{0,80}<)/, 'XML'],
  [/"apiVersion"\s*:\s*"audit\.k8s\.io\//, 'a Kubernetes audit log'],
  [/"kind"\s*:\s*"(?:EventList|Event)"/, 'Kubernetes events'],
  [/"involvedObject"|"regarding"/, 'Kubernetes events'],
  [/"apiVersion"\s*:/, 'Kubernetes objects'],
  [/"BackendDisruptions"\s*:/, 'a backend disruption summary'],
  [/^[IWEF]\d{4} \d\d:\d\d:\d\d\.\d{6}/m, 'a klog log'],
  [/^\s*[{[]/, 'JSON without intervals'],
  [
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{1,9}\S{1,6} /,
    'the log of a container, without a line that Lapse knows',
  ],
  [/^-----BEGIN /m, 'a certificate or key'],
  [/^(?:error|Error from server)\b.{0,200}: /, 'the error message of a command in place of its output'],
];

/** What a file is whose beginning is known, and that is not read; null for anything else. */
export function knownBinary(bytes: Uint8Array): string | null {
  return nameByMagic(bytes, MAGIC);
}

/** What macOS calls a file that it left there; null for anything else. */
export function leftByMacos(bytes: Uint8Array): string | null {
  return nameByMagic(bytes, OF_MACOS);
}

function nameByMagic(bytes: Uint8Array, known: readonly (readonly [string, string])[]): string | null {
  const hex = Array.from(bytes.subarray(0, 12), (byte) => byte.toString(16).padStart(2, '0')).join('');
  return known.find(([magic]) => hex.startsWith(magic))?.[1] ?? null;
}

/** Whether a text is a list of the log files of nodes, as must-gather puts it beside them: `<node> <file>` a line. */
export function isListing({ text, isWhole }: Head): boolean {
  const lines = text.split(/\r?\n/);
  if (!isWhole) lines.pop();
  const filled = lines.filter((line) => line.trim() !== '');
  return filled.length > 0 && filled.every((line) => /^\S+ +\S*\.log(?:\.\S+)?$/.test(line.trim()));
}

/** What a person would say the input is, for the failure `unknown-format`. */
export function looksLike(head: Head): string {
  const sign = SIGNS.find(([pattern]) => pattern.test(head.text));
  if (sign !== undefined) return sign[1];
  const odd = head.bytes.subarray(0, 4096).filter((byte) => byte < 9 || (byte > 13 && byte < 32)).length;
  return odd > Math.min(head.bytes.length, 4096) / 20 ? 'binary data' : 'plain text';
}
