/** Operators end as apiservers do: only an apiserver's own log tells of its signals. */
import { describe, expect, test } from 'vitest';
import { readOne } from '../../../support/read.ts';

const NODE = 'demo-master-0';
const GRACEFUL = line(
  'genericapiserver.go:548',
  '"[graceful-termination] shutdown event" name="ShutdownInitiated"',
);
const PATHS = `openshift-kube-apiserver_kube-apiserver-${NODE}`;

function line(file: string, message: string, clock = '10:00:00.000000'): string {
  return `I0506 ${clock}      15 ${file}] ${message}\n`;
}

async function marksOf(text: string, path = 'unknown') {
  const { marks, input } = await readOne(text, { path, asOf: Date.UTC(2025, 4, 6, 12) });
  return { format: input.format, signals: marks.filter((mark) => mark.kind === 'step').length };
}

test.each([
  ['lines of its own code', line('apf_controller.go:1', 'x') + GRACEFUL, 'apiserver-log', 1],
  ['nothing else', GRACEFUL, 'apiserver-log', 1],
  ['lines of an operator', line('base_controller.go:1', 'x') + GRACEFUL, 'operator-log', 0],
  ['lines of a leader election', line('leaderelection.go:1', 'x') + GRACEFUL, 'operator-log', 0],
])('told by %s', async (_, text, format, signals) => {
  expect(await marksOf(text)).toEqual({ format, signals });
});

test('the path of another container of the same pod takes the signals away', async () => {
  expect((await marksOf(GRACEFUL, `${PATHS}_kube-apiserver.log`)).signals).toBe(1);
  expect((await marksOf(GRACEFUL, `${PATHS}_kube-apiserver-check-endpoints.log`)).signals).toBe(0);
});

test('the line of a start is no signal', async () => {
  const text = line('genericapiserver.go:690', '[graceful-termination] waiting for shutdown to be initiated');
  expect((await marksOf(text)).signals).toBe(0);
});

describe('an Event of an apiserver that another program prints', () => {
  const plain = `Event(v1.ObjectReference{Kind:"Pod", Namespace:"openshift-kube-apiserver", Name:"kube-apiserver-${NODE}"}): type: 'Normal' reason: 'ShutdownInitiated' demo`;
  const structured = `"Event occurred" object="openshift-kube-apiserver/kube-apiserver-${NODE}" kind="Pod" type="Normal" reason="ShutdownInitiated" message="demo"`;
  const others =
    line('controller.go:1', '"Syncing"') + line('controller.go:1', '"Syncing"', '10:01:00.000000');
  const CONTROLLER =
    'openshift-kube-controller-manager_kube-controller-manager-demo-master-1_kube-controller-manager.log';

  test.each([
    ['plain', plain, 'x.log'],
    ['plain, at its path', plain, CONTROLLER],
    ['structured', structured, 'x.log'],
    ['structured, at its path', structured, CONTROLLER],
  ])('is its signal, and no life of it: %s', async (_, text, path) => {
    const { marks, coverage } = await readOne(others + line('event.go:307', text), {
      path,
      asOf: Date.UTC(2025, 4, 6, 12),
    });
    expect(marks).toMatchObject([{ kind: 'step', step: 'ShutdownInitiated', node: NODE }]);
    expect(coverage).toEqual([]);
  });

  test('is none of a pod of its operator', async () => {
    const text = line(
      'event.go:307',
      plain.replace('openshift-kube-apiserver"', 'openshift-kube-apiserver-operator"'),
    );
    expect((await readOne(text, { asOf: Date.UTC(2025, 4, 6, 12) })).marks).toEqual([]);
  });
});

describe('what a log covers', () => {
  const path = `${PATHS}_kube-apiserver.log`;
  const at = (clock: string) => line('httplog.go:1', 'x', clock);
  async function spans(text: string, name = path): Promise<string[]> {
    const { coverage } = await readOne(text, { path: name, asOf: Date.UTC(2025, 4, 6, 12) });
    return coverage.map(({ from, to }) => `${clockOf(from)} ${clockOf(to)}`);
  }
  const clockOf = (time: number) => new Date(time).toISOString().slice(11, 19);

  test('from its first to its last line', async () => {
    expect(await spans(at('10:00:00.000000') + at('10:04:00.000000'))).toEqual(['10:00:00 10:04:00']);
  });

  test('nothing where it is silent for long', async () => {
    expect(await spans(at('10:00:00.000000') + at('10:06:00.000000'))).toEqual([
      '10:00:00 10:00:00',
      '10:06:00 10:06:00',
    ]);
  });

  test('each life alone', async () => {
    const start = line('flags.go:64', 'FLAG: --v="2"', '10:03:00.000000');
    expect(
      await spans(at('10:00:00.000000') + at('10:01:00.000000') + start + at('10:04:00.000000')),
    ).toEqual(['10:00:00 10:01:00', '10:03:00 10:04:00']);
  });

  test('nothing where no name tells the node, or lines were picked out', async () => {
    const text = line('apf_controller.go:1', 'x') + at('10:01:00.000000');
    expect(await spans(text, 'unknown')).toEqual([]);
    expect(await spans(text.replace(/^/gm, `${path}:`).replace(/:$/, ''), 'grep.txt')).toEqual([]);
  });

  test('nothing where lines of no weight were left out: signals are such lines', async () => {
    const text = (at('10:00:00.000000') + at('10:04:00.000000')).replace(/^I/gm, 'W');
    expect(await spans(text)).toEqual([]);
    expect(await spans(text + at('10:04:30.000000'))).toEqual(['10:00:00 10:04:30']);
  });

  test('nothing in what a log store answers', async () => {
    const kubernetes = {
      pod_name: `kube-apiserver-${NODE}`,
      namespace_name: 'openshift-kube-apiserver',
      container_name: 'kube-apiserver',
    };
    const stored = (clock: string) =>
      JSON.stringify({ '@timestamp': `2025-05-06T${clock}Z`, message: at(clock).trim(), kubernetes });
    expect(await spans(`${stored('10:00:00.000000')}\n${stored('10:04:00.000000')}\n`)).toEqual([]);
  });

  test('lines of stdout that come late begin no life', async () => {
    const cri = (clock: string, stream: string) =>
      `2025-05-06T${clock}Z ${stream} F ${line('httplog.go:1', 'x', clock)}`;
    const text =
      cri('10:00:00.000000', 'stdout') + cri('10:04:00.000000', 'stderr') + cri('10:08:00.000000', 'stderr');
    expect(await spans(text)).toEqual(['10:04:00 10:08:00']);
  });
});

test('lines of any length, and thousands of late requests', async () => {
  const long = line('httplog.go:1', 'x'.repeat(3 << 20));
  const late = Array.from({ length: 30_000 }, (_, i) =>
    line(
      'patch_genericapiserver.go:201',
      `Request to "/api" (source IP 198.51.100.${i % 200}:4152, user agent "demo") through a connection created very late in the graceful termination process`,
    ),
  ).join('');
  const { input, marks, table } = await readOne(long + late + GRACEFUL, { asOf: Date.UTC(2025, 4, 6, 12) });
  expect(input.notices.map(({ code }) => code)).toEqual(['line-cut', 'not-used']);
  expect(table.length).toBe(20_000);
  expect(marks.filter((mark) => mark.kind === 'incident')).toHaveLength(200);
  expect(marks.filter((mark) => mark.kind === 'step')).toHaveLength(1);
});
