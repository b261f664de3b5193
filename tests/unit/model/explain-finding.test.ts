import { describe, expect, it } from 'vitest';
import { adviceOf, describeNothingMissing, findMissingFiles } from '../../../src/model/advice.ts';
import { describeCoverage, explainFinding } from '../../../src/model/explain-finding.ts';
import { openFindings, sectionFindings } from '../../../src/model/finding-sections.ts';
import { describeVerdict, findingsOf } from '../../../src/model/findings.ts';
import type { NodeFileKind } from '../../../src/model/report.ts';
import { disruptionOf, episodeOf, inputOf, reportOf, shutdownOf } from '../../support/report-of.ts';

const coverage = [
  { kind: 'events', node: null, from: '2023-03-13T09:00:00.000Z', to: '2023-03-13T12:00:00.000Z' },
  { kind: 'windows', node: 'm1.example', from: '2023-03-13T13:00:00.000Z', to: '2023-03-13T14:00:00.000Z' },
];
const report = reportOf({
  intervals: 3,
  coverage,
  shutdowns: [shutdownOf()],
  episodes: [
    episodeOf({ why: 'no ShutdownInitiated of m0' }),
    episodeOf({
      node: 'm1',
      from: '2023-03-13T11:30:00.000Z',
      signal: 'undeterminable',
      why: "no source covers m1. Add the run's e2e-events file, or m1's termination.log",
    }),
  ],
  disruptions: [
    disruptionOf({ why: 'the reboot of m0 had no ShutdownInitiated; the outage began 1 s after it began' }),
    disruptionOf({
      connection: 'reused',
      why: 'the reboot of m0 had no ShutdownInitiated; the outage began 2 s after it began',
    }),
    disruptionOf({
      from: '2023-03-13T11:00:00.000Z',
      to: '2023-03-13T11:00:04.000Z',
      group: 1,
      episodes: [],
      pattern: 'unknown',
      nearest: { shutdown: 0, seconds: 3600 },
      why: 'no kube-apiserver is known to have gone away; events cover the time',
    }),
  ],
});
const findings = findingsOf(report);
const of = (kind: string) => findings.find((finding) => finding.kind === kind)!;

describe('sections of findings', () => {
  it('keep an apiserver gone in silence apart from outages with none gone', () => {
    const sections = sectionFindings(findings, []);
    expect(sections.map(({ id, findings: own }) => [id, own.length])).toEqual([
      ['silent', 2],
      ['unexplained', 1],
      ['undeterminable', 1],
    ]);
  });

  it('put what was set aside last, and steps leave it out', () => {
    const aside = of('missing-signal').id;
    expect(sectionFindings(findings, [aside]).at(-1)).toMatchObject({
      id: 'aside',
      findings: [{ id: aside }],
    });
    expect(openFindings(findings, [aside]).map(({ id }) => id)).not.toContain(aside);
    expect(openFindings(findings, [])[0].kind).toBe('missing-signal');
  });

  it('are counted in the verdict when they were set aside; what is not of this report is not', () => {
    expect(describeVerdict(report, [of('missing-signal').id, 'of another run'])).toMatch(
      /1 finding set aside\.$/,
    );
    expect(describeVerdict(report)).not.toContain('set aside');
  });
});

describe('the explanation of a finding', () => {
  it('has the rule, the reasons once each, and the coverage of that time', () => {
    const told = explainFinding(report, of('silent-outage'));
    expect(told.rule).toContain('It is unsignalled when');
    expect(told.reasons).toEqual(['no ShutdownInitiated of m0', 'the reboot of m0 had no ShutdownInitiated']);
    expect(told.coverage).toEqual([coverage[0]]);
    expect(told.episodes).toEqual([0]);
    expect(told.shutdowns).toEqual([]);
  });

  it('names the nearest shutdown where nothing else is known', () => {
    const told = explainFinding(report, of('unexplained-outage'));
    expect(told.shutdowns).toEqual([0]);
    expect(told.changes[0]).toContain('around 11:00:00');
  });

  it('says which file would settle it', () => {
    const told = explainFinding(report, of('undeterminable'));
    expect(told.changes).toEqual(["Add the run's e2e-events file, or m1's termination.log."]);
    expect(explainFinding(report, of('missing-signal')).changes[0]).toContain('m0');
  });

  it('rests on what tells of its node, and of all nodes', () => {
    const span = { from: '2023-03-13T10:00:00.000Z', to: '2023-03-13T12:00:00.000Z' };
    const paths = (known: typeof report) => explainFinding(known, of('missing-signal')).inputs;
    const covers = [coverage[0], { kind: 'log', node: 'm0.example', ...span }];
    const logged = {
      ...report,
      coverage: [...covers, { kind: 'log', node: 'm1', ...span }],
      inputs: [
        inputOf({ path: 'e2e-events.json', ...span }),
        inputOf({ path: 'm0-previous.log', node: 'm0', ...span }),
        inputOf({ path: 'm1-previous.log', node: 'm1', ...span }),
        inputOf({ path: 'audit.log', nodes: { m0: 3, m1: 4 }, ...span }),
        inputOf({ path: 'audit-1.log', nodes: { m1: 4, m2: 1 }, ...span }),
      ],
    };
    expect(explainFinding(logged, of('missing-signal')).coverage).toEqual(covers);
    expect(paths(logged)).toEqual(['e2e-events.json', 'm0-previous.log', 'audit.log']);
    const any = explainFinding(logged, of('unexplained-outage'));
    expect(any.inputs).toHaveLength(5);
  });

  it('sends nobody to files that were read', () => {
    const [told] = explainFinding(report, of('missing-signal')).changes;
    expect(told).toContain(
      'its termination log, its audit log, its kube-apiserver log, or another e2e-events',
    );
    const span = { from: '2023-03-13T10:00:00.000Z', to: '2023-03-13T12:00:00.000Z' };
    const file = (kind: NodeFileKind) => ({ kind, inputs: [0], ...span });
    const old = { ...file('audit-log'), to: '2023-03-13T10:30:00.000Z' };
    const files = [file('termination-log'), file('apiserver-log'), file('journal'), old];
    const nodes = [
      { node: 'm0', files, missing: [] },
      { node: 'm1', files: [], missing: [] },
    ];
    const [signal, sign] = explainFinding({ ...report, nodes }, of('missing-signal')).changes;
    expect(signal).toMatch(/: look in its audit log, or another e2e-events file of the run\.$/);
    expect(sign).toMatch(/; its journal was read\.$/);
    const [any] = explainFinding({ ...report, nodes }, of('unexplained-outage')).changes;
    expect(any).toMatch(/: look in the termination log of m1, the journal of m1, or another e2e-events/);
    const all = explainFinding({ ...report, nodes: nodes.slice(0, 1) }, of('unexplained-outage')).changes[0];
    expect(all).toMatch(/: look in another e2e-events file of the run\.$/);
  });

  it('says of a warning what was seen, and what follows from it', () => {
    const warned = reportOf({
      warnings: [
        {
          code: 'non-graceful',
          count: 1,
          from: report.episodes[0].from,
          to: report.episodes[0].from,
          message: 'x',
        },
      ],
    });
    const [finding] = findingsOf(warned);
    expect(finding.detail).toMatch(/the event NonGracefulTermination.* may have been signalled all the same/);
    expect(explainFinding(warned, finding).rule).toContain('A remark on the data');
  });

  it('says of coverage what it is', () => {
    expect(coverage.map(describeCoverage)).toEqual([
      'Events are kept, of all nodes',
      'Windows of graceful shutdowns were constructed, of m1',
    ]);
  });
});

describe('advice', () => {
  it.each([
    ['it is not known. Add an e2e-events file', 'Add an e2e-events file'],
    [
      "not when; add the apiserver's termination.log or an e2e-events file",
      "Add the apiserver's termination.log or an e2e-events file",
    ],
    ["none. Add the run's other e2e-events file.", "Add the run's other e2e-events file"],
    [
      'depends on the platform, which is not known (--platform)',
      "Name the run's platform (lapse analyze --platform)",
    ],
    ['an additional reason', null],
  ])('of %j is %j', (why, advice) => expect(adviceOf(why)).toBe(advice));

  it('is counted once for all that it would settle, and never while reading', () => {
    expect(findMissingFiles(report)).toEqual([
      { advice: "Add the run's e2e-events file, or m1's termination.log", episodes: [1], disruptions: [] },
    ]);
    expect(findMissingFiles({ ...report, complete: false })).toEqual([]);
  });
});

it('says that no verdict needs another file, and only of what was judged', () => {
  const judged = reportOf({
    backendsMeasured: 4,
    episodes: [episodeOf({ signal: 'signalled' })],
    disruptions: [disruptionOf({ signal: 'signalled' })],
  });
  expect(describeNothingMissing(judged)).toBe(
    'The verdicts need no other file: each reboot and each outage could be judged by those at hand.',
  );
  expect(describeNothingMissing({ ...judged, backendsMeasured: 0, disruptions: [] })).toMatch(
    /: each reboot could be judged .* Disruption was not measured/,
  );
  expect(describeNothingMissing(reportOf({ backendsMeasured: 4 }))).toBe(
    'There is no reboot and no outage to judge.',
  );
});
