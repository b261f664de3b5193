import { previousLifeText } from '../items/stop-items.ts';
import type { Stop, World } from '../world/world.ts';
import { shutdownLines, SIGNAL_LAG } from './apiserver-lines.ts';
import { echoText, klogLine, logText, type LogLine } from './log-line.ts';

const LOCK = 'termination lock file "/var/log/kube-apiserver/.terminating"';

/**
 * `termination.log` of one node: each start, and what was said after a signal. A life that was killed without a signal
 * leaves nothing but the first line of the next one. It begins in the first life's stop: what came before was rotated away.
 */
export function terminationLog(world: World, stops: readonly Stop[]): string {
  const parts: LogLine[][] = [];
  for (const stop of stops) {
    parts.push(watcherLines(stop));
    if (stop.restartedAt === null) continue;
    const previous = stop.killedAt === null ? null : previousLifeText(world, stop);
    parts.push(lifeBegin(stop.restartedAt, previous, stop.pod));
  }
  return parts.map(logText).join('');
}

function lifeBegin(at: number, previous: string | null, pod: string): LogLine[] {
  const lines: LogLine[] = [{ at, text: '---' }];
  if (previous !== null) lines.push({ at, text: previous });
  lines.push(klogLine(at + 402, { thread: 1, file: 'main.go:120' }, `Touching ${LOCK}`));
  if (previous !== null)
    lines.push(
      klogLine(
        at + 731,
        { level: 'W', thread: 1, file: 'main.go:157' },
        echoText(pod, 'NonGracefulTermination', previous, 'Warning'),
      ),
    );
  return lines;
}

function watcherLines(stop: Stop): LogLine[] {
  if (stop.signalledAt === null) return [];
  const told = 'Received signal terminated. Forwarding to sub-process "hyperkube".';
  const lines = [
    klogLine(stop.signalledAt + SIGNAL_LAG, { thread: 1, file: 'main.go:178' }, told),
    ...shutdownLines(stop),
  ];
  const end = stop.steps[stop.steps.length - 1].at + SIGNAL_LAG;
  if (stop.killedAt === null)
    lines.push(
      klogLine(end + 40, { thread: 1, file: 'main.go:205' }, `Deleting ${LOCK}`),
      klogLine(end + 61, { thread: 1, file: 'main.go:214' }, 'Termination finished with exit code 0'),
    );
  return lines;
}
