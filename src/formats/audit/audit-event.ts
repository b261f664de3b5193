/**
 * One audit record, an `Event` of `audit.k8s.io`, of any version since 2017. Source of the fields:
 * kubernetes/kubernetes: staging/src/k8s.io/apiserver/pkg/apis/audit/types.go
 */
import { parseTime, type EpochMs } from '../../base/time.ts';
import { hashAuditId, REQUEST } from '../../model/request-table.ts';
import { STAGES, type NewRequest } from '../../model/request-table-builder.ts';
import { readAnnotations } from './annotations.ts';

type Fields = Readonly<Record<string, unknown>>;

const encoder = new TextEncoder();
/** Longer texts are no names or paths that anybody asks for. */
export const MAX_TEXT = 8192;
/** Subresources that keep their connection. Source: kubernetes/kubernetes: pkg/controlplane/apiserver/config.go */
const LONG_RUNNING = /\/(?:attach|exec|portforward|proxy)$/;

/** Whether a value is an audit record, whatever its version; core events have the same `kind`. */
export function isAuditEvent(value: Fields): boolean {
  const isOfGroup = typeof value.apiVersion === 'string' && value.apiVersion.startsWith('audit.k8s.io/');
  if (isOfGroup && value.kind === 'EventList') return false;
  return typeof value.auditID === 'string' && (isOfGroup || typeof value.stage === 'string');
}

export function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What the record tells; null when it has no time. `node`: where a wrapper or the line's prefix names it, else empty. */
export function readAuditEvent(event: Fields, node: string, place: number): NewRequest | null {
  const stageAt = timeOf(event.stageTimestamp);
  const received = arrivalOf(event) ?? stageAt;
  if (received === null) return null;
  const stage = Math.max(0, STAGES.indexOf(textOf(event.stage) as (typeof STAGES)[number]));
  const [path, query] = splitUri(textOf(event.requestURI));
  const object = isObject(event.objectRef) ? event.objectRef : {};
  const resource = resourceOf(object);
  const verb = textOf(event.verb);
  const address = addressOf(event.sourceIPs);
  const annotated = readAnnotations(event.annotations);
  const id = encoder.encode(textOf(event.auditID));
  const { high, low } = hashAuditId(id);
  const isLong =
    stage === 1 || verb === 'watch' || /(?:^|&)watch=(?:true|1)\b/.test(query) || LONG_RUNNING.test(resource);
  return {
    auditHigh: high,
    auditLow: low,
    stage,
    received,
    stageAt: stageAt ?? NaN,
    code: codeOf(event.responseStatus),
    flags:
      annotated.flags |
      (stage > 0 ? REQUEST.answered : 0) |
      (stage === 3 ? REQUEST.panic : 0) |
      (isLong ? REQUEST.longRunning : 0) |
      (isLoopback(address) ? REQUEST.loopback : 0),
    verb,
    user: userOf(event),
    agent: textOf(event.userAgent),
    path,
    resource,
    namespace: textOf(object.namespace),
    address,
    node,
    place,
    notes: annotated.notes,
  };
}

/** A text of a record, cut; the empty text for anything else. */
export function textOf(value: unknown): string {
  if (typeof value !== 'string') return '';
  return value.length > MAX_TEXT ? value.slice(0, MAX_TEXT) : value;
}

function timeOf(value: unknown): EpochMs | null {
  return typeof value === 'string' ? (parseTime(value)?.at ?? null) : null;
}

/** Records before 2018 have `timestamp`, or the time of their making. */
function arrivalOf(event: Fields): EpochMs | null {
  const metadata = isObject(event.metadata) ? event.metadata : {};
  return (
    timeOf(event.requestReceivedTimestamp) ?? timeOf(event.timestamp) ?? timeOf(metadata.creationTimestamp)
  );
}

/** The path, and what follows the question mark. */
function splitUri(uri: string): readonly [string, string] {
  const at = uri.indexOf('?');
  return at < 0 ? [uri, ''] : [uri.slice(0, at), uri.slice(at + 1)];
}

/** `pods`, `deployments.apps/scale`; empty for paths that are of no resource. */
function resourceOf(object: Fields): string {
  const resource = textOf(object.resource);
  const group = textOf(object.apiGroup);
  const part = textOf(object.subresource);
  return `${resource}${group === '' ? '' : `.${group}`}${part === '' ? '' : `/${part}`}`;
}

function userOf(event: Fields): string {
  const name = (value: unknown) => (isObject(value) ? textOf(value.username) : '');
  const [user, as] = [name(event.user), name(event.impersonatedUser)];
  return as === '' ? user : `${user} as ${as}`;
}

/** Of several the last: the peer that the server saw itself. */
function addressOf(addresses: unknown): string {
  return Array.isArray(addresses) ? textOf(addresses[addresses.length - 1]) : '';
}

function isLoopback(address: string): boolean {
  return address === '::1' || address.startsWith('127.');
}

function codeOf(status: unknown): number {
  const code = isObject(status) ? status.code : 0;
  return typeof code === 'number' && Number.isInteger(code) && code > 0 && code < 1000 ? code : 0;
}
