/**
 * One file for the page (`vite build`), the command (`vite build --mode cli`) and the tests (vitest).
 */
import { chmodSync, existsSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import type { Plugin } from 'vite';
import { defineConfig, type ViteUserConfig } from 'vitest/config';
import { samplesPlugin } from './tests/support/samples-plugin.ts';
import { assemblyPlugin } from './tests/support/assembly-plugin.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const { version } = JSON.parse(readFileSync(here('./package.json'), 'utf8')) as { version: string };

export default defineConfig(({ mode }) => ({
  root: here('./src'),
  publicDir: here('./static'),
  cacheDir: here('./.cache/vite'),
  base: './', // the build works under any path
  define: { __LAPSE_VERSION__: JSON.stringify(version) },
  plugins: [
    samplesPlugin(),
    assemblyPlugin(),
    svelte({ configFile: false }),
    ...(mode === 'cli' ? [executable()] : [emptyPage(), relaxPolicyInDev()]),
  ],
  worker: { format: 'es', plugins: () => [assemblyPlugin()] },
  ...(mode === 'cli' ? commandBuild() : pageBuild()),
  test: tests(mode),
}));

function pageBuild(): ViteUserConfig {
  return {
    build: {
      outDir: here('./dist'),
      emptyOutDir: false, // emptyPage() does it
      target: 'es2022',
      assetsInlineLimit: 0, // the page's policy knows no data: addresses
      modulePreload: { polyfill: false }, // it fetches, which the policy forbids; every browser we name has preload
    },
  };
}

/** One file with everything in it, for plain Node. */
function commandBuild(): ViteUserConfig {
  return {
    build: {
      ssr: here('./src/cli/main.ts'),
      outDir: here('./dist/cli'),
      emptyOutDir: true,
      copyPublicDir: false,
      target: 'node20',
      rolldownOptions: {
        output: { entryFileNames: 'lapse.mjs', codeSplitting: false, banner: '#!/usr/bin/env node' },
      },
    },
    ssr: { noExternal: true },
  };
}

/** Marks the command as something a shell can run. */
function executable(): Plugin {
  return { name: 'lapse:executable', writeBundle: () => chmodSync(here('./dist/cli/lapse.mjs'), 0o755) };
}

/** Removes the old page from where the build goes, and leaves the command there. */
function emptyPage(): Plugin {
  let outDir = here('./dist');
  return {
    name: 'lapse:empty-page',
    apply: 'build',
    configResolved(config) {
      outDir = resolve(config.root, config.build.outDir);
    },
    buildStart() {
      const names = existsSync(outDir) ? readdirSync(outDir) : [];
      for (const name of names.filter((each) => each !== 'cli'))
        rmSync(join(outDir, name), { recursive: true });
    },
  };
}

/** Vite's dev server needs inline styles and a socket, so the page's policy holds only for the build. */
function relaxPolicyInDev(): Plugin {
  return {
    name: 'lapse:relax-policy',
    apply: 'serve',
    transformIndexHtml: (html) => html.replace(/<meta[^>]*http-equiv="Content-Security-Policy"[^>]*>/is, ''),
  };
}

/** `unit` and `rules` are part of `npm test`; `big` runs by itself. Mode `golden` rewrites the golden files. */
function tests(mode: string): NonNullable<ViteUserConfig['test']> {
  const project = (name: string) => ({
    extends: true as const,
    // Against hangs, not for speed: machines are shared.
    test: { name, environment: 'node', testTimeout: 30_000, include: [`tests/${name}/**/*.test.ts`] },
  });
  return {
    root: here('.'),
    env: { TZ: 'UTC', ...(mode === 'golden' ? { LAPSE_GOLDEN: 'update' } : {}) },
    projects: [project('unit'), project('rules'), project('big')],
  };
}
