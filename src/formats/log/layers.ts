/** What stands before a log line: any stack of the prefixes that collectors, tools and people put there. */
import { parseTime, SECOND, type EpochMs, type Precision, PRECISION } from '../../base/time.ts';
import type { YearlessTime } from '../../base/year.ts';
import type { Fields } from './json-value.ts';
import { isKlogLine } from './klog.ts';

/** A time that a prefix tells, with its year. */
export interface PrefixTime {
  readonly at: EpochMs;
  readonly precision: Precision;
  /** False: local time of whoever copied it; `at` takes it for UTC. */
  readonly isZoneKnown: boolean;
}

/** Everything that prefixes and wrappers tell of one line. Null: not told. */
export interface Layers {
  readonly text: string;
  readonly time: PrefixTime | null;
  /** Of the journal: a time without a year. */
  readonly yearless: (YearlessTime & { readonly precision: Precision }) | null;
  /** A record of the journal: it stands for itself, whatever its text. */
  readonly isJournal: boolean;
  readonly host: string | null;
  readonly ident: string | null;
  readonly pid: string | null;
  readonly bootId: string | null;
  readonly path: string | null;
  readonly namespace: string | null;
  readonly pod: string | null;
  readonly container: string | null;
  readonly stream: string | null;
  /** The runtime cut a long line here: more of it follows in the same stream. */
  readonly isPartial: boolean;
  readonly job: string | null;
  readonly buildId: string | null;
  /** It was picked out of a log by a search, or by a person. */
  readonly isPicked: boolean;
  /** The line is an object itself, as of klog's JSON form. */
  readonly json: Fields | null;
}

export const NO_LAYERS: Layers = {
  text: '',
  time: null,
  yearless: null,
  isJournal: false,
  host: null,
  ident: null,
  pid: null,
  bootId: null,
  path: null,
  namespace: null,
  pod: null,
  container: null,
  stream: null,
  isPartial: false,
  job: null,
  buildId: null,
  isPicked: false,
  json: null,
};

/** Stacks are no deeper. */
const MAX_LAYERS = 8;
/** No prefix is longer. */
const MAX_PREFIX = 1200;

type Peel = (head: string) => { readonly length: number; readonly told: Partial<Layers> } | null;

/** Takes all text prefixes off; what is left is `text`. Outer layers win where two tell the same, but for the time. */
export function peelText(text: string, outer: Layers = NO_LAYERS): Layers {
  let layers: Layers = outer;
  let at = 0;
  for (let depth = 0; depth < MAX_LAYERS; depth++) {
    const head = text.slice(at, at + MAX_PREFIX);
    const found = peelOne(head);
    if (found === null) break;
    at += found.length;
    layers = merge(layers, found.told);
  }
  const rest = at === 0 ? text : text.slice(at);
  return layers.text === rest ? layers : { ...layers, text: rest };
}

/** Of two layers, what both tell stands as the outer has it; of two times the one with a zone, then the exacter one. */
export function merge(outer: Layers, inner: Partial<Layers>): Layers {
  const merged: Record<string, unknown> = { ...outer };
  for (const [key, value] of Object.entries(inner)) {
    if (value === null || value === undefined) continue;
    const known = merged[key];
    if (known === null || known === false || known === '') merged[key] = value;
  }
  if (outer.time !== null && inner.time) merged['time'] = betterTime(outer.time, inner.time);
  return merged as unknown as Layers;
}

function betterTime(outer: PrefixTime, inner: PrefixTime): PrefixTime {
  if (outer.isZoneKnown !== inner.isZoneKnown) return outer.isZoneKnown ? outer : inner;
  return inner.precision > outer.precision ? inner : outer;
}

function peelOne(head: string): ReturnType<Peel> {
  const code = head.charCodeAt(0);
  if (code >= 0x30 && code <= 0x39) return peelTime(head) ?? peelPath(head);
  if (head[0] === '[') return peelPod(head);
  return peelSyslog(head) ?? peelPath(head);
}

const TIME = /^(\d{4}-\d\d-\d\d)([T ])(\d\d:\d\d:\d\d(?:[.,]\d{1,9})?)(Z|[+-]\d\d:?\d\d)?(?:[ \t]|$)/;
/** Container runtimes: kubernetes/kubernetes: pkg/kubelet/kuberuntime/logs (CRI). */
const CRI = /^(stdout|stderr) ([FP])(?::[^ ]{1,200})?(?: |$)/;

/** RFC 3339 of `oc logs --timestamps`, the time and stream of a runtime's log file, and the copies of Grafana. */
function peelTime(head: string): ReturnType<Peel> {
  const match = TIME.exec(head);
  if (match === null) return null;
  const [whole, day, between, clock, zone] = match;
  const time = parseTime(`${day}T${clock.replace(',', '.')}${zone ?? 'Z'}`);
  if (time === null) return null;
  const prefix = { at: time.at, precision: time.precision, isZoneKnown: zone !== undefined };
  const cri = zone === undefined ? null : CRI.exec(head.slice(whole.length, whole.length + 300));
  if (cri !== null) {
    const told = { time: prefix, stream: cri[1], isPartial: cri[2] === 'P' };
    return { length: whole.length + cri[0].length, told };
  }
  const isCopied = zone === undefined && between === ' ';
  return { length: whole.length, told: { time: prefix, isPicked: isCopied } };
}

/** `[pod/<name>/<container>] ` of `oc logs --prefix`. */
function peelPod(head: string): ReturnType<Peel> {
  const match = /^\[pod\/([^/\]\s]{1,300})\/([^/\]\s]{1,300})\] ?/.exec(head);
  return match === null ? null : { length: match[0].length, told: { pod: match[1], container: match[2] } };
}

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
const SYSLOG =
  /^([A-Z][a-z]{2}) {1,2}(\d{1,2}) (\d\d):(\d\d):(\d\d)(\.\d{1,6})? ([A-Za-z0-9][A-Za-z0-9._-]{0,253}) ([^\s[\]:]{1,100})(?:\[(\d{1,10})\])?: ?/;

/** `Mar 10 18:03:45.807438 host ident[pid]: ` of syslog and `journalctl`. */
function peelSyslog(head: string): ReturnType<Peel> {
  const match = SYSLOG.exec(head);
  const month = match === null ? -1 : MONTHS.indexOf(match[1]);
  if (match === null || month < 0) return null;
  const [whole, , day, hour, minute, second, fraction, host, ident, pid] = match;
  const isClock = Number(hour) < 24 && Number(minute) < 60 && Number(second) < 61;
  const ofDay =
    ((Number(hour) * 60 + Number(minute)) * 60 + Number(second)) * SECOND +
    Math.round(Number(fraction ?? 0) * 1e6) / 1000;
  const precision = fraction === undefined ? PRECISION.second : PRECISION.microsecond;
  return {
    length: whole.length,
    told: {
      yearless: { month: isClock ? month + 1 : 0, day: Number(day), ofDay, precision },
      isJournal: true,
      host,
      ident,
      pid: pid ?? null,
    },
  };
}

/** What else a line of a log may begin with: JSON, and marks of a termination log. */
const OTHER_LINE = /^(?:\{"|---$|Previous pod )/;

/** `<path>:` or `<path>:<line>:` of grep. Words of a log end in a colon too: a path has a slash, or a log's ending. */
function peelPath(head: string): ReturnType<Peel> {
  const match = /^([^\s:"{}[\]()=,;]{1,1000}):(?:\d{1,9}:)?(?=\S)/.exec(head);
  if (match === null) return null;
  const path = match[1];
  if (!/\.(?:log|gz|txt|jsonl?)$/.test(path) && !path.includes('/')) return null;
  // Stack traces begin with paths too: behind grep's stands a line of a log.
  const rest = head.slice(match[0].length);
  if (!isKlogLine(rest) && !OTHER_LINE.test(rest) && peelOne(rest) === null) return null;
  return { length: match[0].length, told: { path, isPicked: true } };
}
