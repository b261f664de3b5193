import { hashAuditId, REQUEST, type NoteKind, type RequestTable } from '../../src/model/request-table.ts';
import { RequestTableBuilder, STAGES, type NewRequest } from '../../src/model/request-table-builder.ts';
import { bytesOf } from './read.ts';

export interface RequestLine {
  /** Clock time on 7 October 2024, UTC. */
  readonly at: string;
  readonly id?: string;
  readonly stage?: (typeof STAGES)[number];
  readonly ms?: number; // until the stage
  readonly code?: number;
  readonly flags?: readonly (keyof typeof REQUEST)[];
  readonly verb?: string;
  readonly user?: string;
  readonly agent?: string;
  readonly path?: string;
  readonly resource?: string;
  readonly address?: string;
  readonly node?: string;
  readonly notes?: readonly (readonly [NoteKind, number])[];
}

export const DAY = '2024-10-07T';

export function at(clock: string): number {
  return Date.parse(`${DAY}${clock}Z`);
}

/** Records as the builder takes them; what a line leaves out is an ordinary answered `get`. */
export function requestOf(line: RequestLine, number = 0): NewRequest {
  const received = at(line.at);
  const { high, low } = hashAuditId(bytesOf(line.id ?? `id-${number}`));
  const flags = (line.flags ?? ['answered']).reduce((all, name) => all | REQUEST[name], 0);
  return {
    auditHigh: high,
    auditLow: low,
    stage: STAGES.indexOf(line.stage ?? 'ResponseComplete'),
    received,
    stageAt: received + (line.ms ?? 1),
    code: line.code ?? 200,
    flags,
    verb: line.verb ?? 'get',
    user: line.user ?? 'system:admin',
    agent: line.agent ?? 'oc/4.18',
    path: line.path ?? '/api/v1/nodes',
    resource: line.resource ?? 'nodes',
    namespace: '',
    address: line.address ?? '10.0.5.9',
    node: line.node ?? '',
    place: number * 1000,
    notes: line.notes ?? [],
  };
}

/** One table of requests. */
export function requestsFrom(
  lines: readonly RequestLine[],
  { server = 'kube-apiserver', node = 'm0' }: { server?: string | null; node?: string | null } = {},
): RequestTable {
  const builder = new RequestTableBuilder();
  lines.forEach((line, i) => builder.add(requestOf(line, i)));
  return builder.finish(server, node).table;
}
