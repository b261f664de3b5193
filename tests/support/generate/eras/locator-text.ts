import type { Item, Keys } from '../items/item.ts';
import type { EraId } from './era.ts';

/** The order in which the code of an age printed the parts; all other keys follow in alphabetical order. */
const OLD_ORDER = [
  'alert',
  'clusteroperator',
  'clusterversion',
  'ns',
  'pod',
  'node',
  'uid',
  'container',
  'route',
];
const OLD_ALERT_ORDER = ['alert', 'node', 'ns', 'pod', 'container'];
const OLD_DISRUPTION_ORDER = [
  'ns',
  'route',
  'backend-disruption-name',
  'disruption',
  'connection',
  'load-balancer',
];
const OLD_SHUTDOWN_ORDER = ['shutdown', 'server'];
const NEW_ORDER = ['namespace', 'node', 'pod', 'uid', 'server', 'container', 'shutdown', 'row'];

/** The keys of an item as its era named them: the sender's node, and `ns` for the namespace. */
export function eraKeys(item: Item, era: EraId): Keys | null {
  if (item.keys === null) return null;
  const keys: Record<string, string> = { ...item.keys };
  const isString = era !== 'current';
  if (isString && item.host !== undefined && keys['pod'] !== undefined && item.source === 'KubeEvent')
    keys['node'] = item.host;
  if (isString && era !== '4.14') {
    delete keys['hmsg'];
    delete keys['row'];
    if (keys['namespace'] !== undefined) {
      keys['ns'] = keys['namespace'];
      delete keys['namespace'];
    }
  }
  return keys;
}

/** A locator as text: `key/value` parts in the order of the age. */
export function locatorText(keys: Keys | null, era: EraId): string {
  if (keys === null) return '';
  const test = keys['e2e-test'];
  if (test !== undefined) return `e2e-test/${JSON.stringify(test)}`;
  const order = orderOf(keys, era);
  const names = Object.keys(keys).sort((a, b) => rank(a, order) - rank(b, order) || (a < b ? -1 : 1));
  return names.map((name) => `${name}/${keys[name]}`).join(' ');
}

function orderOf(keys: Keys, era: EraId): readonly string[] {
  if (era === '4.14' || era === 'current') return NEW_ORDER;
  if (keys['alert'] !== undefined) return OLD_ALERT_ORDER;
  if (keys['disruption'] !== undefined) return OLD_DISRUPTION_ORDER;
  return keys['shutdown'] !== undefined ? OLD_SHUTDOWN_ORDER : OLD_ORDER;
}

function rank(name: string, order: readonly string[]): number {
  const at = order.indexOf(name);
  return at < 0 ? order.length : at;
}
