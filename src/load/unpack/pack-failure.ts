import type { Failure } from '../../model/failure.ts';
import type { Limits } from '../../model/limits.ts';
import type { Excess } from './limits.ts';
import type { Trouble } from './trouble.ts';

/** Thrown where a packed stream cannot be read at all, for a reason that has a name. */
export class PackFailure extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.code);
    this.failure = failure;
  }
}

/** What each limit counts. */
const COUNTED: Readonly<Record<keyof Limits, { what: string; unit: 'bytes' | null }>> = {
  maxUnpacked: { what: 'what this unpacks to', unit: 'bytes' },
  maxRatio: { what: 'what this unpacks to, for its size,', unit: 'bytes' },
  maxDepth: { what: 'the number of archives inside of each other', unit: null },
  maxMembers: { what: 'the number of members', unit: null },
};

/** That a limit was passed, with its name. */
export function failureOfExcess({ limit, most }: Excess): Failure {
  const { what, unit } = COUNTED[limit];
  return { code: 'too-large', limitBytes: most, what, unit, limit };
}

/** What is to be said of an archive once its members were read; null: nothing. */
export function failureOfArchive(
  troubles: readonly Trouble[],
  atByte: number,
  members: number,
): Failure | null {
  const trouble = troubles.find((one) => one !== 'garbage');
  if (trouble === 'cut') return { code: 'cut-off', atByte, records: members, unit: 'members' };
  if (trouble !== undefined) return failureOfTrouble(trouble);
  return members === 0 ? { code: 'empty' } : null;
}

const CAUSES = {
  checksum: 'its checksum is wrong',
  damaged: 'it is damaged',
  garbage: 'something else stands behind its end',
} as const;

/** That packed data are damaged. */
export function failureOfTrouble(trouble: Exclude<Trouble, 'cut'>): Failure {
  return { code: 'unreadable', cause: CAUSES[trouble], isDamaged: true };
}
