/** What a report says, in words: one sentence for the whole, and a list of findings, the most serious first. */
import { formatDuration } from '../base/duration.ts';
import { listWords, plural } from '../base/text.ts';
import { describeAudit } from './describe-requests.ts';
import { shortNodeName } from './node-name.ts';
import type { Disruption, Episode, Report } from './report.ts';
import { KUBE_APISERVER } from './server.ts';
import { WARNING_WORDS } from './warning-words.ts';

export type FindingKind =
  | 'missing-signal'
  | 'silent-outage'
  | 'unexplained-outage'
  | 'undeterminable'
  | 'signalled-outage'
  | 'warning';

export interface Finding {
  /** Stable for the same report. */
  readonly id: string;
  readonly kind: FindingKind;
  readonly severity: 0 | 1 | 2 | 3; // 3: worst
  readonly title: string;
  /** The title without what its kind says already, for lists that name the kind. */
  readonly subject: string;
  /** What it did, in a few words; '' for nothing. */
  readonly brief: string;
  readonly detail: string;
  readonly from: string;
  readonly to: string;
  /** Index into the report's episodes. */
  readonly episode: number | null;
  /** Number of the outage. */
  readonly group: number | null;
  /** Indices into the report's disruptions. */
  readonly disruptions: readonly number[];
}

/** What an outage was, by the worst of its disruptions. */
export type OutageKind = 'silent' | 'unexplained' | 'undeterminable' | 'signalled';

export interface OutageSummary {
  readonly group: number;
  readonly kind: OutageKind;
  readonly from: string;
  readonly to: string | null;
  readonly disruptions: readonly number[];
}

/** The outages that people count, by time. A disruption with an apiserver gone in silence outweighs all others. */
export function outagesOf(report: Report): OutageSummary[] {
  const groups = new Map<number, number[]>();
  report.disruptions.forEach(({ group }, i) => {
    if (group === null) return;
    const own = groups.get(group);
    if (own === undefined) groups.set(group, [i]);
    else own.push(i);
  });
  return [...groups].map(([group, disruptions]) => {
    const all = disruptions.map((i) => report.disruptions[i]);
    const ends = all.map((one) => one.to);
    return {
      group,
      kind: kindOfOutage(all),
      from: all.reduce((first, one) => (one.from < first ? one.from : first), all[0].from),
      to: ends.includes(null) ? null : ends.reduce((last, end) => (end! > last! ? end : last), ends[0]),
      disruptions,
    };
  });
}

function kindOfOutage(all: readonly Disruption[]): OutageKind {
  const unsignalled = all.filter((one) => one.signal === 'unsignalled');
  if (unsignalled.some((one) => one.episodes.length > 0)) return 'silent';
  if (unsignalled.length > 0) return 'unexplained';
  return all.some((one) => one.signal === 'undeterminable') ? 'undeterminable' : 'signalled';
}

/** How a time of the report is written in a sentence. */
export type ClockWords = (time: string) => string;

const utcClock: ClockWords = (time) => time.slice(11, 19);

/** The verdict: reboots by what is known of their signal, outages by what is behind them. One or two sentences. */
export function describeVerdict(
  report: Report,
  dismissed: readonly string[] = [],
  clock: ClockWords = utcClock,
): string {
  if (report.intervals === 0 && report.shutdowns.length === 0) {
    const audit = describeAudit(report);
    if (audit === null) return 'Nothing was read, so nothing can be told.';
    return `${audit} No events or intervals were read, so nothing can be told of reboots and outages.`;
  }
  const reboots = describeReboots(report, clock);
  const outages = describeOutages(report);
  const aside =
    dismissed.length === 0 ? 0 : findingsOf(report).filter(({ id }) => dismissed.includes(id)).length;
  const parts = [reboots, outages];
  if (isYearAssumed(report)) parts.push('The year is assumed: no file writes it.');
  if (aside > 0) parts.push(`${plural(aside, 'finding')} set aside.`);
  const sentence = parts.join(' ');
  return report.complete ? sentence : `Still reading: ${sentence}`;
}

/** What is said where there is no finding: only what was looked for was not found. */
export function describeNoFinding({ backendsMeasured, coverage }: Report): string {
  const isJudged = coverage.some(({ kind }) => SHOW_ABSENCE.includes(kind));
  if (backendsMeasured > 0)
    return isJudged
      ? 'No disruption and no missing signal was found.'
      : 'No disruption was found. Nothing here would show that a signal is missing.';
  return isJudged
    ? 'No missing signal was found. Disruption was not measured here.'
    : 'Nothing here would show a disruption, or that a signal is missing.';
}

/** What covers every apiserver of its time, so that nothing found means something. */
const SHOW_ABSENCE: readonly string[] = ['events', 'windows', 'extract'];

/** A year that one file writes is good for the others, too. */
function isYearAssumed({ inputs }: Report): boolean {
  const timed = inputs.filter(({ from }) => from !== null);
  return (
    timed.length > 0 && timed.every(({ notices }) => notices.some(({ code }) => code === 'year-assumed'))
  );
}

function describeReboots(report: Report, clock: ClockWords): string {
  const reboots = report.episodes.filter((one) => one.kind === 'reboot');
  if (reboots.length === 0)
    return ['No control-plane reboot is recorded.', ...describeSignals(report, clock)].join(' ');
  const has = (...signals: readonly Episode['signal'][]) =>
    reboots.filter((one) => signals.includes(one.signal));
  const missing = has('missing');
  const parts = [
    counted(has('signalled', 'signalled-late', 'signalled-in-log-only').length, 'signalled'),
    counted(missing.length, `without ShutdownInitiated (${namePlaces(missing, clock)})`),
    counted(has('signal-on-unknown-node').length, 'with a signal that names no node'),
    counted(has('undeterminable').length, 'undeterminable'),
  ].filter((part) => part !== null);
  return `${plural(reboots.length, 'control-plane reboot')}: ${parts.join(', ')}.`;
}

/** `1 shutdown of kube-apiserver was signalled (m0, 18:03:45).` for each server; none for those without a signal. */
function describeSignals({ shutdowns }: Report, clock: ClockWords): string[] {
  const signalled = shutdowns.filter(({ initiated }) => initiated !== null);
  return [...new Set(signalled.map(({ server }) => server))].map((server) => {
    const own = signalled.filter((one) => one.server === server);
    const places = own.map(({ node, pod, initiated }) => ({ node: node ?? pod, from: initiated! }));
    return `${plural(own.length, 'shutdown')} of ${server} ${own.length === 1 ? 'was' : 'were'} signalled (${namePlaces(places, clock)}).`;
  });
}

/** More than a few nobody reads in a sentence; the findings have them all. */
const MAX_NAMED = 4;

function namePlaces(
  places: readonly { readonly node: string | null; readonly from: string }[],
  clock: ClockWords,
): string {
  const named = places
    .slice(0, MAX_NAMED)
    .map(({ node, from }) => [...(node === null ? [] : [shortNodeName(node)]), clock(from)].join(', '));
  const more = places.length - named.length;
  return more === 0 ? named.join('; ') : `${named.join('; ')}; and ${more} more`;
}

function describeOutages(report: Report): string {
  const outages = outagesOf(report);
  if (outages.length === 0) {
    const { backendsMeasured } = report;
    return backendsMeasured === 0
      ? 'The API was not measured here.'
      : `No outage of the API (${plural(backendsMeasured, 'backend')} measured).`;
  }
  const count = (kind: OutageKind) => outages.filter((one) => one.kind === kind).length;
  const silentKinds = new Set(
    outages
      .filter((one) => one.kind === 'silent')
      .flatMap((one) => silentEpisodes(report, one).map((episode) => episode.kind)),
  );
  const parts = [
    counted(count('silent'), `unsignalled at ${silentPlace(silentKinds, count('silent'))}`),
    counted(count('unexplained'), 'with no apiserver going away'),
    counted(count('signalled'), 'signalled'),
    counted(count('undeterminable'), 'undeterminable'),
  ].filter((part) => part !== null);
  const counts = new Set(
    report.disruptions.flatMap((one) => (one.group === null ? [] : [backendLabel(one)])),
  );
  return `${plural(outages.length, 'outage')} of the API (${plural(counts.size, 'backend')}): ${parts.join(', ')}.`;
}

function silentEpisodes(report: Report, outage: OutageSummary): Episode[] {
  const indices = new Set(outage.disruptions.flatMap((i) => report.disruptions[i].episodes));
  return [...indices].map((i) => report.episodes[i]).filter((one) => one.signal === 'missing');
}

function silentPlace(kinds: ReadonlySet<Episode['kind']>, count: number): string {
  if (kinds.size !== 1) return 'an apiserver that went away in silence';
  if (kinds.has('reboot')) return count === 1 ? 'such a reboot' : 'such reboots';
  return kinds.has('crash') ? 'a crash' : 'a rollout';
}

function counted(count: number, what: string): string | null {
  return count === 0 ? null : `${count} ${what}`;
}

/** `kube-api new external http1`: one backend as people name it. */
export function backendLabel({ backend, cache, connection, loadBalancer, protocol }: Disruption): string {
  return [cache ? `cache-${backend}` : backend, connection, loadBalancer, protocol]
    .filter((part) => part !== null)
    .join(' ');
}

/** All findings, the most serious first, then by time. */
export function findingsOf(report: Report): Finding[] {
  const byEpisode = new Map<number, number[]>();
  report.disruptions.forEach(({ episodes }, i) => {
    for (const episode of episodes) {
      const own = byEpisode.get(episode);
      if (own === undefined) byEpisode.set(episode, [i]);
      else own.push(i);
    }
  });
  const findings = [
    ...report.episodes.flatMap((_, i) => episodeFinding(report, i, byEpisode.get(i) ?? [])),
    ...outagesOf(report).map((outage) => outageFinding(report, outage)),
    ...report.warnings.map((warning): Finding => ({
      id: `warning ${warning.code}`,
      kind: 'warning',
      severity: 0,
      title: warning.message,
      subject: warning.message,
      brief: '',
      detail: WARNING_WORDS[warning.code],
      from: warning.from,
      to: warning.to,
      episode: null,
      group: null,
      disruptions: [],
    })),
  ];
  findings.sort((a, b) => b.severity - a.severity || (a.from < b.from ? -1 : a.from > b.from ? 1 : 0));
  return withOwnIds(findings);
}

/** Two processes of one name may go away in one second; each finding has an id of its own all the same. */
function withOwnIds(findings: readonly Finding[]): Finding[] {
  const seen = new Map<string, number>();
  return findings.map((finding) => {
    const count = (seen.get(finding.id) ?? 0) + 1;
    seen.set(finding.id, count);
    return count === 1 ? finding : { ...finding, id: `${finding.id} ${count}` };
  });
}

function episodeFinding(report: Report, index: number, disruptions: readonly number[]): Finding[] {
  const episode = report.episodes[index];
  const isMissing = episode.signal === 'missing';
  const other = episode.server === KUBE_APISERVER ? '' : ` ${episode.server}`;
  const isOpen =
    episode.kind === 'reboot' &&
    (episode.signal === 'undeterminable' || episode.signal === 'signal-on-unknown-node');
  if (!isMissing && !isOpen) return [];
  const where = episode.node === null ? episode.server : shortNodeName(episode.node);
  const what =
    episode.kind === 'reboot'
      ? `Reboot of ${where}`
      : `${episode.kind === 'crash' ? 'Crash' : 'Rollout'} on ${where}`;
  return [
    {
      id: `episode ${episode.kind} ${episode.node ?? episode.server} ${episode.from}${other}`,
      kind: isMissing ? 'missing-signal' : 'undeterminable',
      severity: isMissing ? 3 : 1,
      title: isMissing ? `${what} without ShutdownInitiated` : `${what}: signal undeterminable`,
      subject: isMissing ? `${what} without ShutdownInitiated` : what,
      brief: disruptionsAt(report, disruptions.length),
      detail:
        disruptions.length === 0
          ? episode.why
          : `${episode.why}; ${disruptionsAt(report, disruptions.length)}`,
      from: episode.from,
      to: episode.to ?? episode.from,
      episode: index,
      group: null,
      disruptions,
    },
  ];
}

/** None was seen only where somebody looked. */
function disruptionsAt({ backendsMeasured }: Report, count: number): string {
  if (count > 0) return `${plural(count, 'disruption')} at it`;
  return backendsMeasured === 0 ? 'disruption not measured' : 'no disruption at it';
}

const OUTAGE_WORDS = {
  silent: { kind: 'silent-outage', severity: 3, title: 'unsignalled, an apiserver went away in silence' },
  unexplained: {
    kind: 'unexplained-outage',
    severity: 2,
    title: 'unsignalled, with no apiserver going away',
  },
  undeterminable: { kind: 'undeterminable', severity: 1, title: 'signal undeterminable' },
  signalled: { kind: 'signalled-outage', severity: 0, title: 'signalled' },
} as const;

function outageFinding(report: Report, outage: OutageSummary): Finding {
  const all = outage.disruptions.map((i) => report.disruptions[i]);
  const { kind, severity, title } = OUTAGE_WORDS[outage.kind];
  const subject = `Outage of ${listWords([...new Set(all.map((one) => one.backend))].sort())}`;
  const targets = new Set(all.map(backendLabel)).size;
  const span =
    outage.to === null ? 'open end' : formatDuration(Date.parse(outage.to) - Date.parse(outage.from));
  const lead = all.find((one) => one.signal !== 'signalled') ?? all[0];
  const worst = outage.kind === 'signalled' ? all[0] : (all.find((one) => isWorst(one, outage.kind)) ?? lead);
  return {
    id: `outage ${outage.from} ${worst.backend}`,
    kind,
    severity,
    title: `${subject}, ${span}: ${title}`,
    subject,
    brief: `${plural(targets, 'backend')}, pattern ${worst.pattern}`,
    detail: `${worst.why}. Pattern: ${worst.pattern}. ${plural(targets, 'backend')}`,
    from: outage.from,
    to: outage.to ?? outage.from,
    episode: worst.episodes[0] ?? null,
    group: outage.group,
    disruptions: outage.disruptions,
  };
}

function isWorst(one: Disruption, kind: OutageKind): boolean {
  if (kind === 'undeterminable') return one.signal === 'undeterminable';
  return one.signal === 'unsignalled' && (kind === 'silent') === one.episodes.length > 0;
}
