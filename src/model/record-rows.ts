/** Rows as they come, a record each: what stages are joined from. The columns are longer than `length`. */
export interface RecordRows {
  length: number;
  received: Float64Array<ArrayBuffer>;
  stageAt: Float64Array<ArrayBuffer>;
  place: Float64Array<ArrayBuffer>;
  stage: Uint8Array<ArrayBuffer>;
  verb: Uint8Array<ArrayBuffer>;
  flags: Uint8Array<ArrayBuffer>;
  code: Uint16Array<ArrayBuffer>;
  node: Uint16Array<ArrayBuffer>;
  user: Uint32Array<ArrayBuffer>;
  agent: Uint32Array<ArrayBuffer>;
  path: Uint32Array<ArrayBuffer>;
  resource: Uint32Array<ArrayBuffer>;
  namespace: Uint32Array<ArrayBuffer>;
  address: Uint32Array<ArrayBuffer>;
  auditHigh: Uint32Array<ArrayBuffer>;
  auditLow: Uint32Array<ArrayBuffer>;
}

/** Rows of no record, with room for `capacity`. */
export function emptyRows(capacity: number): RecordRows {
  const wide = () => new Uint32Array(capacity);
  return {
    length: 0,
    received: new Float64Array(capacity),
    stageAt: new Float64Array(capacity),
    place: new Float64Array(capacity),
    stage: new Uint8Array(capacity),
    verb: new Uint8Array(capacity),
    flags: new Uint8Array(capacity),
    code: new Uint16Array(capacity),
    node: new Uint16Array(capacity),
    user: wide(),
    agent: wide(),
    path: wide(),
    resource: wide(),
    namespace: wide(),
    address: wide(),
    auditHigh: wide(),
    auditLow: wide(),
  };
}

/** The same rows with more room. */
export function grown(rows: RecordRows, capacity: number): RecordRows {
  const next = emptyRows(capacity);
  next.length = rows.length;
  const name = (key: string) => key as Exclude<keyof RecordRows, 'length'>;
  for (const key of Object.keys(rows)) if (key !== 'length') next[name(key)].set(rows[name(key)]);
  return next;
}
