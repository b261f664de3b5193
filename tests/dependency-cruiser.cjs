/**
 * The layers of src as rules for dependency-cruiser, type imports included. There are no exceptions.
 * tests/rules/layers.test.ts proves that they bite.
 */
const { LAYERS, HEADLESS } = require('./support/layers.cjs');

const layerRules = Object.entries(LAYERS).map(([layer, others]) => ({
  name: `layer-${layer}`,
  comment: `src/${layer} may import ${others.length > 0 ? others.join(', ') : 'no other folder of src'}`,
  severity: 'error',
  from: { path: `^src/${layer}/` },
  to: { path: '^src/', pathNot: `^src/(${[layer, ...others].join('|')})/` },
}));

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...layerRules,
    {
      name: 'folder-without-layer',
      comment: 'a new folder of src needs a row in tests/support/layers.cjs',
      severity: 'error',
      from: { path: '^src/[^/]+/', pathNot: `^src/(${Object.keys(LAYERS).join('|')})/` },
      to: {},
    },
    {
      name: 'main',
      comment: 'main.ts mounts the app; it sees what ui sees',
      severity: 'error',
      from: { path: '^src/[^/]+$' },
      to: { path: '^src/', pathNot: `^src/(ui|${LAYERS.ui.join('|')})/|^src/[^/]+$` },
    },
    {
      name: 'headless',
      comment: 'the core and the view state run without Svelte and D3',
      severity: 'error',
      from: { path: `^src/(${HEADLESS.join('|')})/` },
      to: { path: '(^|/)node_modules/(svelte|@sveltejs|d3|d3-[^/]+|@types/d3-[^/]+)/|^(svelte|d3)($|[-/])' },
    },
    {
      name: 'components-in-ui',
      comment: 'Svelte components live in src/ui',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^src/.*\\.svelte$', pathNot: '^src/ui/' },
    },
    {
      name: 'no-tests-in-src',
      comment: 'src does not know its tests',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^tests/' },
    },
    {
      name: 'no-circle',
      comment: 'no file may import itself by way of others',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'resolvable',
      comment: 'the rules only see what can be found',
      severity: 'error',
      from: { path: '^src/' },
      to: { couldNotResolve: true, pathNot: '^virtual:' },
    },
    {
      name: 'shipped-packages',
      comment: 'a package in the program is a dependency, not a devDependency (Svelte is compiled away)',
      severity: 'error',
      from: { path: '^src/' },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg'], pathNot: 'node_modules/(svelte|@types)/' },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'browser', 'default', 'types'],
    },
  },
};
