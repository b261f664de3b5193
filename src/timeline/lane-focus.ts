import { parseBackendName } from '../model/backend-name.ts';
import type { IntervalTable } from '../model/interval-table.ts';
import { cleanNodeName, shortNodeName } from '../model/node-name.ts';
import type { Focus } from '../view/view-state.ts';
import { isDisruptionSource } from './disruption-rows.ts';
import { LIFECYCLE_GROUP } from './groups.ts';
import type { Lane, Lanes } from './lanes.ts';

/** What one can look at alone, starting from this lane: its node, or its backend; null for neither. */
export function focusOfLane(lanes: Lanes, table: IntervalTable, lane: Lane): Focus | null {
  if (lanes.groups[lanes.group[lane]].id === LIFECYCLE_GROUP) {
    const node = lanes.titles[lane].split(' ')[1] ?? '';
    return node === '' || node.startsWith('(') ? null : nodeFocus(node);
  }
  const row = lanes.first[lane] < lanes.first[lane + 1] ? lanes.row[lanes.first[lane]] : -1;
  if (row < 0) return null;
  const { keys } = table.locators[table.locator[row]];
  if (isDisruptionSource(table.sources[table.source[row]])) {
    const { backend } = parseBackendName(keys);
    return backend === '' ? null : { kind: 'backend', name: backend };
  }
  return keys['node'] === undefined || keys['node'] === '' ? null : nodeFocus(keys['node']);
}

function nodeFocus(node: string): Focus {
  return { kind: 'node', name: shortNodeName(cleanNodeName(node)) };
}
