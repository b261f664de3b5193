/** The lives of one node, as its journal tells them: boots, starts of the kubelet, and what it did to apiservers. */
import { MINUTE, SECOND, type DurationMs, type EpochMs } from '../../base/time.ts';
import type { Mark } from '../../model/mark.ts';
import { KUBE_APISERVER } from '../../model/server.ts';
import type { Held } from './held.ts';
import { levelOf, locatorOf, settle, type Seen } from './held.ts';
import { isKubelet, nodeOfSubject, readNodeSign, type NodeSign, type Subject } from './kubelet-signs.ts';
import type { LogClock } from './log-clock.ts';
import type { LogEntry } from './log-reader.ts';

/** Marks of one start of the kubelet are this close. */
const SAME_START: DurationMs = 60 * SECOND;
/** Readiness that fails again after this is a new time of not being ready. */
const SAME_TIME: DurationMs = 60 * SECOND;
/** An apiserver that was started this long before may not have been ready yet. */
const STARTING: DurationMs = 3 * MINUTE;
/** From being told to reboot to the last line, a machine takes no longer. Source: systemd: JobTimeoutSec of reboot.target. */
const LONGEST_STOP: DurationMs = 30 * MINUTE;

interface Found {
  readonly seen: Seen;
  readonly sign: NodeSign;
}

/** A boot after another: the journal goes on. */
interface Reboot {
  /** When it was told to, else its last line. */
  readonly began: Seen;
  /** The first line of the new boot. */
  readonly back: Seen | null;
}

export class NodeJournal {
  readonly #held: Held;
  readonly #host: string | null;
  readonly #found: Found[] = [];
  readonly #reboots: Reboot[] = [];
  #first: Seen | null = null;
  #beginsBoot = false;
  #firstBootId: string | null = null;
  #last: Seen | null = null;
  #rebooting: Seen | null = null;
  #bootId: string | null = null;
  #isBootMarked = false; // a line says that the next entry is of a new boot
  #lastKubelet = -Infinity;
  #lastUnready = -Infinity;
  #isControlPlane = false;

  constructor(host: string | null, held: Held) {
    this.#host = host;
    this.#held = held;
  }

  /** A line of `journalctl` itself: the next entry is of another boot. */
  markBoot(): void {
    this.#isBootMarked = this.#last !== null;
  }

  take(entry: LogEntry): void {
    const { time, layers } = entry;
    if (time === null) return;
    const seen: Seen = { time, precision: entry.precision, place: entry.place };
    const sign = readNodeSign(entry);
    if (this.#first === null) {
      this.#row(entry, 'SystemdLog', 'LogBegins', entry.line);
      this.#first = seen;
      this.#beginsBoot = sign?.kind === 'kernel';
      this.#firstBootId = layers.bootId;
    }
    const isOtherBoot = layers.bootId !== null && this.#bootId !== null && layers.bootId !== this.#bootId;
    this.#bootId = layers.bootId ?? this.#bootId;
    const isKernel = sign?.kind === 'kernel' && this.#last !== null;
    if (this.#isBootMarked || isOtherBoot || isKernel) this.#boot(entry, seen);
    this.#isBootMarked = false;
    this.#last = seen;
    if (sign !== null) this.#takeSign(entry, seen, sign);
  }

  #boot(entry: LogEntry, seen: Seen): void {
    const told = this.#rebooting;
    const isRecent = told !== null && seen.time.at - told.time.at <= LONGEST_STOP;
    this.#reboots.push({ began: isRecent ? told : this.#last!, back: seen });
    this.#rebooting = null;
    this.#row(entry, 'SystemdLog', 'Booted', entry.line);
  }

  #takeSign(entry: LogEntry, seen: Seen, sign: NodeSign): void {
    const { at } = seen.time;
    if (sign.kind === 'kernel') return;
    if (sign.kind === 'rebooting') {
      if (this.#rebooting !== null && at - this.#rebooting.time.at <= LONGEST_STOP) return;
      this.#rebooting = seen;
    } else if (sign.kind === 'kubelet') {
      const isSame = at - this.#lastKubelet <= SAME_START;
      this.#lastKubelet = at;
      if (isSame) return;
    } else if (sign.kind === 'unready' || sign.kind === 'probe') {
      const isSame = at - this.#lastUnready <= SAME_TIME && sign.kind === 'unready';
      if (sign.kind === 'unready') this.#lastUnready = at;
      this.#row(entry, 'KubeletLog', sign.reason, sign.text, sign.subject);
      if (!isSame && sign.kind === 'unready') this.#found.push({ seen, sign });
      return;
    }
    this.#row(entry, sourceOf(sign, entry), sign.reason, sign.text, 'subject' in sign ? sign.subject : null);
    this.#found.push({ seen, sign });
  }

  #row(entry: LogEntry, source: string, reason: string, text: string, subject: Subject | null = null): void {
    const keys = {
      namespace: subject?.namespace,
      pod: subject?.pod,
      container: subject?.server,
      node: this.#host,
    };
    this.#held.row({
      time: entry.time!,
      precision: entry.precision,
      level: levelOf(entry),
      source,
      locator: locatorOf(subject === null ? 'Node' : 'Container', keys),
      reason,
      message: text,
      annotations: locatorOf('', { ident: entry.layers.ident }).keys,
      place: entry.place,
    });
  }

  finish(clock: LogClock): Mark[] {
    const marks = this.#found.flatMap(({ seen, sign }) => this.#markOf(seen, sign, clock));
    const open = this.#rebooting === null ? [] : [{ began: this.#rebooting, back: null }];
    for (const { began, back } of [...this.#reboots, ...open]) {
      marks.push({
        ...settle(began, clock),
        ...WHOSE,
        node: this.#host,
        kind: 'reboot',
        end: back === null ? null : clock.settle(back.time),
        isPhase: false,
        isControlPlane: this.#isControlPlane ? true : null,
      });
    }
    if (this.#first !== null && this.#host !== null)
      marks.push({
        ...settle(this.#first, clock),
        ...WHOSE,
        node: this.#host,
        kind: 'journal',
        end: clock.settle(this.#last!.time),
        beginsBoot: this.#beginsBoot,
        firstBoot: this.#firstBootId,
        lastBoot: this.#bootId,
      });
    if (this.#host !== null)
      this.#held.fact({
        kind: 'node',
        name: this.#host,
        role: this.#isControlPlane ? 'control-plane' : null,
      });
    return marks;
  }

  #markOf(seen: Seen, sign: NodeSign, clock: LogClock): Mark[] {
    const base = { ...settle(seen, clock), ...WHOSE, node: this.#host };
    switch (sign.kind) {
      case 'rebooting': // told by the boot that follows
      case 'kernel':
      case 'probe':
      case 'stopped':
        return [];
      case 'kubelet':
        return [{ ...base, kind: 'boot' }];
      case 'killed':
        this.#isControlPlane = true;
        return [
          { ...base, kind: 'incident', incident: 'GracefulTerminationTimeout', server: KUBE_APISERVER },
        ];
      case 'killing':
      case 'started':
      case 'unready':
        return this.#markOfSubject(base, sign.kind, sign.subject, clock);
    }
  }

  #markOfSubject(
    base: NodeBase,
    kind: 'killing' | 'started' | 'unready',
    subject: Subject,
    clock: LogClock,
  ): Mark[] {
    const { server, pod } = subject;
    if (server === KUBE_APISERVER) this.#isControlPlane = true;
    const own = { ...base, server, pod, node: nodeOfSubject(subject) ?? base.node };
    if (kind === 'started') return [{ ...own, kind: 'start', sign: 'started' }];
    if (kind === 'unready')
      return [{ ...own, kind: 'readiness', hadServed: !this.#isStarting(subject, base.at, clock) }];
    if (server !== KUBE_APISERVER) return [];
    return [{ ...own, kind: 'rollout', sign: 'killing', end: null, fromRevision: null, toRevision: null }];
  }

  /** Whether its container was seen to start shortly before. */
  #isStarting({ pod }: Subject, at: EpochMs, clock: LogClock): boolean {
    return this.#found.some(({ seen, sign }) => {
      if (sign.kind !== 'started' || sign.subject.pod !== pod) return false;
      const since = at - clock.settle(seen.time);
      return since >= 0 && since <= STARTING;
    });
  }
}

/** Lines of a journal are of the node, unless they name a pod. */
const WHOSE = { server: null, node: null, pod: null, evidence: 'klog' } as const;
type NodeBase = ReturnType<typeof settle> & { readonly node: string | null; readonly evidence: 'klog' };

function sourceOf(sign: NodeSign, { layers }: LogEntry): string {
  if (isKubelet(layers.ident)) return 'KubeletLog';
  return sign.kind === 'started' || sign.kind === 'stopped' ? 'CrioLog' : 'SystemdLog';
}
