/** Says for each row whether a query matches it (1); null: there is no query. */
export type RowMask = Uint8Array | null;
