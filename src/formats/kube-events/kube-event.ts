/**
 * One Event object of Kubernetes, whatever its version. Writers: kubernetes/kubernetes: client-go/tools/record (core/v1)
 * and client-go/tools/events (events.k8s.io/v1); openshift/insights-operator: pkg/gatherers/clusterconfig (the short form).
 */
import { parseTime, PRECISION, type EpochMs, type ParsedTime } from '../../base/time.ts';
import type { Locator } from '../../model/interval-table.ts';
import { fieldsOf, isFields, memberOf, textOf, type Fields } from '../objects/fields.ts';

export interface KubeEvent {
  /** The one time that it was seen, or the last of several. */
  readonly at: ParsedTime;
  /** The first of several times, where it is told and is another one. */
  readonly first: ParsedTime | null;
  /** How often it was seen; 0: not told. */
  readonly count: number;
  readonly type: string;
  readonly reason: string;
  readonly message: string;
  readonly locator: Locator;
  readonly component: string;
  readonly host: string;
  /** The form of insights archives: what the event is about is left out, and so are most events. */
  readonly isShort: boolean;
  /** What tells it from every other event; empty where nothing does. */
  readonly id: string;
  readonly told: Readonly<Record<string, string>>;
}

/** Whether an object is an event of any of the forms. Audit records are of the same kind, but have an ID of their own. */
export function isKubeEvent(value: Fields): boolean {
  if (Object.hasOwn(value, 'auditID') || Object.hasOwn(value, 'locator')) return false;
  const isAbout = isFields(memberOf(value, 'involvedObject')) || isFields(memberOf(value, 'regarding'));
  const hasText =
    typeof memberOf(value, 'message') === 'string' || typeof memberOf(value, 'note') === 'string';
  if (isAbout) return hasText || typeof memberOf(value, 'reason') === 'string';
  return isShort(value) && hasText;
}

function isShort(value: Fields): boolean {
  return ['namespace', 'lastTimestamp', 'reason', 'type'].every(
    (name) => typeof memberOf(value, name) === 'string',
  );
}

/** The event in a line of a watch, or the object itself; `change` is empty then. */
export function unwrapWatch(value: Fields): { readonly object: Fields; readonly change: string } {
  const change = textOf(value, 'type');
  const object = memberOf(value, 'object');
  const isWatch = isFields(object) && /^(?:ADDED|MODIFIED|DELETED|BOOKMARK|ERROR)$/.test(change);
  return isWatch ? { object, change } : { object: value, change: '' };
}

/** Reads an event; null where it tells no time. */
export function readKubeEvent(value: Fields): KubeEvent | null {
  const times = timesOf(value);
  if (times === null) return null;
  const about = isFields(memberOf(value, 'involvedObject'))
    ? fieldsOf(value, 'involvedObject')
    : isFields(memberOf(value, 'regarding'))
      ? fieldsOf(value, 'regarding')
      : NO_SUBJECT;
  const source = isFields(memberOf(value, 'source'))
    ? fieldsOf(value, 'source')
    : fieldsOf(value, 'deprecatedSource');
  const component =
    textOf(source, 'component') ||
    textOf(value, 'reportingComponent') ||
    textOf(value, 'reportingController');
  const host = textOf(source, 'host') || (component === 'kubelet' ? textOf(value, 'reportingInstance') : '');
  const metadata = fieldsOf(value, 'metadata');
  const name = textOf(metadata, 'name');
  return {
    ...times,
    type: textOf(value, 'type'),
    reason: textOf(value, 'reason'),
    message: textOf(value, 'message') || textOf(value, 'note'),
    locator: locatorOf(value, about, component === 'kubelet' ? host : '', host),
    component,
    host,
    isShort: about === NO_SUBJECT,
    id: textOf(metadata, 'uid') || (name === '' ? '' : `${textOf(metadata, 'namespace')}/${name}`),
  };
}

const NO_SUBJECT: Fields = {};

/** The same keys as in interval files: the kind of the object, its namespace, and the node where the kubelet speaks. */
function locatorOf(value: Fields, about: Fields, kubelet: string, host: string): Locator {
  const kind = textOf(about, 'kind').toLowerCase();
  const name = textOf(about, 'name');
  if (kind === 'node' && name !== '') return { type: 'Node', keys: { node: name } };
  if (kind === 'namespace' || kind === '') {
    // A bootstrap apiserver has no pod to speak of; its host is all that tells where it runs.
    const namespace = name || textOf(about, 'namespace') || textOf(value, 'namespace');
    return { type: '', keys: withNode({ namespace }, host) };
  }
  const namespace = textOf(about, 'namespace');
  const own = /^[a-z][a-z0-9]{0,62}$/.test(kind) ? kind : 'name';
  const keys = { ...(namespace === '' ? {} : { namespace }), [own]: name };
  return { type: 'Kind', keys: withNode(keys, kubelet) };
}

function withNode(keys: Readonly<Record<string, string>>, node: string): Readonly<Record<string, string>> {
  return node === '' ? keys : { ...keys, node };
}

/** The name's end may be off by this much from what the fields say: they have whole seconds. */
const SAME_TIME = 2000;

/** When it was seen, after what is most exact; null where nothing tells. */
function timesOf(value: Fields): Pick<KubeEvent, 'at' | 'first' | 'count' | 'told'> | null {
  const series = fieldsOf(value, 'series');
  const metadata = fieldsOf(value, 'metadata');
  const eventTime = timeOf(value, 'eventTime');
  const observed = timeOf(series, 'lastObservedTime');
  const last = timeOf(value, 'lastTimestamp') ?? timeOf(value, 'deprecatedLastTimestamp');
  const first = timeOf(value, 'firstTimestamp') ?? timeOf(value, 'deprecatedFirstTimestamp');
  const created = timeOf(metadata, 'creationTimestamp');
  const named = timeOfName(textOf(metadata, 'name'));
  const isNamed = (time: ParsedTime | null) =>
    time !== null && named !== null && Math.abs(time.at - named.at) <= SAME_TIME;
  const end = observed ?? last;
  const said = eventTime ?? first;
  const isNew = [eventTime, first, created].some(isNamed);
  // An event that was stored anew while it was repeated has the name of that day.
  const begin = isNew && (said === null || isNamed(said) || named!.at < said.at) ? named : said;
  const count = countOf(series) || countOf(value);
  const told = {
    ...textUnder(value, 'firstTimestamp', first),
    ...textUnder(value, 'lastTimestamp', last),
    ...(count > 1 ? { count: String(count) } : {}),
  };
  const isRepeated =
    begin !== null && end !== null && end.at > begin.at && (count > 1 || end.at - begin.at > SAME_TIME);
  if (isRepeated) return { at: end, first: begin, count, told };
  const exact = [eventTime, end, first, created].some(isNamed) ? named : null;
  const at = exact ?? eventTime ?? end ?? first ?? created;
  return at === null ? null : { at, first: null, count, told };
}

function textUnder(value: Fields, name: string, time: ParsedTime | null): Record<string, string> {
  if (time === null) return {};
  const deprecated = `deprecated${name[0].toUpperCase()}${name.slice(1)}`;
  return { [name]: textOf(value, name) || textOf(value, deprecated) };
}

function timeOf(value: Fields, name: string): ParsedTime | null {
  return parseTime(textOf(value, name));
}

function countOf(value: Fields): number {
  const count = memberOf(value, 'count') ?? memberOf(value, 'deprecatedCount');
  const told = typeof count === 'string' && /^\d{1,9}$/.test(count) ? Number(count) : count;
  return typeof told === 'number' && Number.isSafeInteger(told) && told > 0 ? told : 0;
}

/** From 2014, when Kubernetes began, to 2100. */
const NAMED_FROM: EpochMs = Date.UTC(2014, 0, 1);
const NAMED_TO: EpochMs = Date.UTC(2100, 0, 1);

/** The time at the end of an event's name: its nanoseconds since the epoch, as 16 hexadecimal digits. */
export function timeOfName(name: string): ParsedTime | null {
  const hex = /\.([0-9a-f]{16})$/.exec(name)?.[1];
  if (hex === undefined) return null;
  const ns = BigInt(`0x${hex}`);
  const at = Number(ns / 1_000_000n) + Number(ns % 1_000_000n) / 1e6;
  return at >= NAMED_FROM && at < NAMED_TO ? { at, precision: PRECISION.microsecond } : null;
}
