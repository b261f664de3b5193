import { crc32, deflateRawSync } from 'node:zlib';
import { concat } from './bytes.ts';
import { bytesOf } from './read.ts';

export type Content = string | Uint8Array;

/** What a tar header may say of a file besides its name and content. */
export interface TarFields {
  readonly type?: string;
  readonly magic?: string;
  readonly prefix?: string;
  readonly link?: string;
  /** The size field as it is written; that of the content where it is not given. */
  readonly size?: string | Uint8Array;
  /** Seconds since 1970. */
  readonly modified?: number;
}

const BLOCK = 512;
export const TAR_END = new Uint8Array(2 * BLOCK);

/** One header and its content, padded. */
export function tarEntry(name: string, content: Content = '', fields: TarFields = {}): Uint8Array {
  const bytes = bytesOf(content);
  const { type = '0', magic = 'ustar\x0000', prefix = '', link = '', size, modified = 0 } = fields;
  const header = new Uint8Array(BLOCK);
  const put = (at: number, value: Content) => header.set(bytesOf(value), at);
  put(0, name);
  put(100, '0000644\0');
  put(124, size ?? `${bytes.length.toString(8).padStart(11, '0')}\0`);
  put(136, `${modified.toString(8).padStart(11, '0')}\0`);
  put(148, '        ');
  put(156, type);
  put(157, link);
  put(257, magic);
  put(345, prefix);
  const sum = header.reduce((all, byte) => all + byte, 0);
  put(148, `${sum.toString(8).padStart(6, '0')}\0 `);
  return concat([header, bytes, new Uint8Array((BLOCK - (bytes.length % BLOCK)) % BLOCK)]);
}

/** A whole archive of plain files. */
export function tar(files: Readonly<Record<string, Content>>): Uint8Array {
  return concat([...Object.entries(files).map(([name, content]) => tarEntry(name, content)), TAR_END]);
}

/** The records of a PAX header. */
export function paxHeader(records: Readonly<Record<string, string>>, type = 'x'): Uint8Array {
  const lines = Object.entries(records).map(([key, value]) => {
    const rest = bytesOf(` ${key}=${value}\n`).length;
    let length = rest + 1;
    while (String(length).length + rest !== length) length++;
    return `${length} ${key}=${value}\n`;
  });
  return tarEntry('PaxHeaders/x', lines.join(''), { type });
}

/** A member of a zip archive as it is to be written, right or wrong. */
export interface ZipFields {
  readonly name: string;
  readonly content: Content;
  readonly method?: number;
  readonly flags?: number;
  readonly crc?: number;
  /** Sizes and place stand in a zip64 field. */
  readonly isLarge?: boolean;
  /** Sizes stand behind the data, and not in the local header. */
  readonly hasDescriptor?: boolean;
  readonly mode?: number;
  /** Day and clock of MS-DOS, as they stand in the record. */
  readonly modified?: readonly [day: number, clock: number];
}

/** A zip archive, made by hand so that odd ones can be made. */
export function zip(
  members: readonly ZipFields[],
  { comment = '', front = '', isLarge = false } = {},
): Uint8Array {
  const parts: Uint8Array[] = [bytesOf(front)];
  const records: Uint8Array[] = [];
  let at = 0;
  for (const member of members) {
    const { local, record } = zipMember(member, at);
    parts.push(local);
    records.push(record);
    at += local.length;
  }
  const directory = concat(records);
  const large = isLarge ? largeEnd(members.length, directory.length, at) : new Uint8Array(0);
  const rest = isLarge ? 0xffffffff : null;
  const count = isLarge ? 0xffff : members.length;
  const end = fields([
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    [2, count],
    [2, count],
    [4, rest ?? directory.length],
    [4, rest ?? at],
    [2, bytesOf(comment).length],
  ]);
  return concat([...parts, directory, large, end, bytesOf(comment)]);
}

function zipMember(member: ZipFields, at: number): { local: Uint8Array; record: Uint8Array } {
  const { method = 8, isLarge = false, hasDescriptor = false, mode = 0o100644, modified = [0, 0] } = member;
  const content = bytesOf(member.content);
  const name = bytesOf(member.name);
  const data = method === 8 ? deflateRawSync(content) : content;
  const crc = member.crc ?? crc32(content);
  const flags = (member.flags ?? 0) | (hasDescriptor ? 8 : 0);
  const wide = fields([[2, 1], [2, 24], ...[content.length, data.length, at].flatMap(halves)]);
  const sizes = (isMissing: boolean): [number, number][] => [
    [4, isMissing ? 0 : crc],
    [4, isLarge ? 0xffffffff : isMissing ? 0 : data.length],
    [4, isLarge ? 0xffffffff : isMissing ? 0 : content.length],
  ];
  const descriptor = fields(
    hasDescriptor
      ? [
          [4, 0x08074b50],
          [4, crc],
          [4, data.length],
          [4, content.length],
        ]
      : [],
  );
  const head: [number, number][] = [
    [2, 45],
    [2, flags],
    [2, method],
    [2, modified[1]],
    [2, modified[0]],
  ];
  const local = concat([
    fields([[4, 0x04034b50], ...head, ...sizes(hasDescriptor), [2, name.length], [2, 0]]),
    name,
    data,
    descriptor,
  ]);
  const extra = isLarge ? wide : new Uint8Array(0);
  const record = concat([
    fields([
      [4, 0x02014b50],
      [2, 0x0300 | 45],
      ...head,
      ...sizes(false),
      [2, name.length],
      [2, extra.length],
    ]),
    fields([
      [2, 0],
      [2, 0],
      [2, 0],
      [2, 0],
      [2, mode],
      [4, isLarge ? 0xffffffff : at],
    ]),
    name,
    extra,
  ]);
  return { local, record };
}

function largeEnd(count: number, length: number, at: number): Uint8Array {
  return concat([
    fields([[4, 0x06064b50], ...halves(44), [2, 45], [2, 45], [4, 0], [4, 0]]),
    fields([count, count, length, at].flatMap(halves)),
    fields([[4, 0x07064b50], [4, 0], ...halves(at + length), [4, 1]]),
  ]);
}

/** Numbers of so many bytes, little end first. */
export function fields(all: readonly (readonly [bytes: number, value: number])[]): Uint8Array {
  return Uint8Array.from(
    all.flatMap(([bytes, value]) =>
      Array.from({ length: bytes }, (_, i) => Math.floor(value / 256 ** i) % 256),
    ),
  );
}

function halves(value: number): [number, number][] {
  return [
    [4, value % 2 ** 32],
    [4, Math.floor(value / 2 ** 32)],
  ];
}
