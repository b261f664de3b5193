import type { DurationMs, EpochMs, Precision } from '../base/time.ts';
import type { EvidenceKind, LoadBalancer } from './report.ts';

/** The steps of an apiserver's graceful termination, in order; ties in time are sorted by this order. */
export const STEPS = [
  'ShutdownInitiated',
  'TerminationPreShutdownHooksFinished',
  'AfterShutdownDelayDuration',
  'PreShutdownHooksStopped',
  'NotAcceptingNewRequest',
  'InFlightRequestsDrained',
  'HTTPServerStoppedListening',
  'TerminationGracefulTerminationFinished',
] as const;
export type StepName = (typeof STEPS)[number];

/** What else an apiserver, or its watcher, says of its life; never a step of a clean stop. */
export const INCIDENTS = [
  'NonGracefulTermination',
  'GracefulTerminationTimeout',
  'TerminationProcessOverlapDetected',
  'LateConnections',
  'NonReadyRequests',
] as const;
export type IncidentName = (typeof INCIDENTS)[number];

interface MarkBase {
  readonly at: EpochMs;
  readonly precision: Precision;
  readonly server: string | null; // kube-apiserver | openshift-apiserver | oauth-apiserver
  readonly node: string | null; // as the source writes it
  readonly pod: string | null;
  readonly evidence: EvidenceKind;
  readonly file: number; // index into the run's files; formats write 0
  readonly place: number; // item or line in that file
}

/** A step of a shutdown, seen at `at`. `delay` where its text tells the shutdown delay. */
export interface StepMark extends MarkBase {
  readonly kind: 'step';
  readonly step: StepName;
  readonly delay: DurationMs | null;
}

export interface IncidentMark extends MarkBase {
  readonly kind: 'incident';
  readonly incident: IncidentName;
  /** Of late connections and requests before readiness, where the source tells: those of one client, seconds apart. */
  readonly requests?: ClientRequests;
}

/** Requests of one client that an apiserver complained of, the first at the mark's own time. */
export interface ClientRequests {
  readonly count: number;
  readonly last: EpochMs;
  /** Of the first: without its query; empty where it is not told. */
  readonly path: string;
  /** Of the first: `10.0.4.21:41522`; empty where it is not told. */
  readonly address: string;
  readonly agent: string;
}

/** A shutdown window that the monitor constructed from the first and last step. `end` null: the last was not seen. */
export interface WindowMark extends MarkBase {
  readonly kind: 'window';
  readonly end: EpochMs | null;
  /** The end is the only thing seen: the window was drawn from its last step alone. */
  readonly isStartMissing: boolean;
  /** Any two signs in a row made it, so that its begin may be an end, and its end a begin (4.12 to 4.13). */
  readonly isPair: boolean;
}

/** A shutdown that a sampler read from response headers; its end is a prediction and is not kept. */
export interface HeaderMark extends MarkBase {
  readonly kind: 'header';
  readonly loadBalancer: LoadBalancer | null;
  readonly delay: DurationMs | null;
  readonly lastNew: DurationMs | null; // longest elapsed time seen on a new connection
  readonly lastReused: DurationMs | null;
}

/** A node was rebooted from `at` to `end`; null: not seen to come back. */
export interface RebootMark extends MarkBase {
  readonly kind: 'reboot';
  readonly end: EpochMs | null;
  /** A phase that the monitor constructed; else the two node events themselves. */
  readonly isPhase: boolean;
  readonly isControlPlane: boolean | null;
  /** It began somewhere from here to `at`, where `at` is when others noticed. */
  readonly earliest?: EpochMs;
}

/**
 * A sign of a revision rollout of a static pod: from the operator's condition or events, an installer pod or the kubelet.
 * `target`: the operator chose the node for the revision; `current`: the node's static pod has it and is ready.
 */
export interface RolloutMark extends MarkBase {
  readonly kind: 'rollout';
  readonly sign: 'progressing' | 'installer' | 'killing' | 'target' | 'current';
  readonly end: EpochMs | null;
  readonly fromRevision: number | null;
  readonly toRevision: number | null;
}

/** The apiserver's next life: its container started, or it became ready. */
export interface StartMark extends MarkBase {
  readonly kind: 'start';
  readonly sign: 'started' | 'ready';
}

/** The node's kubelet started: the end of a reboot, or of a restart of the kubelet alone. */
export interface BootMark extends MarkBase {
  readonly kind: 'boot';
}

/** A node's journal in one file, from its first line at `at` to its last. */
export interface JournalMark extends MarkBase {
  readonly kind: 'journal';
  readonly end: EpochMs;
  /** Its first line is the first of a boot. */
  readonly beginsBoot: boolean;
  /** The boots of its first and last line, where they are told. */
  readonly firstBoot: string | null;
  readonly lastBoot: string | null;
}

/** An apiserver's own readiness check began to fail. */
export interface ReadinessMark extends MarkBase {
  readonly kind: 'readiness';
  /** It had answered requests just before: it was no start. */
  readonly hadServed: boolean;
}

/** One observation of a step in an apiserver's or node's life. Every format gives them in this one form. */
export type Mark =
  | StepMark
  | IncidentMark
  | WindowMark
  | HeaderMark
  | RebootMark
  | RolloutMark
  | StartMark
  | BootMark
  | JournalMark
  | ReadinessMark;

/**
 * No stop lasts longer: the longest hard kill is 194 s. Constructed windows pair events by order, so that a longer one
 * spans two stops. Source: openshift/cluster-kube-apiserver-operator: observe_termination_duration.go, with slack.
 */
const MAX_WINDOW: DurationMs = 400_000;

/** A pair that is longer than the longest hard kill, and ten seconds for events that are stored late, is no stop. */
const MAX_PAIR: DurationMs = 204_000;

export function isTooLong(window: WindowMark): boolean {
  return window.end !== null && window.end - window.at > (window.isPair ? MAX_PAIR : MAX_WINDOW);
}
