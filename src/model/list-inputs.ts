/** The inputs of a report as a list for people: archives hold many files of no use, which are told together. */
import { plural } from '../base/text.ts';
import { describeInput } from './describe-input.ts';
import { failureParts, stateOf, type InputState } from './input-state.ts';
import type { InputReport } from './report.ts';

export interface ListedInput {
  readonly path: string;
  readonly text: string;
  /** Nobody needs to hear of what is `unused`. */
  readonly state: InputState;
}

/** So many files of one archive that failed for one reason are still told one by one. */
const MOST_ALONE = 3;

/**
 * In the order of the inputs; files of one archive that were not read for one reason stand where the first of them does.
 * `given`: the paths that the user named, where they are known.
 */
export function listInputs(inputs: readonly InputReport[], given: readonly string[] = []): ListedInput[] {
  const alike = new Map<string, InputReport[]>();
  for (const input of inputs.filter(({ failure }) => failure !== null)) {
    const key = kindOf(input);
    const others = alike.get(key);
    if (others === undefined) alike.set(key, [input]);
    else others.push(input);
  }
  return inputs.flatMap((input) => {
    const { path, failure } = input;
    const state = stateOf(input, given);
    if (failure === null) return [{ path, text: describeInput(input), state }];
    const group = alike.get(kindOf(input))!;
    const ignored = `ignored: ${failureParts(failure.message).what}`;
    if (group.length <= MOST_ALONE)
      return [{ path, text: state === 'unused' ? ignored : describeInput(input), state }];
    const text = `${plural(group.length, 'file')} in it${state === 'unused' ? ` ${ignored}` : `: ${failure.message}`}`;
    return group[0] === input ? [{ path: archiveOf(path), text, state }] : [];
  });
}

/** Failures of no archive are all told. */
function kindOf({ path, failure }: InputReport): string {
  const archive = archiveOf(path);
  return JSON.stringify([archive, archive === path ? path : '', failure?.message]);
}

function archiveOf(path: string): string {
  return path.split(' > ', 1)[0];
}
