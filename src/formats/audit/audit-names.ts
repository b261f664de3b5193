/** What the path of an audit log tells: `…/audit_logs/<server>/<node>-audit-2023-03-10T18-03-45.123.log.gz`. */

/** Folders that audit logs are gathered into. Source: openshift/must-gather: collection-scripts/gather_audit_logs */
const SERVERS: ReadonlySet<string> = new Set([
  'kube-apiserver',
  'openshift-apiserver',
  'oauth-apiserver',
  'oauth-server',
  'etcd',
]);

/** The server in whose folder the file lies, or whose name begins its own; else null. */
export function serverOfPath(path: string): string | null {
  const words = path.split(/[/\\]| > /).reverse();
  const folder = words.slice(1).find((word) => SERVERS.has(word));
  if (folder !== undefined) return folder;
  return (
    [...SERVERS].find((server) => words[0].startsWith(`${server}-audit`) || words[0] === `${server}.log`) ??
    null
  );
}

/**
 * The node that begins the file's name: what stands before the last `-audit.log` or `-audit-<date>`, since names of
 * nodes may hold `-audit` themselves. Null for other names, and for a name that is a server's.
 */
export function nodeOfPath(path: string): string | null {
  const name = path.split(/[/\\]| > /).pop() ?? '';
  const match = /^(.{1,253})-audit(?:-\d{4}-\d\d-\d\dT[\d.-]{1,16})?\.log/.exec(name);
  return match === null || SERVERS.has(match[1]) ? null : match[1];
}
