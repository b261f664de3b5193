/** The only letters beyond ASCII whose lower case is in ASCII; they stay, so that ASCII bytes can be searched as such. */
const STAYS = new Set(['\u0130', '\u212a']);

/**
 * Lower case, letter by letter whatever stands around it (no final sigma). Two texts that fold alike differ only in
 * upper and lower case; ASCII letters come from ASCII letters alone.
 */
export function foldCase(text: string): string {
  if (isAscii(text)) return text.toLowerCase();
  return text.replace(/[A-Z]|\P{ASCII}/gu, (letter) => (STAYS.has(letter) ? letter : letter.toLowerCase()));
}

export function isAscii(text: string): boolean {
  return /^[\0-\x7f]*$/.test(text);
}
