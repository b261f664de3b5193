/** One story told in the words of every era: what is found in it must not depend on the words. */
import { describe, expect, test } from 'vitest';
import type { Shutdown } from '../../../src/model/report.ts';
import type { Report } from '../../../src/model/report.ts';
import { fixture } from '../../support/fixtures.ts';
import { ERA_IDS, type EraId } from '../../support/generate/eras/era.ts';
import { fileText, type Layout } from '../../support/generate/eras/files.ts';
import { writtenRun, type FileKind } from '../../support/generate/run.ts';
import { missingSignalWorld } from '../../support/generate/scenes/missing-signal.ts';
import { loadTexts } from '../../support/read.ts';

describe('the same shutdown (intervals.md, appendix B)', () => {
  const eras = [
    ['2020', 'event', null],
    ['2021-termination-start', 'event', 'new'],
    ['2021-shutdown-initiated', 'event', 'new'],
    ['late-2021', 'event', 'new'],
    ['4.12', 'window', 'new'],
    ['4.14', 'window', 'new'],
    ['2024', 'window', 'new'],
    ['2024-events', 'event', 'new'],
  ] as const;

  test.each(eras)('%s: server, node, T0, end and outcome', async (era, evidence) => {
    const { shutdowns, episodes } = await reportOf(`shutdown-${era}`);
    const told = shutdowns.map(({ witnesses: _, ...one }) => one);
    expect(
      told.map((one) => ({ ...one, ...clocksOf(one as Shutdown), steps: Object.keys(one.steps) })),
    ).toEqual([
      {
        server: 'kube-apiserver',
        node: 'demo-master-0',
        pod: null,
        initiated: '07:06:40.000Z',
        inferred: false,
        delaySeconds: null,
        delayFrom: null,
        steps: ['ShutdownInitiated', 'TerminationGracefulTerminationFinished'],
        finished: '07:08:00.000Z',
        gone: '07:08:00.000Z',
        goneFrom: 'finish',
        outcome: 'complete',
        signals: 1,
        evidence: [evidence],
      },
    ]);
    expect(episodes).toMatchObject([
      { kind: 'rollout', node: 'demo-master-0', signal: 'signalled', shutdown: 0 },
    ]);
  });

  test.each(eras)('%s: the outage 2 s after it', async (era, _, connection) => {
    const { disruptions } = await reportOf(`shutdown-${era}`);
    const [{ from, to, ...one }] = disruptions;
    expect([disruptions.length, from.slice(11), to?.slice(11)]).toEqual([
      1,
      '07:08:02.000Z',
      '07:08:05.000Z',
    ]);
    expect(one).toMatchObject({
      backend: 'kube-api',
      cache: false,
      connection,
      loadBalancer: 'external',
      protocol: 'http1',
      viaKubeApiserver: true,
      seconds: 3,
      errors: ['connection-refused'],
      signal: 'signalled',
      pattern: 'lb-slow',
      shutdown: 0,
      afterSeconds: 82,
    });
  });

  async function reportOf(name: string): Promise<Report> {
    return (await loadTexts([fixture('intervals', name).bytes])).report;
  }

  function clocksOf({ initiated, finished, gone }: Report['shutdowns'][number]) {
    return { initiated: initiated?.slice(11), finished: finished?.slice(11), gone: gone?.slice(11) };
  }
});

/** A run with a rollout, then a silent, a signalled and another silent reboot, and the outages that came with them. */
describe('the same run', () => {
  const world = missingSignalWorld();
  const kinds: readonly FileKind[] = ['events', 'timelines'];
  const files = kinds.flatMap((kind) => ERA_IDS.map((era) => ({ kind, era })));
  const reports = new Map(files.map(({ kind, era }) => [`${kind} ${era}`, load(era, kind, 'compact')]));
  const reportOf = (kind: FileKind, era: EraId) => reports.get(`${kind} ${era}`)!;

  const TOLD = ['10:57:25 missing', '11:05:48 signalled', '11:15:02 missing'];
  const UNTOLD = TOLD.map((line) => line.replace(/\w+$/, 'undeterminable'));

  test.each(files)('$kind of $era: reboots', async ({ kind, era }) => {
    const { episodes } = await reportOf(kind, era);
    const reboots = episodes.filter((one) => one.kind === 'reboot');
    const said = reboots.map(({ from, signal }) => `${from.slice(11, 19)} ${signal}`);
    // Timelines leave out events: before there were constructed windows, nothing in them tells of a signal; in 2020 there
    // were no constructed phases either.
    const isSilent = kind === 'timelines' && (era === '2021' || era === 'late-2021');
    expect(said).toEqual(kind === 'timelines' && era === '2020' ? [] : isSilent ? UNTOLD : TOLD);
  });

  test.each(files)('$kind of $era: rollout', async ({ kind, era }) => {
    const { episodes } = await reportOf(kind, era);
    const rollouts = episodes.filter((one) => one.kind === 'rollout');
    const said = rollouts.map(
      ({ from, node, signal }) => `${from.slice(11, 19)} ${node?.slice(0, 12)} ${signal}`,
    );
    const isEarly = era === '2020' || era === '2021' || era === 'late-2021';
    if (kind === 'timelines' && isEarly) {
      expect(said).toEqual(era === '2020' ? [] : ['09:48:28 undefined undeterminable']);
      return;
    }
    expect(said).toEqual([
      '09:49:18 ip-10-0-141- signalled',
      '09:54:27 ip-10-0-189- signalled',
      '09:59:50 ip-10-0-232- signalled',
    ]);
  });

  test.each(['4.12', '4.14', 'current'] as const)(
    'timelines of %s: the revisions of the rollout',
    async (era) => {
      const { episodes } = await reportOf('timelines', era);
      const rollouts = episodes.filter((one) => one.kind === 'rollout');
      expect(rollouts.map((one) => one.revision)).toEqual(rollouts.map(() => ({ from: 7, to: 8 })));
    },
  );

  const SINCE_2021 = ERA_IDS.filter((era) => era !== '2020');

  test.each(SINCE_2021)('disruption of the API as %s tells it', async (era) => {
    const wanted = sampled(await reportOf('events', 'current'));
    expect(wanted).toHaveLength(13);
    expect(sampled(await reportOf('events', era))).toEqual(wanted);
    expect(sampled(await reportOf('timelines', era))).toEqual(wanted);
  });

  test('disruption of the API as 2020 tells it: two servers, new connections, of which it does not speak', async () => {
    const wanted = sampled(await reportOf('events', 'current'))
      .filter((line) => /^(kube|openshift)-api new/.test(line))
      .map((line) => line.replace(' new ', ' null '));
    expect(sampled(await reportOf('events', '2020'))).toEqual(wanted);
    expect(sampled(await reportOf('timelines', '2020'))).toEqual(wanted);
  });

  test.each(SINCE_2021)('what stands behind each outage in events of %s', async (era) => {
    const judged = ({ disruptions }: Report) =>
      disruptions
        .filter((one) => isOldSample(one))
        .map((one) =>
          [one.from, one.backend, one.connection, one.signal, one.pattern, one.afterSeconds].join(' '),
        )
        .sort();
    expect(judged(await reportOf('events', era))).toEqual(judged(await reportOf('events', 'current')));
  });

  test.each(ERA_IDS)('a page of %s says what the timelines file says', async (era) => {
    const page = await load(era, 'timelines', 'html');
    expect({ ...page, inputs: [] }).toEqual({ ...(await reportOf('timelines', era)), inputs: [] });
    expect(page.inputs[0].format).toBe('intervals-html');
  });

  async function load(era: EraId, kind: FileKind, layout: Layout): Promise<Report> {
    const text = [...fileText(writtenRun(world, era, kind, null), layout)].join('');
    return (await loadTexts([text])).report;
  }

  /** What was measured in every era since 2021: without caches, from outside of the cluster. */
  function isOldSample({ cache, observer, viaKubeApiserver }: Report['disruptions'][number]): boolean {
    return viaKubeApiserver && !cache && !/-http[12]-/.test(observer);
  }

  function sampled({ disruptions }: Report): string[] {
    return disruptions
      .filter((one) => isOldSample(one))
      .map(
        (one) => `${one.backend} ${one.connection} ${one.loadBalancer} ${one.protocol} ${one.from} ${one.to}`,
      )
      .sort();
  }
});
