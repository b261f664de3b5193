/** The WebAssembly module of the scanner (scanner/scanner.ts): one instance for all inputs of a thread. */

interface Exports {
  readonly memory: WebAssembly.Memory;
  readonly INPUT: WebAssembly.Global;
  readonly INPUT_SIZE: WebAssembly.Global;
  readonly ROWS: WebAssembly.Global;
  readonly OFFSETS: WebAssembly.Global;
  readonly VERBS: WebAssembly.Global;
  reset(seed: number): void;
  scan(from: number, to: number): number;
  scannedTo(): number;
  endReason(): number;
  textCount(): number;
  verbCount(): number;
}

/** Words of a row in `words`; its two times are the first two of its eight in `doubles`. */
export const ROW_WORDS = 16;
export const ROW = { at: 4, high: 5, low: 6, packed: 7, texts: 8, notesFrom: 14, notesTo: 15 } as const;

/** Why a scan ended: at the end, at an odd line, for want of room for texts or for rows. */
export const END = { all: 0, odd: 1, full: 2, more: 3 } as const;

/** The instance and views of its memory, which never grows. */
export interface ScannerCore {
  readonly exports: Exports;
  readonly bytes: Uint8Array;
  /** Where lines go, and how much room there is. */
  readonly input: number;
  readonly inputSize: number;
  /** Rows: see ROW. */
  readonly words: Uint32Array;
  readonly doubles: Float64Array;
  /** Where each text begins. */
  readonly offsets: Uint32Array;
  /** Where verbs stand, 16 bytes each. */
  readonly verbs: number;
  /** The scanner that uses it: what another one met is forgotten. */
  owner: object | null;
}

let core: Promise<ScannerCore | null> | null = null;

/** Null where WebAssembly, or its SIMD, is not available. */
export function loadScannerCore(): Promise<ScannerCore | null> {
  return (core ??= load());
}

async function load(): Promise<ScannerCore | null> {
  if (!('WebAssembly' in globalThis)) return null;
  const { default: base64 } = await import('virtual:audit-scanner');
  const code = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
  try {
    const { instance } = await WebAssembly.instantiate(code);
    return coreOf(instance.exports as unknown as Exports);
  } catch {
    return null; // no SIMD, a policy that forbids it, or no memory
  }
}

function coreOf(exports: Exports): ScannerCore {
  const { buffer } = exports.memory;
  const at = (name: 'INPUT' | 'INPUT_SIZE' | 'ROWS' | 'OFFSETS' | 'VERBS') => exports[name].value as number;
  return {
    exports,
    bytes: new Uint8Array(buffer),
    input: at('INPUT'),
    inputSize: at('INPUT_SIZE'),
    words: new Uint32Array(buffer, at('ROWS')),
    doubles: new Float64Array(buffer, at('ROWS')),
    offsets: new Uint32Array(buffer, at('OFFSETS')),
    verbs: at('VERBS'),
    owner: null,
  };
}
