import { loadBalancerOf, parseBackendName, samplerName } from '../model/backend-name.ts';
import type { Samplers, Target } from '../model/blast-radius.ts';
import type { IntervalTable, Row } from '../model/interval-table.ts';
import { isDisruptionSource } from './disruption-rows.ts';

/** Every backend that a sampler of the run watched, whether it failed or not, each path once. O(rows). */
export function measuredTargets(table: IntervalTable, disruptionOfRow: ReadonlyMap<Row, number>): Samplers {
  const isSampler = table.sources.map(isDisruptionSource);
  const seen = new Uint8Array(table.locators.length);
  for (let row = 0; row < table.length; row++) if (isSampler[table.source[row]]) seen[table.locator[row]] = 1;
  const targets = table.locators.map(({ keys }) => targetOf(keys));
  const measured = new Map<string, Target>();
  targets.forEach((target, index) => {
    if (seen[index] === 1) measured.set(Object.values(target).join('|'), target);
  });
  const ofDisruption = new Map<number, Target>();
  for (const [row, disruption] of disruptionOfRow) {
    const isKnown = ofDisruption.has(disruption) || seen[table.locator[row]] === 0;
    if (!isKnown) ofDisruption.set(disruption, targets[table.locator[row]]);
  }
  return { measured: [...measured.values()], ofDisruption };
}

/** As its lane is called, but for the connection. */
function targetOf(keys: Readonly<Record<string, string>>): Target {
  const name = parseBackendName(keys);
  return { backend: samplerName(name), loadBalancer: loadBalancerOf(name.way), connection: name.connection };
}
