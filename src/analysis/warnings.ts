/** What makes a reader careful: things that are odd in the run or in what was recorded of it. */
import { formatTime, MINUTE, type DurationMs, type EpochMs } from '../base/time.ts';
import { plural } from '../base/text.ts';
import { isTooLong, type IncidentName } from '../model/mark.ts';
import { KUBE_APISERVER } from '../model/server.ts';
import { shortNodeName } from '../model/node-name.ts';
import type { Warning, WarningCode } from '../model/report.ts';
import { textOf } from '../model/text-pool.ts';
import type { Ground } from './ground.ts';
import { ownerKey } from './mark-index.ts';
import type { Outage } from './outages.ts';
import { finishOf, SAME_SIGNAL, type Stop } from './shutdowns.ts';

interface Sight {
  readonly from: EpochMs;
  readonly to: EpochMs;
}

/** All warnings, by time, then code. */
export function findWarnings(ground: Ground, stops: readonly Stop[], outages: readonly Outage[]): Warning[] {
  const controls = outages
    .filter((one) => one.backend.isControl)
    .map(({ from, to }) => ({ from, to: to ?? from }));
  const warnings = [
    warn(
      'sampler-outage',
      samplerOutages(ground),
      (n) =>
        `the sampler's own name lookups failed in ${plural(n, 'stretch', 'stretches')}; these are no outages of the cluster`,
    ),
    warn(
      'control-backend-down',
      controls,
      (n) =>
        `a control outside of the cluster failed ${plural(n, 'time')}: outages then may be the client's network`,
    ),
    warn(
      'window-too-long',
      longWindows(ground),
      (n) =>
        `${plural(n, 'shutdown window')} longer than a stop can last: each spans two stops, and its end is not used`,
    ),
    warn(
      'overlapping-shutdowns',
      overlaps(stops),
      (n) => `${plural(n, 'time')} two kube-apiservers were shutting down at once`,
    ),
    warnOfOwners(
      'non-graceful',
      incidentsOf(ground, 'NonGracefulTermination'),
      (n) => `${plural(n, 'apiserver process', 'apiserver processes')} did not terminate gracefully`,
    ),
    warnOfOwners(
      'late-connections',
      byOwner(incidentsOf(ground, 'LateConnections')),
      (n) =>
        `${plural(n, 'apiserver')} got new connections very late in the shutdown: the load balancer had not reacted`,
    ),
    warnOfOwners(
      'before-ready',
      byOwner(incidentsOf(ground, 'NonReadyRequests')),
      (n) => `${plural(n, 'apiserver')} got requests before being ready: the load balancer sent too early`,
    ),
    warn(
      'contradiction',
      contradictions(ground, stops),
      (n) => `${plural(n, 'shutdown')} finished by one source and did not terminate gracefully by another`,
    ),
    warn(
      'clock-difference',
      clockDifferences(stops),
      (n) => `${plural(n, 'signal')} stored at another time than the apiserver's own log tells`,
    ),
    warn(
      'several-runs',
      runsOf(ground),
      (n) => `files of ${n} times that lie days apart: these are several runs`,
    ),
  ];
  return warnings
    .flat()
    .sort((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : a.code < b.code ? -1 : 1));
}

function warn(code: WarningCode, sights: readonly Sight[], describe: (count: number) => string): Warning[] {
  if (sights.length === 0) return [];
  const from = sights.reduce((first, one) => Math.min(first, one.from), Infinity);
  const to = sights.reduce((last, one) => Math.max(last, one.to), -Infinity);
  return [
    {
      code,
      count: sights.length,
      from: formatTime(from),
      to: formatTime(to),
      message: describe(sights.length),
    },
  ];
}

/** Nothing of one run is this far from everything else of it. */
const APART: DurationMs = 24 * 60 * MINUTE;
/** What is written of one run. Logs may be of a cluster that has lived for years. */
const OF_ONE_RUN: ReadonlySet<string> = new Set([
  'intervals',
  'intervals-html',
  'monitor-text',
  'backend-disruption',
  'kube-events',
  'prow-job',
  'junit',
]);

/** The times that files of runs are of, where there are several. */
function runsOf({ run: { inputs } }: Ground): Sight[] {
  const spans = inputs.flatMap(({ format, from, to }) =>
    format !== null && OF_ONE_RUN.has(format) && from !== null && to !== null
      ? [{ from: Date.parse(from), to: Date.parse(to) }]
      : [],
  );
  const sights: { from: EpochMs; to: EpochMs }[] = [];
  for (const { from, to } of spans.sort((a, b) => a.from - b.from)) {
    const last = sights[sights.length - 1];
    if (last === undefined || from - last.to > APART) sights.push({ from, to });
    else last.to = Math.max(last.to, to);
  }
  return sights.length > 1 ? sights : [];
}

function samplerOutages({ run: { table } }: Ground): Sight[] {
  const sights: Sight[] = [];
  const isSample = table.locators.map((locator) => locator.type === 'Disruption');
  for (let row = 0; row < table.length; row++) {
    if (
      !isSample[table.locator[row]] ||
      textOf(table.texts, table.reason[row]) !== 'DisruptionSamplerOutageBegan'
    )
      continue;
    sights.push({ from: table.start[row], to: table.end[row] });
  }
  return sights;
}

function longWindows({ run }: Ground): Sight[] {
  return run.marks.flatMap((mark) =>
    mark.kind === 'window' && isTooLong(mark) ? [{ from: mark.at, to: mark.end! }] : [],
  );
}

/** Two masters must never be down together: a rollout and a reboot raced. */
function overlaps(stops: readonly Stop[]): Sight[] {
  const spans = stops
    .filter((stop) => stop.server === KUBE_APISERVER && stop.node !== null && stop.t0 !== null)
    .map((stop) => ({ node: stop.node, from: stop.t0!, to: finishOf(stop) ?? stop.t0! + stop.kill.min }));
  const sights: Sight[] = [];
  for (let i = 1; i < spans.length; i++) {
    const [a, b] = [spans[i - 1], spans[i]];
    if (a.node !== b.node && b.from < a.to) sights.push({ from: b.from, to: Math.min(a.to, b.to) });
  }
  return sights;
}

/** Names of nodes in a warning. */
const MAX_NAMED = 5;

/** Sources tell one moment at times this far apart; a process does not start twice within it. */
const SAME_MOMENT = 10_000;

interface OwnedSight extends Sight {
  readonly owner: string;
  /** Its name in a sentence; empty: none is known. */
  readonly name: string;
}

/** What apiservers say of themselves, by time; what several sources tell of one moment of an apiserver is one. */
function incidentsOf(ground: Ground, incident: IncidentName): OwnedSight[] {
  const last = new Map<string, OwnedSight>();
  const sights: OwnedSight[] = [];
  for (const mark of [...ground.run.marks].sort((a, b) => a.at - b.at)) {
    if (mark.kind !== 'incident' || mark.incident !== incident) continue;
    const node = mark.node === null ? null : ground.names.nameOf(mark.node);
    const name = node === null ? (mark.pod ?? '') : shortNodeName(node);
    const owner = `${mark.server ?? KUBE_APISERVER} ${node ?? name}`;
    const known = last.get(owner);
    if (known !== undefined && mark.at - known.from <= SAME_MOMENT) continue;
    const sight = { owner, name, from: mark.at, to: mark.requests?.last ?? mark.at };
    last.set(owner, sight);
    sights.push(sight);
  }
  return sights;
}

/** Each of their apiservers once, from the first to the last that it says. */
function byOwner(sights: readonly OwnedSight[]): OwnedSight[] {
  const owners = new Map<string, OwnedSight>();
  for (const sight of sights) {
    const known = owners.get(sight.owner);
    owners.set(sight.owner, known === undefined ? sight : { ...known, to: Math.max(known.to, sight.to) });
  }
  return [...owners.values()];
}

function warnOfOwners(
  code: WarningCode,
  sights: readonly OwnedSight[],
  describe: (count: number) => string,
): Warning[] {
  const names = [...new Set(sights.map(({ name }) => name).filter((name) => name !== ''))].sort();
  const more = names.length > MAX_NAMED ? `, and ${names.length - MAX_NAMED} more` : '';
  const where = names.length === 0 ? '' : ` (${names.slice(0, MAX_NAMED).join(', ')}${more})`;
  return warn(code, sights, (count) => describe(count) + where);
}

/** The next process speaks of the one before within the restart's back-off. */
const RESTART = 120_000;

function contradictions(ground: Ground, stops: readonly Stop[]): Sight[] {
  return stops.flatMap((stop) => {
    const finish = finishOf(stop);
    if (finish === null) return [];
    const latest = finish + stop.kill.max + RESTART;
    const owner = ownerKey(stop.server, stop.node);
    const [other] = [
      ...ground.marks.nonGraceful.touching(owner, finish, latest),
      ...ground.marks.kills.touching(owner, stop.t0 ?? finish, latest),
    ];
    return other === undefined ? [] : [{ from: Math.min(finish, other.at), to: Math.max(finish, other.at) }];
  });
}

/** The event of a signal has the clock of the apiserver that logs it; its second may be cut off, and it is stored at once. */
function clockDifferences(stops: readonly Stop[]): Sight[] {
  return stops.flatMap(({ witnesses }) => {
    const first = witnesses.filter(({ step }) => step === 'ShutdownInitiated');
    const stored = first.filter(({ mark }) => mark.kind === 'step' && mark.evidence === 'event');
    const logged = first.filter(
      ({ mark }) => mark.evidence === 'klog' || mark.evidence === 'termination-log',
    );
    if (stored.length === 0 || logged.length === 0) return [];
    const isNear = stored.some((one) => logged.some((other) => Math.abs(one.at - other.at) <= SAME_SIGNAL));
    const times = [...stored, ...logged].map(({ at }) => at);
    return isNear ? [] : [{ from: Math.min(...times), to: Math.max(...times) }];
  });
}
