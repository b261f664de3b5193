/** How much one input may become when it is unpacked. Users may raise them. */
export interface Limits {
  /** Bytes of all that is unpacked, archives inside of archives included. */
  readonly maxUnpacked: number;
  /** Unpacked bytes a packed byte, once there are more than a small file's. */
  readonly maxRatio: number;
  /** Archives and compressions inside of each other. */
  readonly maxDepth: number;
  /** Members of all archives in the input. */
  readonly maxMembers: number;
}

/**
 * The audit logs of a long run are some 6 GB in some hundred files. Real files shrink to a fifth or a fiftieth; deflate's
 * best is a thousandth, which only files made for it reach.
 */
export const DEFAULT_LIMITS: Limits = {
  maxUnpacked: 64 * 2 ** 30,
  maxRatio: 400,
  maxDepth: 8,
  maxMembers: 200_000,
};

/** The options of the command that raise them, without their dashes. */
export const LIMIT_OPTIONS: Readonly<Record<keyof Limits, string>> = {
  maxUnpacked: 'max-unpacked',
  maxRatio: 'max-ratio',
  maxDepth: 'max-depth',
  maxMembers: 'max-members',
};
