import { SECOND, type EpochMs } from '../base/time.ts';
import { compareText } from '../base/text.ts';
import { shortNodeName } from './node-name.ts';
import { REQUEST, type RequestShard, type RequestTable } from './request-table.ts';

/** How many requests one server on one node received in each second. */
export interface RequestDensity {
  readonly server: string;
  /** Empty: not known. */
  readonly node: string;
  /** Begin of the first second. */
  readonly from: EpochMs;
  /** Arrivals in each second since `from`, by their answers: all but those below. */
  readonly ok: Uint32Array<ArrayBuffer>;
  readonly throttled: Uint32Array<ArrayBuffer>; // 429
  readonly failed: Uint32Array<ArrayBuffer>; // 5xx
}

/** A run is shorter; what lies further from the median has a wrong clock. */
const MAX_SECONDS = 7 * 24 * 3600;

interface Rows {
  readonly table: RequestTable;
  readonly nodeOf: readonly boolean[]; // by index into the table's nodes: is of this lane
}

/**
 * By server and node, sorted so. Only rows that `keep` wants are counted. Rows more than a week after the first, which
 * only a wrong clock gives, are left out. O(rows).
 */
export function measureDensity(
  shards: readonly RequestShard[],
  keep: (shard: number, row: number) => boolean = () => true,
): RequestDensity[] {
  const lanes = new Map<string, { server: string; node: string; shards: [number, Rows][] }>();
  shards.forEach(({ table }, shard) => {
    for (const node of new Set(table.nodes.map(shortNodeName))) {
      const server = table.server ?? '';
      const key = `${server} ${node}`;
      const lane = lanes.get(key) ?? { server, node, shards: [] };
      lane.shards.push([shard, { table, nodeOf: table.nodes.map((one) => shortNodeName(one) === node) }]);
      lanes.set(key, lane);
    }
  });
  return [...lanes.values()]
    .sort((a, b) => compareText(a.server, b.server) || compareText(a.node, b.node))
    .flatMap(({ server, node, shards: own }) => {
      const counted = count(own, keep);
      return counted === null ? [] : [{ server, node, ...counted }];
    });
}

function count(
  own: readonly [number, Rows][],
  keep: (shard: number, row: number) => boolean,
): Pick<RequestDensity, 'from' | 'ok' | 'throttled' | 'failed'> | null {
  const isOf = (shard: number, { table, nodeOf }: Rows, row: number) =>
    nodeOf[table.node[row]] && (table.flags[row] & REQUEST.duplicate) === 0 && keep(shard, row);
  let [from, to] = [Infinity, -Infinity];
  for (const [shard, rows] of own) {
    for (let row = 0; row < rows.table.length; row++) {
      if (!isOf(shard, rows, row)) continue;
      const second = Math.floor(rows.table.received[row] / SECOND);
      if (second < from) from = second;
      if (second > to) to = second;
    }
  }
  if (from === Infinity) return null;
  const seconds = Math.min(to - from + 1, MAX_SECONDS);
  const lane = {
    from: from * SECOND,
    ok: new Uint32Array(seconds),
    throttled: new Uint32Array(seconds),
    failed: new Uint32Array(seconds),
  };
  for (const [shard, rows] of own) {
    const { table } = rows;
    for (let row = 0; row < table.length; row++) {
      if (!isOf(shard, rows, row)) continue;
      const second = Math.floor(table.received[row] / SECOND) - from;
      if (second >= seconds) continue;
      const code = table.code[row];
      (code === 429 ? lane.throttled : code >= 500 ? lane.failed : lane.ok)[second]++;
    }
  }
  return lane;
}
