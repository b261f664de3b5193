import { SpanIndex } from '../base/spans.ts';
import { KUBE_APISERVER } from '../model/server.ts';
import { ownerKey } from './mark-index.ts';
import { NodeIndex } from './node-index.ts';
import { firstSign, type Stop } from './shutdowns.ts';

/** The stops of a run, found by apiserver and time. */
export interface StopIndex {
  /** Those with a T0, at it; by `ownerKey`. */
  readonly byT0: NodeIndex<Stop>;
  /** All, at the first of their steps; by `ownerKey`. */
  readonly bySign: NodeIndex<Stop>;
  /** Those of kube-apiservers whose node nothing tells, or only a header by a name that nobody knows, at their T0. */
  readonly ofNoNode: SpanIndex<Stop>;
}

export function indexStops(stops: readonly Stop[], controlPlane: ReadonlySet<string>): StopIndex {
  const owner = (stop: Stop) => ownerKey(stop.server, stop.node);
  const timed = stops.filter((stop) => stop.t0 !== null);
  const atT0 = (stop: Stop) => [stop.t0!, stop.t0!] as const;
  return {
    byT0: new NodeIndex(timed, owner, atT0),
    bySign: new NodeIndex(stops, owner, (stop) => [firstSign(stop), firstSign(stop)]),
    ofNoNode: new SpanIndex(
      timed.filter((stop) => stop.server === KUBE_APISERVER && isOfNoNode(stop, controlPlane)),
      atT0,
    ),
  };
}

function isOfNoNode({ node, evidence }: Stop, controlPlane: ReadonlySet<string>): boolean {
  return node === null || (evidence.every((kind) => kind === 'header') && !controlPlane.has(node));
}
