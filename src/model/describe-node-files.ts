/** Which files of each node are there, in words; the page, the command and Markdown share them. */
import { plural } from '../base/text.ts';
import { NODE_FILE_KINDS, type NodeFileKind, type NodeFiles, type Report } from './report.ts';

export const NODE_FILE_WORDS: Readonly<Record<NodeFileKind, string>> = {
  'termination-log': 'termination log',
  'apiserver-log': 'kube-apiserver log',
  journal: 'journal',
  'audit-log': 'audit log',
};

/** The nodes to tell of: none where not one file of any node is there, and that nobody needs to be told. */
export function nodesWithFiles({ nodes }: Report): readonly NodeFiles[] {
  return nodes.some(({ files }) => files.length > 0) ? nodes : [];
}

/** One text for each kind of file: `09:31:04 – 11:08:56, 2 files`, or `missing`. */
export function nodeFileCells({ files }: NodeFiles): string[] {
  return NODE_FILE_KINDS.map((kind) => {
    const found = files.find((one) => one.kind === kind);
    if (found === undefined) return 'missing';
    const { from, to, inputs } = found;
    const span = from === null || to === null ? 'no times' : `${from.slice(11, 19)} – ${to.slice(11, 19)}`;
    return inputs.length === 1 ? span : `${span}, ${plural(inputs.length, 'file')}`;
  });
}

/** `termination log (09:31:04 – 11:08:56), journal (…); missing: audit log`. */
export function describeNodeFiles(node: NodeFiles): string {
  const cells = nodeFileCells(node);
  const here = NODE_FILE_KINDS.flatMap((kind, i) =>
    node.missing.includes(kind) ? [] : [`${NODE_FILE_WORDS[kind]} (${cells[i]})`],
  );
  const missing = node.missing.map((kind) => NODE_FILE_WORDS[kind]).join(', ');
  if (here.length === 0) return `missing: ${missing}`;
  return missing === '' ? here.join(', ') : `${here.join(', ')}; missing: ${missing}`;
}
