/**
 * Locators as text, as interval files wrote them until the end of 2023: `ns/openshift-etcd pod/etcd-0 node/master-0`.
 * Writer: openshift/origin: pkg/monitor/monitorapi/identification.go.
 */
import type { Locator } from '../model/interval-table.ts';

/** Keys that changed their name, old to new. */
const RENAMED: ReadonlyMap<string, string> = new Map([['ns', 'namespace']]);

/** Which key makes which type, the first that is there; sources: the locator builders of origin's monitorapi. */
const TYPE_BY_KEY: readonly (readonly [string, string])[] = [
  ['e2e-test', 'E2ETest'],
  ['alert', 'Alert'],
  ['backend-disruption-name', 'Disruption'],
  ['disruption', 'Disruption'],
  ['shutdown', ''],
  ['clusteroperator', 'ClusterOperator'],
  ['clusterversion', 'ClusterVersion'],
  ['machine', 'Machine'],
  ['container', 'Container'],
  ['pod', 'Pod'],
  ['node', 'Node'],
];

/** The locator that a text stands for. A part without a slash becomes a key with an empty value. Never fails. */
export function parseLocatorText(text: string): Locator {
  const { testName, rest } = takeTestName(text);
  const entries: [string, string][] = testName === null ? [] : [['e2e-test', testName]];
  for (const part of rest.split(' ')) {
    if (part === '') continue;
    const slash = part.search(/[/=]/);
    const name = slash < 0 ? part : part.slice(0, slash);
    const value = slash < 0 ? '' : part.slice(slash + 1);
    entries.push([RENAMED.get(name) ?? name, value]);
  }
  const keys = Object.fromEntries(entries);
  const type =
    TYPE_BY_KEY.find(([key]) => Object.hasOwn(keys, key))?.[1] ?? (entries.length > 0 ? 'Kind' : '');
  return { type, keys };
}

/** `e2e-test/"…"` holds spaces and slashes, with Go's escapes; it is taken out before the text is split. */
function takeTestName(text: string): { testName: string | null; rest: string } {
  const start = text.indexOf('e2e-test/"');
  if (start < 0) return { testName: null, rest: text };
  const from = start + 'e2e-test/"'.length;
  let to = from;
  while (to < text.length && text[to] !== '"') to += text[to] === '\\' ? 2 : 1;
  return {
    testName: unquoteGo(text.slice(from, Math.min(to, text.length))),
    rest: `${text.slice(0, start)} ${text.slice(to + 1)}`,
  };
}

const SIMPLE_ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  a: '\x07',
  b: '\b',
  f: '\f',
  v: '\v',
};

/** The inside of a Go-quoted string without its escapes; an escape that is none stands as it is. */
export function unquoteGo(inside: string): string {
  if (!inside.includes('\\')) return inside;
  return inside.replace(
    /\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([0-7]{3})|(.))/gs,
    (whole: string, x?: string, u?: string, long?: string, octal?: string, other?: string) => {
      const hex = x ?? u ?? long;
      if (hex !== undefined || octal !== undefined) {
        const code = hex !== undefined ? parseInt(hex, 16) : parseInt(octal!, 8);
        return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
      }
      return SIMPLE_ESCAPES[other!] ?? other!;
    },
  );
}
