/**
 * ESLint, type-aware for .ts. Besides the usual rules it holds what dependency-cruiser cannot see: the type imports of
 * components, and the browser's globals in code that has to run without a browser.
 */
import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import { defineConfig, globalIgnores } from 'eslint/config';
import ts from 'typescript-eslint';
import layers from './support/layers.cjs';

const headless = layers.HEADLESS.map((layer) => `src/${layer}/**/*.ts`);
const closedToUi = Object.keys(layers.LAYERS).filter(
  (layer) => layer !== 'ui' && !layers.LAYERS.ui.includes(layer),
);

export default defineConfig(
  // These are AssemblyScript: its own compiler checks them.
  globalIgnores([
    ...['dist/', '.cache/', 'tests/fixtures/', 'tests/golden/'],
    ...['src/formats/audit/scanner/', 'src/load/unpack/inflater/'],
  ]),
  js.configs.recommended,
  ts.configs.recommendedTypeChecked,
  svelte.configs.recommended,
  svelte.configs.prettier,
  {
    languageOptions: {
      globals: { ...globals.browser, ...globals.node },
      parserOptions: {
        projectService: true,
        tsconfigRootDir: new URL('..', import.meta.url).pathname,
        extraFileExtensions: ['.svelte'],
      },
    },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      eqeqeq: 'error',
      'no-undef': 'off', // TypeScript knows better
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'separate-type-imports' }],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
      '@typescript-eslint/require-await': 'off', // an interface may ask for a promise
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser } },
  },
  {
    files: ['**/*.js', '**/*.mjs', '**/*.cjs'],
    extends: [ts.configs.disableTypeChecked],
    rules: { '@typescript-eslint/no-require-imports': 'off' },
  },
  {
    files: ['src/**/*.ts', 'src/**/*.svelte'],
    ignores: ['src/env.d.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: 'ExportDefaultDeclaration',
          message: 'Exports have names.',
        },
        {
          selector:
            ':matches(ImportDeclaration, ExportNamedDeclaration)[source.value=/^\\.(?!.*\\.\\w+(\\?.*)?$)/]',
          message: 'Relative imports name the file with its ending.',
        },
      ],
    },
  },
  {
    files: headless,
    rules: {
      'no-restricted-globals': [
        'error',
        ...[
          'document',
          'fetch',
          'history',
          'localStorage',
          'location',
          'navigator',
          'sessionStorage',
          'window',
        ].map((name) => ({ name, message: 'This layer runs without a browser: have it as an argument.' })),
      ],
      'no-restricted-properties': [
        'error',
        { object: 'Date', property: 'now', message: 'The clock is an argument, so that tests can hold it.' },
      ],
    },
  },
  {
    files: ['src/ui/**/*.svelte'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            { regex: `^(\\.\\./)+(${closedToUi.join('|')})/`, message: 'ui may not import this layer.' },
          ],
        },
      ],
    },
  },
);
