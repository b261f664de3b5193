import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

test.each([
  ['is none', undefined],
  ['refuses the module', { instantiate: () => Promise.reject(new Error('no SIMD')) }],
])('no scanner where WebAssembly %s: lines are read with JSON.parse', async (_, stub) => {
  vi.resetModules();
  vi.stubGlobal('WebAssembly', stub);
  const { createScanner } = await import('../../../../src/formats/audit/create-scanner.ts');
  expect(await createScanner()).toBeNull();
});
