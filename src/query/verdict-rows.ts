import type { Row } from '../model/interval-table.ts';
import type { Report } from '../model/report.ts';
import type { VerdictPredicate } from './query.ts';

/** The rows of each verdict, which the table itself does not tell; ascending. */
export type VerdictRows = Readonly<Partial<Record<VerdictPredicate, readonly Row[]>>>;

/**
 * What the report says of rows of disruption; `missing` are those at an episode whose signal is missing, which are
 * unsignalled too. While files are still read, nothing is unsignalled yet.
 */
export function verdictRows(
  { disruptions, episodes, complete }: Pick<Report, 'disruptions' | 'episodes' | 'complete'>,
  disruptionOfRow: ReadonlyMap<Row, number>,
): VerdictRows {
  const found: Partial<Record<VerdictPredicate, Row[]>> = {};
  const add = (verdict: VerdictPredicate, row: Row) => (found[verdict] ??= []).push(row);
  for (const [row, index] of [...disruptionOfRow].sort(([a], [b]) => a - b)) {
    const { signal, episodes: own } = disruptions[index];
    const isEarly = !complete && signal === 'unsignalled';
    add(isEarly ? 'undeterminable' : signal, row);
    if (complete && own.some((episode) => episodes[episode].signal === 'missing')) add('missing', row);
  }
  return found;
}
