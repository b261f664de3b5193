const PREFIX = 'lapse.';

/** What a kept number may be, and what it is before anybody chose one; `usual` null: the page decides. */
export interface Bounds<Usual extends number | null> {
  readonly usual: Usual;
  readonly least: number;
  readonly most: number;
}

/** A habit of this browser's user (theme, widths); null where none is kept or storage is shut. */
export function readHabit(name: string): string | null {
  try {
    return localStorage.getItem(PREFIX + name);
  } catch {
    return null;
  }
}

/** Null forgets it. */
export function writeHabit(name: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(PREFIX + name);
    else localStorage.setItem(PREFIX + name, value);
  } catch {
    // A browser that keeps nothing works all the same.
  }
}

/** A number kept between two bounds; where none is, what is usual. */
export function readNumberHabit<Usual extends number | null>(
  name: string,
  { usual, least, most }: Bounds<Usual>,
): number | Usual {
  const kept = Number(readHabit(name) ?? NaN);
  return Number.isFinite(kept) ? Math.min(Math.max(kept, least), most) : usual;
}
