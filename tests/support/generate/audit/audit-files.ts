import { Random } from '../random.ts';
import { bulkFile, bulkWorld } from '../bulk.ts';
import type { World } from '../world/world.ts';
import { AuditWriter } from './audit-records.ts';
import type { Entry } from './pack.ts';

/** How big audit logs are to be, and in what pieces. */
export interface AuditOptions {
  readonly seed: number;
  /** In all, unpacked. */
  readonly bytes: number;
  /** A log is rotated when it has so many. */
  readonly rotateBytes: number;
  /** Null: plain; else each file is gzipped, in members of so many bytes. */
  readonly memberBytes: number | null;
}

/** Lines that the live log shares with the rotated one: rotation came while the logs were gathered. */
const OVERLAP = 20;

/** The lines of one apiserver over the whole run, as one file. */
export function oneAuditLog({ seed, bytes }: Pick<AuditOptions, 'seed' | 'bytes'>): Generator<string> {
  const world = bulkWorld(seed);
  return writerOf(world, mastersOf(world)[0], seed).lines(world.monitor, bytes);
}

/** `audit_logs/kube-apiserver/<node>-audit-<time of rotation>.log` of three nodes, and the listing. */
export function* auditFolder(options: AuditOptions, root = 'audit_logs'): Generator<Entry> {
  const world = bulkWorld(options.seed);
  const listing: string[] = [];
  const masters = mastersOf(world);
  for (const node of masters) {
    for (const { name, pieces } of rotatedLogs(world, node, {
      ...options,
      bytes: options.bytes / masters.length,
    })) {
      listing.push(`${node} ${name}\n`);
      const { memberBytes } = options;
      const path = `${root}/kube-apiserver/${node}-${name}${memberBytes === null ? '' : '.gz'}`;
      yield { path, pieces, memberBytes };
    }
  }
  yield plain(`${root}/kube-apiserver.audit_logs_listing`, listing.join(''));
}

/** What a must-gather leaves: audit logs, the run's intervals, and things that are of no use. */
export function* mustGather(options: AuditOptions): Generator<Entry> {
  const root = `must-gather/quay-io-openshift-release-dev-ocp-v4-0-art-dev-sha256-${'ab12cd34'.repeat(8)}`;
  yield plain('must-gather/timestamp', '2025-05-06 08:31:02 +0000 UTC m=+0.097\n');
  yield plain(`${root}/version`, 'openshift/must-gather\n4.20.0-0.ci-2025-05-06-031512\n');
  yield plain(`${root}/namespaces/default/core/events.yaml`, '');
  const intervals = { count: 20_000, seed: options.seed, lanes: 3000 } as const;
  yield {
    path: `${root}/junit/e2e-events_20250506-060007.json`,
    pieces: bulkFile({ ...intervals, era: 'current', kind: 'events', layout: 'pretty' }),
    memberBytes: null,
  };
  for (const entry of auditFolder(options, `${root}/audit_logs`)) {
    yield entry;
    const at = entry.path.lastIndexOf('/') + 1;
    // What a Mac adds to whatever it packs.
    if (entry.memberBytes !== null)
      yield plain(`${entry.path.slice(0, at)}._${entry.path.slice(at)}`, APPLE_DOUBLE);
  }
  yield plain(`${root}/audit_logs/kube-apiserver/lock.log`, '');
  yield plain(`${root}/audit_logs/kube-apiserver/.terminating`, '');
  const refused = 'error: the server could not find the requested resource\n';
  yield { path: `${root}/audit_logs/oauth-server/audit.log.gz`, pieces: [refused], memberBytes: Infinity };
}

const APPLE_DOUBLE = `\0\x05\x16\x07\0\x02\0\0Mac OS X        ${'\0'.repeat(64)}`;

function plain(path: string, text: string): Entry {
  return { path, pieces: [text], memberBytes: null };
}

function* rotatedLogs(
  world: World,
  node: string,
  { seed, bytes, rotateBytes }: AuditOptions,
): Generator<{ readonly name: string; readonly pieces: Iterable<string> }> {
  const writer = writerOf(world, node, seed);
  const count = Math.max(1, Math.ceil(bytes / rotateBytes));
  const { from, to } = world.monitor;
  const length = (to - from) / count;
  const tail: string[] = [];
  for (let i = 0; i < count; i++) {
    const isLive = i === count - 1;
    const end = from + length * (i + 1);
    const rotated = new Date(end).toISOString().slice(0, 23).replaceAll(':', '-');
    const lines = writer.lines({ from: end - length, to: end }, bytes / count);
    const head = isLive ? [...tail] : [];
    yield { name: isLive ? 'audit.log' : `audit-${rotated}.log`, pieces: remembering(lines, head, tail) };
  }
}

function* remembering(lines: Iterable<string>, head: readonly string[], tail: string[]): Generator<string> {
  yield* head;
  tail.length = 0;
  for (const line of lines) {
    tail.push(line);
    if (tail.length > OVERLAP) tail.shift();
    yield line;
  }
}

function writerOf(world: World, node: string, seed: number): AuditWriter {
  return new AuditWriter(world, node, new Random(seed).fork('audit'));
}

function mastersOf({ nodes }: World): string[] {
  return nodes.filter(({ role }) => role === 'control-plane').map(({ name }) => name);
}
