import { parseTime, type EpochMs } from '../base/time.ts';

/** How a value is written in a link, and read again. `decode` gives null for text that is none. */
export interface Codec<T> {
  readonly encode: (value: T) => string;
  readonly decode: (text: string) => T | null;
  /** Whether nothing of the text is lost; absent: nothing is where there is a value. */
  readonly isWhole?: ((text: string) => boolean) | undefined;
}

/** Whether the codec takes all that the text says. */
export function isWhole<T>(codec: Codec<T>, text: string): boolean {
  return codec.isWhole?.(text) ?? codec.decode(text) !== null;
}

/** Times outside of the years 1970 to 2200 are not of a run. */
export const MAX_TIME: EpochMs = Date.UTC(2200, 0, 1);

/** `2023-03-13T10:57:25Z`; times between milliseconds as a number. */
export const time: Codec<EpochMs> = {
  encode: (at) => (Number.isInteger(at) ? new Date(at).toISOString().replace('.000Z', 'Z') : String(at)),
  decode(text) {
    if (text.length > 40) return null;
    const at = /^\d+(\.\d+)?$/.test(text) ? Number(text) : (parseTime(text)?.at ?? NaN);
    return at >= 0 && at <= MAX_TIME ? at : null;
  },
};

/** Text up to a length; what is longer is none. Halves of surrogate pairs have no place in an address. */
export function text(max: number): Codec<string> {
  return {
    encode: (value) => value.slice(0, max).replace(/\p{Surrogate}/gu, '\uFFFD'),
    decode: (value) => (value.length <= max ? value : null),
  };
}

/** Text that is not empty. */
export function word(max: number): Codec<string> {
  const { encode, decode } = text(max);
  return { encode, decode: (value) => (value === '' ? null : decode(value)) };
}

export const count: Codec<number> = {
  encode: String,
  decode: (value) => (/^\d{1,15}$/.test(value) ? Number(value) : null),
};

/** One of a few words. */
export function oneOf<T extends string>(words: readonly T[]): Codec<T> {
  return { encode: (value) => value, decode: (value) => words.find((each) => each === value) ?? null };
}

/** A value that may be missing: '' stands for null. */
export function nullable<T>({ encode, decode }: Codec<T>): Codec<T | null> {
  return { encode: (value) => (value === null ? '' : encode(value)), decode };
}

/** Yes or no, by the word for the one that is not usual. */
export function flag(unusual: string, value: boolean): Codec<boolean> {
  return {
    encode: (given) => (given === value ? unusual : ''),
    decode: (given) => (given === unusual ? value : null),
  };
}

/** Parts with `~` between them; the parts' own are escaped. */
export function tuple(parts: readonly string[]): string {
  return parts.map(escapePart).join('~');
}

export function partsOf(value: string): string[] {
  return value.split('~').map(unescapePart);
}

/** A list with `,` between items; what cannot be read is left out, and so is what comes after `max`. */
export function list<T>({ encode, decode }: Codec<T>, max: number): Codec<readonly T[]> {
  return {
    encode: (values) =>
      values
        .slice(0, max)
        .map((value) => encode(value).replace(/[!,]/g, escapeMark))
        .join(','),
    decode(value) {
      const items = value.split(',', max).map((item) => decode(unescapePart(item)));
      const known = items.filter((item) => item !== null);
      return known.length === 0 ? null : known;
    },
    isWhole(value) {
      const items = value.split(',', max + 1);
      return items.length <= max && items.every((item) => decode(unescapePart(item)) !== null);
    },
  };
}

/** No percent signs: the address has its own. */
const MARKS = '!,~';

function escapePart(part: string): string {
  return part.replace(/[!~]/g, escapeMark);
}

function escapeMark(mark: string): string {
  return `!${MARKS.indexOf(mark)}`;
}

function unescapePart(part: string): string {
  return part.replace(/!([0-2])/g, (_, index: string) => MARKS[Number(index)]);
}
