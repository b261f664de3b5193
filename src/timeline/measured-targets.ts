import type { Target } from '../model/blast-radius.ts';
import type { IntervalTable } from '../model/interval-table.ts';
import { isDisruptionSource, parseBackendName } from './disruption-rows.ts';

/** Every backend that a sampler of the run watched, whether it failed or not, each path once. O(rows). */
export function measuredTargets(table: IntervalTable): Target[] {
  const isSampler = table.sources.map(isDisruptionSource);
  const seen = new Uint8Array(table.locators.length);
  for (let row = 0; row < table.length; row++) if (isSampler[table.source[row]]) seen[table.locator[row]] = 1;
  const targets = new Map<string, Target>();
  table.locators.forEach(({ keys }, index) => {
    if (seen[index] === 0) return;
    const { backend, cache, protocol, loadBalancer, connection } = parseBackendName(keys);
    const name = `${cache ? 'cache-' : ''}${backend}${protocol === null ? '' : ` ${protocol}`}`;
    const target = { backend: name, loadBalancer, connection } as Target;
    targets.set(`${name}|${loadBalancer}|${connection}`, target);
  });
  return [...targets.values()];
}
