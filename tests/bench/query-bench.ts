import { MINUTE, PRECISION } from '../../src/base/time.ts';
import { LEVELS, type IntervalTable } from '../../src/model/interval-table.ts';
import { IntervalTableBuilder } from '../../src/model/interval-table-builder.ts';
import { textOf } from '../../src/model/text-pool.ts';
import { evaluateQuery, evaluateSlices } from '../../src/query/evaluate-query.ts';
import { locatorText } from '../../src/model/locator-text.ts';
import { parseQuery } from '../../src/query/parse-query.ts';
import type { Query } from '../../src/query/query.ts';
import { compileRegexes, NO_REGEXES, type Regexes } from '../../src/query/regexes.ts';
import { indexOfTable } from '../../src/query/table-index.ts';
import type { WordIndex } from '../../src/query/word-index.ts';
import { finishNow } from '../../src/timeline/slices.ts';
import { Random } from '../support/generate/random.ts';
import { mediansOf, type Bench, type Comparison } from './bench.ts';

/**
 * Queries at rest (nothing remembered but what the page makes of a table when it comes, and after that in its idle time)
 * against a search row by row, and against what they may take at most.
 */
export const queryBench: Bench = {
  name: 'query',
  async run() {
    return [...(await comparisonsAt(100_000, 16, 150)), ...(await comparisonsAt(1_000_000, 100, 1500))];
  },
};

const QUERIES: Readonly<Record<string, string>> = {
  substring: 'timeout',
  'short substring': 'ti',
  'substring nowhere': '"no such text"',
  key: 'node:ip-10-0-7-12*',
  'annotation key': 'phase:reboot',
  'six terms': 'is:error (timeout or refused) -source:KubeEvent dur>1s node:ip-10*',
  regex: '/time(d )?out [0-9]+ms/i',
};

/** Our time against the row-by-row way; the limits are those of the card, put as shares of the peer's time. */
async function comparisonsAt(count: number, limit: number, regexLimit: number): Promise<Comparison[]> {
  const table = denseTable(count);
  const lines = linesOf(table);
  const comparisons: Comparison[] = [];
  const words = wordsOf(table);
  let slowest = 0;
  for (const [name, text] of Object.entries(QUERIES)) {
    const { query, regexes } = await prepared(text);
    const isRegex = regexes.size > 0;
    const pattern = /time(d )?out [0-9]+ms/i;
    const times = await mediansOf({
      ours: async () => cold(table, query, regexes, words),
      peer: async () =>
        timed(() => (isRegex ? lines.filter((line) => pattern.test(line)) : searchLines(lines, text))),
    });
    if (!isRegex) slowest = Math.max(slowest, times.ours);
    comparisons.push({
      what: `${name}, ${count / 1000}k`,
      ours: times.ours,
      peer: times.peer,
      peerName: isRegex ? 'RegExp per row' : 'includes() per row',
      unit: 'ms',
      ratio: 'speed',
      floor: 1,
      aim: 4,
    });
  }
  const limits = { unit: 'ms', ratio: 'share', floor: 1, aim: 0.5 } as const;
  const regex = comparisons[comparisons.length - 1].ours;
  return [
    ...comparisons,
    {
      what: `slowest but regex, ${count / 1000}k`,
      readme: `the slowest of six filters at ${count.toLocaleString('en')} intervals`,
      ours: slowest,
      peer: limit,
      peerName: `${limit} ms`,
      ...limits,
    },
    { what: `regex, ${count / 1000}k`, ours: regex, peer: regexLimit, peerName: 'its limit', ...limits },
    ...(await typing(table, lines, count, words)),
  ];
}

/** One more letter, the query before being remembered. */
async function typing(
  table: IntervalTable,
  lines: readonly string[],
  count: number,
  words: WordIndex | null,
): Promise<Comparison[]> {
  const before = (await prepared('timeou')).query;
  const { query } = await prepared('timeout');
  const times = await mediansOf({
    ours: async () => {
      const copy = { ...table };
      warmIndex(copy, words);
      evaluateQuery(before, copy);
      return timed(() => evaluateQuery(query, copy));
    },
    bare: async () => cold(table, query, NO_REGEXES, null),
    peer: async () => timed(() => searchLines(lines, 'timeout')),
  });
  const of = { unit: 'ms', ratio: 'speed', floor: 4, aim: 10 } as const;
  const what = `one more letter, ${count / 1000}k`;
  return [
    { what, ours: times.ours, peer: times.peer, peerName: 'includes() per row', ...of },
    { what, ours: times.ours, peer: times.bare, peerName: 'the whole, before its index is made', ...of },
  ];
}

/** The longest that a query holds its thread between two chances to stop, in ms. */
export async function longestSlice(text: string, table: IntervalTable): Promise<number> {
  const { query, regexes } = await prepared(text);
  const slices = evaluateSlices(query, { ...table }, { regexes });
  let longest = 0;
  for (let isDone = false; !isDone;) {
    longest = Math.max(
      longest,
      timed(() => (isDone = slices.next().done === true)),
    );
  }
  return longest;
}

async function prepared(text: string): Promise<{ query: Query; regexes: Regexes }> {
  const parsed = parseQuery(text);
  if (!parsed.ok) throw new Error(`not a query: ${text}`);
  const regexes = await compileRegexes(parsed.value);
  return { query: parsed.value, regexes: regexes.ok ? regexes.value : NO_REGEXES };
}

/** A new table object has nothing remembered; its indexes are made first, as the page does. */
function cold(table: IntervalTable, query: Query, regexes: Regexes, words: WordIndex | null): number {
  const copy = { ...table };
  warmIndex(copy, words);
  return timed(() => evaluateQuery(query, copy, { regexes }));
}

function warmIndex(table: IntervalTable, words: WordIndex | null): void {
  const parsed = parseQuery('');
  if (parsed.ok) evaluateQuery(parsed.value, table);
  indexOfTable(table).words = words;
}

function wordsOf(table: IntervalTable): WordIndex | null {
  const copy = { ...table };
  finishNow(indexOfTable(copy).prepareWords());
  return indexOfTable(copy).words;
}

function searchLines(lines: readonly string[], text: string): string[] {
  return lines.filter((line) => line.toLowerCase().includes(text));
}

function linesOf(table: IntervalTable): string[] {
  return Array.from({ length: table.length }, (_, row) => {
    const texts = [table.reason[row], table.message[row], table.annotations[row]];
    const locator = locatorText(table.locators[table.locator[row]]);
    return [locator, table.sources[table.source[row]], ...texts.map((id) => textOf(table.texts, id))].join(
      ' ',
    );
  });
}

function timed(work: () => unknown): number {
  const started = performance.now();
  work();
  return performance.now() - started;
}

const WORDS =
  'Get "https://api.demo.example:6443/api/v1/namespaces/default" context deadline exceeded net/http timeout awaiting ' +
  'response headers dial tcp connect connection refused etcdserver leader changed pod container started Back-off pulling ' +
  'image readiness probe failed node NotReady kubelet stopped posting status reset by peer timed out 250ms';

/** A table in which hardly a message repeats, as in runs of real clusters: the worst for a search of distinct texts. */
export function denseTable(count: number): IntervalTable {
  const random = new Random(7);
  const words = WORDS.split(' ');
  const locators = Array.from({ length: 5000 }, (_, i) => ({
    type: 'Pod',
    keys: {
      namespace: `openshift-${words[i % words.length].toLowerCase()}`,
      node: `ip-10-0-${i % 16}-${i % 250}.us-east-2.compute.internal`,
      pod: `pod-${i}-${random.suffix(5)}`,
    },
  }));
  const sources = ['KubeEvent', 'PodState', 'Disruption', 'KubeletLog', 'NodeState', 'OperatorState'];
  const builder = new IntervalTableBuilder('dense.json');
  const start = Date.parse('2025-05-06T06:00:00Z');
  for (let i = 0; i < count; i++) {
    const from = start + Math.floor((i / count) * 150 * MINUTE);
    const stamp = new Date(from).toISOString();
    builder.add({
      from,
      to: from + random.below(20_000),
      precision: PRECISION.second,
      level: LEVELS[random.below(3)],
      source: random.pick(sources),
      locator: random.pick(locators),
      reason: random.pick(['Started', 'BackOff', 'Unhealthy', 'NodeNotReady', 'Pulled']),
      message: `${i} ${Array.from({ length: 12 }, () => random.pick(words)).join(' ')}`,
      annotations: {
        firstTimestamp: stamp,
        lastTimestamp: stamp,
        phase: random.pick(['Reboot', 'Drain', 'Update']),
      },
      display: random.chance(0.5),
      isPredicted: false,
      place: i + 1,
    });
  }
  return builder.finish();
}
