/** What a kube-apiserver writes: of its start, of its stop, and of every day. */
import { SECOND, type EpochMs } from '../../../../src/base/time.ts';
import { stepText } from '../items/stop-items.ts';
import type { Random } from '../random.ts';
import type { Span, Stop } from '../world/world.ts';
import { echoText, klogLine, type LogLine } from './log-line.ts';

/** The apiserver's own thread; its watcher's is 1. */
const THREAD = 15;

/** The watcher passes the signal on; the event has whole seconds, and the log the moment in that second. */
export const SIGNAL_LAG = 318;

export function startLines(at: EpochMs): LogLine[] {
  const line = (ms: number, file: string, text: string) => klogLine(at + ms, { thread: THREAD, file }, text);
  return [
    line(610, 'flags.go:64', 'FLAG: --audit-log-maxbackup="10"'),
    line(612, 'flags.go:64', 'FLAG: --v="2"'),
    line(904, 'server.go:175', 'Version: v1.27.1-rc.1'),
    line(1830, 'genericapiserver.go:690', '[graceful-termination] waiting for shutdown to be initiated'),
    line(2077, 'secure_serving.go:213', 'Serving securely on [::]:6443'),
  ];
}

/** What it says from its signal until it ends or is killed; nothing of a stop without a signal. */
export function shutdownLines(stop: Stop): LogLine[] {
  if (stop.signalledAt === null) return [];
  const begin = stop.signalledAt + SIGNAL_LAG;
  const last = stop.killedAt ?? stop.steps[stop.steps.length - 1].at;
  const file = 'genericapiserver.go';
  const lines = [
    klogLine(
      begin + 1,
      { thread: THREAD, file: `${file}:548` },
      '"[graceful-termination] shutdown event" name="ShutdownInitiated"',
    ),
  ];
  for (const { reason, at } of stop.steps)
    lines.push(
      klogLine(
        at + SIGNAL_LAG + 2,
        { thread: THREAD, file: `${file}:978` },
        echoText(stop.pod, reason, stepText(reason, stop)),
      ),
    );
  for (let at = begin + 2140; at < last; at += 5 * SECOND) {
    const line = klogLine(at, { thread: THREAD, file: 'healthz.go:261' }, 'shutdown check failed: readyz');
    lines.push({ at, text: `${line.text}\n[-]shutdown failed: process is shutting down` });
  }
  return lines;
}

const CLIENTS = ['openshift-controller-manager', 'kube-controller-manager', 'cluster-policy-controller'];
const LISTS = ['/api/v1/secrets', '/api/v1/configmaps', '/apis/apps/v1/replicasets', '/api/v1/events'];

/** Lines of a server at its work, one in each ten seconds or so; the last one a moment before the end. */
export function workLines(random: Random, { from, to }: Span): LogLine[] {
  const lines: LogLine[] = [];
  for (let at = from + 5 * SECOND; at < to - 200; at += random.between(4_000, 16_000))
    lines.push(workLine(random, at));
  lines.push(workLine(random, to - 137));
  return lines;
}

function workLine(random: Random, at: EpochMs): LogLine {
  const client = random.pick(CLIENTS);
  const list = random.pick(LISTS);
  const took = random.between(512, 2200);
  switch (random.below(4)) {
    case 0:
      return klogLine(
        at,
        { thread: THREAD, file: 'trace.go:219' },
        `Trace[${random.between(1e8, 2e9)}]: "List" accept:application/json,audit-id:${random.uuid()},client:192.0.2.${random.between(2, 250)},protocol:HTTP/2.0,resource:${list.slice(list.lastIndexOf('/') + 1)},verb:LIST (total time: ${took}ms):`,
      );
    case 1:
      return klogLine(
        at,
        { thread: THREAD, file: 'controller.go:624' },
        `quota admission added evaluator for: ${random.pick(['routes', 'imagestreams', 'deployments'])}.${random.pick(['apps', 'route.openshift.io', 'image.openshift.io'])}`,
      );
    case 2:
      return klogLine(
        at,
        { level: 'E', thread: THREAD, file: 'wrap.go:54' },
        `timeout or abort while handling: method=GET URI="${list}?watch=true&timeoutSeconds=${random.between(300, 599)}" audit-ID="${random.uuid()}"`,
      );
    default:
      return klogLine(
        at,
        { thread: THREAD, file: 'httplog.go:132' },
        `"HTTP" verb="GET" URI="${list}?limit=500" latency="${took}ms" userAgent="${client}" audit-ID="${random.uuid()}" srcIP="192.0.2.${random.between(2, 250)}:${random.between(32768, 60999)}" resp=200`,
      );
  }
}
