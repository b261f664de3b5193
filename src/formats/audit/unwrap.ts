/** Takes audit records out of what log collectors wrap them in. */
import { isAuditEvent, isObject, textOf } from './audit-event.ts';
import { eventOfCloudLog } from './cloud-log.ts';

type Fields = Readonly<Record<string, unknown>>;

export interface Unwrapped {
  readonly event: Fields;
  /** The node that the wrapper names; empty: none. */
  readonly node: string;
}

/** Wrappers in wrappers: a collector's around a platform's around the record. */
const MAX_DEPTH = 4;
/** Members that hold the record as a text or an object: docker and CloudWatch, Elastic, AKS, OTLP. */
const CARRIERS = [
  'log',
  'message',
  'Message',
  '@message',
  'structured',
  'body',
  'stringValue',
  'properties',
  'event',
  'object',
];

/** All records in a value; none for a value of another kind. Source of the wrappers: see audit-log.ts. */
export function unwrap(value: unknown, node = '', depth = 0): Unwrapped[] {
  if (typeof value === 'string') return depth > MAX_DEPTH ? [] : unwrap(parseText(value), node, depth + 1);
  if (!isObject(value) || depth > MAX_DEPTH) return [];
  const own = nodeOfWrapper(value) || node;
  if (isAuditEvent(value)) return [{ event: value, node: own }];
  if (Array.isArray(value.items)) return value.items.flatMap((item) => unwrap(item, own, depth + 1));
  if (Array.isArray(value.resourceLogs)) return value.resourceLogs.flatMap((one) => ofResource(one, depth));
  if (isObject(value.protoPayload)) {
    const event = eventOfCloudLog(value);
    return event === null ? [] : [{ event, node: own }];
  }
  for (const name of CARRIERS) {
    if (!Object.hasOwn(value, name)) continue;
    const found = unwrap(value[name], own, depth + 1);
    if (found.length > 0) return found;
  }
  return [];
}

/** The JSON object that begins in a text; undefined where there is none. */
function parseText(text: string): unknown {
  const at = text.indexOf('{');
  if (at < 0) return undefined;
  try {
    return JSON.parse(at === 0 ? text : text.slice(at));
  } catch {
    return undefined;
  }
}

/** ViaQ, and OpenTelemetry's own words for it. */
function nodeOfWrapper(value: Fields): string {
  const kubernetes = isObject(value.kubernetes) ? value.kubernetes : {};
  return (
    textOf(value.hostname) ||
    textOf(kubernetes.host) ||
    (typeof value.host === 'string' ? textOf(value.host) : '')
  );
}

/** OTLP: `resourceLogs[].resource.attributes[]`, `scopeLogs[].logRecords[].body.stringValue`. */
function ofResource(value: unknown, depth: number): Unwrapped[] {
  if (!isObject(value)) return [];
  const attributes = isObject(value.resource) ? listOf(value.resource.attributes) : [];
  const node = attributeOf(attributes, 'k8s.node.name') || attributeOf(attributes, 'kubernetes.host');
  return listOf(value.scopeLogs).flatMap((scope) =>
    listOf(isObject(scope) ? scope.logRecords : null).flatMap((record) =>
      isObject(record) ? unwrap(record.body, node, depth + 1) : [],
    ),
  );
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function attributeOf(attributes: readonly unknown[], key: string): string {
  for (const one of attributes)
    if (isObject(one) && one.key === key && isObject(one.value)) return textOf(one.value.stringValue);
  return '';
}
