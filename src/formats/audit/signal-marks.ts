/** When shutdowns began, as requests tell that were answered during them. */
import { SECOND, PRECISION, type EpochMs } from '../../base/time.ts';
import type { StepMark } from '../../model/mark.ts';
import { NOTE_KINDS, type RequestTable } from '../../model/request-table.ts';

/** Times since the begin are told in whole seconds; two begins are further apart. */
const SAME_SHUTDOWN = 5 * SECOND;
const ELAPSED = NOTE_KINDS.indexOf('elapsed');

/** One signal for each node and shutdown that `apiserver.k8s.io/shutdown` tells: the median of what its requests say. */
export function findSignalMarks(table: RequestTable): StepMark[] {
  if (table.server === null) return [];
  const begins = new Map<number, { at: EpochMs; place: number }[]>();
  const { row: rows, kind, value } = table.notes;
  for (let i = 0; i < rows.length; i++) {
    if (kind[i] !== ELAPSED) continue;
    const row = rows[i];
    const own = begins.get(table.node[row]) ?? [];
    own.push({ at: table.received[row] - value[i] * SECOND, place: table.place[row] });
    begins.set(table.node[row], own);
  }
  return [...begins].flatMap(([node, own]) => clusters(own).map((cluster) => markOf(table, node, cluster)));
}

interface Begin {
  readonly at: EpochMs;
  readonly place: number;
}

function clusters(begins: readonly Begin[]): Begin[][] {
  const all: Begin[][] = [];
  for (const begin of [...begins].sort((a, b) => a.at - b.at || a.place - b.place)) {
    const last = all[all.length - 1];
    if (last !== undefined && begin.at - last[last.length - 1].at <= SAME_SHUTDOWN) last.push(begin);
    else all.push([begin]);
  }
  return all;
}

function markOf(table: RequestTable, node: number, cluster: readonly Begin[]): StepMark {
  const middle = cluster[cluster.length >> 1];
  return {
    kind: 'step',
    step: 'ShutdownInitiated',
    at: Math.round(middle.at),
    precision: PRECISION.inferred,
    server: table.server,
    node: table.nodes[node] === '' ? null : table.nodes[node],
    pod: null,
    evidence: 'audit',
    delay: null,
    file: 0,
    place: cluster[0].place,
  };
}
