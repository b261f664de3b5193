import type { LineScanner } from './line-scanner.ts';
import { loadScannerCore } from './scanner-core.ts';
import { WasmScanner } from './wasm-scanner.ts';

/** The scanner for one input; null where there is none: then each line is read with `JSON.parse`. */
export async function createScanner(): Promise<LineScanner | null> {
  const core = await loadScannerCore();
  return core === null ? null : new WasmScanner(core);
}
