/** The inputs as a tree: folders and archives, and what lies in them. */
import { compareText } from '../../base/text.ts';
import type { InputReport } from '../../model/report.ts';
import { countInputs, type InputCounts } from '../../model/count-inputs.ts';
import { hintOf, type InputState } from '../../model/input-state.ts';

/** What a folder or an archive holds, at any depth. */
export interface FileSum {
  readonly files: number;
  readonly records: number;
  readonly states: InputCounts;
  /** The earliest time told; null: none is. */
  readonly from: string | null;
}

export interface FileNode {
  /** Of each node another one; of the same inputs the same. */
  readonly key: string;
  /** Folders with nothing else in them stand in one line: `must-gather/audit_logs`. */
  readonly name: string;
  /** Of inputs of one path, which were opened together: which one it is, from 1, of how many; null: it is the only one. */
  readonly twin: { readonly nth: number; readonly of: number } | null;
  /** What was read of it itself: of folders, and of archives that are in order, nothing. */
  readonly input: InputReport | null;
  readonly children: readonly FileNode[];
  readonly sum: FileSum;
}

export const FILE_ORDERS = ['trouble first', 'as opened', 'name', 'time', 'records'] as const;
export type FileOrder = (typeof FILE_ORDERS)[number];

/** Nobody nests deeper; made-up paths would. */
const MAX_LEVELS = 64;
/** So many children are shown at once. */
export const PAGE_CHILDREN = 50;
/** So many lines are open at first. */
const LINES_AT_FIRST = 40;
/** So few files are shown with all that is known of them. */
const FEW_FILES = 4;

const NONE: readonly FileNode[] = [];

interface Draft {
  readonly key: string;
  name: string;
  /** What stands between its parent and it. */
  readonly joint: string;
  input: InputReport | null;
  /** Null: none, as most have. */
  children: Map<string, Draft> | null;
  /** All inputs of its path, by when they were opened; null: it is the only one. */
  twins: Draft[] | null;
}

/** O(length of all paths). */
export function treeOfInputs(inputs: readonly InputReport[], order: FileOrder): FileNode[] {
  const root = draft('', '', '');
  for (const input of inputs) place(root, input);
  return finish(root, order);
}

/** Those of which each word stands in the path, the format, the node or the server. */
export function searchInputs(inputs: readonly InputReport[], text: string): readonly InputReport[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return inputs;
  return inputs.filter(({ path, format, node, server }) => {
    const whole = [path, format, node, server].join('\n').toLowerCase();
    return words.every((word) => whole.includes(word));
  });
}

/** Keys of the nodes that are open before anybody turns one: level by level, as far as they fit. */
export function openAtFirst(roots: readonly FileNode[]): ReadonlySet<string> {
  const open = new Set<string>();
  const isFew = roots.reduce((sum, { sum: { files } }) => sum + files, 0) <= FEW_FILES;
  let lines = roots.length;
  const queue = roots.slice(0, PAGE_CHILDREN);
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const { key, children } = next;
    const more = Math.min(children.length, PAGE_CHILDREN);
    const isLeaf = more === 0;
    if (isLeaf ? !isFew || !hasMore(next) : lines + more > LINES_AT_FIRST && lines > 1) continue;
    open.add(key);
    lines += more;
    queue.push(...children.slice(0, PAGE_CHILDREN));
  }
  return open;
}

/** Whether there is something to read about it besides its line. */
function hasMore({ input }: FileNode): boolean {
  return input !== null && (hintOf(input.failure) !== '' || input.notices.length > 0);
}

function draft(key: string, name: string, joint: string): Draft {
  return { key, name, joint, input: null, children: null, twins: null };
}

function place(root: Draft, input: InputReport): void {
  let at = root;
  for (const { name, joint } of stepsOf(input.path)) {
    const step = joint + name;
    let next = at.children?.get(step);
    if (next === undefined) (at.children ??= new Map()).set(step, (next = draft(at.key + step, name, joint)));
    at = next;
  }
  if (at.input === null) {
    at.input = input;
    return;
  }
  // Two files of one name that were opened together.
  const top = (root.children ??= new Map());
  const key = `${at.name}\n${top.size}`;
  const twins = (at.twins ??= [at]);
  const twin = { ...draft(key, input.path, ''), input, twins };
  twins.push(twin);
  top.set(key, twin);
}

function stepsOf(path: string): { readonly name: string; readonly joint: string }[] {
  const steps = path.split(' > ').flatMap((part, archive) => {
    const names = part.split('/').filter((name) => name !== '' && name !== '.');
    return (names.length === 0 ? [part] : names).map((name, level) => ({
      name,
      joint: level > 0 ? '/' : archive > 0 ? ' > ' : '',
    }));
  });
  if (steps.length <= MAX_LEVELS) return steps;
  const rest = steps.slice(MAX_LEVELS).map(({ name, joint }) => joint + name);
  const [last] = steps.slice(MAX_LEVELS - 1);
  return [...steps.slice(0, MAX_LEVELS - 1), { ...last, name: last.name + rest.join('') }];
}

function finish({ children }: Draft, order: FileOrder): FileNode[] {
  const nodes = Array.from(children?.values() ?? [], (child) => finishNode(child, order));
  return order === 'as opened' ? nodes : nodes.sort((a, b) => compareNodes(a, b, order));
}

function finishNode(one: Draft, order: FileOrder): FileNode {
  if (one.children === null) {
    const { key, name, input } = one;
    return { key, name, twin: twinOf(one), input, children: NONE, sum: sumOf(input, NONE) };
  }
  const { at, name } = joined(one);
  const children = at.children === null ? NONE : finish(at, order);
  return { key: at.key, name, twin: twinOf(at), input: at.input, children, sum: sumOf(at.input, children) };
}

function twinOf(one: Draft): FileNode['twin'] {
  return one.twins === null ? null : { nth: one.twins.indexOf(one) + 1, of: one.twins.length };
}

/** A folder in one line with its only child; an archive only with its only file. */
function joined(one: Draft): { readonly at: Draft; readonly name: string } {
  let [at, name] = [one, one.name];
  while (at.input === null && at.children?.size === 1) {
    const [child] = at.children.values();
    if (child.joint === ' > ' && child.children !== null) break;
    name += child.joint + child.name;
    at = child;
  }
  return { at, name };
}

function sumOf(input: InputReport | null, children: readonly FileNode[]): FileSum {
  const states: Record<InputState, number> = { ...countInputs(input === null ? [] : [input]) };
  let [files, records] = [children.length === 0 ? 1 : 0, input?.records ?? 0];
  let from = input?.from ?? null;
  for (const { sum } of children) {
    files += sum.files;
    records += sum.records;
    for (const state of Object.keys(states) as InputState[]) states[state] += sum.states[state];
    if (sum.from !== null && (from === null || sum.from < from)) from = sum.from;
  }
  return { files, records, states, from };
}

/** Equal ones stay as they were opened. */
function compareNodes({ name, sum }: FileNode, other: FileNode, order: FileOrder): number {
  switch (order) {
    case 'trouble first':
      return troubleOf(other.sum) - troubleOf(sum);
    case 'time':
      return compareText(sum.from ?? '~', other.sum.from ?? '~');
    case 'records':
      return other.sum.records - sum.records;
    default:
      return compareText(name, other.name);
  }
}

function troubleOf({ states }: FileSum): number {
  if (states.failed + states.partial > 0) return 3;
  if (states.odd > 0) return 2;
  return states.read > 0 ? 1 : 0;
}
