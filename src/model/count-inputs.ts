/** How the inputs of a run came out, counted: the same numbers wherever they are told. */
import { formatCount } from '../base/text.ts';
import { stateOf, type InputState } from './input-state.ts';
import type { InputReport } from './report.ts';

export type InputCounts = Readonly<Record<InputState, number>>;

/** `given`: the paths that the user named, where they are known. */
export function countInputs(inputs: readonly InputReport[], given: readonly string[] = []): InputCounts {
  const counts: Record<InputState, number> = { read: 0, odd: 0, partial: 0, unused: 0, failed: 0 };
  for (const input of inputs) counts[stateOf(input, given)]++;
  return counts;
}

/** `5 not read, 1 read in part`; '' where nothing is wanting. */
export function describeUnread({ failed, partial }: InputCounts): string {
  return [
    failed === 0 ? '' : `${formatCount(failed)} not read`,
    partial === 0 ? '' : `${formatCount(partial)} read in part`,
  ]
    .filter((part) => part !== '')
    .join(', ');
}

/** The formats that are read, where a file is of none of them; else none. */
export function expectedFormats(inputs: readonly InputReport[]): readonly string[] {
  return [...new Set(inputs.flatMap(({ failure }) => failure?.expected ?? []))];
}
