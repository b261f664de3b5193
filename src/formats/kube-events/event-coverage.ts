import { MINUTE, type DurationMs, type EpochMs } from '../../base/time.ts';
import type { Coverage } from '../../model/fact.ts';
import { nodeOfPod, serverOfNamespace } from '../../model/server.ts';
import { EventSpan } from '../event-span.ts';
import type { KubeEvent } from './kube-event.ts';

/** The cluster forgets an event that was not seen again for so long. Source: the apiserver's option `event-ttl`. */
const EVENT_LIFETIME: DurationMs = 180 * MINUTE;
/** Lists of so many namespaces were made of all of them. */
const ALL_NAMESPACES = 5;
/** A file may name more; what is counted to a few does not need them. */
const MAX_KEPT = 1000;

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
  #hasNormal = false;
  #oldest = Infinity;
  #newest = -Infinity;

  add({ at, type, reason, locator }: KubeEvent): void {
    this.#times.push(at.at);
    this.#oldest = Math.min(this.#oldest, at.at);
    this.#newest = Math.max(this.#newest, at.at);
    this.#hasNormal ||= type === 'Normal';
    const { namespace = '', pod } = locator.keys;
    keep(this.#namespaces, namespace);
    keep(this.#reasons, reason);
    keep(
      this.#subjects,
      pod === undefined ? `${locator.type} ${Object.values(locator.keys).join()}` : `pod ${pod}`,
    );
  }

  /** When the oldest of its events was last seen; infinite without any. */
  get oldest(): EpochMs {
    return this.#oldest;
  }

  /** The stretches that are covered. A list that was asked for one kind of event, or one object, covers no other. */
  spans(isWatch: boolean): Coverage[] {
    // Signals are normal events; a list of warnings, or of one reason, holds none of them by the way it was made.
    if (!this.#hasNormal || this.#reasons.size < 2) return [];
    const to = this.#newest;
    const from = isWatch ? this.#oldest : Math.max(this.#oldest, to - EVENT_LIFETIME);
    const span = new EventSpan();
    for (const at of this.#times) if (at >= from) span.add(at);
    return span
      .within({ from, to })
      .flatMap((one) =>
        this.#owners().map((owner): Coverage => ({ kind: 'events', ...owner, ...one, lastBegin: one.to })),
      );
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
