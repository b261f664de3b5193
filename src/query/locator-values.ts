import type { Locator } from '../model/interval-table.ts';
import { shortNodeName } from '../model/node-name.ts';

/** A locator as origin writes it: `namespace/x pod/y`. The type stands in front where there is one. */
export function locatorWords({ type, keys }: Locator): string {
  const parts = Object.entries(keys).map(([key, value]) => `${key}/${value}`);
  return [type, ...parts].filter((part) => part !== '').join(' ');
}

const CONNECTION = /-(new|reused|used)-connections?$/;
const LOAD_BALANCER =
  /-(external-lb|internal-lb|service-network|localhost)(?:-(?:new|reused|used)-connections?)?$/;
const PROTOCOL = /-(http[12])-/;
/** Samplers beside the tests come over the external load balancer, by HTTP/1, and do not say so. */
const API_BACKEND = /^(?:cache-)?(?:kube|openshift|oauth)-api(?:-|$)/;

/** What a locator has under a key of the query language, in all forms that may be asked for; none: it has not. */
export function locatorValues(locator: Locator, key: string): string[] {
  const { keys } = locator;
  switch (key) {
    case 'namespace':
      return [...valuesNamed(locator, 'namespace'), ...valuesNamed(locator, 'ns')];
    case 'node':
      return valuesNamed(locator, 'node').flatMap((name) => [name, shortNodeName(name)]);
    case 'observer':
      return keys['backend-disruption-name'] === undefined ? [] : valuesNamed(locator, 'disruption');
    case 'backend':
      return [...valuesNamed(locator, 'backend'), ...backendNames(locator)];
    case 'connection': {
      const word = keys['connection'] ?? CONNECTION.exec(backendName(locator))?.[1];
      return word === undefined ? [] : [word === 'used' ? 'reused' : word];
    }
    case 'lb': {
      const word =
        keys['load-balancer'] ??
        LOAD_BALANCER.exec(backendName(locator))?.[1] ??
        usual(locator, 'external-lb');
      return word === undefined ? [] : [word, word.replace(/-lb$/, '')];
    }
    case 'protocol': {
      const word = keys['protocol'] ?? PROTOCOL.exec(backendName(locator))?.[1] ?? usual(locator, 'http1');
      return word === undefined ? [] : [word];
    }
    default:
      return valuesNamed(locator, key);
  }
}

/** `name` in lower case. */
function valuesNamed({ keys }: Locator, name: string): string[] {
  return Object.entries(keys).flatMap(([key, value]) => (key.toLowerCase() === name ? [value] : []));
}

function backendName({ type, keys }: Locator): string {
  return keys['backend-disruption-name'] ?? (type === 'Disruption' ? keys['disruption'] : undefined) ?? '';
}

function backendNames(locator: Locator): string[] {
  const name = backendName(locator);
  return name === '' ? [] : [name, name.replace(CONNECTION, '')];
}

function usual(locator: Locator, word: string): string | undefined {
  return API_BACKEND.test(backendName(locator)) ? word : undefined;
}
