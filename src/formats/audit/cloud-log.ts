/**
 * Google's form of an audit record: `{"protoPayload":{"methodName":"io.k8s.core.v1.pods.create",…},"timestamp":"…Z"}`.
 * It has no audit ID, so its `insertId` stands for it. Source of the codes: googleapis/googleapis: google/rpc/code.proto
 */
import { isObject, textOf } from './audit-event.ts';

type Fields = Readonly<Record<string, unknown>>;

const HTTP_BY_RPC: Readonly<Record<number, number>> = {
  0: 200,
  1: 499,
  2: 500,
  3: 400,
  4: 504,
  5: 404,
  6: 409,
  7: 403,
  8: 429,
  9: 400,
  10: 409,
  11: 400,
  12: 501,
  13: 500,
  14: 503,
  15: 500,
  16: 401,
};

/** The same as an audit event; null for the payload of another service. */
export function eventOfCloudLog(entry: Fields): Fields | null {
  const payload = isObject(entry.protoPayload) ? entry.protoPayload : {};
  const method = textOf(payload.methodName).split('.');
  if (textOf(payload.serviceName) !== 'k8s.io' || method.length < 3) return null;
  const caller = isObject(payload.requestMetadata) ? payload.requestMetadata : {};
  const who = isObject(payload.authenticationInfo) ? payload.authenticationInfo : {};
  const status = isObject(payload.status) ? payload.status : {};
  const rpc = typeof status.code === 'number' ? status.code : 0;
  return {
    auditID: textOf(entry.insertId),
    stage: 'ResponseComplete',
    verb: method[method.length - 1],
    requestURI: `/${textOf(payload.resourceName)}`,
    user: { username: textOf(who.principalEmail) },
    sourceIPs: [textOf(caller.callerIp)],
    userAgent: textOf(caller.callerSuppliedUserAgent),
    objectRef: { resource: method[method.length - 2], namespace: namespaceOf(textOf(payload.resourceName)) },
    responseStatus: { code: Object.hasOwn(HTTP_BY_RPC, rpc) ? HTTP_BY_RPC[rpc] : 0 },
    requestReceivedTimestamp: entry.timestamp,
    stageTimestamp: entry.timestamp,
  };
}

/** `core/v1/namespaces/default/pods/x` */
function namespaceOf(name: string): string {
  return /\/namespaces\/([^/]{1,253})\//.exec(name)?.[1] ?? '';
}
