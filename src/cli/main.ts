import { run } from './run.ts';

process.stdout.on('error', () => process.exit(0)); // the reader of a pipe may leave early
process.exitCode = await run(process.argv.slice(2), __LAPSE_VERSION__, {
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
});
