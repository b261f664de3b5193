import { describe, expect, test } from 'vitest';
import type { ByteSource } from '../../../src/load/byte-source.ts';
import { readInput } from '../../../src/load/read-input.ts';
import type { RunPart } from '../../../src/model/run.ts';
import { bytesOf, NOW } from '../../support/read.ts';
import { fileOf, signal } from '../../support/items.ts';

const MIB = 1 << 20;
const LONG = 300 * MIB;

interface Reading {
  readonly part: RunPart;
  /** The most bytes of array buffers at any time, beyond those before. */
  readonly most: number;
}

/** Reads `before`, so many bytes without a line's end, and `behind`, none of which is held here. */
async function read(path: string, before: string, behind: string): Promise<Reading> {
  const filler = new Uint8Array(MIB).fill(0x78);
  const base = process.memoryUsage().arrayBuffers;
  let most = 0;
  const source: ByteSource = {
    path,
    size: null,
    modified: null,
    async *chunks() {
      await Promise.resolve();
      yield bytesOf(before);
      for (let at = 0; at < LONG; at += MIB) {
        most = Math.max(most, process.memoryUsage().arrayBuffers - base);
        yield filler;
      }
      yield bytesOf(behind);
    },
    slice: () => Promise.resolve(new Uint8Array(0)),
  };
  const options = { signal: new AbortController().signal, asOf: null, now: NOW, onBytes: () => undefined };
  const parts: RunPart[] = [];
  for await (const part of readInput(source, options)) parts.push(part);
  expect(parts).toHaveLength(1);
  return { part: parts[0], most };
}

const audit = (id: string, extra = '') =>
  `{"kind":"Event","apiVersion":"audit.k8s.io/v1","level":"Metadata","auditID":"${id}","stage":"ResponseComplete","requestURI":"/api/v1/nodes","verb":"list","user":{"username":"system:admin"},"sourceIPs":["198.51.100.7"],"responseStatus":{"code":200},"requestReceivedTimestamp":"2025-05-06T10:00:00.000001Z","stageTimestamp":"2025-05-06T10:00:00.000002Z"${extra}`;
const klog = (second: number) =>
  `I0506 10:00:0${second}.000000       1 controller.go:615] quota admission added evaluator for: pods\n`;
const [head, tail] = fileOf([signal('10:00:00', 'demo-master-0')]).split(/(?=\]\}\s*$)/);

describe('a line of 300 MB', () => {
  test.each([
    ['of an audit log', 'audit.log', `${audit('1')}}\n${audit('2', ',"x":"')}`, `"}\n${audit('3')}}\n`, 2],
    ['of an apiserver log', 'kube-apiserver.log', `${klog(1)}${klog(2).trimEnd()}`, `\n${klog(3)}`, 2],
    ['in an interval file', 'e2e-events.json', `${head},{"message":"`, `"}${tail}`, 1],
  ])(
    '%s is left out and counted, in bounded memory, and the rest is read',
    { timeout: 60_000 },
    async (...row) => {
      const [, path, before, behind, records] = row;
      const { part, most } = await read(path, before, behind);
      expect(part.input.records).toBeGreaterThanOrEqual(records);
      const { notices, skipped, failure } = part.input;
      expect(notices.length + skipped + (failure === null ? 0 : 1)).toBeGreaterThan(0);
      expect(most).toBeLessThan(200 * MIB);
    },
  );
});
