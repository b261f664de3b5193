import type { Item, Keys } from '../items/item.ts';
import type { EraId } from './era.ts';

/** The parts that stand before the free text, in the order of the string eras. */
const PARTS = [
  'pathological',
  'interesting',
  'constructed',
  'reason',
  'cause',
  'code',
  'config',
  'duration',
  'phase',
  'node',
  'role',
  'roles',
  'state',
  'alertstate',
  'severity',
  'count',
  'request-audit-id',
  'term',
  'leader',
];

/** An item's message as one string, as its era wrote it. `text` is the free text with the locator's slot filled. */
export function messageText(item: Item, era: EraId, text: string): string {
  const { source, reason } = item;
  const annotations = item.annotations ?? {};
  if (source === 'E2ETest') return testMessage(item, text);
  if (source === 'OperatorState' || source === 'ClusterOperatorMonitor')
    return operatorMessage(item, annotations);
  if (source === 'Alert' && (era === '2021' || era === 'late-2021')) return text;
  if (source === 'NodeMonitor' && era === '2020') return `condition ${reason} changed`;
  const parts: Record<string, string> = { ...annotations };
  if (reason !== '') parts['reason'] = reason;
  if (item.cause !== '' || reason.startsWith('Container')) parts['cause'] = item.cause;
  if (era === '2021' || era === 'late-2021') delete parts['constructed'];
  if (era === '4.12' && parts['constructed'] !== undefined) parts['constructed'] = 'true';
  let tail = text;
  if (era !== '4.14' && era !== '4.12' && parts['count'] !== undefined) {
    tail = `${text} (${parts['count']} times)`;
    delete parts['count'];
  }
  const head = PARTS.filter((name) => parts[name] !== undefined).map((name) => `${name}/${parts[name]}`);
  return [...head, tail].join(' ');
}

function testMessage(item: Item, text: string): string {
  if (item.reason === 'E2ETestFinished') return `finishedStatus/${item.annotations?.['status'] ?? 'Unknown'}`;
  return text;
}

/** The old conditions put their text into the slot of the reason. */
function operatorMessage(item: Item, annotations: Keys): string {
  const { condition, status } = annotations;
  if (condition === undefined) return item.text;
  const head = `condition/${condition} status/${status ?? ''}`;
  if (item.source === 'OperatorState') return `${head} reason/${item.text}`;
  return `${head} reason/${item.reason} changed: ${item.text}`;
}
