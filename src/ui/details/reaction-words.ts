import type { LoadBalancer, Reaction } from '../../model/report.ts';

/** The reactions of one load balancer, in the order of the report. */
export interface ReactionGroup {
  readonly words: string;
  readonly rows: readonly Reaction[];
}

const WORDS: Readonly<Record<LoadBalancer, string>> = {
  external: 'external load balancer',
  internal: 'internal load balancer',
  'service-network': 'service network',
  localhost: 'localhost',
};

/** By load balancer, in the order of the report; what does not tell its way comes last. */
export function groupReactions(reactions: readonly Reaction[]): ReactionGroup[] {
  const groups = new Map<LoadBalancer | null, Reaction[]>();
  for (const one of reactions) {
    const own = groups.get(one.loadBalancer);
    if (own === undefined) groups.set(one.loadBalancer, [one]);
    else own.push(one);
  }
  return [...groups]
    .sort(([a], [b]) => Number(a === null) - Number(b === null))
    .map(([balancer, rows]) => ({
      words: balancer === null ? 'load balancer not told' : WORDS[balancer],
      rows,
    }));
}

/** `new, http2`; `any` where the source cannot tell them apart. */
export function connectionWords({ connection, protocol }: Reaction): string {
  return [connection, protocol].filter((part) => part !== null).join(', ') || 'any';
}
