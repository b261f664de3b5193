/** Lines of audit logs for tests: short to write, whole in what they say. Times are of the day of `items.ts`. */
import { at } from './items.ts';

export interface AuditLine {
  readonly clock: string; // HH:MM:SS, or with a fraction
  readonly id?: string;
  readonly user?: string;
  readonly agent?: string;
  readonly uri?: string;
  readonly code?: number;
  readonly address?: string;
  readonly annotations?: Readonly<Record<string, string>>;
}

/** One line without its end. */
export function auditLine({ clock, id, user, agent, uri, code, address, annotations }: AuditLine): string {
  const time = at(clock);
  return JSON.stringify({
    kind: 'Event',
    apiVersion: 'audit.k8s.io/v1',
    level: 'Metadata',
    auditID: id ?? `${clock} ${user ?? ''} ${agent ?? ''} ${uri ?? ''}`,
    stage: 'ResponseComplete',
    requestURI: uri ?? '/api/v1/namespaces/default',
    verb: 'get',
    user: { username: user ?? 'system:admin' },
    sourceIPs: [address ?? '198.51.100.7'],
    userAgent: agent ?? 'oc/4.18',
    objectRef: { resource: 'namespaces', name: 'default', apiVersion: 'v1' },
    responseStatus: { metadata: {}, code: code ?? 200 },
    requestReceivedTimestamp: time,
    stageTimestamp: time,
    annotations: { 'authorization.k8s.io/decision': 'allow', ...annotations },
  });
}

export function auditFile(lines: readonly AuditLine[]): string {
  return lines.map((line) => `${auditLine(line)}\n`).join('');
}

/** The user agent of a sampler. */
export function sampler(loadBalancer: string, connection: string, protocol = 'http2'): string {
  return `openshift-external-backend-sampler-kube-api-${protocol}-${loadBalancer}-${connection}-connections`;
}

/** The path of a node's audit log among gathered ones. */
export function auditPath(node: string, server = 'kube-apiserver'): string {
  return `audit_logs/${server}/${node}-audit.log`;
}
