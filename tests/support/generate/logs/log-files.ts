import { goneAt } from '../world/stops.ts';
import { Random } from '../random.ts';
import type { World } from '../world/world.ts';
import { shutdownLines, startLines, workLines } from './apiserver-lines.ts';
import { nodeJournal } from './journal.ts';
import { logText } from './log-line.ts';
import { terminationLog } from './termination-log.ts';

/** One file of a run: where it lies among a job's artifacts, and its text. */
export interface TextFile {
  readonly path: string;
  readonly text: string;
}

const GATHERED = 'gather-extra/artifacts';
const STATIC_PODS = 'gather-must-gather/artifacts/must-gather/static-pods/kube-apiserver';

/**
 * What the control-plane nodes of a world wrote of it, as gather-extra and must-gather collect it: of each its termination
 * log, its journal, and the log of the life of its kube-apiserver that its last stop ended.
 */
export function logFiles(world: World): TextFile[] {
  const random = new Random(world.seed).fork('logs');
  return world.nodes
    .filter(({ role }) => role === 'control-plane')
    .flatMap((node) => {
      const own = random.fork(node.name);
      const stops = world.stops
        .filter((stop) => stop.node === node.name && stop.server === 'kube-apiserver')
        .sort((a, b) => goneAt(a)! - goneAt(b)!);
      const files = [
        { path: `${STATIC_PODS}/${node.name}-termination.log`, text: terminationLog(world, stops) },
        { path: `${GATHERED}/nodes/${node.name}/journal`, text: nodeJournal(world, node, own) },
      ];
      const last = stops[stops.length - 1];
      const before = stops[stops.length - 2]?.restartedAt ?? null;
      if (last === undefined || before === null) return files;
      const lines = [
        ...startLines(before),
        ...workLines(own, { from: before, to: goneAt(last)! }),
        ...shutdownLines(last),
      ];
      const pod = `openshift-kube-apiserver_kube-apiserver-${node.name}_kube-apiserver`;
      return [...files, { path: `${GATHERED}/pods/${pod}_previous.log`, text: logText(lines) }];
    });
}
