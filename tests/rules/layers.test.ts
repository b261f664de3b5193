import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { cruise, type ICruiseOptions, type ICruiseResult, type IFlattenedRuleSet } from 'dependency-cruiser';
import { afterEach, expect, test } from 'vitest';

const require = createRequire(import.meta.url);
const rules = require('../dependency-cruiser.cjs') as IFlattenedRuleSet & { options: ICruiseOptions };
const { LAYERS } = require('../support/layers.cjs') as { LAYERS: Record<string, readonly string[]> };

const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** Names of the rules that a tree of files breaks, as `rule: from → to`. */
async function findViolations(files: Record<string, string>): Promise<string[]> {
  const baseDir = mkdtempSync(join(tmpdir(), 'lapse-layers-'));
  folders.push(baseDir);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(baseDir, path)), { recursive: true });
    writeFileSync(join(baseDir, path), text);
  }
  const { tsConfig: _, ...options } = rules.options;
  const { output } = await cruise(['src'], { ...options, baseDir, validate: true, ruleSet: rules });
  return (output as ICruiseResult).summary.violations.map(
    ({ rule, from, to }) => `${rule.name}: ${from} → ${to}`,
  );
}

const EMPTY = 'export interface Thing { id: string }\nexport const thing = 1;\n';

test('the table is kept for every pair of layers, in both directions', async () => {
  const names = Object.keys(LAYERS);
  const files: Record<string, string> = {};
  const expected: string[] = [];
  for (const from of names) {
    files[`src/${from}/thing.ts`] = EMPTY;
    for (const to of names) {
      // Each pair has a file of its own, so that no circle comes about.
      files[`src/${from}/uses-${to}.ts`] =
        `import { thing } from '../${to}/thing.ts';\nexport const mine = thing;\n`;
      const isAllowed = from === to || LAYERS[from]?.includes(to) === true;
      if (!isAllowed) expected.push(`layer-${from}: src/${from}/uses-${to}.ts → src/${to}/thing.ts`);
    }
  }
  expect((await findViolations(files)).sort()).toEqual(expected.sort());
  expect(expected.length).toBeGreaterThan(60);
});

test('a type import counts like any other', async () => {
  const found = await findViolations({
    'src/ui/thing.ts': EMPTY,
    'src/model/uses.ts': "import type { Thing } from '../ui/thing.ts';\nexport type Mine = Thing;\n",
  });
  expect(found).toEqual(['layer-model: src/model/uses.ts → src/ui/thing.ts']);
});

test('a circle of files is refused, of types too', async () => {
  const found = await findViolations({
    'src/model/one.ts': "import type { Two } from './two.ts';\nexport type One = Two[];\n",
    'src/model/two.ts': "import type { One } from './one.ts';\nexport type Two = One | null;\n",
  });
  expect(found).toEqual(['no-circle: src/model/one.ts → src/model/two.ts']);
});

test('the core knows no Svelte and no D3, and src knows no tests', async () => {
  const found = await findViolations({
    'tests/support/thing.ts': EMPTY,
    'src/view/uses.ts': "import { scaleUtc } from 'd3-scale';\nexport const scale = scaleUtc;\n",
    'src/load/uses.ts': "import { mount } from 'svelte';\nexport const start = mount;\n",
    'src/base/uses.ts': "import { thing } from '../../tests/support/thing.ts';\nexport const mine = thing;\n",
  });
  expect(found).toContain('headless: src/view/uses.ts → d3-scale');
  expect(found).toContain('headless: src/load/uses.ts → svelte');
  expect(found).toContain('no-tests-in-src: src/base/uses.ts → tests/support/thing.ts');
});

test('main.ts sees what ui sees, and a new folder needs a row in the table', async () => {
  const found = await findViolations({
    'src/ui/thing.ts': EMPTY,
    'src/load/thing.ts': EMPTY,
    'src/stray/thing.ts': "import { thing } from '../ui/thing.ts';\nexport const mine = thing;\n",
    'src/main.ts': "import { thing } from './ui/thing.ts';\nimport './load/thing.ts';\nconsole.log(thing);\n",
  });
  expect(found.sort()).toEqual([
    'folder-without-layer: src/stray/thing.ts → src/ui/thing.ts',
    'main: src/main.ts → src/load/thing.ts',
  ]);
});
