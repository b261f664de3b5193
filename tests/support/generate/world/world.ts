import type { DurationMs, EpochMs } from '../../../../src/base/time.ts';

export type Platform = 'aws' | 'gcp' | 'azure' | 'default';
export type ServerName = 'kube-apiserver' | 'openshift-apiserver' | 'oauth-apiserver';

/** A stretch of time; both ends are whole seconds unless a field says otherwise. */
export interface Span {
  readonly from: EpochMs;
  readonly to: EpochMs;
}

export interface WorldNode {
  readonly name: string;
  readonly role: 'control-plane' | 'worker';
  readonly address: string;
}

/** One event of a shutdown. `stored` is false where the write of the event failed. */
export interface Step {
  readonly reason: string;
  readonly at: EpochMs;
  readonly stored: boolean;
}

/** One stop of one apiserver process. */
export interface Stop {
  readonly server: ServerName;
  readonly node: string;
  readonly pod: string;
  readonly cause: 'rollout' | 'reboot' | 'crash';
  /** T0; null when the process never got the signal. */
  readonly signalledAt: EpochMs | null;
  readonly delay: DurationMs;
  readonly steps: readonly Step[];
  /** When it was killed without a clean end, else null. */
  readonly killedAt: EpochMs | null;
  /** When the next process started. */
  readonly restartedAt: EpochMs | null;
  /** True where the constructed window of this stop did not reach the file although its analyser ran. */
  readonly windowLost: boolean;
}

/** A node's update by the machine-config operator, with its phases. */
export interface Reboot {
  readonly node: string;
  readonly update: Span;
  readonly drain: Span;
  readonly osUpdate: Span;
  readonly reboot: Span;
  /** When the node turned NotReady and Ready. */
  readonly notReady: Span;
  readonly configFrom: string;
  readonly configTo: string;
}

/** A revision rollout of a static-pod operator. */
export interface Rollout {
  readonly operator: 'kube-apiserver' | 'kube-controller-manager' | 'kube-scheduler' | 'etcd';
  readonly progressing: Span;
  readonly fromRevision: number;
  readonly toRevision: number;
  readonly turns: readonly RolloutTurn[];
}

/** One node's turn in a rollout: its installer pod, then the old container killed and the new one started. */
export interface RolloutTurn {
  readonly node: string;
  readonly installer: Span;
  readonly killing: EpochMs;
  readonly started: EpochMs;
}

export type LoadBalancer = 'external-lb' | 'internal-lb' | 'service-network' | 'localhost';

/** A thing that a sampler measures, over one kind of connection. */
export interface Backend {
  /** Without the connection: `kube-api`, `cache-oauth-api`, `openshift-api-http2-internal-lb`, `ingress-to-console`. */
  readonly name: string;
  readonly connection: 'new' | 'reused';
  readonly observer: string;
  readonly url: string;
  readonly loadBalancer: LoadBalancer | null;
  readonly protocol: 'http1' | 'http2' | null;
  readonly target: string | null;
  readonly route: { readonly namespace: string; readonly name: string } | null;
}

/** A real outage of one backend, or a sampler's own DNS trouble. */
export interface Outage {
  readonly backend: Backend;
  readonly from: EpochMs;
  /** Null when the end was not seen. */
  readonly to: EpochMs | null;
  readonly error: string;
  readonly kind: 'disruption' | 'sampler-dns';
}

/** A shutdown window as a sampler inferred it from response headers. */
export interface HeaderWindow {
  readonly loadBalancer: LoadBalancer;
  readonly node: string;
  readonly from: EpochMs;
  readonly delay: DurationMs;
  readonly newSeconds: number;
  readonly reusedSeconds: number;
  readonly failures: number;
}

export interface Upgrade {
  readonly span: Span;
  readonly fromVersion: string;
  readonly toVersion: string;
}

/** What happened in a run, whatever a file of it says. */
export interface World {
  readonly seed: number;
  readonly platform: Platform;
  readonly topology: 'ha' | 'single';
  readonly delay: DurationMs;
  readonly kill: DurationMs;
  /** From when to when the monitor ran. */
  readonly monitor: Span;
  readonly nodes: readonly WorldNode[];
  readonly stops: readonly Stop[];
  readonly reboots: readonly Reboot[];
  readonly rollouts: readonly Rollout[];
  readonly backends: readonly Backend[];
  readonly outages: readonly Outage[];
  readonly headerWindows: readonly HeaderWindow[];
  readonly upgrade: Upgrade | null;
  /** When the conformance tests ran. */
  readonly tests: Span | null;
  /** Whether the analyser that constructs shutdown windows was part of the test binary. */
  readonly hasAnalyser: boolean;
}
