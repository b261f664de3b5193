import { isTar } from './tar-header.ts';

/** What bytes can be unpacked as, told by their beginning. */
export type Container = 'gzip' | 'zstd' | 'xz' | 'tar' | 'zip';

const MAGIC: readonly (readonly [Container, readonly number[]])[] = [
  ['gzip', [0x1f, 0x8b, 8]],
  ['zstd', [0x28, 0xb5, 0x2f, 0xfd]],
  ['xz', [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0]],
  ['zip', [0x50, 0x4b, 3, 4]],
  ['zip', [0x50, 0x4b, 5, 6]],
  ['zip', [0x50, 0x4b, 7, 8]],
];

/** The kind of container that bytes begin as; null for anything else. */
export function containerOf(head: Uint8Array): Container | null {
  const known = MAGIC.find(([, magic]) => magic.every((byte, i) => head[i] === byte));
  if (known !== undefined) return known[0];
  // A frame that zstd skips, in front of one that it does not.
  if ((head[0] & 0xf0) === 0x50 && head[1] === 0x2a && head[2] === 0x4d && head[3] === 0x18) return 'zstd';
  return isTar(head) ? 'tar' : null;
}
