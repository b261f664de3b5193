import { SECOND, type EpochMs } from '../../../../src/base/time.ts';
import { goString } from '../eras/go-json.ts';
import type { Random } from '../random.ts';
import { goneAt } from '../world/stops.ts';
import type { Span, Stop, World } from '../world/world.ts';
import { drawAsked, type Asked } from './asked.ts';
import { makeClients, type Client, type Clients } from './clients.ts';

/** A server checks its own readiness this often. */
const CHECK_EVERY = 1 * SECOND;
/** Late connections are told from this share of the delay on. */
const LATE_FROM = 0.8;

/** Watches begun and not yet ended. */
const OPEN_WATCHES = 40;

/** What the kube-apiserver of one control-plane node logs of a world. */
export class AuditWriter {
  readonly #random: Random;
  readonly #clients: Clients;
  readonly #stops: readonly Stop[];
  readonly #watches: Pick<RecordParts, 'id' | 'client' | 'asked' | 'received'>[] = [];

  constructor(world: World, node: string, random: Random) {
    this.#clients = makeClients(world, random.fork('clients'));
    this.#stops = world.stops.filter((stop) => stop.node === node);
    this.#random = random.fork(node);
  }

  /** Lines of about so many bytes that span a stretch of time, in the order of their stage's time. */
  *lines(span: Span, bytes: number): Generator<string> {
    const upAt = uptime(this.#stops, span);
    let checked = span.from;
    for (let written = 0; written < bytes;) {
      const at = upAt(Math.min(1, written / bytes));
      const stop = this.#stops.find((each) => isStopping(each, at)) ?? null;
      if (stop !== null && at - checked >= CHECK_EVERY) {
        checked = at;
        yield selfCheck(this.#random, this.#clients.self, at);
      }
      const line = recordLine(this.#draw(at, stop));
      written += line.length;
      yield line;
    }
  }

  #draw(at: EpochMs, stop: Stop | null): RecordParts {
    const random = this.#random;
    const asked = drawAsked(random);
    if (asked.verb === 'watch') return this.#drawWatch(asked, at);
    const length = Math.min(60_000, 0.8 + random.exponential(random.chance(0.01) ? 2000 : 7));
    return {
      id: random.uuid(),
      client: random.pickSkewed(this.#clients.all),
      asked,
      received: at - length,
      at,
      code: codeOf(random, asked.verb, stop !== null),
      stage: 'ResponseComplete',
      annotations: latencies(length) + lateNote(random, at, stop),
    };
  }

  /** A watch begins, or the oldest one ends. */
  #drawWatch(asked: Asked, at: EpochMs): RecordParts {
    const rest = { at, code: 200, annotations: '' };
    if (this.#watches.length > OPEN_WATCHES)
      return { ...this.#watches.shift()!, ...rest, stage: 'ResponseComplete' };
    const client = this.#random.pickSkewed(this.#clients.all);
    const watch = { id: this.#random.uuid(), client, asked, received: at - 0.9 };
    this.#watches.push(watch);
    return { ...watch, ...rest, stage: 'ResponseStarted' };
  }
}

function isStopping(stop: Stop, at: EpochMs): boolean {
  return stop.signalledAt !== null && at >= stop.signalledAt && at < (goneAt(stop) ?? 0);
}

/** From a share of the time in which the server ran to the time; it leaves out what lies between a stop and the start. */
function uptime(stops: readonly Stop[], { from, to }: Span): (share: number) => EpochMs {
  const gaps = stops
    .map((stop) => ({ from: goneAt(stop) ?? to, to: stop.restartedAt ?? to }))
    .filter((gap) => gap.from < to && gap.to > from)
    .map((gap) => ({ from: Math.max(from, gap.from), to: Math.min(to, gap.to) }))
    .sort((a, b) => a.from - b.from);
  const up = to - from - gaps.reduce((sum, gap) => sum + gap.to - gap.from, 0);
  return (share) => {
    let at = from + share * up;
    for (const gap of gaps) if (at >= gap.from) at += gap.to - gap.from;
    return Math.min(at, to);
  };
}

function selfCheck(random: Random, client: Client, at: EpochMs): string {
  const asked = { verb: 'get', uri: '/readyz', objectJson: '', bodiesJson: '' };
  const rest = { stage: 'ResponseComplete', annotations: '', code: 500 };
  return recordLine({ id: random.uuid(), client, asked, received: at - 0.4, at, ...rest });
}

function codeOf(random: Random, verb: string, isStopping: boolean): number {
  if (random.chance(0.006)) return 403;
  if (random.chance(isStopping ? 0.04 : 0.001)) return random.pick([429, 500, 502, 503, 504]);
  if (verb === 'create') return random.chance(0.93) ? 201 : 409;
  if (verb === 'get') return random.chance(0.94) ? 200 : 404;
  return 200;
}

/** Slow requests say where their time went. */
function latencies(ms: number): string {
  if (ms < 500) return '';
  const total = `"apiserver.latency.k8s.io/total":"${ms.toFixed(6)}ms",`;
  return `"apiserver.latency.k8s.io/etcd":"${(ms * 0.9).toFixed(6)}ms","apiserver.latency.k8s.io/response-write":"1.25µs",${total}`;
}

/** Source: openshift/kubernetes: openshift-kube-apiserver/filters. */
function lateNote(random: Random, at: EpochMs, stop: Stop | null): string {
  if (stop === null || stop.signalledAt === null) return '';
  if (at < stop.signalledAt + LATE_FROM * stop.delay || !random.chance(0.15)) return '';
  return `"openshift.io/during-graceful":"loopback=${random.chance(0.3)},,readyz=false",`;
}

interface RecordParts {
  readonly id: string;
  readonly client: Client;
  readonly asked: Asked;
  readonly received: EpochMs;
  readonly at: EpochMs; // of the stage
  readonly code: number;
  readonly stage: string;
  readonly annotations: string;
}

/** Members in the order of the Go type. Source: kubernetes/kubernetes: staging/src/k8s.io/apiserver/pkg/apis/audit/v1/types.go */
function recordLine({ id, client, asked, received, at, code, stage, annotations }: RecordParts): string {
  const level = asked.bodiesJson === '' ? 'Metadata' : 'RequestResponse';
  const object = asked.objectJson === '' ? '' : `,"objectRef":${asked.objectJson}`;
  const decision = `"authorization.k8s.io/decision":"${code === 403 ? 'forbid' : 'allow'}"`;
  return `{"kind":"Event","apiVersion":"audit.k8s.io/v1","level":"${level}","auditID":"${id}","stage":"${stage}","requestURI":"${asked.uri}","verb":"${asked.verb}","user":${client.userJson},"sourceIPs":["${client.address}"],"userAgent":${client.agentJson}${object},"responseStatus":${statusJson(code, asked.uri)}${asked.bodiesJson},"requestReceivedTimestamp":"${stamp(received)}","stageTimestamp":"${stamp(at)}","annotations":{${annotations}${decision},"authorization.k8s.io/reason":${client.reasonJson}}}\n`;
}

const REASONS: Readonly<Record<number, string>> = { 403: 'Forbidden', 404: 'NotFound', 409: 'Conflict' };

function statusJson(code: number, uri: string): string {
  if (code < 300) return `{"metadata":{},"code":${code}}`;
  const name = uri.split('?', 1)[0].split('/').pop() ?? '';
  const message = goString(`"${name}" could not be served: <nil> & so on`);
  return `{"metadata":{},"status":"Failure","message":${message},"reason":"${REASONS[code] ?? 'InternalError'}","code":${code}}`;
}

/** `2025-05-06T06:00:07.123456Z` */
function stamp(at: EpochMs): string {
  const micros = Math.floor((at - Math.floor(at)) * 1000);
  return `${new Date(at).toISOString().slice(0, 23)}${String(micros).padStart(3, '0')}Z`;
}
