import { LOCATOR_SLOT, type Item, type Keys } from '../items/item.ts';
import type { EraId } from './era.ts';

/** Names of API backends before `disruption/…` came into use. */
const BARE_NAMES: Readonly<Record<string, readonly [locator: string, said: string]>> = {
  'kube-api': ['kube-apiserver', 'Kube API'],
  'openshift-api': ['openshift-apiserver', 'OpenShift API'],
  'oauth-api': ['oauth-apiserver', 'OAuth API'],
};

/** One part of what the eras before 2022 wrote about a disruption. */
export interface OldDisruption {
  readonly item: Item;
  readonly keys: Keys | null;
  /** The locator when it is no list of keys. */
  readonly bare: string | null;
}

/** A disruption item in the manner of 2020 and 2021: nothing for what was not measured then, three parts for outages. */
export function oldDisruption(item: Item, era: EraId): OldDisruption[] {
  const keys = item.keys!;
  const backend = keys['backend-disruption-name'].replace(/-(new|reused)-connections$/, '');
  const connection = keys['connection'];
  if (keys['load-balancer'] !== undefined || backend.startsWith('cache-') || backend.includes('liveness'))
    return [];
  if (backend.includes('host') || backend.startsWith('pod-to')) return [];
  if (era === 'late-2021') return lateParts(item, keys, backend);
  const [bareName, said] = BARE_NAMES[backend] ?? [null, null];
  if (item.reason !== 'DisruptionBegan' || item.from === null) return [];
  if (era === '2020' && (bareName === null || backend === 'oauth-api' || connection === 'reused')) return [];
  const suffix = connection === 'new' ? 'new-connection' : 'reuse-connection';
  const bare = bareName === null ? null : era === '2020' ? bareName : `${bareName}-${suffix}`;
  const route = keys['namespace'] === undefined ? { disruption: backend } : routeKeys(keys);
  const subject = era === '2020' ? said : bare === null ? `${route['route'] ?? backend}-${suffix}` : bare;
  const error = item.text.slice(item.text.indexOf(': ') + 2);
  const place = { keys: bare === null ? { ...route, connection } : null, bare };
  const common = { ...item, reason: '', annotations: null };
  const instant = (text: string, at: number, level: Item['level']): OldDisruption => ({
    ...place,
    item: { ...common, level, text, from: at, to: at },
  });
  const level = backend === 'openshift-api' && era === '2020' ? 'Info' : 'Error';
  const parts = [
    instant(`${subject} started failing: ${error}`, item.from, level),
    { ...place, item: { ...common, text: `${subject} is not responding to GET requests` } },
  ];
  if (item.to !== null) parts.push(instant(`${subject} started responding to GET requests`, item.to, 'Info'));
  return parts;
}

/** Late 2021: `disruption/kube-api connection/new`, one item an outage, no reason yet. */
function lateParts(item: Item, keys: Keys, backend: string): OldDisruption[] {
  const late: Keys = { ...routeKeys(keys), disruption: backend, connection: keys['connection'] };
  return [{ item: { ...item, reason: '', annotations: null }, keys: late, bare: null }];
}

function routeKeys(keys: Keys): Record<string, string> {
  const { namespace, route } = keys;
  return namespace === undefined || route === undefined ? {} : { ns: namespace, route };
}

/** The keys of a disruption in 2022 and 2023: the observer was the backend's own name. */
export function middleKeys(keys: Keys): Keys {
  const own = keys['backend-disruption-name'].replace(/-(new|reused)-connections$/, '');
  return keys['disruption'] === 'openshift-tests' ? { ...keys, disruption: own } : keys;
}

/** Fills the locator's slot of a text. */
export function fillSlot(text: string, locator: string): string {
  return text.includes(LOCATOR_SLOT) ? text.split(LOCATOR_SLOT).join(locator) : text;
}
