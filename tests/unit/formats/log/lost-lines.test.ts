/** A log of which lines are lost, or damaged, proves no absence; a line that can be read after all is read. */
import { describe, expect, test } from 'vitest';
import { readOne } from '../../../support/read.ts';

const NODE = 'demo-master-0';
const PATH = `openshift-kube-apiserver_kube-apiserver-${NODE}_kube-apiserver_previous.log`;
const OTHER = '"HTTP" verb="GET" resp=200';
const SIGNAL = '"[graceful-termination] shutdown event" name="ShutdownInitiated"';

function line(clock: string, message = OTHER): string {
  return `I0506 ${clock}.000000      15 httplog.go:132] ${message}`;
}

const BEGIN = `${line('10:00:00')}\n${line('10:01:00')}\n`;
const END = `\n${line('10:03:00')}\n`;

async function read(text: string | Uint8Array, path = PATH) {
  const { marks, coverage, input } = await readOne(text, { path, asOf: Date.UTC(2025, 4, 6, 12) });
  return {
    spans: coverage.map(({ from, to }) => [from, to].map((at) => new Date(at).toISOString().slice(11, 19))),
    signals: marks.filter(({ kind }) => kind === 'step').map(({ at }) => new Date(at).toISOString()),
    notices: input.notices.map(({ code }) => code),
  };
}

test('a whole log covers all of its time', async () => {
  const { spans } = await read(BEGIN + line('10:02:00') + END);
  expect(spans).toEqual([['10:00:00', '10:03:00']]);
});

describe('nothing is covered where', () => {
  test.each([
    ['the file ends in a line', `${BEGIN}${line('10:02:00', SIGNAL).slice(0, 70)}`],
    ['the file ends in a header', `${BEGIN}I0506 10:`],
    ['a line is too long', `${BEGIN}${line('10:02:00', 'x'.repeat(2 << 20))} ${SIGNAL}${END}`],
    ['a line has zeros', `${BEGIN}${'\0'.repeat(50)}${END}`],
    ['a line has no such clock', `${BEGIN}${line('10:72:00', SIGNAL)}${END}`],
    [
      'a signal is glued to the line before',
      `${BEGIN}${line('10:02:00', 'demo')}${line('10:02:01', SIGNAL)}${END}`,
    ],
    ['a signal stands far behind in a line', `${BEGIN}${line('10:02:00', 'x'.repeat(5000))} ${SIGNAL}${END}`],
    ["a signal's header is damaged", `${BEGIN}I05?6 10:02:00.000000 15 a.go:1] ${SIGNAL}${END}`],
    [
      'a block holds a signal',
      `${BEGIN}${line('10:02:00', '"x" err=<')}\n\t${line('10:02:00', SIGNAL)}\n >${END}`,
    ],
  ])('%s', async (_, text) => {
    const { spans, signals } = await read(text);
    expect({ spans, signals }).toEqual({ spans: [], signals: [] });
  });

  test('text is no UTF-8, and a notice tells of it', async () => {
    const text = `${BEGIN}${line('10:02:00', SIGNAL.replace('Initiated', '??nitiated'))}${END}`;
    const bytes = new TextEncoder().encode(text).map((byte) => (byte === 0x3f ? 0xff : byte));
    expect(await read(bytes)).toEqual({ spans: [], signals: [], notices: ['encoding'] });
  });
});

test('only the lives beside the loss are not covered', async () => {
  const next = `\n${line('11:00:00', 'FLAG: --v="2"')}\n${line('11:03:00')}\n`;
  const last = `${line('12:00:00')}\n${line('12:03:00')}\n`;
  expect((await read(`${BEGIN}\0\0${END}${next}${last}`)).spans).toEqual([
    ['11:00:00', '11:03:00'],
    ['12:00:00', '12:03:00'],
  ]);
  expect((await read(`${BEGIN}\0\0${next}${last}`)).spans).toEqual([['12:00:00', '12:03:00']]);
});

test.each([
  ['colours', `\x1b[32m${line('10:02:00', SIGNAL)}\x1b[0m`],
  ['blanks before it', `  ${line('10:02:00', SIGNAL)}`],
  ['a tab before it', `\t${line('10:02:00', SIGNAL)}`],
  ['a line end of CR alone', `${line('10:02:00')}\r${line('10:02:00', SIGNAL)}`],
  ['milliseconds', line('10:02:00', SIGNAL).replace('.000000', '.000')],
  ['no fraction', line('10:02:00', SIGNAL).replace('.000000', '')],
  ['its year', line('10:02:00', SIGNAL).replace('I0506', 'I20250506')],
])('a signal with %s is read', async (_, signal) => {
  const { spans, signals } = await read(BEGIN + signal + END);
  expect({ spans, signals }).toEqual({
    spans: [['10:00:00', '10:03:00']],
    signals: ['2025-05-06T10:02:00.000Z'],
  });
});

test('a year in the line is told, and one that has no such day is no time', async () => {
  const { input } = await readOne(`${line('10:02:00', SIGNAL).replace('I0506', 'I20240229')}\n`);
  expect(input.notices).toEqual([]);
  const { input: other } = await readOne(
    `${BEGIN}${line('10:02:00', SIGNAL).replace('I0506', 'I20230229')}\n`,
  );
  expect(other.notices.map(({ code }) => code)).toContain('no-time');
});
