import { describe, expect, it } from 'vitest';
import { stateOf, troubleOf } from '../../../../src/model/input-state.ts';
import { DEFAULT_LIMITS } from '../../../../src/model/limits.ts';
import type { InputReport } from '../../../../src/model/report.ts';
import {
  FILE_ORDERS,
  openAtFirst,
  searchInputs,
  treeOfInputs,
  type FileNode,
} from '../../../../src/ui/files/file-tree.ts';
import {
  filesLabel,
  inputText,
  nodesText,
  noticeText,
  sharedHints,
} from '../../../../src/ui/files/file-words.ts';
import { printSummary } from '../../../../src/cli/print.ts';
import { runFacts } from '../../../../src/ui/findings/run-facts.ts';
import { reportOf } from '../../../support/report-of.ts';
import { raisedLimits } from '../../../../src/ui/files/limit-words.ts';

const input = (path: string, parts: Partial<InputReport> = {}): InputReport => ({
  path,
  format: 'audit-log',
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
const failed = (path: string, code: string) =>
  input(path, { format: null, records: 0, failure: { code, message: `${code}. Do something.` } });

/** `a{b c}`, as it stands on the page. */
const drawn = (nodes: readonly FileNode[]): string =>
  nodes
    .map(({ name, children }) => (children.length === 0 ? name : `${name}{${drawn(children)}}`))
    .join(' | ');
const tree = (...paths: readonly string[]) =>
  drawn(
    treeOfInputs(
      paths.map((path) => input(path)),
      'as opened',
    ),
  );

describe('the tree', () => {
  it('nests folders and archives, and puts lone folders in one line', () => {
    expect(tree('a.json')).toBe('a.json');
    expect(tree('run/x/a', 'run/x/b')).toBe('run/x{a | b}');
    expect(tree('all.tar.gz > logs/kube/a', 'all.tar.gz > logs/kube/b', 'c')).toBe(
      'all.tar.gz{logs/kube{a | b}} | c',
    );
    expect(tree('all.tar > in.zip > a', 'all.tar > in.zip > b')).toBe('all.tar{in.zip{a | b}}');
    expect(tree('one.zip > a.json')).toBe('one.zip > a.json');
    expect(tree('./run//a', 'run/b/', '/')).toBe('run{a | b} | /');
  });

  it('keeps two files of one name, an archive with a failure, and names of prototypes', () => {
    expect(tree('a', 'a', 'a')).toBe('a | a | a');
    const nodes = treeOfInputs([input('x.tar > a'), failed('x.tar', 'cut-off')], 'as opened');
    expect(drawn(nodes)).toBe('x.tar{a}');
    expect(nodes[0].input?.failure?.code).toBe('cut-off');
    expect(tree('constructor/a', '__proto__/b', '__proto__/c')).toBe('constructor/a | __proto__{b | c}');
    const keys = treeOfInputs([input('a'), input('a'), input('a')], 'name').map(({ key }) => key);
    expect(new Set(keys).size).toBe(3);
  });

  it('tells files of one name apart by when they were opened', () => {
    const nodes = treeOfInputs([input('a'), input('b'), input('a'), input('a')], 'name');
    expect(nodes.map(({ name, twin }) => [name, twin?.nth ?? null, twin?.of ?? null])).toEqual([
      ['a', 1, 3],
      ['a', 2, 3],
      ['a', 3, 3],
      ['b', null, null],
    ]);
  });

  it('sums up what a folder holds', () => {
    const [node] = treeOfInputs(
      [
        input('d/a', { records: 5, from: '2023-03-13T10:00:00.000Z' }),
        input('d/b', { records: 7, skipped: 1, from: '2023-03-13T09:00:00.000Z' }),
        failed('d/c', 'cut-off'),
        failed('d/e', 'empty'),
      ],
      'name',
    );
    expect(node.sum).toEqual({
      files: 4,
      records: 12,
      states: { read: 1, odd: 1, partial: 1, unused: 1, failed: 0 },
      from: '2023-03-13T09:00:00.000Z',
    });
  });

  it('sorts trouble to the top, or by name, time and records', () => {
    const inputs = [
      input('a'),
      input('c', { records: 9, skipped: 2, from: '2023-03-13T09:00:00.000Z' }),
      failed('b', 'empty'),
    ];
    const sorted = FILE_ORDERS.map((order) =>
      treeOfInputs(inputs, order)
        .map(({ name }) => name)
        .join(''),
    );
    expect(sorted).toEqual(['bca', 'acb', 'abc', 'cab', 'cab']);
  });

  it('takes paths of any depth, and many files', () => {
    const deep = Array.from({ length: 3 }, (_, i) => `${'d/'.repeat(20_000)}${i}`);
    expect(
      treeOfInputs(
        deep.map((path) => input(path)),
        'name',
      ),
    ).toHaveLength(1);
    const many = Array.from({ length: 10_000 }, (_, i) => input(`all.tar > ${i % 7}/${i}.log`));
    const nodes = treeOfInputs(many, 'trouble first');
    expect(nodes[0].sum.files).toBe(10_000);
    expect([...openAtFirst(nodes)]).toEqual(['all.tar']);
  });

  it('is open as far as it fits, with all that is known of few files', () => {
    const open = (...inputs: readonly InputReport[]) => [...openAtFirst(treeOfInputs(inputs, 'name'))];
    expect(open(input('d/a'), input('d/b'))).toEqual(['d']);
    expect(open(input('a'), failed('b', 'empty'))).toEqual(['b']);
    const wide = Array.from({ length: 60 }, (_, i) => input(`d/${i}`));
    expect(open(...wide)).toEqual(['d']);
    expect(open(input('c'), ...wide)).toEqual([]);
  });

  it('is searched by path, format, node and server', () => {
    const inputs = [input('a.log', { node: 'master-0' }), input('b.log', { server: 'kube-apiserver' })];
    const paths = (text: string) => searchInputs(inputs, text).map(({ path }) => path);
    expect([paths(' '), paths('LOG master'), paths('kube'), paths('none')]).toEqual([
      ['a.log', 'b.log'],
      ['a.log'],
      ['b.log'],
      [],
    ]);
  });
});

describe('what is said of a file', () => {
  it('tells what somebody may miss from what is of no use', () => {
    const states = [
      failed('a.json', 'empty'),
      failed('x.tar > a.lock', 'empty'),
      failed('x.tar > ca.crt', 'unknown-format'),
      failed('x.listing', 'listing'),
      {
        ...failed('._a', 'unsupported'),
        failure: { code: 'unsupported', message: 'Litter.', ofNoUse: true as const },
      },
      failed('x.tar > a.gz', 'unreadable'),
      failed('x.tar', 'cut-off'),
      { ...failed('d.log', 'cut-off'), records: 3 },
      input('e.log', { records: 0, skipped: 4 }),
      input('b', { skipped: 1 }),
      input('c'),
    ].map((one) => stateOf(one));
    expect(states).toEqual(
      'failed unused unused unused unused failed partial partial failed odd read'.split(' '),
    );
  });

  it('has one number for what was not read, wherever it is told', () => {
    const inputs = [
      input('a'),
      failed('b', 'empty'),
      input('c', { records: 0, skipped: 2 }),
      { ...failed('d', 'cut-off'), records: 1 },
    ];
    const report = reportOf({ inputs });
    expect(filesLabel(inputs.slice(0, 1))).toBe('Files (1)');
    expect(filesLabel(inputs.slice(3))).toBe('Files (1 read in part)');
    expect(filesLabel(inputs)).toBe('Files (2 not read)');
    expect(runFacts(report, 'utc').find(({ name }) => name === 'files')?.value).toBe(
      '4, 2 not read, 1 read in part',
    );
    expect(printSummary(report)).toContain('Read 2 of 4 inputs, 1 read in part');
  });

  it('says why nothing, or not all, was read', () => {
    const barren = (skipped: number) => troubleOf(input('a', { records: 0, skipped }));
    expect([barren(1), barren(1200)]).toEqual([
      'its only record could not be used',
      'none of its 1,200 records could be used',
    ]);
    expect(troubleOf(failed('a', 'empty'))).toBe('empty');
    expect(troubleOf(input('a'))).toBe('');
  });

  it('counts one and several', () => {
    const said = (code: string, count: number) => noticeText({ code, count, first: { line: 812 } });
    expect(said('line-cut', 1)).toBe('1 cut line, at line 812');
    expect(said('line-cut', 1200)).toBe('1,200 cut lines, first at line 812');
    expect(said('end-before-start', 1)).toBe('1 that ends before it starts, at line 812');
  });

  it('names format, server, node and records', () => {
    const log = input('a', { server: 'kube-apiserver', node: 'master-0.example.com', records: 1234 });
    expect(inputText(log)).toBe('audit-log · kube-apiserver on master-0 · 1,234 records');
    expect(inputText(failed('a', 'empty'))).toBe('not recognised · 0 records');
    expect(nodesText(log)).toBe('');
    expect(nodesText(input('a', { nodes: { 'm0.example.com': 1000, m1: 2 } }))).toBe('m0 1,000, m1 2');
  });

  it('gives a field instead of a hint where a limit can be raised', () => {
    const large = input('a', {
      failure: { code: 'too-large', message: 'Big. Raise it.', limit: 'maxDepth' },
    });
    expect(sharedHints([large, { ...large, path: 'b' }])).toEqual([]);
    expect(raisedLimits(DEFAULT_LIMITS, 'maxDepth', 16)).toEqual({ ...DEFAULT_LIMITS, maxDepth: 16 });
    expect(raisedLimits(DEFAULT_LIMITS, 'maxUnpacked', 128)?.maxUnpacked).toBe(128 * 2 ** 30);
    for (const amount of [8, 0, null, NaN, Infinity])
      expect(raisedLimits(DEFAULT_LIMITS, 'maxDepth', amount)).toBeNull();
  });
});
