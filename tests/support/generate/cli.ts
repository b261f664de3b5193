import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import { auditFolder, mustGather, oneAuditLog, type AuditOptions } from './audit/audit-files.ts';
import { fileSink, packed, writeFolder, writeTar } from './audit/pack.ts';
import { bulkFile } from './bulk.ts';
import { ERA_IDS, type EraId } from './eras/era.ts';
import { LAYOUTS, type Layout } from './eras/files.ts';
import { makeRandomWorld, randomWorldFile } from './random-world.ts';
import type { FileKind } from './run.ts';
import { makeSample } from './samples.ts';

/** One log; a folder of rotated logs of three nodes; the same as an archive; that among other things, in .tar.gz. */
const AUDIT_FORMS = ['file', 'folder', 'tar', 'tar.gz', 'must-gather'] as const;

const USAGE = `Usage:
  cli.ts sample ID [--out FILE]
  cli.ts intervals --count N [--seed S] [--era ${ERA_IDS.join('|')}] [--kind events|timelines]
                   [--layout ${LAYOUTS.join('|')}] [--lanes N] [--out FILE]
  cli.ts world SEED [--truth] [--out FILE]
  cli.ts audit --mb N [--seed S] [--gz] [--member-mb N] [--rotate-mb N] [--form ${AUDIT_FORMS.join('|')}] --out PATH
`;

/** Writes a sample, a big interval file, or a planted world with its truth. Gives the exit status. */
export async function main(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      out: { type: 'string' },
      count: { type: 'string' },
      seed: { type: 'string', default: '1' },
      era: { type: 'string', default: 'current' },
      kind: { type: 'string', default: 'events' },
      layout: { type: 'string', default: 'pretty' },
      lanes: { type: 'string', default: '5000' },
      truth: { type: 'boolean', default: false },
      mb: { type: 'string' },
      gz: { type: 'boolean', default: false },
      'member-mb': { type: 'string', default: 'Infinity' },
      'rotate-mb': { type: 'string', default: '200' },
      form: { type: 'string', default: 'file' },
    },
  });
  const [command, subject] = positionals;
  if (command === 'sample' && subject !== undefined) return write([makeSample(subject)], values.out);
  if (command === 'world' && subject !== undefined) {
    const made = makeRandomWorld(Number(subject));
    const text = values.truth ? `${JSON.stringify(made.truth, null, 2)}\n` : randomWorldFile(made);
    return write([text], values.out);
  }
  const form = AUDIT_FORMS.find((each) => each === values.form);
  if (command === 'audit' && form !== undefined && Number(values.mb) > 0 && values.out !== undefined)
    return writeAudit(form, values.out, {
      seed: Number(values.seed),
      bytes: Number(values.mb) * 1e6,
      rotateBytes: Number(values['rotate-mb']) * 1e6,
      memberBytes: values.gz ? Number(values['member-mb']) * 1e6 : null,
    });
  const era = ERA_IDS.find((each) => each === values.era);
  const layout = LAYOUTS.find((each) => each === values.layout);
  const kind = (['events', 'timelines'] as const).find((each) => each === values.kind);
  const count = Number(values.count);
  if (command !== 'intervals' || !era || !layout || !kind || !(count > 0)) {
    process.stderr.write(USAGE);
    return 2;
  }
  return write(bulk(count, Number(values.seed), Number(values.lanes), era, kind, layout), values.out);
}

function bulk(
  count: number,
  seed: number,
  lanes: number,
  era: EraId,
  kind: FileKind,
  layout: Layout,
): Iterable<string> {
  return bulkFile({ count, seed, lanes, era, kind, layout });
}

/** Writes piece by piece, and waits where the receiver is slower. */
async function write(pieces: Iterable<string>, path: string | undefined): Promise<number> {
  const out: Writable = path === undefined ? process.stdout : createWriteStream(path);
  for (const piece of pieces) if (!out.write(piece)) await once(out, 'drain');
  if (path === undefined) return 0;
  out.end();
  await once(out, 'finish');
  return 0;
}

async function writeAudit(
  form: (typeof AUDIT_FORMS)[number],
  path: string,
  options: AuditOptions,
): Promise<number> {
  if (form === 'folder') await writeFolder(auditFolder(options), path);
  else if (form === 'must-gather') await writeTar(mustGather(options), fileSink(path, true));
  else if (form !== 'file') await writeTar(auditFolder(options), fileSink(path, form === 'tar.gz'));
  else {
    const isOneMember = options.memberBytes === Infinity;
    const sink = fileSink(path, isOneMember);
    const pieces = oneAuditLog(options);
    for (const bytes of packed({ pieces, memberBytes: isOneMember ? null : options.memberBytes }))
      await sink.write(bytes);
    await sink.end();
  }
  return 0;
}
