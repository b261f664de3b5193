import type { EpochMs } from '../../../../src/base/time.ts';
import type { Item } from '../items/item.ts';
import type { WindowMaker } from '../items/window-items.ts';
import type { GoObject } from './go-json.ts';

/** An age of the test binary: it decides how items are put into words. */
export type EraId = '2020' | '2021' | 'late-2021' | '4.12' | '4.14' | 'current';

export const ERA_IDS: readonly EraId[] = ['2020', '2021', 'late-2021', '4.12', '4.14', 'current'];

/** An item in an era's words: as JSON, and as the two strings that text time lines and tie-breaks use. */
export interface WrittenItem {
  readonly from: EpochMs | null;
  readonly to: EpochMs | null;
  readonly level: Item['level'];
  readonly locator: string;
  readonly message: string;
  readonly value: GoObject;
}

/** How an era made windows of shutdown events; null before there were any. */
export function windowMakerOf(era: EraId): WindowMaker | null {
  if (era === '4.12') return 'pairs';
  return era === '4.14' || era === 'current' ? 'analyser' : null;
}

const FIRST_SOURCES = [
  'KubeEvent',
  'PodMonitor',
  'NodeMonitor',
  'ClusterOperatorMonitor',
  'E2ETest',
  'Disruption',
];
const SOURCES_SINCE: Readonly<Partial<Record<EraId, readonly string[]>>> = {
  '2020': FIRST_SOURCES,
  '2021': [...FIRST_SOURCES, 'OperatorState', 'NodeState', 'Alert', 'VersionState'],
  'late-2021': [...FIRST_SOURCES, 'OperatorState', 'NodeState', 'Alert', 'VersionState', 'PodState'],
};
const NOT_IN_STRINGS = new Set(['APIServerShutdown', 'CPUMonitor', 'PodLog', 'EtcdLeadership']);

/** Whether an era's monitor knew a source. */
export function knowsSource(era: EraId, source: string): boolean {
  if (era === 'current') return true;
  if (era === '4.14') return source !== 'APIServerShutdown';
  if (era === '4.12') return !NOT_IN_STRINGS.has(source);
  return SOURCES_SINCE[era]!.includes(source);
}
