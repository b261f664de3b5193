/** Bytes in memory at a time. */
const SLICE = 1 << 26;

/** What tells one file from another. */
export interface FileDigest {
  readonly size: number;
  /** Hexadecimal. */
  readonly digest: string;
}

/** Whether this page may compute digests: browsers allow it only where nobody can have changed the page on its way. */
export function canDigest(): boolean {
  return (globalThis.crypto as Crypto | undefined)?.subtle !== undefined;
}

/** SHA-256 of a file, as `sha256sum` prints it; beyond 64 MiB that of the digests of its slices of this length. */
export async function digestBlob(blob: Blob, slice = SLICE): Promise<FileDigest> {
  const digests: string[] = [];
  for (let at = 0; at === 0 || at < blob.size; at += slice) {
    digests.push(await sha256(await blob.slice(at, at + slice).arrayBuffer()));
  }
  const digest = digests.length === 1 ? digests[0] : await digestLines(digests);
  return { size: blob.size, digest };
}

/** One digest over a set, whatever its order; that of one file is its own. */
export async function digestSet(files: readonly FileDigest[]): Promise<string> {
  if (files.length === 1) return files[0].digest;
  return digestLines(files.map(({ size, digest }) => `${size} ${digest}`).sort());
}

function digestLines(lines: readonly string[]): Promise<string> {
  return sha256(new TextEncoder().encode(lines.join('\n')).buffer);
}

async function sha256(bytes: ArrayBuffer): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
