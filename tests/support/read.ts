import { gzipSync } from 'node:zlib';
import { sourceOfBytes } from '../../src/load/byte-source.ts';
import { load } from '../../src/load/load.ts';
import { readInput } from '../../src/load/read-input.ts';
import type { Limits } from '../../src/model/limits.ts';
import type { Settings } from '../../src/model/report.ts';
import type { Run, RunPart } from '../../src/model/run.ts';

export const NO_SETTINGS: Settings = { platform: null, topology: null, asOf: null, shifts: [] };

/** When tests read their inputs. */
export const NOW = Date.UTC(2026, 0, 15);

/** Bytes of a text, or the bytes themselves. */
export function bytesOf(content: string | Uint8Array): Uint8Array {
  return typeof content === 'string' ? new TextEncoder().encode(content) : content;
}

export interface ReadingOptions {
  readonly path?: string;
  /** How the bytes are fed. */
  readonly chunkSize?: number;
  readonly asOf?: number | null;
  readonly limits?: Partial<Limits>;
}

/** Reads an input of one file as the command would. */
export async function readOne(content: string | Uint8Array, options: ReadingOptions = {}): Promise<RunPart> {
  const parts = await readAll(content, options);
  if (parts.length !== 1) throw new Error(`the input gave ${parts.length} parts`);
  return parts[0];
}

/** Reads an input as the command would: a part for each file in it. */
export async function readAll(
  content: string | Uint8Array,
  { path = 'unknown', chunkSize = 1 << 18, asOf = null, limits = {} }: ReadingOptions = {},
): Promise<RunPart[]> {
  const parts: RunPart[] = [];
  const reading = readInput(sourceOfBytes(path, bytesOf(content), chunkSize), {
    signal: new AbortController().signal,
    asOf,
    now: NOW,
    limits,
    onBytes: () => undefined,
  });
  for await (const part of reading) parts.push(part);
  return parts;
}

/** Loads inputs as one run, under the names `a`, `b`, … or those given. */
export function loadTexts(
  inputs: readonly (string | Uint8Array)[] | Readonly<Record<string, string | Uint8Array>>,
  settings: Partial<Settings> = {},
  limits: Partial<Limits> = {},
): Promise<Run> {
  const named = Array.isArray(inputs)
    ? inputs.map((content: string | Uint8Array, i) => [String.fromCharCode(97 + i), content] as const)
    : Object.entries(inputs as Record<string, string | Uint8Array>);
  return load(
    named.map(([path, content]) => sourceOfBytes(path, bytesOf(content))),
    {
      version: 'test',
      settings: { ...NO_SETTINGS, ...settings },
      limits,
      signal: new AbortController().signal,
      now: NOW,
    },
  );
}

export function gzip(content: string | Uint8Array): Uint8Array {
  return new Uint8Array(gzipSync(bytesOf(content)));
}
