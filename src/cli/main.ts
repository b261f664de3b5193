import { once } from 'node:events';
import { run } from './run.ts';

process.stdout.on('error', () => process.exit(0)); // the reader of a pipe may leave early

/** Small pieces are written together; a slow reader is waited for. */
const PIECE = 1 << 16;
let pending = '';

async function write(text: string): Promise<void> {
  pending += text;
  if (pending.length >= PIECE) await flush();
}

async function flush(): Promise<void> {
  const text = pending;
  pending = '';
  if (text !== '' && !process.stdout.write(text)) await once(process.stdout, 'drain');
}

process.exitCode = await run(process.argv.slice(2), __LAPSE_VERSION__, {
  out: write,
  err: (text) => void process.stderr.write(text),
});
await flush();
