/**
 * Log lines that a collector wrapped in JSON. Forms: docker's json-file; journald (systemd: journal-fields); ViaQ and
 * OpenTelemetry (openshift/cluster-logging-operator: hack/logsamples); Loki's packed lines and `logcli`.
 */
import { parseTime, PRECISION } from '../../base/time.ts';
import { isObject, own, parseJson, textOf, type Fields } from './json-value.ts';
import { merge, NO_LAYERS, peelText, type Layers, type PrefixTime } from './layers.ts';
import { readJsonKlog } from './klog.ts';

/** Wrappers in wrappers. */
const MAX_DEPTH = 4;
/** Records in one OpenTelemetry batch. */
const MAX_RECORDS = 100_000;

/** Takes all layers off a line; several lines where a batch holds several. */
export function peel(text: string, outer: Layers = NO_LAYERS, depth = 0): Layers[] {
  const layers = peelText(text, outer);
  const isJson = layers.text.startsWith('{') && depth < MAX_DEPTH;
  const value = isJson ? parseJson(layers.text) : undefined;
  return isObject(value) ? peelObject(value, layers, depth) : [layers];
}

/** The lines in an object; the object itself where it wraps none. */
export function peelObject(value: Fields, outer: Layers = NO_LAYERS, depth = 0): Layers[] {
  const wrapped = readWrapper(value);
  if (wrapped === null) return [{ ...outer, json: value }];
  return wrapped.flatMap((told) => peel(told.text ?? '', merge({ ...outer, text: '' }, told), depth + 1));
}

/** Whether the object is a record of a log, wrapped or klog's own. */
export function isLogObject(value: Fields): boolean {
  return readWrapper(value) !== null || readJsonKlog(value) !== null;
}

function readWrapper(value: Fields): Partial<Layers>[] | null {
  if (Array.isArray(value.resourceLogs)) return readOtlp(value.resourceLogs);
  const one =
    readPacked(value) ?? readJournal(value) ?? readDocker(value) ?? readViaq(value) ?? readLogcli(value);
  return one === null ? null : [one];
}

function timeOf(text: unknown): PrefixTime | null {
  const time = typeof text === 'string' ? parseTime(text) : null;
  return time === null ? null : { ...time, isZoneKnown: true };
}

/** Nanoseconds since 1970 as a text or a number. */
export function timeOfNanoseconds(value: unknown): PrefixTime | null {
  const text = textOf(value);
  if (!/^\d{15,20}$/.test(text)) return null;
  // The last digits are beyond what a number holds: microseconds are.
  return { at: Number(text.slice(0, -3)) / 1000, precision: PRECISION.microsecond, isZoneKnown: true };
}

const word = (value: unknown) => textOf(value) || null;

/** What labels of a log store say of a line's origin. Source: OpenShift CI's promtail, openshift/release: loki step. */
export function layersOfLabels(labels: Fields): Partial<Layers> {
  const kubernetes = isObject(own(labels, 'kubernetes')) ? (own(labels, 'kubernetes') as Fields) : {};
  const first = (...names: string[]) =>
    names.map((name) => word(own(labels, name)) ?? word(own(kubernetes, name))).find((one) => one !== null) ??
    null;
  const invoker = /^openshift-internal-ci\/([^/]{1,300})\/(\d{5,25})$/.exec(textOf(own(labels, 'invoker')));
  return {
    namespace: first('namespace', 'namespace_name', 'kubernetes_namespace_name', 'k8s_namespace_name'),
    pod: first('pod_name', 'pod', 'kubernetes_pod_name', 'k8s_pod_name'),
    container: first('container_name', 'container', 'kubernetes_container_name', 'k8s_container_name'),
    host: first('hostname', 'host', 'node_name', 'kubernetes_host', 'k8s_node_name'),
    ident: first('SYSLOG_IDENTIFIER', 'systemd_unit'),
    stream: first('stream'),
    job: invoker?.[1] ?? null,
    buildId: invoker?.[2] ?? null,
  };
}

function readPacked(value: Fields): Partial<Layers> | null {
  const entry = own(value, '_entry');
  return typeof entry === 'string' ? { ...layersOfLabels(value), text: entry, isPicked: true } : null;
}

function readLogcli(value: Fields): Partial<Layers> | null {
  const { labels, line, timestamp } = value;
  if (!isObject(labels) || typeof line !== 'string') return null;
  return { ...layersOfLabels(labels), text: line, time: timeOf(timestamp), isPicked: true };
}

function readDocker(value: Fields): Partial<Layers> | null {
  const { log, stream, time } = value;
  if (typeof log !== 'string' || (stream !== 'stdout' && stream !== 'stderr')) return null;
  // The runtime cuts lines of more than 16 KB; only the last part has the line's end.
  const isPartial = !log.endsWith('\n');
  return { text: log.replace(/\r?\n$/, ''), stream, time: timeOf(time), isPartial };
}

function readJournal(value: Fields): Partial<Layers> | null {
  const micros = textOf(own(value, '__REALTIME_TIMESTAMP'));
  if (!/^\d{12,17}$/.test(micros)) return null;
  const at = Number(micros) / 1000;
  return {
    text: journalText(own(value, 'MESSAGE')),
    time: { at, precision: PRECISION.microsecond, isZoneKnown: true },
    isJournal: true,
    host: word(own(value, '_HOSTNAME')),
    ident: word(own(value, 'SYSLOG_IDENTIFIER')) ?? word(own(value, '_COMM')),
    pid: word(own(value, '_PID')) ?? word(own(value, 'SYSLOG_PID')),
    bootId: word(own(value, '_BOOT_ID')),
  };
}

/** A text, or where it is no clean UTF-8, its bytes as numbers. */
function journalText(message: unknown): string {
  if (typeof message === 'string') return message;
  if (!Array.isArray(message)) return '';
  const bytes = message.filter((one): one is number => typeof one === 'number');
  return new TextDecoder().decode(Uint8Array.from(bytes));
}

function readViaq(value: Fields): Partial<Layers> | null {
  const { message } = value;
  const time = own(value, '@timestamp') ?? own(value, 'timestamp');
  const isViaq = isObject(value.kubernetes) || isObject(value.systemd) || typeof value.log_type === 'string';
  if (typeof message !== 'string' || typeof time !== 'string' || !isViaq) return null;
  if (value.log_type === 'audit') return null;
  const isJournal = isObject(value.systemd) || value.log_source === 'node';
  const unit = isObject(value.systemd) && isObject(value.systemd.u) ? value.systemd.u : {};
  const told = layersOfLabels(value);
  return {
    ...told,
    text: message,
    time: timeOf(time),
    isJournal,
    isPicked: true, // a log store answers with what was asked of it
    ident: word(unit.SYSLOG_IDENTIFIER) ?? told.ident ?? null,
  };
}

function readOtlp(resources: readonly unknown[]): Partial<Layers>[] | null {
  const lines: Partial<Layers>[] = [];
  for (const resource of resources) {
    if (!isObject(resource) || !Array.isArray(resource.scopeLogs)) continue;
    const outer = attributesOf(isObject(resource.resource) ? resource.resource.attributes : null);
    for (const scope of resource.scopeLogs as readonly unknown[]) {
      if (!isObject(scope) || !Array.isArray(scope.logRecords)) continue;
      for (const record of scope.logRecords as readonly unknown[]) {
        const line = isObject(record) && lines.length < MAX_RECORDS ? readOtlpRecord(record, outer) : null;
        if (line !== null) lines.push(line);
      }
    }
  }
  return lines.length === 0 ? null : lines;
}

function readOtlpRecord(record: Fields, outer: ReadonlyMap<string, string>): Partial<Layers> | null {
  const body = isObject(record.body) ? record.body.stringValue : null;
  if (typeof body !== 'string') return null;
  const inner = attributesOf(record.attributes);
  const told = (name: string) => inner.get(name) ?? outer.get(name) ?? null;
  if ((told('openshift.log.type') ?? told('log_type')) === 'audit') return null;
  return {
    text: body,
    time: timeOfNanoseconds(record.timeUnixNano) ?? timeOfNanoseconds(record.observedTimeUnixNano),
    isPicked: true,
    isJournal: (told('openshift.log.source') ?? told('log_source')) === 'node',
    namespace: told('k8s.namespace.name'),
    pod: told('k8s.pod.name'),
    container: told('k8s.container.name'),
    host: told('k8s.node.name') ?? told('kubernetes.host'),
    ident: told('process.executable.name') ?? told('systemd.u.SYSLOG_IDENTIFIER'),
    pid: told('process.pid'),
    stream: told('log.iostream'),
  };
}

function attributesOf(list: unknown): ReadonlyMap<string, string> {
  const map = new Map<string, string>();
  for (const one of Array.isArray(list) ? (list as readonly unknown[]) : []) {
    if (isObject(one) && typeof one.key === 'string' && isObject(one.value))
      map.set(one.key, textOf(one.value.stringValue));
  }
  return map;
}
