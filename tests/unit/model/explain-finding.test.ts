import { describe, expect, it } from 'vitest';
import { adviceOf, findMissingFiles } from '../../../src/model/advice.ts';
import { describeCoverage, explainFinding } from '../../../src/model/explain-finding.ts';
import { openFindings, sectionFindings } from '../../../src/model/finding-sections.ts';
import { describeVerdict, findingsOf } from '../../../src/model/findings.ts';
import { disruptionOf, episodeOf, reportOf, shutdownOf } from '../../support/report-of.ts';

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

  it('has a rule for each kind of warning', () => {
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
    expect(explainFinding(warned, findingsOf(warned)[0]).rule).toContain('did not end in order');
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
