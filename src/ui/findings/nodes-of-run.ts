import { annotationsOf, type IntervalTable, type Row } from '../../model/interval-table.ts';
import { addressOfName, NodeNames, shortNodeName } from '../../model/node-name.ts';
import type { Report } from '../../model/report.ts';
import { findBytes, makeNeedle } from '../../query/byte-search.ts';
import type { Fact } from '../details/item-words.ts';

/** A node of the run, as far as the data tell. */
export interface RunNode {
  readonly name: string;
  /** `control plane`, `worker`, what the data call it, or '' where they do not. */
  readonly role: string;
  /** IPv4; '' where no name tells. */
  readonly address: string;
}

/** A cluster of a run has some dozens; a hostile file may name any number. */
const MAX_NODES = 500;

const found = new WeakMap<Report, readonly RunNode[]>();

/** Nodes of the control plane first, then by name. Kept with the report; at first O(rows of nodes + locators). */
export function nodesOfRun(table: IntervalTable, report: Report): readonly RunNode[] {
  const nodes = found.get(report) ?? findNodes(table, report);
  found.set(report, nodes);
  return nodes;
}

function findNodes(table: IntervalTable, report: Report): RunNode[] {
  const names = new NodeNames();
  const roles = new Map<string, string>(); // by the text that named the node
  const meet = (text: string, role: string) => {
    if (roles.size >= MAX_NODES && !roles.has(text)) return;
    names.add(text);
    if ((roles.get(text) ?? '') === '') roles.set(text, role);
  };
  for (const name of report.run.controlPlane) meet(name, 'control plane');
  const isNode = table.locators.map(({ type, keys }) => type === 'Node' && (keys['node'] ?? '') !== '');
  for (let row = 0; row < table.length; row++) {
    const locator = table.locator[row];
    if (!isNode[locator]) continue;
    const { keys } = table.locators[locator];
    if ((roles.get(keys['node']) ?? '') !== '') continue;
    meet(keys['node'], roleWords(keys['node-role'] ?? rolesOf(table, row)));
  }
  const nodes = new Map<string, RunNode>();
  for (const [text, role] of roles) {
    const name = names.nameOf(text);
    const known = nodes.get(name)?.role ?? '';
    nodes.set(name, { name, role: known === '' ? role : known, address: addressOfName(name) ?? '' });
  }
  const rank = (role: string) => (role === 'control plane' ? 0 : 1);
  return [...nodes.values()].sort((a, b) => rank(a.role) - rank(b.role) || (a.name < b.name ? -1 : 1));
}

const ROLES = makeNeedle('"roles":');

/** To read annotations is dear, and most have none. */
function rolesOf(table: IntervalTable, row: Row): string {
  const { bytes, offsets } = table.texts;
  const id = table.annotations[row];
  if (findBytes(bytes, offsets[id], offsets[id + 1], ROLES) < 0) return '';
  return annotationsOf(table, row)['roles'] ?? '';
}

function roleWords(roles: string): string {
  const all = roles.split(',').map((role) => role.trim());
  if (all.includes('control-plane') || all.includes('master')) return 'control plane';
  return all.filter((role) => role !== '').join(', ');
}

/** What is known of a node that an interval is about. */
export function nodeFact(nodes: readonly RunNode[], name: string): Fact[] {
  const node = name === '' ? undefined : nodes.find((one) => shortNodeName(one.name) === shortNodeName(name));
  if (node === undefined) return [];
  const parts = [node.role, node.address].filter((part) => part !== '');
  return parts.length === 0 ? [] : [{ name: 'this node', value: parts.join(', '), isMachine: false }];
}
