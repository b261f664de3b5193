import { SECOND } from '../../../../src/base/time.ts';
import { goSeconds } from '../world/platforms.ts';
import type { ServerName, Stop, World } from '../world/world.ts';
import type { Item } from './item.ts';
import { kubeEventItem } from './kube-event.ts';

const NAMESPACES: Readonly<Record<ServerName, string>> = {
  'kube-apiserver': 'openshift-kube-apiserver',
  'openshift-apiserver': 'openshift-apiserver',
  'oauth-apiserver': 'openshift-oauth-apiserver',
};

/** The namespace of a server's pods. */
export function namespaceOf(server: ServerName): string {
  return NAMESPACES[server];
}

/** The events of all stops: the server's own steps, the kubelet's, and what the next process says of the last. */
export function stopItems(world: World): Item[] {
  return world.stops.flatMap((stop) => [
    ...stepItems(stop),
    ...kubeletItems(stop),
    ...nextLifeItems(world, stop),
  ]);
}

function stepItems(stop: Stop): Item[] {
  const about = { namespace: namespaceOf(stop.server), pod: stop.pod };
  return stop.steps
    .filter((step) => step.stored)
    .map(({ reason, at }) => {
      const old = stop.server === 'openshift-apiserver' && reason === 'ShutdownInitiated';
      const text = stepText(reason, stop);
      return kubeEventItem({ about, reason: old ? 'TerminationStart' : reason, text, at, host: stop.node });
    });
}

/** What a server says of a step of its stop. */
export function stepText(reason: string, stop: Stop): string {
  const texts: Readonly<Record<string, string>> = {
    ShutdownInitiated: 'Received signal to terminate, becoming unready, but keeping serving',
    TerminationPreShutdownHooksFinished: 'All pre-shutdown hooks have been finished',
    AfterShutdownDelayDuration: `The minimal shutdown duration of ${goSeconds(stop.delay)} finished`,
    InFlightRequestsDrained: 'All non long-running request(s) in-flight have drained',
    HTTPServerStoppedListening: 'HTTP Server has stopped listening',
    TerminationGracefulTerminationFinished: 'All pending requests processed',
  };
  return texts[reason] ?? reason;
}

/** A kubelet that still runs says that it stops and starts the container; before a reboot it is gone already. */
function kubeletItems(stop: Stop): Item[] {
  if (stop.cause !== 'rollout' || stop.server !== 'kube-apiserver') return [];
  const about = { namespace: namespaceOf(stop.server), pod: stop.pod };
  const common = { about, host: stop.node, isFromKubelet: true };
  const items: Item[] = [];
  if (stop.signalledAt !== null)
    items.push(
      kubeEventItem({
        ...common,
        reason: 'Killing',
        text: 'Stopping container kube-apiserver',
        at: stop.signalledAt,
      }),
    );
  if (stop.restartedAt !== null)
    for (const [reason, word] of [['Created', 'Created'] as const, ['Started', 'Started'] as const])
      items.push(
        kubeEventItem({ ...common, reason, text: `${word} container kube-apiserver`, at: stop.restartedAt }),
      );
  return items;
}

function nextLifeItems(world: World, stop: Stop): Item[] {
  const { restartedAt } = stop;
  if (restartedAt === null || stop.server !== 'kube-apiserver') return [];
  const about = { namespace: namespaceOf(stop.server), pod: stop.pod };
  const items: Item[] = [];
  if (stop.killedAt !== null) {
    const text = previousLifeText(world, stop);
    items.push(
      kubeEventItem({
        about,
        reason: 'NonGracefulTermination',
        text,
        level: 'Warning',
        at: restartedAt,
        host: stop.node,
      }),
    );
  }
  const readyAt = restartedAt + 22 * SECOND;
  items.push(
    kubeEventItem({
      about,
      reason: 'KubeAPIReadyz',
      text: 'readyz=true',
      level: 'Warning',
      at: readyAt,
      host: stop.node,
    }),
  );
  return items;
}

/** What the next process says of a life that was killed. */
export function previousLifeText(world: World, stop: Stop): string {
  const started = new Date(lastStartBefore(world, stop)).toISOString().replace('T', ' ').replace('Z', '');
  return `Previous pod ${stop.pod} started at ${started}481302 +0000 UTC did not terminate gracefully`;
}

/** When the life that a stop ended began. */
export function lastStartBefore(world: World, stop: Stop): number {
  const end = stop.killedAt ?? stop.signalledAt ?? world.monitor.from;
  let start = world.monitor.from - 1_943_000;
  for (const other of world.stops)
    if (other.node === stop.node && other.server === stop.server && other.restartedAt !== null)
      if (other.restartedAt < end && other.restartedAt > start) start = other.restartedAt;
  return start + 217;
}
