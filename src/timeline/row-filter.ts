import { parseBackendName } from '../model/backend-name.ts';
import { FLAG, LEVELS, type IntervalTable, type Level, type Row } from '../model/interval-table.ts';
import { cleanNodeName, shortNodeName } from '../model/node-name.ts';
import type { Report } from '../model/report.ts';
import type { RowMask } from '../view/row-mask.ts';
import type { Focus } from '../view/view-state.ts';
import type { CounterLane } from './counters.ts';
import { PAINT, PAINTS, type Paint } from './paint.ts';

/** Which rows are drawn. Marks read from the report stay, whatever the query says. */
export interface RowFilter {
  /** Rows that the query does not match are 0; null: there is no query. */
  readonly mask: RowMask;
  /** What does not match is drawn, but dimmed. */
  readonly isHighlight: boolean;
  readonly hiddenLevels: readonly Level[];
  /** Names of classes that are not drawn. */
  readonly hiddenClasses: readonly string[];
  /** Show also what its producer did not mean for charts. */
  readonly showUndisplayed: boolean;
  readonly focus: Focus | null;
  /** Lanes of requests that stand for those of the whole run; null: those. */
  readonly counted: readonly CounterLane[] | null;
}

export const NO_FILTER: RowFilter = {
  mask: null,
  isHighlight: false,
  hiddenLevels: [],
  hiddenClasses: [],
  showUndisplayed: true,
  focus: null,
  counted: null,
};

/** A row's level in the two lowest bits. */
const UNDISPLAYED = 4;
const TRAITS = 8;

/** What of a row a filter asks for besides its class: level, and whether its producer meant it for charts. */
export function createTraitReader(table: IntervalTable): (row: Row, paint: Paint) => number {
  // Files from before the flag have it nowhere: then it says nothing.
  const hasFlag = table.flags.some((flags) => (flags & FLAG.display) !== 0);
  return (row, paint) => {
    const level = table.level[row];
    // Healthy stretches are ours to show, and a finding is always visible.
    const isOurs = !hasFlag || paint === PAINT.healthy || paint >= PAINT['client-network'];
    return isOurs || (table.flags[row] & FLAG.display) !== 0 ? level : level | UNDISPLAYED;
  };
}

/** Lookup tables of a filter: 1 for what is hidden. Index: traits, and class. */
export function hiddenTraits({ hiddenLevels, showUndisplayed }: RowFilter): Uint8Array {
  const hidden = new Uint8Array(TRAITS);
  for (let traits = 0; traits < TRAITS; traits++) {
    const level = LEVELS[traits & 3];
    const isLevelHidden = level !== undefined && hiddenLevels.includes(level);
    if (isLevelHidden || (!showUndisplayed && (traits & UNDISPLAYED) !== 0)) hidden[traits] = 1;
  }
  return hidden;
}

export function hiddenPaints({ hiddenClasses }: RowFilter): Uint8Array {
  return Uint8Array.from(PAINTS, (name) => (hiddenClasses.includes(name) ? 1 : 0));
}

/** What concerns a node or a backend. O(locators + disruptions) to make. */
export interface FocusTest {
  hasRow(row: Row): boolean;
  /** A lifecycle lane of this apiserver and node. */
  hasServer(server: string, place: string | null): boolean;
}

export function createFocusTest(
  focus: Focus,
  table: IntervalTable,
  report: Report,
  disruptionOfRow: ReadonlyMap<Row, number>,
): FocusTest {
  return focus.kind === 'node'
    ? nodeTest(focus.name, table, report, disruptionOfRow)
    : backendTest(focus.name, table);
}

/** Rows that name the node, and outages that an apiserver's leaving it explains. */
function nodeTest(
  name: string,
  table: IntervalTable,
  report: Report,
  disruptionOfRow: ReadonlyMap<Row, number>,
): FocusTest {
  const short = (node: string) => shortNodeName(cleanNodeName(node));
  const wanted = short(name);
  const isWanted = (node: string | null) => node !== null && short(node) === wanted;
  // Pods of a node end in its name: `etcd-master-1`.
  const names = (value: string) =>
    isWanted(value) || value.endsWith(`-${wanted}`) || value.endsWith(`-${name}`);
  const isOfNode = Uint8Array.from(table.locators, ({ keys }) => (Object.values(keys).some(names) ? 1 : 0));
  const isExplained = report.disruptions.map(
    ({ episodes, shutdown }) =>
      episodes.some((index) => isWanted(report.episodes[index].node)) ||
      (shutdown !== null && isWanted(report.shutdowns[shutdown].node)),
  );
  return {
    hasRow: (row) =>
      isOfNode[table.locator[row]] === 1 || (isExplained[disruptionOfRow.get(row) ?? -1] ?? false),
    hasServer: (_, place) => isWanted(place),
  };
}

/** Rows of samplers of the backend, and the life of the apiservers: what may have taken it down. */
function backendTest(name: string, table: IntervalTable): FocusTest {
  const isOfBackend = Uint8Array.from(table.locators, ({ keys }) => {
    const isNamed = 'backend-disruption-name' in keys || 'disruption' in keys;
    return isNamed && parseBackendName(keys).backend === name ? 1 : 0;
  });
  return { hasRow: (row) => isOfBackend[table.locator[row]] === 1, hasServer: () => true };
}
