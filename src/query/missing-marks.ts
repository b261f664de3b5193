/** The marks that stand where a signal is missing: they are of the report and of no row, and a query can ask for them all the same. */
import { forEachBit } from '../base/bitset.ts';
import { PRECISION, type EpochMs } from '../base/time.ts';
import { IntervalTableBuilder } from '../model/interval-table-builder.ts';
import type { Report } from '../model/report.ts';
import { evaluateQuery } from './evaluate-query.ts';
import { needsWorker, type Query } from './query.ts';
import type { DataRange } from './table-index.ts';

export interface MissingMark {
  /** Index into the report's episodes. */
  readonly episode: number;
  /** Where the signal was due. */
  readonly at: EpochMs;
}

/**
 * The marks that a query with `is:missing` keeps, by time: each is taken for a row of its own, an instant with its node
 * and server. Without `is:missing` a query is about rows alone; with a regular expression, too, as those may run for long.
 * `range`: what clock times are seen from.
 */
export function findMissingMarks(
  query: Query,
  { episodes, complete }: Pick<Report, 'episodes' | 'complete'>,
  range: DataRange,
): MissingMark[] {
  const isAsked = query.terms.some((term) => term.kind === 'is' && term.what === 'missing');
  if (!isAsked || !complete || needsWorker(query)) return [];
  const marks = episodes
    .flatMap(({ signal, from }, episode) => (signal === 'missing' ? [{ episode, at: Date.parse(from) }] : []))
    .sort((a, b) => a.at - b.at);
  const builder = new IntervalTableBuilder('');
  marks.forEach(({ episode, at }, place) => {
    const { server, node } = episodes[episode];
    const keys = { server, ...(node === null ? {} : { node }) };
    builder.add({
      from: at,
      to: at,
      precision: PRECISION.second,
      level: 'Info',
      source: '',
      locator: { type: '', keys },
      reason: 'ShutdownInitiated',
      message: '',
      annotations: {},
      display: false,
      isPredicted: false,
      place,
    });
  });
  const table = builder.finish();
  const rows = evaluateQuery(query, table, { range, verdicts: { missing: [...marks.keys()] } });
  const kept: MissingMark[] = [];
  forEachBit(rows, (row) => kept.push(marks[table.place[row]]));
  return kept;
}
