/** Failed tests of which nothing tells when they ran: test results have their names, and no row has their time. */
import { compareText, truncate } from '../base/text.ts';
import { annotationsOf } from '../model/interval-table.ts';
import type { UntimedTests } from '../model/report.ts';
import type { RunData } from '../model/run.ts';

/** Names that a report has; a run in which more fail is looked at as a whole. */
const MAX_NAMES = 100;
const MAX_NAME = 500;

/** Null for none. A test that passed when it was tried again did not fail. O(rows), and a set of the names. */
export function findUntimedTests({ table, facts }: Pick<RunData, 'table' | 'facts'>): UntimedTests | null {
  const names = new Set<string>();
  for (const fact of facts) if (fact.kind === 'failed-test' && !fact.alsoPassed) names.add(fact.name);
  for (const fact of facts) if (fact.kind === 'failed-test' && fact.alsoPassed) names.delete(fact.name);
  const source = table.sources.indexOf('E2ETest');
  for (let row = 0; source >= 0 && names.size > 0 && row < table.length; row++) {
    if (table.source[row] !== source) continue;
    const name = table.locators[table.locator[row]].keys['e2e-test'];
    if (name !== undefined && names.has(name) && annotationsOf(table, row)['status'] === 'Failed')
      names.delete(name);
  }
  if (names.size === 0) return null;
  const sorted = [...names].sort(compareText).slice(0, MAX_NAMES);
  return { count: names.size, names: sorted.map((name) => truncate(name, MAX_NAME)) };
}
