/** What annotations of an audit record tell: flags and numbers. */
import { parseGoDuration } from '../../base/duration.ts';
import { SECOND } from '../../base/time.ts';
import { REQUEST, type NoteKind } from '../../model/request-table.ts';

export interface Annotated {
  readonly flags: number;
  readonly notes: readonly (readonly [NoteKind, number])[];
}

type Reader = (value: string) => Annotated;

const NOTHING: Annotated = { flags: 0, notes: [] };

/**
 * By name of the annotation.
 * Sources: openshift/kubernetes: openshift-kube-apiserver/filters (PRs 806, 1456, 2077); kubernetes/kubernetes:
 * staging/src/k8s.io/apiserver/pkg/endpoints/request/webhook_duration.go
 */
const READERS: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ['openshift.io/during-graceful', (value) => ofGraceful(value, REQUEST.late)],
  ['openshift.io/unready', (value) => ofGraceful(value, REQUEST.beforeReady)],
  ['apiserver.k8s.io/shutdown', ofShutdown],
  ['apiserver.k8s.io/startup', ofStartup],
  [
    'audit.k8s.io/truncated',
    (value) => (value === 'true' ? { flags: REQUEST.truncated, notes: [] } : NOTHING),
  ],
  ['apiserver.latency.k8s.io/total', latency('latency-total')],
  ['apiserver.latency.k8s.io/etcd', latency('latency-etcd')],
  ['apiserver.latency.k8s.io/transform-response-object', latency('latency-transform')],
  ['apiserver.latency.k8s.io/response-write', latency('latency-write')],
  ['apiserver.latency.k8s.io/serialize-response-object', latency('latency-serialize')],
  ['apiserver.latency.k8s.io/decode-response-object', latency('latency-decode')],
]);

/** The names above: a record without them has no annotation that matters. The scanner knows how they begin. */
export const TELLING_NAMES: readonly string[] = [...READERS.keys()];

export function readAnnotations(annotations: unknown): Annotated {
  if (typeof annotations !== 'object' || annotations === null) return NOTHING;
  let flags = 0;
  const notes: (readonly [NoteKind, number])[] = [];
  for (const [name, read] of READERS) {
    const value: unknown = Object.hasOwn(annotations, name)
      ? (annotations as Record<string, unknown>)[name]
      : null;
    if (typeof value !== 'string' || value.length > 1000) continue;
    const told = read(value);
    flags |= told.flags;
    notes.push(...told.notes);
  }
  return { flags, notes };
}

/** `loopback=false,,readyz=false` */
function ofGraceful(value: string, flag: number): Annotated {
  return { flags: flag | (value.includes('loopback=true') ? REQUEST.loopback : 0), notes: [] };
}

/** `elapsed=1m3s threshold=90.00% late=true self= loopback=false`, in any order. */
function ofShutdown(value: string): Annotated {
  const words = wordsOf(value);
  const elapsed = parseGoDuration(words.get('elapsed') ?? '');
  const share = /^(\d{1,9}(?:\.\d{1,9})?)%$/.exec(words.get('threshold') ?? '');
  const notes: (readonly [NoteKind, number])[] = [];
  if (elapsed !== null) notes.push(['elapsed', elapsed / SECOND]);
  if (share !== null) notes.push(['share', Number(share[1])]);
  const isLate = words.get('late') === 'true';
  return { flags: (isLate ? REQUEST.late : 0) | loopbackOf(words), notes };
}

/** `early=true self=false loopback=false` */
function ofStartup(value: string): Annotated {
  const words = wordsOf(value);
  return { flags: (words.get('early') === 'true' ? REQUEST.beforeReady : 0) | loopbackOf(words), notes: [] };
}

function loopbackOf(words: ReadonlyMap<string, string>): number {
  return words.get('loopback') === 'true' ? REQUEST.loopback : 0;
}

function wordsOf(value: string): ReadonlyMap<string, string> {
  return new Map(value.split(' ').map((word) => [word.split('=', 1)[0], word.slice(word.indexOf('=') + 1)]));
}

function latency(kind: NoteKind): Reader {
  return (value) => {
    const span = parseGoDuration(value);
    return span === null ? NOTHING : { flags: 0, notes: [[kind, span]] };
  };
}
