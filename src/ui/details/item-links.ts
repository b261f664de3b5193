import { formatDuration } from '../../base/duration.ts';
import { lowerBound } from '../../base/search.ts';
import { truncate } from '../../base/text.ts';
import type { EpochMs } from '../../base/time.ts';
import type { FindingExplanation } from '../../model/explain-finding.ts';
import { backendLabel, type Finding } from '../../model/findings.ts';
import { annotationsOf, type IntervalTable } from '../../model/interval-table.ts';
import { shortNodeName } from '../../model/node-name.ts';
import type { Disruption, Episode, Report, Shutdown } from '../../model/report.ts';
import { textOf } from '../../model/text-pool.ts';
import { extraOfItem, laneOfItem, type Item, type Lanes } from '../../timeline/lanes.ts';
import type { Neighbour } from '../../timeline/neighbours.ts';

/** Words that select an item of the chart when they are clicked. */
export interface ItemLink {
  readonly label: string;
  readonly at: EpochMs;
  readonly item: Item;
}

/** What links are made from. */
export interface LinkGround {
  readonly lanes: Lanes;
  readonly table: IntervalTable;
  readonly report: Report;
}

/** So many outages are named; the others stand on the chart beside them. */
export const MAX_OUTAGE_LINKS = 12;

/** The rows and marks that a finding was judged by: reboots and signals first, then its disruptions. */
export function linksOfFinding(
  ground: LinkGround,
  finding: Finding,
  { episodes, shutdowns }: Pick<FindingExplanation, 'episodes' | 'shutdowns'>,
): { readonly links: readonly ItemLink[]; readonly more: number } {
  const outages = linksOfDisruptions(ground, finding.disruptions);
  const links = [
    ...episodes.flatMap((index) => [linkOfEpisode(ground, index), ...rowsOfEpisode(ground, index)]),
    ...shutdowns.map((index) => linkOfShutdown(ground, index)),
    ...outages.slice(0, MAX_OUTAGE_LINKS),
  ].filter((link) => link !== null);
  return { links: onceEach(links), more: Math.max(0, outages.length - MAX_OUTAGE_LINKS) };
}

function onceEach(links: readonly ItemLink[]): ItemLink[] {
  return [...new Map(links.map((link) => [link.item, link])).values()];
}

/**
 * The shutdown that an item is of, as an index into the report's: a mark of a lifecycle lane, or a row of the file that
 * tells one of its steps (its event, its window). Null for others.
 */
export function shutdownOfItem({ lanes, table, report }: LinkGround, item: Item): number | null {
  const extra = extraOfItem(lanes, item);
  if (extra !== null) return extra.shutdown;
  const row = lanes.row[item];
  const path = table.files[table.file[row]];
  const found = report.shutdowns.findIndex(({ witnesses }) =>
    witnesses.some(({ input, place }) => place === table.place[row] && report.inputs[input].path === path),
  );
  return found < 0 ? null : found;
}

/** What belongs together with an item: episodes and shutdowns, and what is around them. */
export function linksOfItem(ground: LinkGround, item: Item): ItemLink[] {
  const { lanes, report } = ground;
  const extra = extraOfItem(lanes, item);
  const episodes = new Set<number>();
  const shutdowns = new Set<number>();
  if (extra !== null) {
    if (extra.episode !== null) episodes.add(extra.episode);
    if (extra.shutdown !== null) shutdowns.add(extra.shutdown);
    report.episodes.forEach(({ shutdown }, i) => {
      if (shutdown !== null && shutdown === extra.shutdown) episodes.add(i);
    });
  } else {
    const disruption = report.disruptions[lanes.disruptionOfRow.get(lanes.row[item]) ?? -1];
    disruption?.episodes.forEach((i) => episodes.add(i));
    const near =
      disruption?.shutdown ??
      (disruption?.episodes.length === 0 ? disruption.nearest?.shutdown : null) ??
      null;
    if (near !== null) shutdowns.add(near);
    for (const i of episodesOfNode(ground, item)) episodes.add(i);
    const own = shutdownOfItem(ground, item);
    if (own !== null) shutdowns.add(own);
  }
  for (const i of episodes)
    if (report.episodes[i].shutdown !== null) shutdowns.add(report.episodes[i].shutdown);
  const links = [
    ...[...episodes].map((i) => linkOfEpisode(ground, i)),
    ...[...shutdowns].map((i) => linkOfShutdown(ground, i)),
  ];
  return onceEach(links.filter((link): link is ItemLink => link !== null && link.item !== item));
}

/** The finding that an item belongs to: its outage, or the reboot without a signal. */
export function findingOfItem(
  { lanes, report }: Pick<LinkGround, 'lanes' | 'report'>,
  findings: readonly Finding[],
  item: Item,
): Finding | null {
  const extra = extraOfItem(lanes, item);
  if (extra !== null)
    return (
      findings.find(
        ({ group, episode }) => group === null && episode !== null && episode === extra.episode,
      ) ?? null
    );
  const group = report.disruptions[lanes.disruptionOfRow.get(lanes.row[item]) ?? -1]?.group ?? null;
  return group === null ? null : (findings.find((finding) => finding.group === group) ?? null);
}

export function describeEpisodeShortly({ kind, node, server }: Episode): string {
  return kind === 'reboot'
    ? `Reboot of ${shortNodeName(node ?? server)}`
    : `${kind === 'crash' ? 'Crash' : 'Rollout'} of ${server}${node === null ? '' : ` on ${shortNodeName(node)}`}`;
}

export function describeShutdownShortly({ server, node, pod, inferred }: Shutdown): string {
  const where = node === null ? (pod ?? 'an unknown node') : shortNodeName(node);
  return `Shutdown of ${server} on ${where}${inferred ? ' (begin computed)' : ''}`;
}

function linkOfEpisode({ lanes, report }: LinkGround, index: number): ItemLink | null {
  const kinds = ['missing', 'gone'] as const;
  const found = kinds
    .map((kind) => lanes.extras.findIndex((extra) => extra.kind === kind && extra.episode === index))
    .find((at) => at >= 0);
  const episode = report.episodes[index];
  return linkOfExtra(
    lanes,
    found,
    `${describeEpisodeShortly(episode)}: signal ${episode.signal.replaceAll('-', ' ')}`,
  );
}

function linkOfShutdown({ lanes, report }: LinkGround, index: number): ItemLink | null {
  const at = lanes.extras.findIndex((extra) => extra.kind === 'step' && extra.shutdown === index);
  return linkOfExtra(lanes, at < 0 ? undefined : at, describeShutdownShortly(report.shutdowns[index]));
}

function linkOfExtra(lanes: Lanes, index: number | undefined, label: string): ItemLink | null {
  if (index === undefined) return null;
  const item = lanes.row.indexOf(-1 - index);
  return item < 0 ? null : { label, at: lanes.start[item], item };
}

/** The rows of the node's own lane that begin where its reboot does. */
function rowsOfEpisode({ lanes, table, report }: LinkGround, index: number): ItemLink[] {
  const { kind, node, from } = report.episodes[index];
  if (kind !== 'reboot' || node === null) return [];
  const start = Date.parse(from);
  const links: ItemLink[] = [];
  for (let row = lowerBound(table.start, start); row < table.length && table.start[row] < start + 1; row++) {
    const item = lanes.itemOfRow[row];
    const { keys, type } = table.locators[table.locator[row]];
    if (item < 0 || type !== 'Node' || keys['node'] === undefined) continue;
    if (shortNodeName(keys['node']) !== shortNodeName(node)) continue;
    links.push({
      label: `${table.sources[table.source[row]]} ${textOf(table.texts, table.reason[row])} of ${shortNodeName(node)}`,
      at: table.start[row],
      item,
    });
  }
  return links.slice(0, 3);
}

/** The disruptions of these numbers in the report, each once, by time. Samplers of one backend are told apart by name. */
export function linksOfDisruptions(
  { lanes, table, report }: LinkGround,
  disruptions: readonly number[],
): ItemLink[] {
  const wanted = new Set(disruptions);
  const found: { readonly item: Item; readonly disruption: Disruption; readonly sampler: string }[] = [];
  for (const [row, index] of lanes.disruptionOfRow) {
    const item = lanes.itemOfRow[row];
    if (item < 0 || !wanted.delete(index)) continue;
    const disruption = report.disruptions[index];
    const sampler = table.locators[table.locator[row]].keys['backend-disruption-name'] ?? disruption.observer;
    found.push({ item, disruption, sampler });
  }
  const samplers = new Map<string, Set<string>>(); // by what the backend is called
  for (const { disruption, sampler } of found) {
    const label = backendLabel(disruption);
    samplers.set(label, (samplers.get(label) ?? new Set()).add(sampler));
  }
  const links = found.map(({ item, disruption, sampler }): ItemLink => {
    const label = backendLabel(disruption);
    const whose = samplers.get(label)!.size > 1 ? ` (${sampler})` : '';
    const { seconds, open } = disruption;
    const span = open || seconds === null ? 'open end' : formatDuration(seconds * 1000);
    return { label: `${label}${whose}, ${span}`, at: lanes.start[item], item };
  });
  return links.sort((a, b) => a.at - b.at || (a.label < b.label ? -1 : 1));
}

function episodesOfNode({ lanes, table, report }: LinkGround, item: Item): number[] {
  const { keys } = table.locators[table.locator[lanes.row[item]]];
  const node = keys['node'];
  if (node === undefined) return [];
  return report.episodes.flatMap((one, i) => {
    const isSame = one.node !== null && shortNodeName(one.node) === shortNodeName(node);
    const isThen =
      Date.parse(one.from) <= lanes.end[item] && Date.parse(one.to ?? one.from) >= lanes.start[item];
    return isSame && isThen ? [i] : [];
  });
}

/** `+5 s`, `−30 s`; `since −4 m 00 s` of what still lasted, and `−4 m 00 s to −30 s` of what had ended. */
export function awayText({ gap, until }: Pick<Neighbour, 'gap' | 'until'>): string {
  if (gap >= 0) return `+${formatDuration(gap)}`;
  if (until >= 0) return `since ${formatDuration(gap)}`;
  return until === gap ? formatDuration(gap) : `${formatDuration(gap)} to ${formatDuration(until)}`;
}

/** Rows of the table as links: what they say, and how far away they are. */
export function linksOfRows(
  { lanes, table }: Pick<LinkGround, 'lanes' | 'table'>,
  rows: readonly Neighbour[],
): ItemLink[] {
  return rows.map((neighbour) => {
    const { row } = neighbour;
    const item = lanes.itemOfRow[row];
    const reason =
      textOf(table.texts, table.reason[row]) || truncate(textOf(table.texts, table.message[row]), 60);
    return {
      label: `${awayText(neighbour)} ${reason} · ${lanes.labels[laneOfItem(lanes, item)]}`,
      at: table.start[row],
      item,
    };
  });
}

/** The item of a row, by the file that it came from and its place there; null where it is not drawn. O(rows). */
export function itemOfPlace({ lanes, table }: LinkGround, path: string, place: number): Item | null {
  const file = table.files.indexOf(path);
  for (let row = 0; row < table.length; row++)
    if (table.place[row] === place && table.file[row] === file && lanes.itemOfRow[row] >= 0)
      return lanes.itemOfRow[row];
  return null;
}

/** The failed tests that ran at some time from `from` to `to`, by time: people start from the test that failed. */
export function failedTestsAt(
  { lanes, table }: Pick<LinkGround, 'lanes' | 'table'>,
  from: EpochMs,
  to: EpochMs,
): ItemLink[] {
  const source = table.sources.indexOf('E2ETest');
  const links: ItemLink[] = [];
  for (let row = 0; source >= 0 && row < table.length && table.start[row] <= to; row++) {
    if (table.source[row] !== source || table.end[row] < from || lanes.itemOfRow[row] < 0) continue;
    if (annotationsOf(table, row)['status'] !== 'Failed') continue;
    const label =
      table.locators[table.locator[row]].keys['e2e-test'] ?? textOf(table.texts, table.message[row]);
    links.push({ label, at: table.start[row], item: lanes.itemOfRow[row] });
  }
  return links;
}
