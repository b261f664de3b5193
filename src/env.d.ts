/// <reference types="svelte" />

/** The version in package.json, put in by the build. */
declare const __LAPSE_VERSION__: string;

/** The list of samples, without their data. Made by tests/support/samples-plugin.ts. */
declare module 'virtual:samples' {
  export interface SampleInfo {
    readonly id: string;
    readonly title: string;
    readonly summary: string;
    readonly fileName: string;
  }
  const samples: readonly SampleInfo[];
  export default samples;
  /** The gzip of the sample's JSON text as base64. Its chunk is loaded on demand. Rejects for an unknown id. */
  export function loadSample(id: string): Promise<string>;
}

/** The same data by a literal name: `virtual:sample/<id>`. */
declare module 'virtual:sample/*' {
  const gzipAsBase64: string;
  export default gzipAsBase64;
}

/** The line scanner of audit logs, as base64 text of a WebAssembly module. Made by tests/support/scanner-plugin.ts. */
declare module 'virtual:audit-scanner' {
  const wasmAsBase64: string;
  export default wasmAsBase64;
}

/** zlib, as base64 text of a WebAssembly module. Made by tests/support/zlib-plugin.ts. */
declare module 'virtual:zlib' {
  const wasmAsBase64: string;
  export default wasmAsBase64;
}
