import { SECOND, type DurationMs, type EpochMs } from '../../../../src/base/time.ts';
import type { Random } from '../random.ts';
import type { Backend, LoadBalancer, Outage } from './world.ts';

/** The address of the external load balancer in error texts. */
const ADDRESSES: Readonly<Record<LoadBalancer, string>> = {
  'external-lb': '198.51.100.7:6443',
  'internal-lb': '10.0.199.23:6443',
  'service-network': '172.30.0.1:443',
  localhost: '[::1]:6443',
};

/** How long a load balancer keeps sending to a host that died in silence, in seconds. */
const DETECTION: Readonly<Record<LoadBalancer, readonly [low: number, high: number]>> = {
  'external-lb': [20, 38],
  'internal-lb': [14, 27],
  'service-network': [10, 19],
  localhost: [60, 90],
};

/** What the samplers saw when an apiserver died without a signal at `diedAt`: every path, until it noticed. */
export function silentDeathOutages(random: Random, backends: readonly Backend[], diedAt: EpochMs): Outage[] {
  return backends.flatMap((backend) => {
    const path = backend.loadBalancer ?? 'external-lb';
    const [low, high] = DETECTION[path];
    const from = diedAt + random.weighted([[6, 1] as const, [3, 2] as const, [1, 3] as const]) * SECOND;
    const length = random.between(low, high) * SECOND;
    const errors = random.shuffle(deathErrors(random, backend));
    const first = Math.max(SECOND, Math.round((length * (0.2 + 0.5 * random.unit())) / SECOND) * SECOND);
    const common = { backend, kind: 'disruption' } as const;
    if (backend.connection === 'reused' && random.chance(0.5))
      return [
        { ...common, from, to: from + Math.max(random.between(10, 14) * SECOND, first), error: errors[0] },
      ];
    return [
      { ...common, from, to: from + first, error: errors[0] },
      { ...common, from: from + first, to: from + length, error: errors[1] },
    ];
  });
}

function deathErrors(random: Random, backend: Backend): string[] {
  const address = ADDRESSES[backend.loadBalancer ?? 'external-lb'];
  const own = `10.128.2.${random.between(10, 240)}:${random.between(32_000, 60_000)}`;
  return backend.connection === 'new'
    ? [
        'net/http: timeout awaiting response headers',
        `dial tcp ${address}: i/o timeout`,
        `dial tcp ${address}: connect: connection refused`,
        'net/http: TLS handshake timeout',
        'context deadline exceeded (Client.Timeout exceeded while awaiting headers)',
      ]
    : [
        'http2: client connection lost',
        'EOF',
        `read tcp ${own}->${address}: read: connection reset by peer`,
        'net/http: timeout awaiting response headers',
      ];
}

/** The same error on many backends from about one moment on: each starts within `spread` seconds. */
export function commonOutages(
  random: Random,
  backends: readonly Backend[],
  at: EpochMs,
  seconds: readonly [low: number, high: number],
  error: string,
  spread = 1,
): Outage[] {
  return backends.map((backend) => {
    const from = at + random.between(0, spread) * SECOND;
    return { backend, from, to: from + random.between(...seconds) * SECOND, error, kind: 'disruption' };
  });
}

/** The sampler's own name server failed: not the cluster's fault. */
export function dnsOutages(backends: readonly Backend[], from: EpochMs, length: DurationMs): Outage[] {
  return backends.map((backend) => {
    const host = /^https?:\/\/([^:/]+)/.exec(backend.url)?.[1] ?? 'api.example';
    const error = `dial tcp: lookup ${host} on 172.30.0.10:53: read udp 10.131.12.7:47102->172.30.0.10:53: i/o timeout`;
    return { backend, from, to: from + length, error, kind: 'sampler-dns' };
  });
}
