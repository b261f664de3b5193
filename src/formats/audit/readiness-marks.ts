/** When an apiserver's own readiness check began to fail: the moment a load balancer can see. */
import { PRECISION, SECOND, type EpochMs } from '../../base/time.ts';
import type { ReadinessMark } from '../../model/mark.ts';
import type { RequestTable } from '../../model/request-table.ts';
import { textReader } from '../../model/text-pool.ts';

/** Failures closer than this are of one time of not being ready. */
const SAME_TIME = 60 * SECOND;
/** A server that had answered this long before was ready; one that had not was starting. */
const SERVED_FROM = 30 * SECOND;
const SERVED_TO = 1 * SECOND;

/**
 * The first of each run of `/readyz` answered with 500 to the server itself, which is the one client whose checks are in
 * the log. Source: kubernetes/kubernetes: staging/src/k8s.io/apiserver/pkg/server/healthz
 */
export function findReadinessMarks(table: RequestTable): ReadinessMark[] {
  if (table.server === null) return [];
  const failing = rowsOfFailing(table);
  return [...new Set(failing.map((row) => table.node[row]))].flatMap((node) => {
    const rows = failing.filter((row) => table.node[row] === node);
    const firsts = rows.filter(
      (row, i) => i === 0 || table.received[row] - table.received[rows[i - 1]] > SAME_TIME,
    );
    return firsts.map((row) => markOf(table, node, row));
  });
}

/** Ascending by time. */
function rowsOfFailing(table: RequestTable): number[] {
  const pathOf = textReader(table.texts, table.path);
  const userOf = textReader(table.texts, table.user);
  const rows: number[] = [];
  for (let row = 0; row < table.length; row++) {
    const isFailing = table.code[row] >= 500 && /^\/readyz(?:\/|$)/.test(pathOf(row));
    if (isFailing && userOf(row) === 'system:apiserver') rows.push(row);
  }
  return rows.sort((a, b) => table.received[a] - table.received[b]);
}

function markOf(table: RequestTable, node: number, row: number): ReadinessMark {
  const at = table.received[row];
  return {
    kind: 'readiness',
    hadServed: hadServed(table, node, at),
    at,
    precision: PRECISION.microsecond,
    server: table.server,
    node: table.nodes[node] === '' ? null : table.nodes[node],
    pod: null,
    evidence: 'audit',
    file: 0,
    place: table.place[row],
  };
}

/** Whether the server answered others, and well, in the half minute before. */
function hadServed(table: RequestTable, node: number, at: EpochMs): boolean {
  for (let row = 0; row < table.length; row++) {
    const before = at - table.received[row];
    const isGood = table.code[row] >= 200 && table.code[row] < 500;
    if (before >= SERVED_TO && before <= SERVED_FROM && table.node[row] === node && isGood) return true;
  }
  return false;
}
