import type { PrecisionName } from '../base/time.ts';
import type { Limits } from './limits.ts';

/**
 * The one result of a load: the page shows it, `lapse analyze --json` prints it, tests compare it. Times are RFC 3339
 * UTC with milliseconds, durations are seconds, unknown is null. Arrays are sorted by time, then by name.
 */
export interface Report {
  readonly report: 1;
  readonly version: string;
  /** False while files are still being read: then nothing is called missing or unsignalled. */
  readonly complete: boolean;
  readonly settings: Settings;
  readonly run: RunBlock;
  readonly range: { readonly from: string; readonly to: string } | null;
  readonly inputs: readonly InputReport[];
  readonly intervals: number;
  readonly requests: number;
  /** API backends of which some sample is there, healthy or not; 0: the API was not measured. */
  readonly backendsMeasured: number;
  readonly shutdowns: readonly Shutdown[];
  readonly episodes: readonly Episode[];
  readonly disruptions: readonly Disruption[];
  readonly reactions: readonly Reaction[];
  readonly audit: AuditBlock | null;
  readonly coverage: readonly CoverageReport[];
  /** Of each control-plane node, by name: which of the files are there that tell of its apiserver. None until all are read. */
  readonly nodes: readonly NodeFiles[];
  readonly warnings: readonly Warning[];
}

/** What the user gave, not what was found. */
export interface Settings {
  readonly platform: string | null;
  readonly topology: Topology | null;
  readonly asOf: string | null;
  /** What was added to the times of inputs whose clocks were wrong, as given. */
  readonly shifts: readonly ClockShift[];
}

/** A clock that was wrong: seconds to add to all times of an input, or of the files in an archive or a folder. */
export interface ClockShift {
  readonly path: string;
  readonly seconds: number;
}

export const TOPOLOGIES = ['ha', 'single', 'external'] as const;
export type Topology = (typeof TOPOLOGIES)[number];

/** What the data tell about the run. */
export interface RunBlock {
  readonly job: string | null;
  readonly buildId: string | null;
  readonly started: string | null;
  readonly result: string | null;
  readonly release: string | null;
  readonly fromRelease: string | null;
  readonly platform: string | null;
  readonly topology: Topology | null;
  readonly controlPlane: readonly string[];
  /** Null: none. */
  readonly untimedTests: UntimedTests | null;
}

/** Failed tests of which nothing tells when they ran. */
export interface UntimedTests {
  readonly count: number;
  /** The first of them, by name. */
  readonly names: readonly string[];
}

export interface InputReport {
  /** As given; members of containers are `outer > inner`. */
  readonly path: string;
  readonly format: string | null;
  readonly records: number;
  readonly skipped: number;
  readonly from: string | null;
  readonly to: string | null;
  readonly node: string | null;
  readonly server: string | null;
  readonly nodes: Readonly<Record<string, number>>;
  readonly notices: readonly NoticeCount[];
  readonly failure: FailureReport | null;
}

export interface FailureReport {
  readonly code: string;
  readonly message: string;
  /** Of `too-large`: which limit to raise, where it can be. */
  readonly limit?: keyof Limits;
  /** Made beside the files of a run, and tells nothing of it. */
  readonly ofNoUse?: true;
  /** Of `unknown-format`: all formats, where any would do. */
  readonly expected?: readonly string[];
}

export interface NoticeCount {
  readonly code: string;
  readonly count: number;
  readonly first: Place;
}
export type Place = { readonly line: number } | { readonly item: number } | { readonly byte: number };

/** What one input says of a step. */
export interface WitnessReport {
  /** A step's name, or `readyz=false`. */
  readonly step: string;
  readonly at: string;
  /** How exact `at` is: a whole second may be anywhere in it. */
  readonly precision: PrecisionName;
  readonly evidence: EvidenceKind;
  /** Index into `inputs`, and the place in it: item, line or byte, as its format counts. */
  readonly input: number;
  readonly place: number;
}

/** One stop of one apiserver process that left a sign. */
export interface Shutdown {
  readonly server: string;
  readonly node: string | null;
  /** The pod, where it is known and does not name the node (openshift-apiserver, oauth-apiserver). */
  readonly pod: string | null;
  /** T0; null when no source tells it. */
  readonly initiated: string | null;
  /** T0 was computed from a later step. */
  readonly inferred: boolean;
  readonly delaySeconds: number | null;
  readonly delayFrom: 'message' | 'header' | 'steps' | 'config' | 'platform' | null;
  readonly steps: Readonly<Record<string, string>>;
  readonly finished: string | null;
  /** When its process was gone; null: not known. */
  readonly gone: string | null;
  /**
   * What tells that: `kill` and `log` (its last line) of one that was cut short; `timeout` is computed, of one whose
   * delay is longer than its rebooting node waits.
   */
  readonly goneFrom: 'finish' | 'kill' | 'log' | 'timeout' | null;
  readonly outcome: 'complete' | 'incomplete' | 'unknown';
  readonly signals: number;
  readonly evidence: readonly EvidenceKind[];
  /** Each source's word on each step, by time; at most 100. */
  readonly witnesses: readonly WitnessReport[];
}

export const EVIDENCE_KINDS = ['event', 'window', 'header', 'klog', 'termination-log', 'audit'] as const;
export type EvidenceKind = (typeof EVIDENCE_KINDS)[number];

export type EpisodeKind = 'reboot' | 'rollout' | 'crash';
export type EpisodeSignal =
  | 'signalled'
  | 'signalled-late'
  | 'signalled-in-log-only'
  | 'signal-on-unknown-node'
  | 'missing'
  | 'undeterminable';

/** Why an apiserver went away. */
export interface Episode {
  readonly kind: EpisodeKind;
  readonly server: string;
  readonly node: string | null;
  readonly from: string;
  /** Null when its end was never seen. */
  readonly to: string | null;
  readonly revision: { readonly from: number | null; readonly to: number | null } | null;
  readonly signal: EpisodeSignal;
  /** Index into `shutdowns`. */
  readonly shutdown: number | null;
  readonly why: string;
}

export type LoadBalancer = 'external' | 'internal' | 'service-network' | 'localhost';
export type Connection = 'new' | 'reused';
export type Protocol = 'http1' | 'http2';
export type DisruptionSignal = 'signalled' | 'unsignalled' | 'undeterminable' | 'not-applicable';

export const PATTERNS = [
  'client-network',
  'single-node',
  'unsignalled-reboot',
  'signalled-reboot',
  'reboot',
  'too-early',
  'lb-slow',
  'rollout',
  'crash',
  'unknown',
] as const;
export type Pattern = (typeof PATTERNS)[number];

export const ERROR_CLASSES = [
  'timeout-awaiting-headers',
  'connection-refused',
  'connection-reset',
  'eof',
  'client-connection-lost',
  'deadline-exceeded',
  'client-timeout',
  'io-timeout',
  'tls-handshake-timeout',
  'dns',
  'http-5xx',
  'http-429',
  'http-other',
  'bad-body',
  'other',
] as const;
export type ErrorClass = (typeof ERROR_CLASSES)[number];

/** One outage of one backend as one observer saw it; adjacent rows merged. */
export interface Disruption {
  readonly backend: string;
  readonly cache: boolean;
  readonly connection: Connection | null;
  readonly loadBalancer: LoadBalancer | null;
  readonly protocol: Protocol | null;
  readonly viaKubeApiserver: boolean;
  readonly observer: string;
  readonly from: string;
  /** Null when its end was never seen; `open` is true then. */
  readonly to: string | null;
  readonly seconds: number | null;
  readonly open: boolean;
  readonly errors: readonly ErrorClass[];
  readonly auditIds: readonly string[];
  readonly signal: DisruptionSignal;
  readonly pattern: Pattern;
  /** Indices into `episodes`; more than one only when `ambiguous`. */
  readonly episodes: readonly number[];
  readonly ambiguous: boolean;
  /** Index into `shutdowns`: the one that explains it. */
  readonly shutdown: number | null;
  /** `from` − T0 of that shutdown. */
  readonly afterSeconds: number | null;
  /** Where none explains it: the nearest one, and the signed distance `from` − T0. */
  readonly nearest: { readonly shutdown: number; readonly seconds: number } | null;
  /** Number of the outage it belongs to; null for what is not counted. */
  readonly group: number | null;
  readonly rows: number;
  readonly why: string;
}

export interface Reaction {
  readonly shutdown: number | null;
  readonly loadBalancer: LoadBalancer | null;
  readonly connection: Connection | null;
  readonly protocol: Protocol | null;
  readonly seconds: number;
  /** Censored: the true value is this or more. */
  readonly atLeast: boolean;
  readonly lateRequests: number | null;
  readonly requests: number | null;
  /** Of several rows for one cell, the one to show. */
  readonly best: boolean;
  readonly source:
    | 'window-message'
    | 'header'
    | 'audit-shutdown'
    | 'audit-time'
    | 'during-graceful'
    | 'termination-log'
    | 'klog'
    | 'event';
}

export interface AuditBlock {
  readonly codes: Readonly<Record<string, number>>;
  readonly unanswered: number;
  readonly panics: number;
  readonly truncated: number;
  readonly loopback: number;
  readonly beforeReady: number;
  readonly late: Readonly<Record<string, number>>;
}

/** What the absence of a signal may be judged from; node null: all nodes. */
export interface CoverageReport {
  readonly kind: string;
  readonly node: string | null;
  readonly from: string;
  readonly to: string;
}

/** What a node's kube-apiserver, and the node itself, write. */
export const NODE_FILE_KINDS = ['termination-log', 'apiserver-log', 'journal', 'audit-log'] as const;
export type NodeFileKind = (typeof NODE_FILE_KINDS)[number];

export interface NodeFiles {
  readonly node: string;
  /** One for each kind that is there, in the order of the kinds. */
  readonly files: readonly {
    readonly kind: NodeFileKind;
    /** Indices into `inputs`. */
    readonly inputs: readonly number[];
    /** From the first to the last time in them; null where none has a time. */
    readonly from: string | null;
    readonly to: string | null;
  }[];
  /** The kinds of which there is none. */
  readonly missing: readonly NodeFileKind[];
}

export type WarningCode =
  | 'sampler-outage'
  | 'control-backend-down'
  | 'window-too-long'
  | 'overlapping-shutdowns'
  | 'clock-difference'
  | 'non-graceful'
  | 'late-connections'
  | 'before-ready'
  | 'contradiction'
  | 'several-runs';

export interface Warning {
  readonly code: WarningCode;
  readonly count: number;
  readonly from: string;
  readonly to: string;
  readonly message: string;
}
