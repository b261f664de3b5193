import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { main as generate } from '../support/generate/cli.ts';

export const CACHE = join(import.meta.dirname, '../../.cache/bench');

/** The path of a gzipped audit log of so many MB unpacked, in one member or in several; made once and kept. */
export async function auditFile(mb: number, memberMb: number | null = null): Promise<string> {
  const members = memberMb === null ? [] : ['--member-mb', String(memberMb)];
  const name = `audit-${mb}${memberMb === null ? '' : `-members-${memberMb}`}.log.gz`;
  return made(name, (out) => generate(['audit', '--mb', String(mb), '--gz', ...members, '--out', out]));
}

/** The path of a pretty-printed file of `count` intervals, about 0.9 KB each; made once and kept. */
export async function intervalFile(count: number): Promise<string> {
  return made(`intervals-${count}.json`, (out) =>
    generate(['intervals', '--count', String(count), '--out', out]),
  );
}

/** The path of a must-gather, packed twice, with audit logs of so many MB unpacked; made once and kept. */
export async function mustGatherFile(mb: number): Promise<string> {
  const how = ['--mb', String(mb), '--rotate-mb', '100', '--gz', '--form', 'must-gather'];
  return made(`must-gather-${mb}.tar.gz`, (out) => generate(['audit', ...how, '--out', out]));
}

async function made(name: string, make: (path: string) => Promise<number>): Promise<string> {
  const path = join(CACHE, name);
  if (existsSync(path)) return path;
  mkdirSync(CACHE, { recursive: true });
  await make(`${path}.part`);
  renameSync(`${path}.part`, path); // a run that was interrupted leaves nothing that looks whole
  return path;
}
