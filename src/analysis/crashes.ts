/** Apiservers that ended badly, and nothing tells why. */
import { formatClock, SECOND, type DurationMs, type EpochMs } from '../base/time.ts';
import type { IncidentMark } from '../model/mark.ts';
import { KUBE_APISERVER } from '../model/server.ts';
import { LONG_REBOOT, MAX_STOP, RESTART, START_UP, type Absence } from './absence.ts';
import type { Ground } from './ground.ts';
import { ownerKey } from './mark-index.ts';
import type { NodeIndex } from './node-index.ts';
import type { Judgement } from './reboots.ts';
import { finishOf } from './shutdowns.ts';
import type { StopIndex } from './stop-index.ts';
import { adviseEvents } from './unread-source.ts';

/** A process says how the one before ended this long after its start at most. */
const NEXT_WORD: DurationMs = 15 * SECOND;

/** The next process says that the one before did not end well, and neither a stop, nor the kubelet, nor a reboot tells why. */
export function findCrashes(
  stops: StopIndex,
  { down, killed }: Readonly<Record<'down' | 'killed', NodeIndex<Absence>>>,
  ground: Ground,
): Absence[] {
  const marks = ground.run.marks.filter(
    (mark): mark is IncidentMark => mark.kind === 'incident' && mark.incident === 'NonGracefulTermination',
  );
  const crashes: Absence[] = [];
  const told = new Map<string, EpochMs>(); // by apiserver: its latest crash
  for (const mark of [...marks].sort((a, b) => a.at - b.at)) {
    const node = mark.node === null ? null : ground.names.nameOf(mark.node);
    const server = mark.server ?? KUBE_APISERVER;
    const owner = ownerKey(server, node);
    const before = told.get(owner ?? server);
    if (before !== undefined && mark.at - before <= RESTART) continue;
    const isRebooted = down.touching(owner, mark.at - LONG_REBOOT / 3, mark.at).length > 0;
    const isStopped = stops.byT0
      .touching(owner, mark.at - MAX_STOP - START_UP * 3, mark.at)
      .some((stop) => finishOf(stop) === null && mark.at <= stop.t0! + stop.kill.max + START_UP * 3);
    const isKilled = killed.touching(owner, mark.at, mark.at).length > 0;
    if (isRebooted || isStopped || isKilled) continue;
    told.set(owner ?? server, mark.at);
    crashes.push({
      kind: 'crash',
      server,
      node,
      from: mark.at,
      to: mark.at,
      until: mark.at,
      lead: RESTART,
      revision: null,
      ...judgeCrash(mark.at, server, node, ground),
    });
  }
  return crashes;
}

function judgeCrash(at: EpochMs, server: string, node: string | null, ground: Ground): Judgement {
  const [stopping] = ground.marks.stopping.touching(ownerKey(server, node), at - MAX_STOP - RESTART, at);
  if (stopping !== undefined) {
    const why = `${stopping.incident} at ${formatClock(stopping.at)} is said of an apiserver that was told to stop, and the next process said at ${formatClock(at)} that it did not end in order; its ShutdownInitiated is not recorded. ${adviseEvents(ground)}`;
    return { signal: 'undeterminable', stop: null, why };
  }
  const told = `the next process said at ${formatClock(at)} that the one before did not terminate gracefully`;
  if (ground.coverage.covers(server, node, { from: at - RESTART, to: at }) !== null)
    return { signal: 'missing', stop: null, why: `${told}, and no ShutdownInitiated stands before it` };
  // Only a termination log knows how long a life went on that ended without a word.
  const span = { from: at - RESTART, to: at - NEXT_WORD };
  const life = node === null ? null : ground.coverage.lifeOver(server, node, span);
  if (life !== null)
    return {
      signal: 'missing',
      stop: null,
      why: `${told}; the log of that one, from ${formatClock(life.from)} to ${formatClock(life.to)}, has no ShutdownInitiated. Whether its node was rebooted its journal tells`,
    };
  return {
    signal: 'undeterminable',
    stop: null,
    why: `${told}; nothing covers the time before it. ${adviseEvents(ground)}`,
  };
}
