/** Which files of each control-plane node are there, and which are missing. */
import { NODE_FILE_KINDS, type InputReport, type NodeFileKind, type NodeFiles } from '../model/report.ts';
import { KUBE_APISERVER } from '../model/server.ts';
import type { Ground } from './ground.ts';

/** Formats of each kind of file. */
const KIND_OF_FORMAT: ReadonlyMap<string, NodeFileKind> = new Map<string, NodeFileKind>([
  ['termination-log', 'termination-log'],
  ['apiserver-log', 'apiserver-log'],
  ['loki', 'apiserver-log'],
  ['journal', 'journal'],
  ['audit-log', 'audit-log'],
]);

/** One entry for each node that runs a kube-apiserver, by name. */
export function findNodeFiles(ground: Ground): NodeFiles[] {
  const { inputs } = ground.run;
  const found = new Map<string, number[]>(); // by node and kind: indices of inputs
  const nodes = nodesOfInputs(ground);
  inputs.forEach((input, i) => {
    const kind = kindOf(input);
    if (kind === null) return;
    for (const node of nodes[i]) {
      const key = `${kind} ${node}`;
      found.set(key, [...(found.get(key) ?? []), i]);
    }
  });
  return [...ground.controlPlane].sort().map((node): NodeFiles => {
    const has = (kind: NodeFileKind) => found.get(`${kind} ${node}`) ?? [];
    return {
      node,
      files: NODE_FILE_KINDS.filter((kind) => has(kind).length > 0).map((kind) => ({
        kind,
        inputs: has(kind),
        ...spanOf(has(kind).map((i) => inputs[i])),
      })),
      missing: NODE_FILE_KINDS.filter((kind) => has(kind).length === 0),
    };
  });
}

/** Null for files of no node, of another apiserver, and for those that nothing could be read of. */
function kindOf({ format, server, records }: InputReport): NodeFileKind | null {
  // A log store answers with anything: lines of the apiserver's log count.
  if (records === 0 || (format === 'loki' && server === null)) return null;
  if (server !== null && server !== KUBE_APISERVER) return null;
  return KIND_OF_FORMAT.get(format ?? '') ?? null;
}

/** Of each input the nodes that it is of, by their longest names; of a file of several, those of which it tells something. */
function nodesOfInputs({ run, names }: Ground): Set<string>[] {
  const nodes = run.inputs.map(({ node, nodes: counted }) => {
    const own = [...(node === null ? [] : [node]), ...Object.keys(counted)];
    return new Set(own.filter((name) => name !== '').map((name) => names.nameOf(name)));
  });
  for (const { node, file } of run.marks)
    if (node !== null && run.inputs[file].node === null) nodes[file].add(names.nameOf(node));
  return nodes;
}

function spanOf(inputs: readonly InputReport[]): {
  readonly from: string | null;
  readonly to: string | null;
} {
  const times = (all: readonly (string | null)[]) => all.filter((time) => time !== null).sort();
  const [from] = times(inputs.map((one) => one.from));
  const to = times(inputs.map((one) => one.to)).pop();
  return { from: from ?? null, to: to ?? null };
}
