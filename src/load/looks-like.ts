import type { Head } from '../formats/format.ts';

/** First bytes of containers and other binary files, as hexadecimal. */
const MAGIC: readonly (readonly [string, string])[] = [
  ['504b0304', 'a zip archive'],
  ['504b0506', 'an empty zip archive'],
  ['28b52ffd', 'zstd-compressed data'],
  ['fd377a585a00', 'xz-compressed data'],
  ['425a68', 'bzip2-compressed data'],
  ['1f8b', 'gzip-compressed data'],
  ['89504e47', 'a PNG picture'],
  ['25504446', 'a PDF document'],
  ['7f454c46', 'a program'],
];

/** Texts by which well-known files are told, tried in order. */
const SIGNS: readonly (readonly [RegExp, string])[] = [
  [/^\s*<\?xml|^\s*<(?:testsuites?|Error)\b/i, 'XML'],
  [/^\s*<(?:!doctype html|html|head|body|script)\b/i, 'an HTML page'],
  [/"apiVersion"\s*:\s*"audit\.k8s\.io\//, 'a Kubernetes audit log'],
  [/"kind"\s*:\s*"(?:EventList|Event)"/, 'Kubernetes events'],
  [/"involvedObject"|"regarding"/, 'Kubernetes events'],
  [/"apiVersion"\s*:/, 'Kubernetes objects'],
  [/"BackendDisruptions"\s*:/, 'a backend disruption summary'],
  [/^[IWEF]\d{4} \d\d:\d\d:\d\d\.\d{6}/m, 'a klog log'],
  [/^\s*[{[]/, 'JSON without intervals'],
  [/^-----BEGIN /m, 'a certificate or key'],
];

/** An archive or compressed form that is known, but not read; null for anything else. */
export function knownContainer(bytes: Uint8Array): string | null {
  const hex = Array.from(bytes.subarray(0, 8), (byte) => byte.toString(16).padStart(2, '0')).join('');
  if (isTar(bytes)) return 'a tar archive';
  return MAGIC.find(([magic]) => hex.startsWith(magic))?.[1] ?? null;
}

/** What a person would say the input is, for the failure `unknown-format`. */
export function looksLike(head: Head): string {
  const sign = SIGNS.find(([pattern]) => pattern.test(head.text));
  if (sign !== undefined) return sign[1];
  const odd = head.bytes.subarray(0, 4096).filter((byte) => byte < 9 || (byte > 13 && byte < 32)).length;
  return odd > Math.min(head.bytes.length, 4096) / 20 ? 'binary data' : 'plain text';
}

function isTar(bytes: Uint8Array): boolean {
  const mark = [0x75, 0x73, 0x74, 0x61, 0x72]; // "ustar"
  return bytes.length > 262 && mark.every((byte, i) => bytes[257 + i] === byte);
}
