/** The word that was most likely meant: the one that is fewest letters away, or that has what was written in it; null: none is near. */
export function nearestWord(written: string, words: readonly string[]): string | null {
  const wanted = written.toLowerCase();
  let nearest: string | null = null;
  let least = Math.floor(wanted.length / 3) + 1;
  for (const word of words) {
    const distance = editDistance(wanted, word.toLowerCase(), least);
    if (distance < least) [nearest, least] = [word, distance];
  }
  return nearest ?? words.find((word) => wanted.length > 2 && word.toLowerCase().includes(wanted)) ?? null;
}

/** Letters to put in, take out, change or swap with the next; `limit` for any number from there on. */
function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) >= limit) return limit;
  let [last, before]: number[][] = [[], Array.from({ length: b.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const change = before[j - 1] + Number(a[i - 1] !== b[j - 1]);
      row.push(Math.min(change, before[j] + 1, row[j - 1] + 1, isSwap ? last[j - 2] + 1 : Infinity));
    }
    [last, before] = [before, row];
  }
  return Math.min(before[b.length], limit);
}
