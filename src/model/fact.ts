import type { DurationMs, EpochMs } from '../base/time.ts';
import type { Topology } from './report.ts';

/** Something that an input tells about the whole run. `weight` orders contradicting ones: the greatest wins. */
export type Fact =
  | { readonly kind: 'platform'; readonly value: string; readonly weight: number }
  | { readonly kind: 'topology'; readonly value: Topology; readonly weight: number }
  | { readonly kind: 'release' | 'from-release'; readonly value: string; readonly at: EpochMs | null }
  /** `weight` orders contradicting ones, where they have one: files of single steps of a job say less than the job's own. */
  | { readonly kind: 'job' | 'build-id' | 'result'; readonly value: string; readonly weight?: number }
  | { readonly kind: 'run-start'; readonly at: EpochMs; readonly weight?: number }
  | { readonly kind: 'run-end'; readonly at: EpochMs; readonly weight?: number }
  /** The shutdown delay that an apiserver is configured with, and its hard kill where told. The greatest weight is the latest. */
  | {
      readonly kind: 'delay';
      readonly server: string;
      readonly ms: DurationMs | null;
      readonly kill: DurationMs | null;
      readonly weight: number;
    }
  /** The boot that a node was in when it was asked. */
  | { readonly kind: 'boot-id'; readonly name: string; readonly value: string }
  /** A test that failed; `alsoPassed`: another try of it passed. When, rows tell, where anything does. */
  | { readonly kind: 'failed-test'; readonly name: string; readonly alsoPassed: boolean }
  /** A node's name and what it is; `role` null: unknown. */
  | { readonly kind: 'node'; readonly name: string; readonly role: 'control-plane' | 'worker' | null }
  /** Two names of one node, e.g. an address. */
  | { readonly kind: 'alias'; readonly name: string; readonly alias: string }
  /** The monitor that wrote the file began at about this time. */
  | { readonly kind: 'monitor-start'; readonly at: EpochMs };

/** Where a source that covers the time may hide a signal. */
export type BlindKind = 'windows-blind' | 'events-blind';

/**
 * What the absence of a signal may be judged from: between `from` and `to` a signal of `node` (null: any node) would
 * have been seen. `windows-blind` and `events-blind` turn it round: there windows, or events, alone could not show it.
 * `log`: one life of one apiserver, from its first to its last line; what ends it may be the end of the life.
 */
export interface Coverage {
  readonly kind: 'events' | 'windows' | BlindKind | 'extract' | 'log';
  readonly server: string | null;
  readonly node: string | null;
  readonly from: EpochMs;
  /** The last end of what the source holds. */
  readonly to: EpochMs;
  /** The last begin of what it holds: it was still recording then; ends may lie beyond its own. */
  readonly lastBegin: EpochMs;
}
