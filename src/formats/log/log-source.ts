/** One process's part of a log: what its lines say of its life, and of others' rollouts. */
import { SECOND, type DurationMs } from '../../base/time.ts';
import type { Coverage } from '../../model/fact.ts';
import type { Mark } from '../../model/mark.ts';
import { nodeOfPod, KUBE_APISERVER, serverOfNamespace } from '../../model/server.ts';
import type { Job } from '../format.ts';
import { ClientGroups, type ClientGroup } from './client-groups.ts';
import type { Echo } from './echo.ts';
import type { Held } from './held.ts';
import { levelOf, locatorOf, settle, type Seen } from './held.ts';
import { Lives } from './life.ts';
import type { LogClock } from './log-clock.ts';
import { isOtherContainer, joinOwners, type Owner } from './log-names.ts';
import type { LogEntry } from './log-reader.ts';
import { isOfApiserver, ProcessSigns } from './process-signs.ts';
import { readRollout, type RolloutSign } from './rollout-signs.ts';
import { tellsOfSignal } from './signal-words.ts';
import { readSign, type Sign } from './signs.ts';

/** Signs of a start, and failing checks, closer than this are of one start, or of one time of not being ready. */
const SAME_TIME: DurationMs = 120 * SECOND;

/** Where rows of container logs are shown. */
const ROW_SOURCE = 'PodLog';

interface Found {
  readonly seen: Seen;
  readonly sign: Sign;
}

interface FoundRollout {
  readonly seen: Seen;
  readonly sign: RolloutSign;
}

export class LogSource {
  readonly #held: Held;
  readonly #job: Job;
  readonly #signs = new ProcessSigns();
  readonly #found: Found[] = [];
  readonly #rollouts: FoundRollout[] = [];
  /** What others say of apiservers. */
  readonly #relayed: Found[] = [];
  readonly #clients = new ClientGroups();
  readonly #lives = new Lives();
  readonly #lastOf = new Map<string, number>(); // by sign: when it was last seen
  /** What names outside the lines tell. */
  readonly #owner: Owner;
  #echoOwner: Pick<Owner, 'server' | 'node' | 'pod'> = { server: null, node: null, pod: null };
  #isPicked = false;
  #losses = 0;

  constructor(owner: Owner, held: Held, job: Job) {
    this.#owner = owner;
    this.#held = held;
    this.#job = job;
  }

  take(entry: LogEntry): void {
    const { time, klog, layers } = entry;
    if (klog !== null) this.#signs.ofFile(klog.file);
    this.#isPicked ||= layers.isPicked;
    const sign = readSign(entry);
    if (time === null) return;
    const isFirst = this.#lives.all.length === 0;
    // Words of a signal in a line that is none: one is glued to it, or quoted in it.
    const isHidden = sign?.kind !== 'step' && tellsOfSignal(entry.message);
    if (entry.losses > this.#losses || isHidden) this.#lives.tear();
    this.#losses = entry.losses;
    if (sign?.kind === 'start' && sign.isFirst) this.#lives.start(time);
    this.#lives.line(time, klog?.level === 'I');
    if (isHidden) this.#lives.tear();
    // What a search picked out begins anywhere.
    if (isFirst && !layers.isPicked) this.#row(entry, 'LogBegins', entry.line, null);
    if (sign !== null) this.#takeSign(entry, { time, precision: entry.precision, place: entry.place }, sign);
  }

  #takeSign(entry: LogEntry, seen: Seen, sign: Sign): void {
    if (sign.echo?.isRelayed === false) this.#learn(sign.echo, sign);
    else if (sign.echo === null && sign.kind === 'step') this.#signs.ofTermination();
    if (sign.kind === 'previous' || sign.kind === 'exit') this.#isPicked = true; // lines of a termination log
    if (sign.kind === 'start' || sign.kind === 'unready') {
      const key = sign.kind === 'start' ? `start ${sign.sign}` : 'unready';
      const last = this.#lastOf.get(key) ?? -Infinity;
      this.#lastOf.set(key, seen.time.at);
      if (Math.abs(seen.time.at - last) <= SAME_TIME) return;
    }
    const rollout = sign.echo === null ? null : readRollout(sign.echo);
    if (rollout !== null) this.#rollouts.push({ seen, sign: rollout });
    const isRelevant =
      sign.kind !== 'note' || rollout !== null || sign.echo === null || isOfApiserver(sign.echo);
    if (isRelevant) this.#row(entry, sign.reason, sign.text, sign);
    if (sign.echo?.isRelayed === true) {
      if (isOfApiserver(sign.echo)) this.#relayed.push({ seen, sign });
    } else if (sign.kind !== 'incident' || sign.request === null || sign.echo !== null)
      this.#found.push({ seen, sign });
    else if (!sign.request.isLoopback && !this.#clients.add(seen, sign.request))
      this.#job.notice('not-used', { line: entry.place });
  }

  /** Whose log it is, by an Event that the process recorded of itself. */
  #learn(echo: Echo, sign: Sign): void {
    if (!isOfApiserver(echo) || sign.kind === 'note') return;
    this.#signs.ofOwnEvent();
    const isPod = echo.kind === 'Pod';
    this.#echoOwner = {
      server: this.#echoOwner.server ?? serverOfNamespace(isPod ? echo.namespace : echo.name),
      node: this.#echoOwner.node ?? (isPod ? nodeOfPod(echo.name) : null),
      pod: this.#echoOwner.pod ?? (isPod ? echo.name : null),
    };
  }

  /** Rows tell only what their own line and its prefixes tell, so that a log that is cut gives the same ones. */
  #row(entry: LogEntry, reason: string, message: string, sign: Sign | null): void {
    const { server, node, namespace, pod, container } = this.#owner;
    const echo = sign?.echo ?? null;
    const isPod = echo?.kind === 'Pod';
    const request = sign?.kind === 'incident' ? sign.request : null;
    this.#held.row({
      time: entry.time!,
      precision: entry.precision,
      level: levelOf(entry),
      source: ROW_SOURCE,
      locator: locatorOf('Container', {
        namespace: echo?.namespace ?? namespace,
        pod: isPod ? echo.name : pod,
        container,
        node: (isPod ? nodeOfPod(echo.name) : null) ?? node,
        server: echo === null ? server : null,
      }),
      reason,
      message,
      annotations: locatorOf('', {
        'request-uri': request?.path,
        'source-ip': request?.address,
        'user-agent': request?.agent,
        line: entry.klog === null || entry.klog.file === '' ? null : `${entry.klog.file}:${entry.klog.line}`,
      }).keys,
      place: entry.place,
    });
  }

  /** Whether an apiserver wrote it, as far as names and lines tell. */
  get isApiserver(): boolean {
    if (isOtherContainer(this.#owner)) return false;
    return this.#owner.container !== null || this.#signs.isApiserver;
  }

  /** All marks and coverage, once every line is read. `losses`: how many lines of the input are lost. */
  finish(clock: LogClock, losses: number): { readonly marks: Mark[]; readonly coverage: Coverage[] } {
    if (losses > this.#losses) this.#lives.tear();
    const rollouts = this.#rolloutMarks(clock);
    const relayedBy = (whose: Whose) => this.#relayed.flatMap((found) => markOf(found, whose, clock));
    if (!this.isApiserver) return { marks: [...rollouts, ...relayedBy(NOBODY)], coverage: [] };
    const owner = joinOwners(this.#owner, { ...this.#echoOwner, namespace: null, container: null });
    const server = owner.server ?? KUBE_APISERVER;
    const node = owner.node ?? (owner.pod === null ? null : nodeOfPod(owner.pod));
    const whose = { server, node, pod: owner.pod };
    if (node !== null && server === KUBE_APISERVER)
      this.#held.fact({ kind: 'node', name: node, role: 'control-plane' });
    const marks = this.#found.flatMap((found) => markOf(found, whose, clock));
    const clients = this.#clients.all.map((group) => markOfClients(group, whose, clock));
    const all = [...marks, ...clients, ...rollouts, ...relayedBy(whose)];
    return { marks: all, coverage: this.#coverage(server, node, clock) };
  }

  #coverage(server: string, node: string | null, clock: LogClock): Coverage[] {
    if (node === null || this.#isPicked) return [];
    const whole = this.#lives.all.filter(({ isTorn, hasInfo }) => hasInfo && !isTorn);
    return whole.map((one) => {
      const to = clock.settle(one.to);
      return { kind: 'log', server, node, from: clock.settle(one.from), to, lastBegin: to };
    });
  }

  /** What began to progress goes on until the operator says that it does not. */
  #rolloutMarks(clock: LogClock): Mark[] {
    const marks: Mark[] = [];
    this.#rollouts.forEach(({ seen, sign }, i) => {
      const { isEnd, node, ...told } = sign;
      const isOpen = sign.sign === 'progressing';
      if (isEnd || (isOpen && this.#isProgressing(i))) return;
      const end = isOpen ? this.#rollouts.slice(i).find((one) => one.sign.isEnd) : undefined;
      marks.push({
        ...settle(seen, clock),
        kind: 'rollout',
        ...told,
        toRevision: isOpen ? this.#lastRevision(i) : told.toRevision,
        end: end === undefined ? null : clock.settle(end.seen.time),
        server: KUBE_APISERVER,
        node,
        pod: null,
        evidence: 'klog',
      });
    });
    return marks;
  }

  /** Whether one that began before this was not yet over. */
  #isProgressing(i: number): boolean {
    for (let k = i - 1; k >= 0; k--) {
      if (this.#rollouts[k].sign.isEnd) return false;
      if (this.#rollouts[k].sign.sign === 'progressing') return true;
    }
    return false;
  }

  /** The newest revision named until it is over. */
  #lastRevision(from: number): number | null {
    let last: number | null = null;
    for (const { sign } of this.#rollouts.slice(from)) {
      if (sign.isEnd) break;
      if (sign.sign === 'progressing') last = Math.max(last ?? 0, sign.toRevision ?? 0) || null;
    }
    return last;
  }
}

interface Whose {
  readonly server: string;
  readonly node: string | null;
  readonly pod: string | null;
}

const NOBODY: Whose = { server: KUBE_APISERVER, node: null, pod: null };

function markOf({ seen, sign }: Found, whose: Whose, clock: LogClock): Mark[] {
  const { echo } = sign;
  // An Event names its own object; one of the namespace does not know its pod.
  const isPod = echo?.kind === 'Pod';
  const base = {
    ...settle(seen, clock),
    server: (echo === null ? null : serverOfNamespace(isPod ? echo.namespace : echo.name)) ?? whose.server,
    node: (isPod ? nodeOfPod(echo.name) : null) ?? whose.node,
    pod: isPod ? echo.name : whose.pod,
    evidence: 'klog',
  } as const;
  switch (sign.kind) {
    case 'step':
      return [{ ...base, kind: 'step', step: sign.step, delay: sign.delay }];
    case 'incident':
      return [{ ...base, kind: 'incident', incident: sign.incident }];
    case 'start':
      return [{ ...base, kind: 'start', sign: sign.sign }];
    case 'unready':
      return [{ ...base, kind: 'readiness', hadServed: true }];
    case 'previous':
    case 'exit':
    case 'note':
      return [];
  }
}

export function markOfClients(
  { first, last, count, request }: ClientGroup,
  whose: Whose,
  clock: LogClock,
  evidence: 'klog' | 'termination-log' = 'klog',
): Mark {
  const { path, address, agent } = request;
  return {
    ...settle(first, clock),
    ...whose,
    kind: 'incident',
    incident: request.isEarly ? 'NonReadyRequests' : 'LateConnections',
    requests: { count, last: clock.settle(last.time), path, address, agent },
    evidence,
  };
}
