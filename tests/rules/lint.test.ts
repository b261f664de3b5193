import { fileURLToPath } from 'node:url';
import { ESLint } from 'eslint';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const RULES = [
  'no-restricted-globals',
  'no-restricted-imports',
  'no-restricted-properties',
  'no-restricted-syntax',
];

/** Rules of ours that a text breaks, were it in that file; the file itself need not exist. */
async function lint(filePath: string, text: string): Promise<(string | null)[]> {
  const eslint = new ESLint({
    cwd: ROOT,
    overrideConfigFile: 'tests/eslint.config.js',
    // The program of types does not know the made-up file.
    overrideConfig: { languageOptions: { parserOptions: { projectService: false, project: null } } },
    ruleFilter: ({ ruleId }) => RULES.includes(ruleId),
  });
  const [result] = await eslint.lintText(text, { filePath });
  return (result?.messages ?? []).map((message) => message.ruleId ?? message.message);
}

function lintComponent(script: string): Promise<(string | null)[]> {
  return lint('src/ui/made-up/Thing.svelte', `<script lang="ts">\n${script}\n</script>\n`);
}

test('a component may not even import a type of a layer closed to ui', async () => {
  expect(await lintComponent("import type { Format } from '../../formats/format.ts';")).toEqual([
    'no-restricted-imports',
  ]);
  expect(await lintComponent("import { load } from '../load/load.ts';")).toEqual(['no-restricted-imports']);
  expect(await lintComponent("import type { Report } from '../../model/report.ts';")).toEqual([]);
});

test('a relative import names the ending of its file', async () => {
  expect(await lintComponent("import type { Report } from '../../model/report';")).toEqual([
    'no-restricted-syntax',
  ]);
  expect(await lintComponent("import url from '../worker/store.worker.ts?worker&url';")).toEqual([]);
});

test('the core has clock, network and page as arguments', async () => {
  const text = "export const now = () => Date.now();\nexport const get = () => fetch('./x');\n";
  expect(await lint('src/load/made-up.ts', text)).toEqual([
    'no-restricted-properties',
    'no-restricted-globals',
  ]);
  expect(await lint('src/ui/made-up.ts', text)).toEqual([]);
});

test('exports have names', async () => {
  expect(await lint('src/model/made-up.ts', 'export default 1;\n')).toEqual(['no-restricted-syntax']);
});
