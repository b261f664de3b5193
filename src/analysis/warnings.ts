/** What makes a reader careful: things that are odd in the run or in what was recorded of it. */
import { formatTime, type EpochMs } from '../base/time.ts';
import { plural } from '../base/text.ts';
import { isTooLong, type IncidentName } from '../model/mark.ts';
import { KUBE_APISERVER } from '../model/server.ts';
import { shortNodeName } from '../model/node-name.ts';
import type { Warning, WarningCode } from '../model/report.ts';
import { textOf } from '../model/text-pool.ts';
import type { Ground } from './ground.ts';
import { ownerKey } from './mark-index.ts';
import type { Outage } from './outages.ts';
import { finishOf, type Stop } from './shutdowns.ts';

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
    incident(
      ground,
      'NonGracefulTermination',
      'non-graceful',
      (n) => `${plural(n, 'apiserver process', 'apiserver processes')} did not terminate gracefully`,
    ),
    incident(
      ground,
      'LateConnections',
      'late-connections',
      (n) =>
        `${plural(n, 'apiserver')} got new connections very late in the shutdown: the load balancer had not reacted`,
    ),
    incident(
      ground,
      'NonReadyRequests',
      'before-ready',
      (n) => `${plural(n, 'apiserver')} got requests before it was ready: the load balancer sent too early`,
    ),
    warn(
      'contradiction',
      contradictions(ground, stops),
      (n) => `${plural(n, 'shutdown')} finished by one source and did not terminate gracefully by another`,
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

function incident(
  ground: Ground,
  name: IncidentName,
  code: WarningCode,
  describe: (count: number) => string,
): Warning[] {
  const seen = new Map<string, Sight>();
  const nodes = new Set<string>();
  for (const mark of ground.run.marks) {
    if (mark.kind !== 'incident' || mark.incident !== name) continue;
    const node = mark.node === null ? (mark.pod ?? '') : shortNodeName(ground.names.nameOf(mark.node));
    seen.set(`${node} ${Math.round(mark.at / 3000)}`, { from: mark.at, to: mark.at });
    if (node !== '') nodes.add(node);
  }
  const names = [...nodes].sort();
  const more = names.length > MAX_NAMED ? `, and ${names.length - MAX_NAMED} more` : '';
  const where = names.length === 0 ? '' : ` (${names.slice(0, MAX_NAMED).join(', ')}${more})`;
  return warn(code, [...seen.values()], (count) => describe(count) + where);
}

/** The next process speaks of the one before within the restart's back-off. */
const RESTART = 120_000;

function contradictions(ground: Ground, stops: readonly Stop[]): Sight[] {
  return stops.flatMap((stop) => {
    const finish = finishOf(stop);
    if (finish === null) return [];
    const latest = finish + stop.kill.max + RESTART;
    const [other] = ground.marks.nonGraceful.touching(ownerKey(stop.server, stop.node), finish, latest);
    return other === undefined ? [] : [{ from: finish, to: other.at }];
  });
}
