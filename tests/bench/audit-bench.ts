import { execFile } from 'node:child_process';
import { copyFileSync, existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import type { AuditBenchWindow, AuditTask } from './audit-page/tasks.ts';
import { mediansOf, type Bench, type Comparison } from './bench.ts';
import { openBuiltPage, type BuiltPage } from './built-page.ts';
import { auditFile, CACHE } from './inputs.ts';

const MB = 160;
const MEMBER_MB = 1;
const SPEED = { unit: 'ms', ratio: 'speed' } as const;
const SHARE = { unit: 'MB', ratio: 'share' } as const;

/** Gzipped audit logs to request tables, against the tools that people have: all in one run. */
export const auditBench: Bench = {
  name: 'audit',
  async run() {
    const path = await auditFile(MB);
    return [...(await ofOneFile(path)), ...(await ofSeveralFiles(path)), ...(await ofMemory(path))];
  },
};

async function ofOneFile(path: string): Promise<Comparison[]> {
  const one = await openWith([path]);
  const members = await openWith([await auditFile(MB, MEMBER_MB)]);
  const duckdb = await connectDuckDb();
  const times = await mediansOf({
    ours: () => one.read('read', 1),
    pipe: () => shell(PIPE, path),
    parse: () => one.read('parse', 1),
    duckdb: () => askDuckDb(duckdb, [path]),
    members: () => members.read('read', 1),
  });
  const jq = await shell(JQ, path); // long enough to need no second run
  await one.close();
  await members.close();
  const what = `one .gz, ${MB} MB unpacked`;
  return [
    {
      what,
      readme: 'a gzipped audit log to a request table, in one worker',
      ours: times.ours,
      peer: times.pipe,
      peerName: 'gzip -dc with wc -l',
      ...SPEED,
      floor: 1,
      aim: 1.6,
    },
    {
      what,
      readme: 'the same, nine fields of it',
      ours: times.ours,
      peer: jq,
      peerName: 'jq',
      ...SPEED,
      floor: 5,
      aim: 8,
    },
    { what, ours: times.ours, peer: times.parse, peerName: 'JSON.parse a line', ...SPEED, floor: 3, aim: 4 },
    {
      what,
      ours: times.ours,
      peer: times.duckdb,
      peerName: 'DuckDB, 2 threads',
      ...SPEED,
      floor: 1.2,
      aim: 2,
    },
    {
      what: `in members of ${MEMBER_MB} MB`,
      ours: times.members,
      peer: times.ours,
      peerName: 'in one member',
      unit: 'ms',
      ratio: 'share',
      floor: 1.1,
      aim: 1.02,
    },
  ];
}

/** As many workers as there are cores here, with a file each. */
async function ofSeveralFiles(path: string): Promise<Comparison[]> {
  const paths = [1, 2, 3, 4].map((i) => copyOf(path, i));
  const four = await openWith(paths);
  const two = await openWith(paths.slice(0, 2));
  const duckdb = await connectDuckDb();
  const times = await mediansOf({
    four: () => four.read('read', 2),
    pipe: () => shell(PIPE, ...paths),
    two: () => two.read('read', 2),
    duckdb: () => askDuckDb(duckdb, paths.slice(0, 2)),
  });
  await four.close();
  await two.close();
  return [
    {
      what: 'four such files, two workers',
      readme: 'four such files on two cores',
      ours: times.four,
      peer: times.pipe,
      peerName: 'gzip -dc with wc -l of each',
      ...SPEED,
      floor: 1.8,
      aim: 3,
    },
    {
      what: 'two such files, two workers',
      readme: 'two such files on two cores',
      ours: times.two,
      peer: times.duckdb,
      peerName: 'DuckDB, 2 threads',
      ...SPEED,
      floor: 1.2,
      aim: 2,
    },
  ];
}

/** Of a browser of its own for each figure, since a process keeps its peak. */
async function ofMemory(path: string): Promise<Comparison[]> {
  const idle = await openWith([]);
  await idle.read('read', 1);
  const base = await idle.peak();
  await idle.close();
  const one = await openWith([path]);
  await one.read('read', 1);
  const columns = one.columnBytes() / 1e6;
  const beside = (await one.peak()) - base - columns;
  await one.close();
  return [
    {
      what: 'columns kept',
      ours: columns,
      peer: MB,
      peerName: 'unpacked bytes',
      ...SHARE,
      floor: 0.06,
      aim: 0.04,
    },
    {
      what: 'peak beside them',
      ours: beside,
      peer: 64,
      peerName: 'allowed buffers',
      ...SHARE,
      floor: 1,
      aim: 0.5,
    },
  ];
}

interface AuditPage extends Pick<BuiltPage, 'peak' | 'close'> {
  read(task: AuditTask, workers: number): Promise<number>;
  /** What the last read kept. */
  columnBytes(): number;
}

async function openWith(paths: readonly string[]): Promise<AuditPage> {
  const { page, peak, close } = await openBuiltPage('audit-page');
  await page.setInputFiles('input', [...paths]);
  let columnBytes = 0;
  return {
    peak,
    close,
    columnBytes: () => columnBytes,
    async read(task, workers) {
      const figures = await page.evaluate(
        ([name, count]) => (globalThis as typeof globalThis & AuditBenchWindow).readAudit(name, count),
        [task, workers] as const,
      );
      if (figures.requests === 0 && paths.length > 0) throw new Error('nothing was read');
      columnBytes = figures.columnBytes;
      return figures.ms;
    },
  };
}

const PIPE = 'for file; do gzip -dc "$file" | wc -l; done';
const FIELDS =
  '.requestReceivedTimestamp, .stageTimestamp, .stage, .verb, .user.username, .userAgent, .requestURI, .responseStatus.code, .sourceIPs[-1]';
const JQ = `gzip -dc "$1" | jq -c '[${FIELDS}]' > /dev/null`;

async function shell(script: string, ...args: string[]): Promise<number> {
  const started = performance.now();
  await promisify(execFile)('sh', ['-c', script, 'sh', ...args]);
  return performance.now() - started;
}

async function connectDuckDb(): Promise<DuckDBConnection> {
  const instance = await DuckDBInstance.create(':memory:', { threads: '2' });
  return instance.connect();
}

/** The same columns, into a table. */
async function askDuckDb(duckdb: DuckDBConnection, paths: readonly string[]): Promise<number> {
  const columns = `{requestReceivedTimestamp: 'TIMESTAMP', stageTimestamp: 'TIMESTAMP', stage: 'VARCHAR', verb: 'VARCHAR',
    "user": 'STRUCT(username VARCHAR)', userAgent: 'VARCHAR', requestURI: 'VARCHAR', auditID: 'VARCHAR',
    responseStatus: 'STRUCT(code INTEGER)', sourceIPs: 'VARCHAR[]',
    objectRef: 'STRUCT(resource VARCHAR, namespace VARCHAR, apiGroup VARCHAR, subresource VARCHAR)'}`;
  const files = paths.map((path) => `'${path}'`).join(', ');
  const started = performance.now();
  await duckdb.run(`CREATE OR REPLACE TABLE requests AS SELECT requestReceivedTimestamp, stageTimestamp, stage, verb,
    "user".username, userAgent, split_part(requestURI, '?', 1), hash(auditID), responseStatus.code, sourceIPs[-1], objectRef
    FROM read_ndjson([${files}], columns = ${columns}, compression = 'gzip', maximum_object_size = 33554432)`);
  return performance.now() - started;
}

function copyOf(path: string, index: number): string {
  const copy = join(CACHE, `audit-copy-${index}.log.gz`);
  if (!existsSync(copy) || statSync(copy).size !== statSync(path).size) copyFileSync(path, copy);
  return copy;
}
