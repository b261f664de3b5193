/** What a file of events tells: rows, marks, names of nodes, and what its silence proves. */
import type { EpochMs, ParsedTime } from '../../base/time.ts';
import type { NewInterval } from '../../model/interval-table.ts';
import type { Mark } from '../../model/mark.ts';
import { shortNodeName } from '../../model/node-name.ts';
import { KUBE_APISERVER, nodeOfPod, serverOfNamespace } from '../../model/server.ts';
import type { Job, RunSink } from '../format.ts';
import { hiddenSignals, isSignal, marksOf } from '../interval-marks.ts';
import { EventCoverage } from './event-coverage.ts';
import { nodeSignOf, rebootsOf, type NodeSign } from './event-reboots.ts';
import type { KubeEvent } from './kube-event.ts';

/** Names beyond this are not remembered; a cluster has a hundred thousand events at most. */
const MAX_REMEMBERED = 1 << 20;

export class EventFile {
  readonly #sink: RunSink;
  readonly #job: Job;
  readonly #coverage = new EventCoverage();
  readonly #signs: NodeSign[] = [];
  readonly #watched = new Set<string>(); // events that the watch has told of
  readonly #said = new Set<string>();
  readonly #hosts = new Map<string, string>(); // of nodes whose host calls itself otherwise
  readonly #repeated: { readonly last: NewInterval; readonly since: EpochMs | null }[] = []; // signals
  #isWatch = false;
  #isHoled = false;

  constructor(sink: RunSink, job: Job) {
    this.#sink = sink;
    this.#job = job;
  }

  /** Takes an event. `change` is what a watch says happened to it; empty: the file is a list. */
  event(event: KubeEvent, change: string, place: number): void {
    this.#job.record();
    const isKnown = change !== '' && event.id !== '' && this.#watched.has(event.id);
    if (change !== '') {
      this.#isWatch = true;
      if (this.#watched.size < MAX_REMEMBERED) this.#watched.add(event.id);
    }
    this.#checkEncoding(event, place);
    if (!event.isShort) this.#coverage.add(event);
    this.#tellNames(event);
    // A watch ends an event's life with what it said last.
    if (isKnown && change === 'DELETED') return;
    if (event.first !== null && !isKnown) this.#row(event, event.first, place, { occurrence: 'first' });
    const last = this.#row(event, event.at, place, event.first === null ? {} : lastOf(event));
    // Of several times the first and the last are told, or the last alone; a count of one contradicts two of them.
    const isWhole = event.first === null ? event.count < 2 : event.count === 2;
    if (!isWhole && isSignal(last)) this.#repeated.push({ last, since: event.first?.at ?? null });
  }

  /** The watch broke off here, and was taken up again later, if at all: what happened meanwhile is not told. */
  interrupt(): void {
    this.#isWatch = true;
    this.#coverage.interrupt();
  }

  /** Something that may have been a signal could not be read, or is in another file: this one proves no absence. */
  lose(): void {
    this.#isHoled = true;
  }

  /** To be called once, after the last event. Of a list that is cut nobody knows what is missing: they are not in order of time. */
  end(isCut: boolean): void {
    this.#tellHosts();
    for (const mark of rebootsOf(this.#signs)) this.#sink.mark(mark);
    for (const { last, since } of this.#repeated) {
      const hidden = hiddenSignals(last, since ?? this.#coverage.oldest);
      if (hidden !== null) this.#sink.covers(hidden);
    }
    if (this.#isHoled || (isCut && !this.#isWatch)) return;
    for (const span of this.#coverage.spans(this.#isWatch)) this.#sink.covers(span);
  }

  #row(
    event: KubeEvent,
    time: ParsedTime,
    place: number,
    extra: Readonly<Record<string, string>>,
  ): NewInterval {
    const { reason, message, locator, told } = event;
    const interval: NewInterval = {
      from: time.at,
      to: time.at,
      precision: time.precision,
      level: event.type === 'Warning' ? 'Warning' : 'Info',
      source: 'KubeEvent',
      locator,
      reason,
      message,
      annotations: { ...told, ...(reason === '' ? {} : { reason }), ...extra },
      display: false,
      isPredicted: false,
      place,
    };
    this.#sink.interval(interval);
    for (const mark of this.#marksOf(event, interval)) this.#sink.mark(mark);
    return interval;
  }

  #marksOf({ reason, locator, component }: KubeEvent, interval: NewInterval): Mark[] {
    if (locator.type === 'Node') {
      const sign = nodeSignOf(reason, locator.keys['node'], interval.from!, interval.place);
      if (sign !== null) this.#signs.push(sign);
      // Other programs say that they are starting, too.
      if (reason === 'Starting' && component !== 'kubelet' && component !== '') return [];
    }
    // Both ends of a repeated event have rows of their own.
    return marksOf({ ...interval, annotations: {} });
  }

  #tellNames({ locator, component, host }: KubeEvent): void {
    const { namespace = '', pod = '', node } = locator.keys;
    if (locator.type === 'Node')
      this.#once(node, () => this.#sink.fact({ kind: 'node', name: node, role: null }));
    const own = serverOfNamespace(namespace) === KUBE_APISERVER ? nodeOfPod(pod) : null;
    if (own === null) return;
    this.#once(`pod ${own}`, () => this.#sink.fact({ kind: 'node', name: own, role: 'control-plane' }));
    const isAtHome = component === 'apiserver' || component === 'kubelet';
    if (!isAtHome || host === '' || shortNodeName(host.toLowerCase()) === shortNodeName(own)) return;
    this.#once(`host ${own} ${host}`, () => this.#hosts.set(own, host));
  }

  /** A host that is another node's name is a mistake, and would make two nodes one. */
  #tellHosts(): void {
    for (const [name, host] of this.#hosts) {
      const isOther = this.#said.has(`pod ${host}`) || this.#said.has(host);
      if (!isOther) this.#sink.fact({ kind: 'alias', name, alias: host });
    }
  }

  #checkEncoding({ reason, message, locator }: KubeEvent, place: number): void {
    const { pod = '', namespace = '' } = locator.keys;
    const isGarbled = `${reason}${pod}${namespace}`.includes('\ufffd');
    this.#isHoled ||= isGarbled;
    if (isGarbled || message.includes('\ufffd')) this.#job.notice('encoding', { item: place });
  }

  #once(what: string, act: () => void): void {
    if (this.#said.has(what) || this.#said.size > 20_000) return;
    this.#said.add(what);
    act();
  }
}

/** That the event was seen more often than it has times. */
function lastOf({ count }: KubeEvent): Readonly<Record<string, string>> {
  return count > 2 ? { occurrence: 'last', untimed: String(count - 2) } : { occurrence: 'last' };
}
