import { annotationsOf, FLAG, type IntervalTable, type Row } from '../model/interval-table.ts';
import { cleanNodeName, shortNodeName } from '../model/node-name.ts';
import type { Report } from '../model/report.ts';
import { locatorText } from '../model/locator-text.ts';
import { createPainter } from './colours.ts';
import { createDisruptionReader, isDisruptionSource, paintOfDisruption } from './disruption-rows.ts';
import { NODES_GROUP } from './groups.ts';
import { disruptionGroup, disruptionLabel, laneLabel } from './lane-label.ts';
import { PAINT, type Paint } from './paint.ts';

export const NO_LANE = -1;

export interface LaneName {
  readonly group: string;
  readonly label: string;
  readonly title: string;
}

/** Says to which lane a row belongs, as a number that is the same for rows of one lane, and its class. */
export interface LaneChooser {
  keyOf(row: Row): number;
  /** What the lane of this row and key is called. */
  describe(row: Row, key: number): LaneName;
  paintOf(row: Row): Paint;
}

export function createLaneChooser(
  table: IntervalTable,
  report: Report,
  disruptionOfRow: ReadonlyMap<Row, number>,
): LaneChooser {
  // A source has one group, or one for each of the few words that split it. Small keys are quick to look up.
  const groupLimit = table.sources.length * 8 + 8;
  const groupIds = new Names();
  const labelIds = new Names();
  const kindOf = createDisruptionReader(table);
  const colourOf = createPainter(table);
  const isDisruption = table.sources.map(isDisruptionSource);
  const hasDisplay = table.flags.some((flags) => (flags & FLAG.display) !== 0);
  const groupOfRow = createGroupChooser(table, report, groupIds);
  // A label depends on the locator, and on whether the row is a disruption; each is made once.
  const labels = new Int32Array(table.locators.length).fill(-1);
  const disruptionLabels = new Int32Array(table.locators.length).fill(-1);

  function labelOf(row: Row): number {
    const cache = isDisruption[table.source[row]] ? disruptionLabels : labels;
    const index = table.locator[row];
    if (cache[index] < 0) {
      const locator = table.locators[index];
      const id = labelIds.id(cache === labels ? laneLabel(locator) : disruptionLabel(locator));
      cache[index] = id;
    }
    return cache[index];
  }

  return {
    keyOf(row) {
      if (isDisruption[table.source[row]] && isLeftOut(row)) return NO_LANE;
      const group = groupOfRow(row);
      return labelOf(row) * groupLimit + group;
    },
    describe(row, key) {
      const label = labelIds.names[Math.floor(key / groupLimit)];
      const title = locatorText(table.locators[table.locator[row]]);
      return { group: groupIds.names[key % groupLimit], label, title };
    },
    paintOf(row) {
      if (isDisruption[table.source[row]]) {
        const kind = kindOf(row);
        if (kind === 'healthy') return PAINT.healthy;
        if (kind === 'sampler') return PAINT['client-network'];
        return judged(row) ?? PAINT.failed;
      }
      return judged(row) ?? colourOf(row);
    },
  };

  /** Disruption that its producer did not mean for charts is drawn by nobody, unless the report speaks of it. */
  function isLeftOut(row: Row): boolean {
    const isMeant = !hasDisplay || (table.flags[row] & FLAG.display) !== 0 || disruptionOfRow.has(row);
    return !isMeant && kindOf(row) === 'outage';
  }

  function judged(row: Row): Paint | null {
    const index = disruptionOfRow.get(row);
    return index === undefined ? null : paintOfDisruption(report.disruptions[index], report.complete);
  }
}

/** Group ids by row: by load balancer, by condition, by test status, by kind of node, else by source. */
function createGroupChooser(table: IntervalTable, report: Report, ids: Names): (row: Row) => number {
  const byAnnotation = (key: string, groups: Readonly<Record<string, string>>, other: string) => {
    const cache = new Map<number, number>(); // by annotations' TextId
    return (row: Row) => {
      const text = table.annotations[row];
      let id = cache.get(text);
      if (id === undefined) {
        id = ids.id(groups[annotationsOf(table, row)[key] ?? ''] ?? other);
        cache.set(text, id);
      }
      return id;
    };
  };
  const byLocator = (groupOf: (row: Row) => string) => {
    const cache = new Int32Array(table.locators.length).fill(-1);
    return (row: Row) => {
      const locator = table.locator[row];
      if (cache[locator] < 0) cache[locator] = ids.id(groupOf(row));
      return cache[locator];
    };
  };
  const controlPlane = new Set(report.run.controlPlane.map((name) => shortNodeName(cleanNodeName(name))));
  const groupOfNode = (row: Row) => {
    const node = table.locators[table.locator[row]].keys['node'] ?? '';
    const roles = annotationsOf(table, row)['roles'] ?? '';
    const isControlPlane = controlPlane.has(shortNodeName(cleanNodeName(node)));
    return isControlPlane || /\b(control-plane|master)\b/.test(roles) ? NODES_GROUP : 'NodeState';
  };
  const bySource = table.sources.map((source) => {
    if (isDisruptionSource(source)) {
      return byLocator((row) => disruptionGroup(table.locators[table.locator[row]]));
    }
    if (source === 'OperatorState') return byAnnotation('condition', OPERATOR_GROUPS, source);
    if (source === 'E2ETest') return byAnnotation('status', TEST_GROUPS, source);
    // Boots stand with the node's updates.
    if (source === 'NodeState' || source === 'SystemdLog') return byLocator(groupOfNode);
    const id = ids.id(source);
    return () => id;
  });
  return (row) => bySource[table.source[row]](row);
}

const OPERATOR_GROUPS = {
  Available: 'OperatorAvailable',
  Progressing: 'OperatorProgressing',
  Degraded: 'OperatorDegraded',
};
const TEST_GROUPS = { Passed: 'E2EPassed', Failed: 'E2EFailed', Flaked: 'E2EFlaked', Skipped: 'E2ESkipped' };

/** Numbers for texts, from 0, in order of first use. */
class Names {
  readonly names: string[] = [];
  #ids = new Map<string, number>();

  id(name: string): number {
    let id = this.#ids.get(name);
    if (id === undefined) {
      id = this.names.push(name) - 1;
      this.#ids.set(name, id);
    }
    return id;
  }
}
