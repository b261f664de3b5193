import { SECOND, type EpochMs } from '../../../../src/base/time.ts';
import { externalApiBackends, inClusterApiBackends, nodeBackends, otherBackends } from '../world/backends.ts';
import type { Backend, WorldNode } from '../world/world.ts';

/** A moment by its text; a scene that names none is a mistake in it. */
export function at(text: string): EpochMs {
  const moment = Date.parse(text);
  if (Number.isNaN(moment)) throw new Error(`no time: ${text}`);
  return moment;
}

/** `count` seconds. */
export function seconds(count: number): number {
  return count * SECOND;
}

/** All that a run on AWS measures: API backends on every path, routes, controls, and some pairs of nodes. */
export function allBackends(domain: string, nodes: readonly WorldNode[]): Backend[] {
  const pairs = nodes.slice(0, 3).map((node, i) => {
    const other = nodes[nodes.length - 1 - i];
    return [other.name, node.name, node.address] as const;
  });
  return [
    ...externalApiBackends(domain),
    ...inClusterApiBackends(domain),
    ...otherBackends(domain, 'aws'),
    ...nodeBackends(pairs),
  ];
}
