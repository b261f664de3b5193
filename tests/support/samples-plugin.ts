/**
 * Vite plugin that builds the samples into the page. The page's policy forbids connections, so a sample cannot be
 * fetched; it is a script chunk instead, imported when the user asks for it:
 *
 *   virtual:samples       default: the list without data;  loadSample(id): the data
 *   virtual:sample/<id>   default: of each file of the sample its path, and base64 text of its gzip
 *
 * The generator is imported when one of these modules is first asked for, so that nothing else waits for it. After a
 * change to the generator restart the dev server.
 */
import { fileURLToPath } from 'node:url';
import { gzipSync, strToU8 } from 'fflate';
import { runnerImport, type Plugin } from 'vite';

interface Generator {
  readonly SAMPLES: readonly { id: string; title: string; summary: string; fileName: string }[];
  makeSampleFiles(id: string): readonly { path: string; text: string }[];
}

const LIST = 'virtual:samples';
const ITEM = 'virtual:sample/';
const GENERATOR = fileURLToPath(new URL('./generate/samples.ts', import.meta.url));

let generator: Promise<Generator> | null = null;

function loadGenerator(): Promise<Generator> {
  generator ??= runnerImport<Generator>(GENERATOR).then((result) => result.module);
  return generator;
}

export function samplesPlugin(): Plugin {
  return {
    name: 'lapse:samples',
    resolveId(id) {
      // The zero byte tells other plugins to leave the module alone.
      return id === LIST || id.startsWith(ITEM) ? `\0${id}` : null;
    },
    async load(id) {
      if (id === `\0${LIST}`) return listModule((await loadGenerator()).SAMPLES);
      if (!id.startsWith(`\0${ITEM}`)) return null;
      const sample = id.slice(ITEM.length + 1);
      const files = (await loadGenerator()).makeSampleFiles(sample);
      return `export default ${JSON.stringify(files.map(({ path, text }) => ({ path: `${path}.gz`, base64: encode(text) })))};`;
    },
  };
}

/** Only literal imports become chunks, so the list module spells one out for each sample. */
function listModule(samples: Generator['SAMPLES']): string {
  const loaders = samples.map(
    ({ id }) => `${JSON.stringify(id)}: () => import(${JSON.stringify(ITEM + id)}),`,
  );
  return `
export default ${JSON.stringify(samples)};
const loaders = { ${loaders.join(' ')} };
export async function loadSample(id) {
  if (!Object.hasOwn(loaders, id)) throw new Error('No sample is called ' + id);
  return (await loaders[id]()).default;
}`;
}

/** Gzip without time and operating system in its head: the same text gives the same bytes on every machine. */
function encode(text: string): string {
  return Buffer.from(gzipSync(strToU8(text), { level: 9, mtime: 0 })).toString('base64');
}
