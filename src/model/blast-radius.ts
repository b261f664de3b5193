/** Who was hit by an outage, and for how long: backend × connection × load balancer. */
import { unionLength } from '../base/union.ts';
import type { DurationMs } from '../base/time.ts';
import type { Connection, Disruption, DisruptionSignal, LoadBalancer, Report } from './report.ts';

/** What is known of one backend over one path. */
export type BlastCell =
  | { readonly kind: 'not-measured' }
  | { readonly kind: 'healthy' }
  | {
      readonly kind: 'hit';
      readonly covered: DurationMs;
      /** An end was never seen: it was this long or longer. */
      readonly isOpen: boolean;
      readonly signal: DisruptionSignal;
      /** Indices into the report's disruptions. */
      readonly disruptions: readonly number[];
    };

export interface BlastColumn {
  readonly loadBalancer: LoadBalancer | null;
  readonly connection: Connection | null;
}

export interface BlastRadius {
  readonly columns: readonly BlastColumn[];
  readonly rows: readonly { readonly backend: string; readonly cells: readonly BlastCell[] }[];
}

/** One backend over one path, as the samplers of the run watched it. */
export interface Target extends BlastColumn {
  readonly backend: string;
}

/** Who watched what. */
export interface Samplers {
  /** What is not in it was not measured. */
  readonly measured: readonly Target[];
  /** The target of each of the report's disruptions, by its index, as far as its rows are known. */
  readonly ofDisruption: ReadonlyMap<number, Target>;
}

const BALANCERS = ['external', 'internal', 'service-network', 'localhost', null] as const;
const CONNECTIONS = ['new', 'reused', null] as const;
/** Of several verdicts in one cell the worst stands. */
const WORST: readonly DisruptionSignal[] = ['unsignalled', 'undeterminable', 'signalled', 'not-applicable'];

/** Names are those of the lanes; what nobody measured is not called healthy. */
export function measureBlast(
  report: Report,
  disruptions: readonly number[],
  { measured, ofDisruption }: Samplers,
): BlastRadius {
  const hits = new Map<string, number[]>();
  const backends = new Set<string>();
  for (const index of disruptions) {
    const target = ofDisruption.get(index) ?? targetOf(report.disruptions[index]);
    const key = keyOf(target);
    hits.set(key, [...(hits.get(key) ?? []), index]);
    backends.add(target.backend);
  }
  const known = new Set([...measured.map(keyOf), ...hits.keys()]);
  // Beside those that were hit stand the others of the same apiservers.
  for (const { backend } of measured) if (isApi(backend)) backends.add(backend);
  const columns = BALANCERS.flatMap((loadBalancer) =>
    CONNECTIONS.map((connection) => ({ loadBalancer, connection })),
  ).filter((column) => [...backends].some((backend) => known.has(keyOf({ backend, ...column }))));
  const rows = [...backends].sort(compareBackends).map((backend) => ({
    backend,
    cells: columns.map((column) => cellOf(report, keyOf({ backend, ...column }), hits, known)),
  }));
  return { columns, rows };
}

function cellOf(
  report: Report,
  key: string,
  hits: ReadonlyMap<string, readonly number[]>,
  known: ReadonlySet<string>,
): BlastCell {
  const own = hits.get(key);
  if (own === undefined) return { kind: known.has(key) ? 'healthy' : 'not-measured' };
  const all = own.map((index) => report.disruptions[index]);
  return {
    kind: 'hit',
    covered: unionLength(all.map(({ from, to }) => [Date.parse(from), Date.parse(to ?? from)])),
    isOpen: all.some(({ open }) => open),
    signal: WORST.find((signal) => all.some((one) => one.signal === signal)) ?? 'not-applicable',
    disruptions: own,
  };
}

/** What is left where no row is known. */
function targetOf({ backend, cache, protocol, loadBalancer, connection }: Disruption): Target {
  const name = `${cache ? 'cache-' : ''}${backend}${protocol === null ? '' : ` ${protocol}`}`;
  return { backend: name, loadBalancer, connection };
}

function keyOf({ backend, loadBalancer, connection }: Target): string {
  return `${backend}|${loadBalancer ?? ''}|${connection ?? ''}`;
}

function isApi(backend: string): boolean {
  return /^(?:cache-)?(?:kube|openshift|oauth)-api(?: |$)/.test(backend);
}

function compareBackends(a: string, b: string): number {
  const rank = (name: string) =>
    ['kube-api', 'openshift-api', 'oauth-api', 'cache-'].findIndex((start) => name.startsWith(start)) +
    10 * Number(!isApi(name));
  return rank(a) - rank(b) || (a < b ? -1 : a > b ? 1 : 0);
}
