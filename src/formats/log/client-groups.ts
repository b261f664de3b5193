/** Requests that came too late or too early, joined: one mark for each client and time. */
import type { DurationMs } from '../../base/time.ts';
import { SECOND } from '../../base/time.ts';
import type { LateRequest } from './late-request.ts';
import type { Seen } from './held.ts';

/** Requests of one client closer than this are one sighting. Source: openshift/origin: pkg/monitortests/kubeapiserver/terminationloganalyzer. */
const SAME_SIGHTING: DurationMs = 10 * SECOND;
/** A log may tell of this many; each shutdown has a few clients. */
const MAX_GROUPS = 5000;

export interface ClientGroup {
  readonly first: Seen;
  last: Seen;
  count: number;
  readonly request: LateRequest;
}

export class ClientGroups {
  readonly all: ClientGroup[] = [];
  readonly #open = new Map<string, ClientGroup>();

  /** False: there are too many, and this one is not kept. */
  add(seen: Seen, request: LateRequest): boolean {
    const key = `${request.isEarly} ${hostOf(request.address)} ${request.agent.slice(0, 500)}`;
    const open = this.#open.get(key);
    const { at } = seen.time;
    if (open !== undefined && at - open.last.time.at <= SAME_SIGHTING && at >= open.last.time.at) {
      open.last = seen;
      open.count++;
      return true;
    }
    if (this.all.length >= MAX_GROUPS) return false;
    const group = { first: seen, last: seen, count: 1, request };
    this.all.push(group);
    this.#open.set(key, group);
    return true;
  }
}

/** `10.0.4.21:41522` and `[::1]:41522` without the port. */
function hostOf(address: string): string {
  return address.replace(/:\d{1,5}$/, '');
}
