import { formatDuration } from '../../base/duration.ts';
import type { BlastCell, BlastColumn } from '../../model/blast-radius.ts';

const BALANCER_WORDS = {
  external: 'external',
  internal: 'internal',
  'service-network': 'service',
  localhost: 'localhost',
} as const;

export function columnWords({ loadBalancer, connection }: BlastColumn): {
  balancer: string;
  connection: string;
} {
  return {
    balancer: loadBalancer === null ? 'direct' : BALANCER_WORDS[loadBalancer],
    connection: connection ?? 'any',
  };
}

/** `38 s`, `≥ 38 s` where the end was never seen, `0` for healthy, `·` for what nobody measured. */
export function cellText(cell: BlastCell): string {
  if (cell.kind === 'not-measured') return '·';
  if (cell.kind === 'healthy') return '0';
  return `${cell.isOpen ? '≥ ' : ''}${formatDuration(cell.covered)}`;
}

/** The same for those who do not see it. */
export function cellWords(cell: BlastCell): string {
  if (cell.kind === 'not-measured') return 'not measured';
  if (cell.kind === 'healthy') return 'measured, no outage';
  const words = {
    unsignalled: 'unsignalled',
    signalled: 'signalled',
    undeterminable: 'undeterminable',
    'not-applicable': 'not judged',
  };
  return words[cell.signal];
}

/** The load balancers over the columns, each once with how many columns it has. */
export function balancerHeads(
  columns: readonly BlastColumn[],
): { readonly words: string; readonly span: number }[] {
  const heads: { words: string; span: number }[] = [];
  for (const column of columns) {
    const words = columnWords(column).balancer;
    const last = heads[heads.length - 1];
    if (last?.words === words) last.span++;
    else heads.push({ words, span: 1 });
  }
  return heads;
}
