/**
 * Requests that an apiserver complains of: on a connection made very late in a shutdown, or before it was ready.
 * Writer: openshift/kubernetes: openshift-kube-apiserver/filters and patch_genericapiserver.go.
 */
import { unquoteGo } from './go-quoted.ts';

export interface LateRequest {
  /** Without its query; empty where it is not told. */
  readonly path: string;
  /** `10.0.4.21:41522`; empty for the server's own. */
  readonly address: string;
  readonly agent: string;
  readonly isLoopback: boolean;
  /** It came before the server was ready, not late in its shutdown. */
  readonly isEarly: boolean;
}

/** `Request to "<path>" (source IP <ip:port>, user agent "<ua>") through a connection created very late …`; null for others. */
export function readLateRequest(message: string): LateRequest | null {
  const start = /^(Loopback request|Request) to /.exec(message);
  if (start === null) return null;
  const path = unquoteGo(message, start[0].length);
  if (path === null) return null;
  const source = /^ \((?:source IP ([^\s,)]{1,100}), )?user agent /.exec(
    message.slice(path.end, path.end + 200),
  );
  if (source === null) return null;
  const agent = unquoteGo(message, path.end + source[0].length);
  if (agent === null) return null;
  const rest = message.slice(agent.end, agent.end + 200);
  const isLate = /^\) through (?:a )?connection created very late in the graceful termination process/.test(
    rest,
  );
  const isEarly = rest.startsWith(') before server is ready');
  if (!isLate && !isEarly) return null;
  return {
    path: path.value,
    address: source[1] ?? '',
    agent: agent.value,
    isLoopback: start[1] === 'Loopback request',
    isEarly,
  };
}

/** The example in the message of `LateConnections` and `NonReadyRequests`. */
export function readExample(message: string): Omit<LateRequest, 'isEarly' | 'isLoopback'> | null {
  const found = /\(e\.g\. from "([^"\s]{1,100})", user agent /.exec(message.slice(0, 4000));
  if (found === null) return null;
  const agent = unquoteGo(message, found.index + found[0].length);
  if (agent === null) return null;
  const path = /^, accessing ([^\s)]{1,2000})/.exec(message.slice(agent.end, agent.end + 2100));
  return { address: found[1], agent: agent.value, path: path?.[1].replace(/^"|"$/g, '') ?? '' };
}
