/** A JSON value as Go writes it. Members of objects are written in the order given; `sorted` puts a map's in order. */
export type GoValue = string | number | boolean | null | readonly GoValue[] | GoObject;
export interface GoObject {
  readonly [member: string]: GoValue;
}

const ESCAPED = /[<>&\u2028\u2029]/g;

/** A string literal: the HTML characters and the two line separators are escaped as Go escapes them. */
export function goString(text: string): string {
  return JSON.stringify(text).replace(
    ESCAPED,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** A map's entries in alphabetical order, as Go writes maps. */
export function sorted(map: Readonly<Record<string, string>> | null): GoObject | null {
  if (map === null) return null;
  return Object.fromEntries(Object.entries(map).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
}

/** One line without white space. */
export function compactJson(value: GoValue): string {
  if (value === null || typeof value !== 'object') return scalar(value);
  if (Array.isArray(value)) return `[${(value as readonly GoValue[]).map(compactJson).join(',')}]`;
  const members = Object.entries(value as GoObject);
  return `{${members.map(([key, member]) => `${goString(key)}:${compactJson(member)}`).join(',')}}`;
}

/** Indented by four spaces; `margin` is what stands before the closing bracket. */
export function prettyJson(value: GoValue, margin = ''): string {
  if (value === null || typeof value !== 'object') return scalar(value);
  const inner = `${margin}    `;
  if (Array.isArray(value)) {
    const members = value as readonly GoValue[];
    if (members.length === 0) return '[]';
    return `[\n${members.map((member) => inner + prettyJson(member, inner)).join(',\n')}\n${margin}]`;
  }
  const members = Object.entries(value as GoObject);
  if (members.length === 0) return '{}';
  const lines = members.map(([key, member]) => `${inner}${goString(key)}: ${prettyJson(member, inner)}`);
  return `{\n${lines.join(',\n')}\n${margin}}`;
}

function scalar(value: string | number | boolean | null): string {
  return typeof value === 'string' ? goString(value) : String(value);
}
