import { SECOND, type EpochMs } from '../../../../src/base/time.ts';
import type { Backend, HeaderWindow, Outage, World } from '../world/world.ts';
import { goSeconds } from '../world/platforms.ts';
import { BARE, LOCATOR_SLOT, type Item, type Keys } from './item.ts';
import { uidFrom } from './rollout-items.ts';

/** The life of every sampler: good periods and outages, back to back. */
export function disruptionItems(world: World): Item[] {
  return world.backends.flatMap((backend, i) => {
    const outages = world.outages.filter((each) => each.backend === backend).sort((a, b) => a.from - b.from);
    return backendItems(backend, outages, world.monitor.from + (3 + (i % 5)) * SECOND, world.monitor.to);
  });
}

function backendItems(backend: Backend, outages: readonly Outage[], start: EpochMs, end: EpochMs): Item[] {
  const items: Item[] = [];
  let goodFrom: EpochMs | null = start;
  for (const outage of outages) {
    if (goodFrom !== null && outage.from > goodFrom) items.push(goodItem(backend, goodFrom, outage.from));
    items.push(outageItem(outage));
    goodFrom = outage.to;
  }
  if (goodFrom !== null && goodFrom < end) items.push(goodItem(backend, goodFrom, end));
  return items;
}

function keysOf(backend: Backend): Keys {
  const { name, connection, observer, loadBalancer, protocol, target, route } = backend;
  return {
    'backend-disruption-name': `${name}-${connection}-connections`,
    connection,
    disruption: observer,
    ...(loadBalancer === null ? {} : { 'load-balancer': loadBalancer }),
    ...(protocol === null ? {} : { protocol }),
    ...(target === null ? {} : { target }),
    ...(route === null ? {} : { namespace: route.namespace, route: route.name }),
  };
}

function goodItem(backend: Backend, from: EpochMs, to: EpochMs): Item {
  return {
    ...BARE,
    source: 'Disruption',
    type: 'Disruption',
    keys: keysOf(backend),
    reason: 'DisruptionEnded',
    text: `${LOCATOR_SLOT} started responding to GET requests over ${backend.connection} connections`,
    from,
    to,
  };
}

function outageItem(outage: Outage): Item {
  const { backend, error, from, to } = outage;
  const over = `over ${backend.connection} connections`;
  const detail = `Get "${backend.url}": ${error}`;
  const auditId =
    backend.loadBalancer === null ? uidFrom(`${backend.name}${backend.connection}${from}`) : 'no-audit-id';
  const sample = Math.floor(from / SECOND) % 9000;
  const range = to === null ? sample : sample + Math.round((to - from) / SECOND) - 1;
  const sampled = backend.loadBalancer === null ? '' : ` - range=[${sample}-${range}] sample-id=${sample}`;
  const isDns = outage.kind === 'sampler-dns';
  const network = '(likely a problem in cluster running tests, not the cluster under test)';
  return {
    ...BARE,
    level: isDns ? 'Warning' : 'Error',
    source: 'Disruption',
    display: true,
    type: 'Disruption',
    keys: keysOf(backend),
    reason: isDns ? 'DisruptionSamplerOutageBegan' : 'DisruptionBegan',
    text: isDns
      ? `DNS lookup timeouts began for ${LOCATOR_SLOT} GET requests ${over}: ${detail} ${network}`
      : `${LOCATOR_SLOT} stopped responding to GET requests ${over}: ${detail}${sampled}`,
    annotations: { 'request-audit-id': auditId },
    from,
    to,
  };
}

/** The shutdown windows that samplers inferred from response headers. Their end is computed, not seen. */
export function headerWindowItems(world: World): Item[] {
  return world.headerWindows.map(headerWindowItem);
}

function headerWindowItem(window: HeaderWindow): Item {
  const { loadBalancer, node, from, delay, newSeconds, reusedSeconds, failures } = window;
  const place = `{APIServer map[load-balancer:${loadBalancer} server:kube-apiserver]}`;
  const failed = failures === 0 ? '' : `: ${failures} failures`;
  const took = `load balancer took new(${newSeconds}s) reused(${reusedSeconds}s) to switch to a new host`;
  const host = node.split('.', 1)[0];
  const detail = `host=${host} shutdown-delay-duration=${goSeconds(delay)} max-elapsed-reuse=${reusedSeconds}s max-elapsed-new=${newSeconds}s failure=${failures}`;
  return {
    ...BARE,
    level: failures === 0 ? 'Info' : 'Error',
    source: 'APIServerShutdown',
    display: true,
    type: 'APIServer',
    keys: { 'load-balancer': loadBalancer, server: 'kube-apiserver' },
    reason: 'GracefulShutdownInterval',
    text: `reason/GracefulShutdownInterval locator/${place} graceful shutdown interval${failed}: ${took}: ${detail}`,
    from,
    to: from + delay + 15 * SECOND,
  };
}
