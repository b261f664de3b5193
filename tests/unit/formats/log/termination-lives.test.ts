import { expect, test } from 'vitest';
import { readOne } from '../../../support/read.ts';

const POD = 'kube-apiserver-demo-master-0';
const START = (clock: string) =>
  `I0506 ${clock}.000000       1 main.go:1] Touching termination lock file "x"\n`;
const SIGNAL = (clock: string) =>
  `I0506 ${clock}.000000       1 main.go:1] Received signal terminated. Forwarding to sub-process "hyperkube".\n`;
const COPY = 'I0506 09:00:00.000000      15 genericapiserver.go:548] demo\n';
const PREVIOUS = (clock: string) =>
  `Previous pod ${POD} started at 2025-05-06 ${clock} +0000 UTC did not terminate gracefully\n`;
const clockOf = (at: number) => new Date(at).toISOString().slice(11, 19);

async function spansOf(text: string): Promise<string[]> {
  const { coverage } = await readOne(text, {
    path: 'kube-apiserver/demo-master-0-termination.log',
    asOf: Date.UTC(2025, 4, 6, 12),
  });
  return coverage.map(({ from, to }) => `${clockOf(from)} ${clockOf(to)}`);
}

test.each([
  [
    'a life that the next one says was killed: to that next start',
    `---\n${START('08:00:00')}---\n${PREVIOUS('08:00:00')}${START('10:00:00')}`,
    ['08:00:00 10:00:00'],
  ],
  [
    'a start told by the next life alone',
    `---\n---\n${PREVIOUS('08:00:00')}${START('10:00:00')}`,
    ['08:00:00 10:00:00'],
  ],
  [
    'a life of which nothing tells the end: nothing',
    `---\n${START('08:00:00')}---\n${START('10:00:00')}`,
    [],
  ],
  [
    'the next one means another life: nothing',
    `---\n${START('08:00:00')}---\n${PREVIOUS('09:00:00')}${START('10:00:00')}`,
    [],
  ],
  [
    'a life that ended well: to its last line',
    `---\n${START('08:00:00')}${SIGNAL('09:00:00')}I0506 09:02:00.000000       1 main.go:1] Termination finished with exit code 0\n---\n${START('10:00:00')}`,
    ['08:00:00 09:02:00'],
  ],
  [
    'the last life: to its last line',
    `---\n${START('08:00:00')}${SIGNAL('09:00:00')}`,
    ['08:00:00 09:00:00'],
  ],
  [
    'zeros where lines may have been: nothing',
    `---\n${START('08:00:00')}\0\0\n---\n${PREVIOUS('08:00:00')}${START('10:00:00')}`,
    [],
  ],
  [
    'lines of an apiserver, which are copied after a signal alone: nothing',
    `---\n${START('08:00:00')}${COPY}---\n${PREVIOUS('08:00:00')}${START('10:00:00')}`,
    [],
  ],
  [
    'a signal glued to the line before: nothing',
    `---\n${START('08:00:00').trim()}${SIGNAL('09:00:00')}---\n${PREVIOUS('08:00:00')}${START('10:00:00')}`,
    [],
  ],
  [
    'a signal of which a character is lost: nothing',
    `---\n${START('08:00:00')}${SIGNAL('09:00:00').replace('signal', 'sig\ufffdal')}---\n${PREVIOUS('08:00:00')}${START('10:00:00')}`,
    [],
  ],
  [
    'the last line cut: nothing',
    `---\n---\n${PREVIOUS('08:00:00')}${START('10:00:00')}${SIGNAL('11:00:00').slice(0, 60)}`,
    [],
  ],
])('silence of %s', async (_, text, spans) => {
  expect(await spansOf(text)).toEqual(spans);
});

test('the year of a start that is told holds for all lines', async () => {
  const text = `---\n${START('08:00:00')}---\n${PREVIOUS('08:00:00').replace('2025', '2022')}${START('10:00:00')}`;
  const { marks, input } = await readOne(text);
  expect(new Set(marks.map(({ at }) => new Date(at).getUTCFullYear()))).toEqual(new Set([2022]));
  expect(input.notices).toEqual([]);
});

test("the apiserver's own moment counts before that of the program that passes the signal on", async () => {
  const own =
    'I0506 09:00:00.400000      15 genericapiserver.go:548] "[graceful-termination] shutdown event" name="ShutdownInitiated"\n';
  const { marks } = await readOne(`---\n${START('08:00:00')}${SIGNAL('09:00:00')}${own}`, {
    asOf: Date.UTC(2025, 4, 6, 12),
  });
  const steps = marks.filter((mark) => mark.kind === 'step');
  expect(steps.map(({ precision }) => precision)).toEqual([2, 3]);
});
