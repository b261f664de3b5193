import fc from 'fast-check';
import { expect, test } from 'vitest';
import { disruption, fileOf, otherEvent, reboot, shutdownWindow, signal } from '../../support/items.ts';
import { gzip, loadTexts } from '../../support/read.ts';

const clock = fc.integer({ min: 0, max: 7199 }).map((s) => {
  const part = (n: number) => String(n).padStart(2, '0');
  return `${part(10 + Math.floor(s / 3600))}:${part(Math.floor(s / 60) % 60)}:${part(s % 60)}`;
});
const span = fc.tuple(clock, clock).map(([a, b]) => (a < b ? ([a, b] as const) : ([b, a] as const)));
const node = fc.constantFrom('ip-10-0-1-1.ec2.internal', 'ip-10-0-2-2.ec2.internal', 'demo-master-0');
const item = fc.oneof(
  fc.tuple(clock, node).map(([at, name]) => signal(at, name)),
  fc.tuple(span, node).map(([[from, to], name]) => shutdownWindow(from, to, name)),
  fc.tuple(clock, node).map(([from, name]) => shutdownWindow(from, null, name)),
  fc.tuple(span, node).map(([[from, to], name]) => reboot(from, to, name)),
  fc
    .tuple(
      span,
      fc.constantFrom(
        'kube-api-new-connections',
        'oauth-api-reused-connections',
        'ci-cluster-network-liveness-new-connections',
      ),
    )
    .map(([[from, to], backend]) => disruption(from, to, backend)),
  clock.map(otherEvent),
);
const files = fc.array(fc.array(item, { maxLength: 12 }).map(fileOf), { minLength: 1, maxLength: 4 });

async function reportOf(inputs: Record<string, string | Uint8Array>): Promise<string> {
  return JSON.stringify((await loadTexts(inputs)).report);
}

function named(texts: readonly string[]): [string, string][] {
  return texts.map((text, i) => [`file-${i}.json`, text]);
}

test('the order in which files come does not matter', () =>
  fc.assert(
    fc.asyncProperty(files, async (texts) => {
      const forward = await reportOf(Object.fromEntries(named(texts)));
      expect(await reportOf(Object.fromEntries(named(texts).reverse()))).toBe(forward);
    }),
    { numRuns: 50 },
  ));

test('a gzipped file is the file', () =>
  fc.assert(
    fc.asyncProperty(files, async (texts) => {
      const plain = await reportOf(Object.fromEntries(named(texts)));
      expect(await reportOf(Object.fromEntries(named(texts).map(([path, text]) => [path, gzip(text)])))).toBe(
        plain,
      );
    }),
    { numRuns: 30 },
  ));

test('a file given twice changes nothing but its own line', () =>
  fc.assert(
    fc.asyncProperty(files, async (texts) => {
      const once = (await loadTexts(Object.fromEntries(named(texts)))).report;
      const twice = (await loadTexts(Object.fromEntries([...named(texts), ['zz.json', texts[0]]]))).report;
      expect({ ...twice, inputs: [] }).toEqual({ ...once, inputs: [] });
    }),
    { numRuns: 50 },
  ));

test('names do not matter: what a file is stands in it', () =>
  fc.assert(
    fc.asyncProperty(files, async (texts) => {
      const one = JSON.parse(await reportOf(Object.fromEntries(named(texts)))) as Record<string, unknown>;
      const renamed = texts.map((text, i) => [`${i} audit.log.gz`, text]);
      const other = JSON.parse(
        await reportOf(Object.fromEntries(renamed) as Record<string, string>),
      ) as Record<string, unknown>;
      expect({ ...other, inputs: [] }).toEqual({ ...one, inputs: [] });
    }),
    { numRuns: 30 },
  ));
