import {
  parseBackendName,
  wholeBackendName,
  withoutConnection,
  type BackendName,
} from '../model/backend-name.ts';
import type { Locator } from '../model/interval-table.ts';
import { shortNodeName } from '../model/node-name.ts';

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
      const word = keys['connection'] ?? backendOf(locator)?.connection ?? null;
      return word === null ? [] : [word === 'used' ? 'reused' : word];
    }
    case 'lb': {
      const word = keys['load-balancer'] ?? backendOf(locator)?.way ?? null;
      return word === null ? [] : [word, word.replace(/-lb$/, '')];
    }
    case 'protocol': {
      const word = keys['protocol'] ?? backendOf(locator)?.protocol ?? null;
      return word === null ? [] : [word];
    }
    default:
      return valuesNamed(locator, key);
  }
}

/** `name` in lower case. */
function valuesNamed({ keys }: Locator, name: string): string[] {
  const values: string[] = [];
  for (const key of Object.keys(keys)) {
    if (key === name || key.toLowerCase() === name) values.push(keys[key]);
  }
  return values;
}

/** Null for a locator that is of no backend: other types have a `disruption` of another meaning. */
function backendOf({ type, keys }: Locator): BackendName | null {
  return type === 'Disruption' || keys['backend-disruption-name'] !== undefined
    ? parseBackendName(keys)
    : null;
}

function backendNames(locator: Locator): string[] {
  const name = backendOf(locator) === null ? '' : wholeBackendName(locator.keys);
  return name === '' ? [] : [name, withoutConnection(name)];
}
