/** Members of objects that were parsed from JSON or YAML, where nothing is known of their kinds. */
export type Fields = Readonly<Record<string, unknown>>;

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The object under a name; an empty one for all else. Members that every object has do not count. */
export function fieldsOf(value: unknown, name: string): Fields {
  const own = memberOf(value, name);
  return isFields(own) ? own : NOTHING;
}

/** The text under a name; the empty one for all else. */
export function textOf(value: unknown, name: string): string {
  const own = memberOf(value, name);
  return typeof own === 'string' ? own : '';
}

/** The list under a name; an empty one for all else. */
export function listOf(value: unknown, name: string): readonly unknown[] {
  const own = memberOf(value, name);
  return Array.isArray(own) ? own : [];
}

export function memberOf(value: unknown, name: string): unknown {
  return isFields(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

const NOTHING: Fields = {};
