import { expect, test } from 'vitest';
import type { EpisodeSignal } from '../../../src/model/report.ts';
import type { RebootTruth } from '../../support/generate/planted/truth.ts';
import { makeRandomWorld, randomWorldFile } from '../../support/generate/random-world.ts';
import { loadTexts } from '../../support/read.ts';

/** How many random worlds are judged; `LAPSE_WORLDS` for more. */
const WORLDS = Number(process.env['LAPSE_WORLDS'] ?? 1000);

interface Judged {
  readonly seed: number;
  readonly label: string;
  readonly truth: RebootTruth;
  readonly verdict: EpisodeSignal | 'none';
}

async function judge(seed: number): Promise<Judged[]> {
  const made = makeRandomWorld(seed);
  const { report } = await loadTexts([randomWorldFile(made)]);
  const reboots = report.episodes.filter((one) => one.kind === 'reboot');
  return made.truth.map((truth) => {
    const found = reboots.find(
      (one) => one.node === truth.node && Math.abs(Date.parse(one.from) - truth.from) <= 1000,
    );
    return {
      seed,
      label: `${made.era} ${made.kind} ${truth.story}`,
      truth,
      verdict: found?.signal ?? 'none',
    };
  });
}

/**
 * Random worlds with planted truth: which node rebooted, whether its apiserver was told, which records of it were lost,
 * in which era's file. A wrong `missing` is worse than none: there must be none. A signal whose every record was lost
 * while the recorder ran is beyond what a file can tell, and stands apart.
 */
test('no false missing in random worlds', { timeout: 300_000 }, async () => {
  const all: Judged[] = [];
  for (let seed = 1; seed <= WORLDS; seed++) all.push(...(await judge(seed)));
  const fair = all.filter(({ truth }) => !truth.recordLost);
  const told = (one: Judged) => one.verdict === 'signalled' || one.verdict === 'signalled-late';
  const said = {
    missing: fair.filter((one) => one.verdict === 'missing'),
    signalled: fair.filter(told),
    undeterminable: fair.filter((one) => one.verdict === 'undeterminable'),
  };
  const silent = fair.filter(({ truth }) => !truth.signalSent);
  const watched = silent.filter(({ truth }) => truth.isWatched);
  const traced = fair.filter(
    ({ truth }) => truth.traces.includes('event') || truth.traces.includes('window'),
  );
  const share = (part: number, whole: number) =>
    `${((100 * part) / whole).toFixed(1)} % (${part} of ${whole})`;
  console.log(
    [
      `${WORLDS} worlds, ${all.length} reboots, ${all.length - fair.length} of them with every record lost`,
      `missing: precision ${share(said.missing.filter(({ truth }) => !truth.signalSent).length, said.missing.length)}, recall of watched silent reboots ${share(watched.filter((one) => one.verdict === 'missing').length, watched.length)}`,
      `signalled: precision ${share(said.signalled.filter(({ truth }) => truth.signalSent).length, said.signalled.length)}, recall of recorded signals ${share(traced.filter(told).length, traced.length)}`,
      `undeterminable: ${share(said.undeterminable.length, fair.length)}`,
    ].join('\n'),
  );
  const show = ({ seed, label, truth, verdict }: Judged) =>
    `${seed} ${label} ${truth.node} ${new Date(truth.from).toISOString()} [${truth.traces.join()}]: ${verdict}`;
  expect(said.missing.filter(({ truth }) => truth.signalSent).map(show)).toEqual([]);
  expect(all.filter((one) => one.verdict === 'none').map(show)).toEqual([]);
  expect(said.signalled.filter(({ truth }) => !truth.signalSent).map(show)).toEqual([]);
  expect(watched.filter((one) => one.verdict === 'missing').length).toBeGreaterThan(watched.length * 0.8);
  expect(traced.filter(told).length).toBeGreaterThan(traced.length * 0.9);
});
