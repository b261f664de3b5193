import { expect, test } from 'vitest';
import { makeSampleFiles } from '../../support/generate/samples.ts';
import { loadTexts } from '../../support/read.ts';

test('a clock that is put right moves what its file tells, and nothing else', async () => {
  const files = Object.fromEntries(makeSampleFiles('missing-signal').map(({ path, text }) => [path, text]));
  const path = Object.keys(files).find((each) =>
    each.endsWith('141-88.us-west-1.compute.internal-termination.log'),
  )!;
  const before = (await loadTexts(files)).report;
  const after = (await loadTexts(files, { shifts: [{ path, seconds: -0.2 }] })).report;
  const seen = ({ shutdowns, inputs }: typeof before, isOwn: boolean) =>
    shutdowns
      .flatMap(({ witnesses }) => witnesses)
      .filter(({ input }) => (inputs[input].path === path) === isOwn)
      .map(({ step, at }) => `${step} ${at}`)
      .sort();
  const earlier = (line: string) => {
    const [step, at] = line.split(' ');
    return `${step} ${new Date(Date.parse(at) - 200).toISOString()}`;
  };
  expect(seen(after, true)).toEqual(seen(before, true).map(earlier).sort());
  expect(seen(after, true).length).toBeGreaterThan(5);
  expect(seen(after, false)).toEqual(seen(before, false));
  const spanOf = ({ inputs }: typeof before) => inputs.find((input) => input.path === path)!.from!;
  expect(Date.parse(spanOf(after)) - Date.parse(spanOf(before))).toBe(-200);
  expect(after.settings.shifts).toEqual([{ path, seconds: -0.2 }]);
});
