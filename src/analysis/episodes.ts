/** Why apiservers went away: reboots of their nodes, rollouts of a revision, crashes. */
import { KUBE_APISERVER } from '../model/server.ts';
import { LONG_REBOOT, MAX_STOP, START_UP, type Absence } from './absence.ts';
import { findCrashes } from './crashes.ts';
import type { Ground } from './ground.ts';
import { ownerKey } from './mark-index.ts';
import { NodeIndex } from './node-index.ts';
import { findReboots, judgeReboot } from './reboots.ts';
import { progressAlone, rolloutOf, silentKills, turnsAlone } from './rollouts.ts';
import { firstSign, type Stop } from './shutdowns.ts';
import { indexStops } from './stop-index.ts';

/** All episodes, by time, then node. A stop that a reboot took is no rollout; what a reboot or stop explains is no crash. */
export function findEpisodes(stops: readonly Stop[], ground: Ground): Absence[] {
  const index = indexStops(stops, ground.controlPlane);
  const reboots = findReboots(ground).map((reboot): Absence => {
    const judgement = judgeReboot(reboot, index, ground);
    return {
      kind: 'reboot',
      server: KUBE_APISERVER,
      ...reboot,
      until: reboot.to ?? reboot.from + LONG_REBOOT,
      lead: 0,
      revision: null,
      ...judgement,
    };
  });
  const taken = new Set(reboots.flatMap((one) => (one.stop === null ? [] : [one.stop])));
  const down = new NodeIndex(
    reboots,
    (one) => ownerKey(one.server, one.node),
    (one) => [one.from, one.until],
  );
  const free = stops.filter((stop) => !taken.has(stop) && !isInside(stop, down));
  const kills = silentKills(index, ground);
  const rollouts = [...free.map((stop) => rolloutOf(stop, ground)), ...kills];
  const killed = new NodeIndex(
    kills,
    (one) => ownerKey(one.server, one.node),
    (one) => [one.from, one.from + MAX_STOP + START_UP * 3],
  );
  const turns = turnsAlone([...reboots, ...rollouts], ground);
  const crashes = findCrashes(index, { down, killed }, ground);
  const progress = progressAlone([...rollouts, ...turns], ground);
  return [...reboots, ...rollouts, ...turns, ...crashes, ...progress].sort(
    (a, b) => a.from - b.from || compare(a.node ?? '', b.node ?? '') || compare(a.kind, b.kind),
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** A second stop of the same apiserver while its node reboots belongs to the reboot. */
function isInside(stop: Stop, down: NodeIndex<Absence>): boolean {
  const at = firstSign(stop);
  return down.touching(ownerKey(stop.server, stop.node), at, at).length > 0;
}
