import { SECOND, type DurationMs } from '../base/time.ts';
import { KUBE_APISERVER } from '../model/server.ts';
import type { Report } from '../model/report.ts';
import { extraOfItem, type Item } from '../timeline/lanes.ts';
import type { ItemWords } from './details/item-words.ts';
import type { LinkGround } from './details/item-links.ts';
import type { Looked } from './findings/out-links.ts';

/** Seen elsewhere, an item has this much around it. */
const MARGIN: DurationMs = 60 * SECOND;

/** What of an item another tool is to show: its time with a minute around it, and the pod that it is of. */
export function lookedAt({ lanes, table, report }: LinkGround, item: Item, words: ItemWords): Looked {
  const extra = extraOfItem(lanes, item);
  const keys = extra === null ? table.locators[table.locator[lanes.row[item]]].keys : {};
  return {
    from: words.from - MARGIN,
    to: words.to + MARGIN,
    pod: keys['pod'] ?? podOfNode(report, words.node),
    words: words.message.split('\n', 1)[0].trim() || words.title,
  };
}

/** The kube-apiserver's pod is named after its node. */
function podOfNode({ run }: Pick<Report, 'run'>, node: string): string | null {
  return run.controlPlane.includes(node) ? `${KUBE_APISERVER}-${node}` : null;
}
