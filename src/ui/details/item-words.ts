import { isLineFormat } from '../../model/log-lines.ts';
import { annotationsOf, FLAG, LEVELS, type IntervalTable, type Row } from '../../model/interval-table.ts';
import type { DisruptionSignal, Report } from '../../model/report.ts';
import { textOf } from '../../model/text-pool.ts';
import { extraOfItem, laneOfItem, type Item, type Lanes } from '../../timeline/lanes.ts';
import type { EpochMs } from '../../base/time.ts';
import type { TimeZoneChoice } from '../../view/view-state.ts';
import { clockText, sentenceText, zoneName } from '../parts/times.ts';
import { seenBy } from '../findings/witness-words.ts';

/** One line of a list of facts. */
export interface Fact {
  readonly name: string;
  readonly value: string;
  readonly isMachine: boolean;
}

/** All that is said of an item, in words. */
export interface ItemWords {
  readonly title: string;
  readonly lane: string;
  readonly from: EpochMs;
  readonly to: EpochMs;
  /** What is odd about its times; '' for nothing. */
  readonly remark: string;
  readonly message: string;
  /** What the analysis says of it; '' for nothing. */
  readonly verdict: string;
  readonly why: string;
  readonly facts: readonly Fact[];
  readonly annotations: readonly Fact[];
  /** Who saw a mark, or would have shown what is missing; a line each. */
  readonly seenBy: readonly string[];
  /** File, and the number of the item or line in it; '' for what has no place. */
  readonly place: string;
  /** Name of the node that it is about, as its source writes it; '' for none. */
  readonly node: string;
}

const VERDICTS: Readonly<Record<DisruptionSignal, string>> = {
  signalled: 'Signalled',
  unsignalled: 'Unsignalled',
  undeterminable: 'Undeterminable',
  'not-applicable': 'Not judged',
};

/** Its sentences in this zone; what is copied is in UTC. */
export function describeItem(
  lanes: Lanes,
  table: IntervalTable,
  report: Report,
  item: Item,
  zone: TimeZoneChoice = 'utc',
): ItemWords {
  const extra = extraOfItem(lanes, item);
  const lane = lanes.titles[laneOfItem(lanes, item)];
  const inZone = (why: string) => sentenceText(why, lanes.start[item], zone);
  if (extra === null) {
    const words = describeRow(lanes, table, report, lanes.row[item], lane);
    return { ...words, why: inZone(words.why) };
  }
  const episode = extra.episode === null ? undefined : report.episodes[extra.episode];
  const shutdown = extra.shutdown === null ? undefined : report.shutdowns[extra.shutdown];
  const facts: Fact[] = [];
  if (episode !== undefined) {
    facts.push(
      fact('episode', episode.kind),
      fact('signal', episode.signal),
      fact('node', episode.node ?? 'unknown'),
    );
  }
  if (shutdown !== undefined) {
    facts.push(fact('server', shutdown.server), fact('outcome', shutdown.outcome));
    facts.push(fact('evidence', shutdown.evidence.join(', ')));
    if (shutdown.delaySeconds !== null) {
      facts.push(fact('delay', `${shutdown.delaySeconds} s (${shutdown.delayFrom ?? 'unknown'})`));
    }
    for (const [step, time] of Object.entries(shutdown.steps)) {
      const at = Date.parse(time);
      facts.push(fact(step, `${clockText(at, zone)} ${zoneName(zone, at)}`, true));
    }
  }
  return {
    title: extra.title,
    lane,
    from: extra.from,
    to: extra.to,
    remark: '',
    message: '',
    verdict: extra.kind === 'missing' ? 'Missing signal' : '',
    why: inZone(episode?.why ?? ''),
    facts,
    annotations: [],
    seenBy: seenBy(report, extra, zone),
    place: '',
    node: episode?.node ?? shutdown?.node ?? '',
  };
}

function describeRow(lanes: Lanes, table: IntervalTable, report: Report, row: Row, lane: string): ItemWords {
  const reason = textOf(table.texts, table.reason[row]);
  const source = table.sources[table.source[row]];
  const locator = table.locators[table.locator[row]];
  const index = lanes.disruptionOfRow.get(row);
  const disruption = index === undefined ? undefined : report.disruptions[index];
  const isJudged = disruption !== undefined && (report.complete || disruption.signal !== 'unsignalled');
  return {
    title: reason || source,
    lane,
    from: table.start[row],
    to: table.end[row],
    remark: remarkOf(table.flags[row]),
    message: textOf(table.texts, table.message[row]),
    verdict: isJudged ? VERDICTS[disruption.signal] : '',
    why: isJudged ? disruption.why : '',
    facts: [
      fact('source', source, true),
      fact('level', LEVELS[table.level[row]]),
      fact('type', locator.type || '(none)', true),
      ...Object.entries(locator.keys).map(([key, value]) => fact(key, value || '(empty)', true)),
    ],
    annotations: Object.entries(annotationsOf(table, row)).map(([key, value]) => fact(key, value, true)),
    seenBy: [],
    place: placeText(table, report, row),
    node: locator.keys['node'] ?? '',
  };
}

/** `e2e-events.json, item 812`: of line formats the line. */
function placeText(table: IntervalTable, report: Report, row: Row): string {
  const path = table.files[table.file[row]];
  const format = report.inputs.find((input) => input.path === path)?.format;
  return `${path}, ${isLineFormat(format) ? 'line' : 'item'} ${table.place[row]}`;
}

/** The word on a bar. */
export function barText(lanes: Lanes, table: IntervalTable, item: Item): string {
  const extra = extraOfItem(lanes, item);
  if (extra !== null) return extra.kind === 'phase' || extra.kind === 'gone' ? extra.title : '';
  const row = lanes.row[item];
  const { phase, alertstate, condition } = annotationsOf(table, row);
  const reason = textOf(table.texts, table.reason[row]);
  return phase ?? alertstate ?? (condition === undefined ? reason : reason || condition);
}

/** `barText` that reads each item once. */
export function rememberTexts(lanes: Lanes, table: IntervalTable): (item: Item) => string {
  const texts = new Map<Item, string>();
  return (item) => {
    let text = texts.get(item);
    if (text === undefined) {
      text = barText(lanes, table, item);
      texts.set(item, text);
    }
    return text;
  };
}

function fact(name: string, value: string, isMachine = false): Fact {
  return { name, value, isMachine };
}

function remarkOf(flags: number): string {
  const remarks: string[] = [];
  if (flags & FLAG.openStart) remarks.push('its start was never seen');
  if (flags & FLAG.openEnd) remarks.push('its end was never seen');
  if (flags & FLAG.predicted) remarks.push('its end is a prediction');
  if (flags & FLAG.backward) remarks.push('its end lay before its start');
  return remarks.join(', ');
}
