/**
 * Who may import whom among the folders of src. A layer may always import itself. Read by tests/dependency-cruiser.cjs,
 * and by tests/eslint.config.js for the components (whose type imports dependency-cruiser does not see).
 */
const LAYERS = {
  base: [],
  model: ['base'],
  formats: ['base', 'model'],
  analysis: ['base', 'model'],
  query: ['base', 'model'],
  load: ['base', 'model', 'formats', 'analysis'],
  remote: ['base', 'model'],
  worker: ['base', 'model', 'load', 'query'],
  view: ['base', 'model'],
  timeline: ['base', 'model', 'view'],
  ui: ['base', 'model', 'analysis', 'query', 'remote', 'worker', 'view', 'timeline'],
  cli: ['base', 'model', 'formats', 'analysis', 'query', 'load', 'remote', 'view'],
};

/** They run the same in the page, in workers and in Node: no DOM, no Svelte, no D3. */
const HEADLESS = ['base', 'model', 'formats', 'analysis', 'query', 'load', 'view'];

module.exports = { LAYERS, HEADLESS };
