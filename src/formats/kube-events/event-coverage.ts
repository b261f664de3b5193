import { MINUTE, type DurationMs, type EpochMs } from '../../base/time.ts';
import type { Coverage } from '../../model/fact.ts';
import { nodeOfPod, serverOfNamespace } from '../../model/server.ts';
import { EventSpan } from '../event-span.ts';
import type { KubeEvent } from './kube-event.ts';

/** The cluster forgets an event that was not seen again for so long. Source: the apiserver's option `event-ttl`. */
const EVENT_LIFETIME: DurationMs = 180 * MINUTE;
/** Lists of so many namespaces were made of all of them. */
const ALL_NAMESPACES = 5;
/**
 * Signals are normal events. At least so many of all are, in a list that was not asked for warnings: what a cluster does
 * when it is well, the scheduling, pulling and starting of containers, is most of what it tells even when it is not well,
 * and a warning that is repeated is one event. A list of warnings with a normal one added by hand has fewer.
 */
const MIN_NORMAL = 0.1;
/** A file may name more; what is counted to a few does not need them. */
const MAX_KEPT = 1000;

interface Span {
  readonly from: EpochMs;
  readonly to: EpochMs;
}

/**
 * What the absence of a signal may be judged from, by a file of events: which servers' events it has, and from when on. A
 * list holds what the cluster had not forgotten when it was made, and that is what was seen in the last three hours before
 * its newest event. A watch also keeps what was forgotten meanwhile.
 */
export class EventCoverage {
  readonly #times: EpochMs[] = [];
  readonly #namespaces = new Set<string>();
  readonly #reasons = new Set<string>();
  readonly #subjects = new Set<string>();
  readonly #components = new Set<string>();
  readonly #holes: Span[] = [];
  #interrupted: EpochMs | null = null; // the last time before the watch broke off, while nothing later was seen
  #normal = 0;
  #oldest = Infinity;
  #newest = -Infinity;

  add({ at, type, reason, locator, component }: KubeEvent): void {
    if (this.#interrupted !== null && at.at > this.#interrupted) {
      // A watch that breaks off more often than that is taken to have been broken off all the time.
      const from = this.#holes.length < MAX_KEPT ? this.#interrupted : this.#holes.pop()!.from;
      this.#holes.push({ from, to: at.at });
      this.#interrupted = null;
    }
    this.#times.push(at.at);
    this.#oldest = Math.min(this.#oldest, at.at);
    this.#newest = Math.max(this.#newest, at.at);
    if (type === 'Normal') this.#normal++;
    keep(this.#components, component);
    const { namespace = '', pod } = locator.keys;
    keep(this.#namespaces, namespace);
    keep(this.#reasons, reason);
    keep(
      this.#subjects,
      pod === undefined ? `${locator.type} ${Object.values(locator.keys).join()}` : `pod ${pod}`,
    );
  }

  /** The watch broke off here: what happened until the next later event is not told. */
  interrupt(): void {
    if (this.#times.length > 0) this.#interrupted ??= this.#newest;
  }

  /** When the oldest of its events was last seen; infinite without any. */
  get oldest(): EpochMs {
    return this.#oldest;
  }

  /** The stretches that are covered. A list that was asked for one kind of event, or one object, covers no other. */
  spans(isWatch: boolean): Coverage[] {
    if (this.#isSelected()) return [];
    const to = this.#newest;
    const from = isWatch ? this.#oldest : Math.max(this.#oldest, to - EVENT_LIFETIME);
    const span = new EventSpan();
    for (const at of this.#times) if (at >= from) span.add(at);
    return span
      .within({ from, to })
      .flatMap((one) => this.#unbroken(one))
      .flatMap((one) =>
        this.#owners().map((owner): Coverage => ({ kind: 'events', ...owner, ...one, lastBegin: one.to })),
      );
  }

  /** What is left of a stretch without those in which the watch was broken off, which are in order of time. */
  #unbroken({ from, to }: Span): Span[] {
    const begins = [-Infinity, ...this.#holes.map((hole) => hole.to)];
    const ends = [...this.#holes.map((hole) => hole.from), Infinity];
    return begins
      .map((begin, i) => ({ from: Math.max(begin, from), to: Math.min(ends[i], to) }))
      .filter((left) => left.from <= left.to);
  }

  /**
   * A list of warnings, of one reason, or of what one other component says, holds no signal by the way it was made: apiservers
   * tell their own, and a cluster, or a namespace, has kubelets and controllers that tell the rest. Where no event says who
   * told it, it was not asked for by that.
   */
  #isSelected(): boolean {
    const isOfWarnings = this.#normal === 0 || this.#normal < MIN_NORMAL * this.#times.length;
    const isOfOneComponent =
      this.#components.size === 1 && !this.#components.has('') && !this.#components.has('apiserver');
    return isOfWarnings || isOfOneComponent || this.#reasons.size < 2;
  }

  #owners(): Pick<Coverage, 'server' | 'node'>[] {
    if (this.#subjects.size === 1) {
      const node = nodeOfPod([...this.#subjects][0].replace(/^pod /, ''));
      return node === null ? [] : [{ server: 'kube-apiserver', node }];
    }
    if (this.#namespaces.size >= ALL_NAMESPACES) return [{ server: null, node: null }];
    const servers = [...this.#namespaces].map(serverOfNamespace).filter((server) => server !== null);
    return servers.sort().map((server) => ({ server, node: null }));
  }
}

function keep(set: Set<string>, text: string): void {
  if (set.size < MAX_KEPT) set.add(text);
}
