/** Groups thousands: `12,345`. Independent of the machine's locale. */
export function formatCount(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+(?!\d))/g, ',');
}

/** `1 outage`, `3 outages`; give the plural where it is irregular. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

/** `a`, `a and b`, `a, b and c`. */
export function listWords(words: readonly string[]): string {
  if (words.length <= 1) return words[0] ?? '';
  return `${words.slice(0, -1).join(', ')} and ${words[words.length - 1]}`;
}

/** Compares by code units: the same order on every machine, whatever its locale. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Shortens to at most `limit` code units with an ellipsis, never through the middle of a surrogate pair. */
export function truncate(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const end = limit - 1;
  const splits = (text.charCodeAt(end - 1) & 0xfc00) === 0xd800;
  return `${text.slice(0, splits ? end - 1 : end)}…`;
}

/** Text from files for a terminal or a document: control characters and those that turn the direction are marked. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, '\ufffd');
}
