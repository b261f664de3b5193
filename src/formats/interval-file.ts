/** What a file of intervals tells as a whole, beyond its rows: coverage, roles of nodes, platform, releases. */
import { MINUTE, type EpochMs } from '../base/time.ts';
import type { NewInterval } from '../model/interval-table.ts';
import { isTooLong, type Mark } from '../model/mark.ts';
import { nodeOfPod } from '../model/server.ts';
import type { Place } from '../model/report.ts';
import { EventSpan } from './event-span.ts';
import type { Job, RunSink } from './format.ts';
import {
  hiddenSignals,
  incidentOfReason,
  isRepeatedSignal,
  marksOf,
  roleOf,
  stepOfReason,
} from './interval-marks.ts';
import { readItem } from './interval-item.ts';

/**
 * Sources that are written from logs and metrics after the run: their times may lie outside of what the monitor
 * watched, or be off by a year, so they do not tell its span.
 */
const AFTERTHOUGHTS: ReadonlySet<string> = new Set(
  (
    'KubeletLog CrioLog PodLog EtcdLog OVSVswitchdLog NetworkMangerLog SystemdCoreDumpLog EtcdLeadership Alert ' +
    'EtcdDiskCommitDuration EtcdDiskWalFsyncDuration MetricsEndpointDown CPUMonitor CloudMetrics ' +
    'APIUnreachableFromClient AuditLog StaticPodInstallMonitor InstallerPodMonitor OnPremHaproxyMonitor ' +
    'OnPremKeepalivedMonitor EstablishedConnection'
  ).split(' '),
);

/**
 * Events that are over when they are told, and that any cluster tells in plenty; beside these there are an apiserver's own.
 * Views of a run leave out what takes no time, but compare nanoseconds and then write seconds, so that a short failure of
 * a probe may look like an instant there. None of these is ever given an end.
 * Writers: kubernetes/kubernetes: pkg/kubelet/events, pkg/controller; openshift/library-go: pkg/operator.
 */
const INSTANTS: ReadonlySet<string> = new Set(
  (
    'Scheduled Pulling Pulled Created Started Killing AddedInterface SuccessfulCreate SuccessfulDelete ' +
    'ScalingReplicaSet Completed LeaderElection Starting Reboot Rebooted NodeReady NodeNotReady NodeSchedulable ' +
    'NodeNotSchedulable RegisteredNode OperatorStatusChanged OperatorVersionChanged ConfigMapCreated ConfigMapUpdated ' +
    'SecretCreated SecretUpdated PodCreated KubeAPIReadyz'
  ).split(' '),
);

/** Whether an event without length proves that the file keeps such events: one seen again was given an end. */
function provesInstants({ reason, annotations }: NewInterval): boolean {
  if (Number(annotations['count'] ?? 1) > 1) return false;
  return INSTANTS.has(reason) || stepOfReason(reason) !== null || incidentOfReason(reason) !== null;
}

/** Cloud addresses that a sampler watches as a control, by the platform that they belong to. */
const CONTROL_PLATFORM = /^(?:cloud-network-liveness-)?(azure|aws|gcp)(?:-network-liveness)?(?:-|$)/;

/** A row that lasts longer is a mistake of a clock; its end tells nothing of the recording. */
const MAX_ROW = 4 * 24 * 60 * MINUTE;

/** Bytes that are no UTF-8 stand where a word should be by which a signal is known. */
function isGarbled({ reason, locator }: NewInterval): boolean {
  const { pod, namespace } = locator.keys;
  return (
    reason.includes('\ufffd') || pod?.includes('\ufffd') === true || namespace?.includes('\ufffd') === true
  );
}

/** Whether an item that is no row may have been a signal, or the window of one; what is no JSON at all may be anything. */
function mayBeSignal(item: unknown): boolean {
  if (item === undefined) return true;
  try {
    return /Shutdown|Termination|Received signal to terminate/.test(JSON.stringify(item));
  } catch {
    return true;
  }
}

/** An item may be made so that reading it fails: nested a hundred thousand deep, for one. */
function readSafely(item: unknown, index: number): ReturnType<typeof readItem> {
  try {
    return readItem(item, index);
  } catch {
    return { interval: null, why: 'not-an-interval' };
  }
}

function isOfExtract(mark: Mark): boolean {
  if (mark.kind === 'reboot') return mark.isPhase && mark.isControlPlane === true;
  return mark.kind === 'step' && mark.step === 'ShutdownInitiated';
}

export class IntervalFile {
  readonly #sink: RunSink;
  readonly #job: Job;
  #from: EpochMs = Infinity;
  #to: EpochMs = -Infinity;
  #lastBegin: EpochMs = -Infinity;
  #firstOther: EpochMs = Infinity; // start of the first row that speaks of neither a stop, a node nor an outage
  #firstSample: EpochMs = Infinity; // start of the first healthy period that a sampler saw
  readonly #events = new EventSpan();
  #keepsInstants = false;
  #hasWindows = false;
  #isExtract = true; // nothing but reboots of the control plane and signals of its apiservers so far
  #rows = 0;
  #isHoled = false;
  #blind: { server: string | null; node: string | null; from: EpochMs; to: EpochMs | null }[] = [];
  #repeated: NewInterval[] = []; // signals that stand for several
  #said = new Set<string>();

  constructor(sink: RunSink, job: Job) {
    this.#sink = sink;
    this.#job = job;
  }

  /** Takes a parsed item: into the sink with its marks and facts, or counted with its place. */
  item(item: unknown, index: number, place: Place = { item: index }): void {
    const result = readSafely(item, index);
    if (result.interval === null) {
      this.#isHoled ||= mayBeSignal(item);
      this.#job.skip();
      this.#job.notice(result.why === 'no-time' ? 'no-time' : 'other-lines', place);
      return;
    }
    for (const code of result.notices) this.#job.notice(code, place);
    this.interval(result.interval);
  }

  /** Takes an interval that is in today's words already. */
  interval(interval: NewInterval): void {
    this.#job.record();
    this.#isHoled ||= isGarbled(interval);
    if (isGarbled(interval) || interval.message.includes('\ufffd')) {
      this.#job.notice('encoding', { item: interval.place });
    }
    this.#rows++;
    this.#sink.interval(interval);
    const marks = marksOf(interval);
    for (const mark of marks) this.#sink.mark(mark);
    if (isRepeatedSignal(interval)) this.#repeated.push(interval);
    this.#watchSpan(interval);
    this.#watchFacts(interval);
    this.#isExtract &&= marks.some(isOfExtract);
    for (const mark of marks) {
      if (mark.kind !== 'window') continue;
      this.#hasWindows = true;
      const isBlinding = mark.end === null || isTooLong(mark);
      if (isBlinding) this.#blind.push({ server: mark.server, node: mark.node, from: mark.at, to: mark.end });
    }
  }

  /** Something that may have been a signal could not be read: from here on the file proves no absence. */
  lose(): void {
    this.#isHoled = true;
  }

  /**
   * Says what the file covers. To be called once, after the last item. A cut file covers what was read of it, up to the
   * last begin; a file with items that could not be read covers nothing: one of them may be the signal.
   */
  end(isCut = false): void {
    if (this.#rows === 0 || !Number.isFinite(this.#from)) return;
    this.#tellStarts();
    for (const signal of this.#repeated) {
      const hidden = hiddenSignals(signal, this.#from);
      if (hidden !== null) this.#sink.covers(hidden);
    }
    if (this.#isHoled) return;
    const [from, to] = [this.#from, isCut ? this.#lastBegin : Math.max(this.#from, this.#to)];
    const cover = { server: null, from, to, lastBegin: this.#lastBegin };
    if (this.#keepsInstants) {
      for (const span of this.#events.within({ from, to })) {
        this.#sink.covers({
          ...cover,
          ...span,
          lastBegin: Math.min(this.#lastBegin, span.to),
          kind: 'events',
          node: null,
        });
      }
    }
    if (this.#hasWindows) {
      this.#sink.covers({ ...cover, kind: 'windows', node: null });
      for (const { server, node, ...span } of this.#blind) {
        const blind = { ...cover, server, from: span.from, to: Math.max(span.from, span.to ?? to) };
        this.#sink.covers({ ...blind, kind: 'windows-blind', node });
      }
    }
    // A list of nothing but reboots and signals was made to be asked this one question: it is taken as it stands.
    if (this.#isExtract && !isCut) this.#sink.covers({ ...cover, kind: 'extract', node: null });
  }

  #tellStarts(): void {
    for (const at of new Set([this.#firstOther, this.#firstSample])) {
      if (Number.isFinite(at)) this.#sink.fact({ kind: 'monitor-start', at });
    }
  }

  #watchSpan(interval: NewInterval): void {
    const { from, to, source, locator, reason } = interval;
    if (AFTERTHOUGHTS.has(source)) return;
    const isWindow = source === 'APIServerGracefulShutdown' || source === 'APIServerShutdown';
    if (from !== null) {
      this.#from = Math.min(this.#from, from);
      this.#to = Math.max(this.#to, from);
      this.#lastBegin = Math.max(this.#lastBegin, from);
      const isSample = locator.type === 'Disruption';
      if (isSample && reason === 'DisruptionEnded') this.#firstSample = Math.min(this.#firstSample, from);
      if (!isSample && !isWindow && locator.type !== 'Node')
        this.#firstOther = Math.min(this.#firstOther, from);
    }
    // Ends of header windows are predictions.
    const isPlausible = to !== null && (from === null || to - from <= MAX_ROW);
    if (isPlausible && source !== 'APIServerShutdown') this.#to = Math.max(this.#to, to);
    // The upgrade test writes marks of its own as events, also into files that hold no others.
    const isOwnMark = locator.keys['clusterversion'] === 'cluster';
    if (from === null || from !== to || source !== 'KubeEvent' || reason === '' || isOwnMark) return;
    this.#events.add(from);
    this.#keepsInstants ||= provesInstants(interval);
  }

  #watchFacts({ locator, annotations, reason, message, source, from }: NewInterval): void {
    const { keys, type } = locator;
    if (type === 'Node' && keys['node']) {
      const isControlPlane = roleOf(annotations['roles'] ?? keys['node-role']);
      this.#node(keys['node'], isControlPlane === null ? null : isControlPlane ? 'control-plane' : 'worker');
    }
    const podNode = keys['namespace'] === 'openshift-kube-apiserver' ? nodeOfPod(keys['pod'] ?? '') : null;
    if (podNode !== null) this.#node(podNode, 'control-plane');
    if (source === 'CloudMetrics') this.#platform('azure');
    if (type === 'Disruption') {
      const platform = CONTROL_PLATFORM.exec(keys['backend-disruption-name'] ?? '');
      if (platform !== null) this.#platform(platform[1]);
    }
    if (type === 'ClusterVersion' || keys['clusterversion'] !== undefined)
      this.#release(reason, message, from);
  }

  #release(reason: string, message: string, at: EpochMs | null): void {
    const upgrade = reason === 'UpgradeStarted' ? /\bversion\/(\S{1,80})/.exec(message) : null;
    if (upgrade !== null) this.#sink.fact({ kind: 'release', value: upgrade[1], at });
    const reached = /^cluster reached (\S{1,80})/.exec(message);
    if (reached !== null) this.#sink.fact({ kind: 'from-release', value: reached[1], at });
  }

  #node(name: string, role: 'control-plane' | 'worker' | null): void {
    this.#once(`node ${name} ${role}`, () => this.#sink.fact({ kind: 'node', name, role }));
  }

  #platform(value: string): void {
    this.#once(`platform ${value}`, () => this.#sink.fact({ kind: 'platform', value, weight: 2 }));
  }

  #once(what: string, act: () => void): void {
    // Hostile files may name any number of nodes; a set of facts is for those of a cluster.
    if (this.#said.has(what) || this.#said.size > 20_000) return;
    this.#said.add(what);
    act();
  }
}
