/** Reboots that nodes' events tell: a node was not ready, its kubelet started, and said that the machine was rebooted. */
import { MINUTE, PRECISION, SECOND, type DurationMs, type EpochMs } from '../../base/time.ts';
import type { RebootMark } from '../../model/mark.ts';

/** A machine that is gone for longer is looked after by people. */
const LONGEST_REBOOT: DurationMs = 60 * MINUTE;
/** A node that says nothing is found not ready after this. Source: kube-controller-manager's `node-monitor-grace-period`, and its period. */
const GRACE_PERIOD: DurationMs = 55 * SECOND;
/** Nodes and their events beyond this are no cluster's. */
const MAX_SIGNS = 100_000;

export interface NodeSign {
  readonly kind: 'not-ready' | 'rebooted';
  readonly node: string;
  readonly at: EpochMs;
  readonly place: number;
}

/** What an event says of its node's reboots; null for all others. */
export function nodeSignOf(reason: string, node: string, at: EpochMs, place: number): NodeSign | null {
  if (reason === 'NodeNotReady') return { kind: 'not-ready', node, at, place };
  return reason === 'Rebooted' ? { kind: 'rebooted', node, at, place } : null;
}

/** A reboot for each time that a kubelet said so, from when its node was last found not ready. Ends are told by boots. */
export function rebootsOf(signs: readonly NodeSign[]): RebootMark[] {
  const marks: RebootMark[] = [];
  const down = new Map<string, NodeSign>(); // by node: when it was first found not ready since its last boot
  for (const sign of [...signs]
    .sort((a, b) => a.at - b.at || (a.kind < b.kind ? -1 : 1))
    .slice(0, MAX_SIGNS)) {
    const begin = down.get(sign.node);
    if (sign.kind === 'not-ready') {
      if (begin === undefined || sign.at - begin.at > LONGEST_REBOOT) down.set(sign.node, sign);
      continue;
    }
    down.delete(sign.node);
    if (begin !== undefined && sign.at - begin.at <= LONGEST_REBOOT) marks.push(markOf(begin));
  }
  return marks;
}

function markOf({ node, at, place }: NodeSign): RebootMark {
  return {
    kind: 'reboot',
    at,
    earliest: at - GRACE_PERIOD,
    precision: PRECISION.inferred,
    server: null,
    node,
    pod: null,
    evidence: 'event',
    file: 0,
    place,
    end: null,
    isPhase: false,
    isControlPlane: null,
  };
}
