/** Interval items of today's shape, for tests: short to write, whole in what they say. Times are `HH:MM:SS` of one day. */

export interface Item {
  level: string;
  source?: string;
  display?: boolean;
  locator: { type: string; keys: Record<string, string> | null };
  message: {
    reason: string;
    cause: string;
    humanMessage: string;
    annotations: Record<string, string> | null;
  };
  from: string | null;
  to: string | null;
}

const DAY = '2025-05-06';

/** `10:00:00` as a time of the test day; null stays null. */
export function at(clock: string): string;
export function at(clock: string | null): string | null;
export function at(clock: string | null): string | null {
  return clock === null ? null : `${DAY}T${clock}Z`;
}

/** The file that holds the items. */
export function fileOf(items: readonly unknown[]): string {
  return JSON.stringify({ items }, null, 4);
}

function item(
  [from, to]: readonly [string | null, string | null],
  source: string,
  locator: Item['locator'],
  message: Partial<Item['message']>,
  level = 'Info',
): Item {
  const whole = { reason: '', cause: '', humanMessage: '', annotations: {}, ...message };
  return { level, source, display: true, locator, message: whole, from: at(from), to: at(to) };
}

/** A raw event of a kube-apiserver's pod, as `e2e-events` files hold it. */
export function event(clock: string, node: string, reason: string, humanMessage = ''): Item {
  const keys = { hmsg: '0123456789', namespace: 'openshift-kube-apiserver', pod: `kube-apiserver-${node}` };
  return item(
    [clock, clock],
    'KubeEvent',
    { type: 'Kind', keys },
    { reason, humanMessage, annotations: { reason } },
  );
}

export function signal(clock: string, node: string): Item {
  return event(
    clock,
    node,
    'ShutdownInitiated',
    'Received signal to terminate, becoming unready, but keeping serving',
  );
}

/** An event that says nothing of apiservers, but proves that the file keeps events. */
export function otherEvent(clock: string): Item {
  const keys = { hmsg: 'fedcba9876', namespace: 'openshift-dns', pod: 'dns-default-x7k2p' };
  return item(
    [clock, clock],
    'KubeEvent',
    { type: 'Kind', keys },
    { reason: 'Pulled', annotations: { reason: 'Pulled' } },
  );
}

/** Such events every half an hour of a day, from one hour to another: a file with these covers the time between. */
export function everyHalfHour(from: number, to: number): Item[] {
  const clock = (half: number) =>
    `${String(Math.floor(half / 2)).padStart(2, '0')}:${half % 2 === 0 ? '00' : '30'}:00`;
  return Array.from({ length: (to - from) * 2 + 1 }, (_, at) => otherEvent(clock(from * 2 + at)));
}

/** A constructed shutdown window; `to` null: it never finished. */
export function shutdownWindow(from: string, to: string | null, node: string): Item {
  const keys = {
    namespace: 'openshift-kube-apiserver',
    node: '',
    pod: `kube-apiserver-${node}`,
    server: 'kube-apiserver',
  };
  const reason = to === null ? 'IncompleteAPIServerShutdown' : 'GracefulAPIServerShutdown';
  const annotations = { constructed: 'graceful-shutdown-analyzer', reason };
  return item(
    [from, to],
    'APIServerGracefulShutdown',
    { type: '', keys },
    { reason, annotations },
    to === null ? 'Error' : 'Info',
  );
}

export function reboot(from: string, to: string, node: string, roles = 'control-plane,master'): Item {
  const annotations = {
    constructed: 'node-lifecycle-constructor',
    phase: 'Reboot',
    reason: 'NodeUpdate',
    roles,
  };
  const message = { reason: 'NodeUpdate', humanMessage: 'rebooted and kubelet started', annotations };
  return item([from, to], 'NodeState', { type: 'Node', keys: { node, row: 'NodeUpdatePhases' } }, message);
}

const REFUSED =
  'Get "https://api.demo.example:6443/api": dial tcp 198.51.100.7:6443: connect: connection refused';

/** Disruption of a backend such as `kube-api-new-connections` or `kube-api-http2-internal-lb-reused-connections`. */
export function disruption(from: string, to: string | null, backend: string, error = REFUSED): Item {
  const [, observer, , , connection] =
    /^((?:(.+?)-(http\d-.+?))|.+?)-(new|reused)-connections$/.exec(backend) ?? [];
  const isPoller = /-http[12]-/.test(backend);
  const lb = /-(external-lb|internal-lb|service-network|localhost)-/.exec(backend)?.[1];
  const keys = {
    'backend-disruption-name': backend,
    connection: connection ?? /-(new|reused)-/.exec(backend)?.[1] ?? 'new',
    disruption: isPoller ? observer : 'openshift-tests',
    ...(lb === undefined ? {} : { 'load-balancer': lb, protocol: /http[12]/.exec(backend)![0] }),
  };
  const humanMessage = `${backend} stopped responding to GET requests over ${keys.connection} connections: ${error}`;
  const annotations = {
    reason: 'DisruptionBegan',
    'request-audit-id': '3f0e7c52-8a43-4c0e-9c3b-5b7a6e0d1a11',
  };
  return item(
    [from, to],
    'Disruption',
    { type: 'Disruption', keys },
    { reason: 'DisruptionBegan', humanMessage, annotations },
    'Error',
  );
}

/** A backend that was healthy for a while: a row of a sampler, and no disruption. */
export function healthy(from: string, to: string, backend: string): Item {
  const keys = {
    'backend-disruption-name': backend,
    connection: /-(new|reused)-/.exec(backend)?.[1] ?? 'new',
    disruption: 'openshift-tests',
  };
  return item(
    [from, to],
    'Disruption',
    { type: 'Disruption', keys },
    { reason: 'DisruptionEnded', annotations: { reason: 'DisruptionEnded' } },
  );
}

/** The kube-apiserver operator rolls a revision out. */
export function progressing(
  from: string,
  to: string,
  text = '2 nodes are at revision 7; 1 node is at revision 8',
): Item {
  const annotations = { condition: 'Progressing', reason: 'NodeInstaller', status: 'True' };
  const message = { reason: 'NodeInstaller', humanMessage: `NodeInstallerProgressing: ${text}`, annotations };
  return item(
    [from, to],
    'OperatorState',
    { type: 'ClusterOperator', keys: { clusteroperator: 'kube-apiserver' } },
    message,
    'Warning',
  );
}
