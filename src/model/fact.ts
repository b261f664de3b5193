import type { EpochMs } from '../base/time.ts';
import type { Topology } from './report.ts';

/** Something that an input tells about the whole run. `weight` orders contradicting ones: the greatest wins. */
export type Fact =
  | { readonly kind: 'platform'; readonly value: string; readonly weight: number }
  | { readonly kind: 'topology'; readonly value: Topology; readonly weight: number }
  | { readonly kind: 'release' | 'from-release'; readonly value: string; readonly at: EpochMs | null }
  | { readonly kind: 'job' | 'build-id' | 'result'; readonly value: string }
  | { readonly kind: 'run-start'; readonly at: EpochMs }
  /** A node's name and what it is; `role` null: unknown. */
  | { readonly kind: 'node'; readonly name: string; readonly role: 'control-plane' | 'worker' | null }
  /** Two names of one node, e.g. an address. */
  | { readonly kind: 'alias'; readonly name: string; readonly alias: string }
  /** The monitor that wrote the file began at about this time. */
  | { readonly kind: 'monitor-start'; readonly at: EpochMs };

/**
 * What the absence of a signal may be judged from: between `from` and `to` a signal of `node` (null: any node) would
 * have been seen. `windows-blind` turns it round: there windows alone could not show it.
 */
export interface Coverage {
  readonly kind: 'events' | 'windows' | 'windows-blind' | 'extract';
  readonly server: string | null;
  readonly node: string | null;
  readonly from: EpochMs;
  /** The last end of what the source holds. */
  readonly to: EpochMs;
  /** The last begin of what it holds: it was still recording then; ends may lie beyond its own. */
  readonly lastBegin: EpochMs;
}
