/** The samples that the page offers give these whole reports; what they were made to show is asserted besides. */
import { describe, expect, test } from 'vitest';
import { describeVerdict, outagesOf } from '../../../src/model/findings.ts';
import type { Report } from '../../../src/model/report.ts';
import { makeSample, makeSampleFiles, SAMPLES } from '../../support/generate/samples.ts';
import { matchGolden, noStrayGolden } from '../../support/golden.ts';
import { loadTexts } from '../../support/read.ts';

const reports = new Map<string, Promise<Report>>();

function reportOf(id: string): Promise<Report> {
  let report = reports.get(id);
  if (report === undefined) {
    const files = makeSampleFiles(id).map(({ path, text }) => [path, text] as const);
    report = loadTexts(Object.fromEntries(files)).then((run) => run.report);
    reports.set(id, report);
  }
  return report;
}

test.each(SAMPLES)('$id: the whole report', async ({ id }) => {
  const { version: _, ...report } = await reportOf(id);
  matchGolden(`samples/${id}.json`, `${JSON.stringify(report, null, 2)}\n`);
});

test('no golden report without a sample', () => {
  noStrayGolden(
    'samples',
    SAMPLES.map(({ id }) => `${id}.json`),
  );
});

function reboots({ episodes }: Report): string[] {
  return episodes
    .filter((one) => one.kind === 'reboot')
    .map(({ node, from, signal }) => `${from.slice(11, 19)} ${node?.split('.')[0]} ${signal}`);
}

describe('missing-signal: the bad run of the first seed', () => {
  test('two of three reboots came without a signal', async () => {
    const report = await reportOf('missing-signal');
    expect(reboots(report)).toEqual([
      '10:57:25 ip-10-0-232-149 missing',
      '11:05:48 ip-10-0-141-88 signalled',
      '11:15:02 ip-10-0-189-27 missing',
    ]);
    expect(report.run).toMatchObject({ platform: 'aws', topology: 'ha' });
  });

  test('the first disruption began one second after the first of them, and all API backends had one', async () => {
    const report = await reportOf('missing-signal');
    const silent = report.disruptions.filter((one) => one.pattern === 'unsignalled-reboot');
    expect(silent[0].from).toBe('2023-03-13T10:57:26.000Z');
    expect(silent.every((one) => one.signal === 'unsignalled' && one.episodes.length === 1)).toBe(true);
    expect(new Set(silent.map((one) => one.backend))).toEqual(
      new Set(['kube-api', 'openshift-api', 'oauth-api']),
    );
    expect(new Set(silent.map((one) => one.loadBalancer))).toEqual(
      new Set(['external', 'internal', 'service-network']),
    );
    expect(outagesOf(report).map((one) => one.kind)).toEqual(['silent', 'signalled', 'silent']);
  });

  test('is summed up in two sentences', async () => {
    expect(describeVerdict(await reportOf('missing-signal'))).toBe(
      '3 control-plane reboots: 1 signalled, 2 without ShutdownInitiated (ip-10-0-232-149, 10:57:25; ip-10-0-189-27, 11:15:02). ' +
        '3 outages of the API (32 backends): 2 unsignalled at such reboots, 1 signalled.',
    );
  });
});

describe('missing-signal: what the logs add', () => {
  const NODE = 'ip-10-0-232-149.us-west-1.compute.internal';
  /** What is seen of stops, whatever by, and whatever the fraction of its seconds. */
  const story = ({ episodes, disruptions, shutdowns }: Report) => ({
    episodes: episodes.map(({ kind, node, from, signal, shutdown }) => [
      kind,
      node,
      from.slice(0, 19),
      signal,
      shutdown,
    ]),
    disruptions: disruptions.map(({ backend, from, signal, pattern, episodes: by }) => [
      backend,
      from,
      signal,
      pattern,
      by,
    ]),
    shutdowns: shutdowns.map(({ node, initiated, outcome, steps }) => [
      node,
      initiated?.slice(0, 19),
      outcome,
      Object.keys(steps),
    ]),
  });

  test('they agree with the intervals, which alone give the same verdict', async () => {
    const alone = (await loadTexts({ intervals: makeSample('missing-signal') })).report;
    const both = await reportOf('missing-signal');
    expect(story(both)).toEqual(story(alone));
    expect(describeVerdict(both)).toBe(describeVerdict(alone));
  });

  test('the termination log covers the life that was killed, and tells no signal', async () => {
    const { coverage, shutdowns } = await reportOf('missing-signal');
    const life = coverage.find(
      ({ kind, node, from, to }) =>
        kind === 'log' && node === NODE && from < '2023-03-13T10:57:25' && to > '2023-03-13T10:58:39',
    );
    expect(life).toMatchObject({ from: '2023-03-13T10:03:05.402Z', to: '2023-03-13T10:58:56.402Z' });
    const heard = shutdowns.filter(({ node }) => node === NODE).flatMap(({ witnesses }) => witnesses);
    expect(heard.every(({ at }) => at < '2023-03-13T10:03')).toBe(true);
  });

  test('steps are seen by events, the apiserver’s own log and its termination log, the most exact time counts', async () => {
    const { shutdowns, inputs } = await reportOf('missing-signal');
    const last = shutdowns[shutdowns.length - 1];
    expect(last.initiated).toBe('2023-03-13T11:05:50.319Z');
    const formats = last.witnesses
      .filter(({ step }) => step === 'ShutdownInitiated')
      .map(({ input }) => inputs[input].format);
    expect(new Set(formats)).toEqual(new Set(['intervals', 'apiserver-log', 'termination-log']));
  });

  test('the journals show the same reboots', async () => {
    const { inputs } = await reportOf('missing-signal');
    expect(inputs.filter(({ format }) => format === 'journal')).toHaveLength(3);
    expect(inputs.every(({ failure, skipped }) => failure === null && skipped === 0)).toBe(true);
  });
});

describe('signalled-reboot: the good run of the first seed', () => {
  test('all three reboots were signalled, the first in the second in which it began', async () => {
    const report = await reportOf('signalled-reboot');
    expect(reboots(report)).toEqual([
      '18:03:45 ip-10-0-220-42 signalled',
      '18:15:29 ip-10-0-148-115 signalled',
      '18:27:13 ip-10-0-171-6 signalled',
    ]);
    const [first] = report.episodes.filter((one) => one.kind === 'reboot');
    expect(report.shutdowns[first.shutdown!].initiated).toBe('2023-03-10T18:03:45.000Z');
  });

  test('clients hardly noticed, and load balancers told how long they took', async () => {
    const report = await reportOf('signalled-reboot');
    expect(outagesOf(report).map((one) => one.kind)).toEqual(['signalled']);
    expect(
      report.reactions.map((one) => [one.shutdown, one.loadBalancer, one.connection, one.seconds]),
    ).toEqual([
      [0, 'external', 'new', 14],
      [0, 'external', 'reused', 24],
      [0, 'internal', 'new', 17],
      [0, 'internal', 'reused', 26],
      [1, 'external', 'new', 19],
      [1, 'external', 'reused', 28],
      [1, 'internal', 'new', 22],
      [1, 'internal', 'reused', 30],
      [2, 'external', 'new', 24],
      [2, 'external', 'reused', 32],
      [2, 'internal', 'new', 27],
      [2, 'internal', 'reused', 34],
    ]);
  });
});

describe('rollout-stall: the third seed', () => {
  test('endpoints of all three servers stall for 4 to 7 s at each turn of the rollout', async () => {
    const report = await reportOf('rollout-stall');
    const stalls = report.disruptions.filter((one) => one.pattern === 'rollout');
    expect(new Set(stalls.map((one) => one.errors.join()))).toEqual(new Set(['timeout-awaiting-headers']));
    expect(stalls.every((one) => one.seconds! >= 4 && one.seconds! <= 7 && one.signal === 'signalled')).toBe(
      true,
    );
    expect(new Set(stalls.map((one) => `${one.backend} ${one.connection}`)).size).toBe(6);
    const turns = new Set(stalls.flatMap((one) => one.episodes));
    expect([...turns].map((i) => report.episodes[i].kind)).toEqual(['rollout', 'rollout', 'rollout']);
  });

  test('beside one outage at a node update, and one of unknown cause', async () => {
    const report = await reportOf('rollout-stall');
    const patterns = outagesOf(report).map(({ kind, disruptions }) => [
      kind,
      ...new Set(disruptions.map((i) => report.disruptions[i].pattern)),
    ]);
    expect(patterns).toEqual([
      ['unexplained', 'unknown'],
      ['signalled', 'rollout'],
      ['signalled', 'rollout'],
      ['signalled', 'rollout'],
      ['signalled', 'signalled-reboot'],
    ]);
    expect(reboots(report)).toHaveLength(3);
  });
});
