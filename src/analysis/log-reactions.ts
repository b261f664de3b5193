/** How long load balancers went on sending to an apiserver that was told to stop: from what it complained of itself. */
import { secondsOf, type DurationMs } from '../base/time.ts';
import type { IncidentMark } from '../model/mark.ts';
import { classOfAgent, type RequestClass } from '../model/request-class.ts';
import type { Reaction } from '../model/report.ts';
import { KUBE_APISERVER } from '../model/server.ts';
import { LATE_SHARE } from './audit-reactions.ts';
import type { Ground } from './ground.ts';
import { ownerKey } from './mark-index.ts';
import { NodeIndex } from './node-index.ts';
import type { Stop } from './shutdowns.ts';

type LogSource = Extract<Reaction['source'], 'termination-log' | 'klog' | 'event'>;

/** A termination log has all lines after the signal; an event is one example of them. */
const SOURCES: readonly LogSource[] = ['termination-log', 'klog', 'event'];

interface Late {
  readonly mark: IncidentMark;
  /** Index of the stop; null: none is known. */
  readonly shutdown: number | null;
  /** Of the last request: since T0, or where no stop is known the least that it can be. */
  readonly since: DurationMs;
  readonly kind: RequestClass;
}

/**
 * A row for each stop, load balancer and protocol that late connections tell, from the best of the sources that tell of
 * that stop. `counted`: stops whose late requests an audit log counts already; they are not counted again.
 */
export function findLogReactions(
  stops: readonly Stop[],
  counted: ReadonlySet<number | null>,
  ground: Ground,
): Reaction[] {
  const groups = new Map<number | null, Late[]>();
  for (const late of findLate(stops, ground)) {
    const own = groups.get(late.shutdown);
    if (own === undefined) groups.set(late.shutdown, [late]);
    else own.push(late);
  }
  return [...groups.values()].flatMap((own) => reactionsOf(own, counted));
}

function findLate(stops: readonly Stop[], ground: Ground): Late[] {
  const index = new NodeIndex(
    stops.flatMap((stop, i) => (stop.t0 === null ? [] : [{ stop, i, t0: stop.t0 }])),
    ({ stop }) => ownerKey(stop.server, stop.node),
    ({ stop, t0 }) => [t0, t0 + stop.kill.max],
  );
  const least = LATE_SHARE * (ground.learntDelay?.ms ?? 0);
  return ground.run.marks.flatMap((mark): Late[] => {
    if (mark.kind !== 'incident' || mark.incident !== 'LateConnections') return [];
    const { requests } = mark;
    const kind = requests === undefined ? UNKNOWN : classOfAgent(requests.agent, requests.path);
    if (kind === null) return [];
    const owner = ownerKey(
      mark.server ?? KUBE_APISERVER,
      mark.node === null ? null : ground.names.nameOf(mark.node),
    );
    const around = index.touching(owner, mark.at, mark.at);
    const found = around[around.length - 1];
    if (found === undefined) return [{ mark, shutdown: null, since: least, kind }];
    return [{ mark, shutdown: found.i, since: (requests?.last ?? mark.at) - found.t0, kind }];
  });
}

const UNKNOWN: RequestClass = { loadBalancer: null, connection: null, protocol: null };

function reactionsOf(all: readonly Late[], counted: ReadonlySet<number | null>): Reaction[] {
  const source = SOURCES.find((one) => all.some(({ mark }) => mark.evidence === one));
  if (source === undefined) return [];
  const ofSource = all.filter(({ mark }) => mark.evidence === source);
  // The event that sums them up says nothing more than the lines that it stands for.
  const lines = ofSource.filter(({ mark }) => mark.requests !== undefined);
  const cells = new Map<string, Late[]>();
  for (const late of lines.length > 0 ? lines : ofSource) {
    const key = `${late.kind.loadBalancer} ${late.kind.protocol}`;
    cells.set(key, [...(cells.get(key) ?? []), late]);
  }
  return [...cells.values()].map((own) => rowOf(own, source, counted));
}

/** They are late, so that more may have come after the last one that is told: the apiserver was still to stop. */
function rowOf(own: readonly Late[], source: LogSource, counted: ReadonlySet<number | null>): Reaction {
  const [{ shutdown, kind }] = own;
  const isTold = own.every(({ mark }) => mark.requests !== undefined);
  const count = own.reduce((sum, { mark }) => sum + (mark.requests?.count ?? 0), 0);
  return {
    shutdown,
    loadBalancer: kind.loadBalancer,
    connection: 'new',
    protocol: kind.protocol,
    seconds: secondsOf(own.reduce((last, { since }) => Math.max(last, since), 0)),
    atLeast: true,
    lateRequests: isTold && !counted.has(shutdown) ? count : null,
    requests: isTold ? count : null,
    best: true,
    source,
  };
}
