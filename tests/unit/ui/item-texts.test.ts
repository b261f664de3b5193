import { failureParts } from '../../../src/model/input-state.ts';
import { describe, expect, it } from 'vitest';
import { dedent } from '../../../src/ui/parts/dedent.ts';
import { journalTime, klogTime } from '../../../src/ui/details/copy-item.ts';
import { inputLength, inputSpan, sharedHints, noticeMeaning } from '../../../src/ui/files/file-words.ts';
import { momentToMark, windowAround } from '../../../src/ui/chart/mark-moment.ts';
import { nodeFact, nodesOfRun } from '../../../src/ui/findings/nodes-of-run.ts';
import { NOTICE_CODES } from '../../../src/model/failure.ts';
import type { InputReport } from '../../../src/model/report.ts';
import { reportOf } from '../../support/report-of.ts';
import { at, tableFrom } from '../../support/table-from.ts';

describe('times for logs', () => {
  it('have the forms of klog and of the journal', () => {
    expect(klogTime(at('10:57:25'))).toBe('0313 10:57:25.000000');
    expect(klogTime(at('10:57:25') + 7.25)).toBe('0313 10:57:25.007250');
    expect(journalTime(at('10:57:25') + 900)).toBe('Mar 13 10:57:25');
  });
});

describe('a raw record', () => {
  it('loses the indentation of its file, not its own', () => {
    expect(dedent('{\n      "a": {\n        "b": 1\n      }\n    }')).toBe('{\n  "a": {\n    "b": 1\n  }\n}');
    expect(dedent('one line')).toBe('one line');
  });
});

describe('the moment to mark', () => {
  const chart = {
    hover: null,
    selected: 0,
    lanes: { start: Float64Array.of(150) },
    window: { from: 100, to: 300 },
    timeAt: (x: number) => 100 + x,
  };
  it('is under the pointer, else where the selection begins, else the middle', () => {
    expect(momentToMark({ ...chart, hover: { x: 20.4 } })).toBe(120);
    expect(momentToMark(chart)).toBe(150);
    expect(momentToMark({ ...chart, window: { from: 160, to: 300 } })).toBe(230);
  });
  it('is brought into sight without a change of scale', () => {
    expect(windowAround(200, chart.window)).toEqual(chart.window);
    expect(windowAround(1000, chart.window)).toEqual({ from: 900, to: 1100 });
  });
});

describe('nodes of a run', () => {
  it('are one for all their names, the control plane first, with address and role', () => {
    const table = tableFrom(`
      10:00:00 10:00:01 Info NodeState NodeUpdate type=Node node=ip-10-0-0-9.example +roles=worker
      10:00:02 10:00:03 Info NodeState NodeUpdate type=Node node=ip-10-0-0-1.example
      10:00:04 10:00:05 Info Alert - type=Node node=10.0.0.1:9100
    `);
    const report = reportOf({ run: { ...reportOf().run, controlPlane: ['ip-10-0-0-1.example'] } });
    const nodes = nodesOfRun(table, report);
    expect(nodes).toEqual([
      { name: 'ip-10-0-0-1.example', role: 'control plane', address: '10.0.0.1' },
      { name: 'ip-10-0-0-9.example', role: 'worker', address: '10.0.0.9' },
    ]);
    expect(nodeFact(nodes, 'ip-10-0-0-9')[0].value).toBe('worker, 10.0.0.9');
    expect(nodeFact(nodes, '')).toEqual([]);
  });
});

describe('what is said of files', () => {
  const input = (parts: Partial<InputReport>): InputReport => ({
    path: 'a',
    format: 'intervals',
    records: 1,
    skipped: 0,
    from: null,
    to: null,
    node: null,
    server: null,
    nodes: {},
    notices: [],
    failure: null,
    ...parts,
  });
  const bad = input({ path: 'b', failure: { code: 'empty', message: 'the file is empty. Fetch it again.' } });
  const odd = input({
    path: 'c',
    records: 9,
    skipped: 2,
    from: '2023-03-13T09:00:00.000Z',
    to: '2023-03-13T09:01:00.000Z',
  });

  it('parts what happened from what to do', () => {
    expect(failureParts(bad.failure!.message)).toEqual({
      what: 'the file is empty',
      hint: 'Fetch it again.',
    });
    expect(failureParts('alone')).toEqual({ what: 'alone', hint: '' });
  });

  it('says once what several files are to be told', () => {
    expect(sharedHints([bad, odd, { ...bad, path: 'd' }])).toEqual([{ hint: 'Fetch it again.', count: 2 }]);
    expect(sharedHints([bad, odd])).toEqual([]);
  });

  it('has a sentence for each notice, and the span', () => {
    for (const code of NOTICE_CODES)
      expect(noticeMeaning({ code, count: 1, first: { item: 1 } })).not.toBe('');
    expect(inputSpan(odd, 'utc')).toBe('2023-03-13 09:00:00 – 09:01:00 UTC');
    expect(inputLength(odd)).toBe('1 m 00 s');
    expect(inputSpan(bad, 'utc')).toBe('');
  });
});
