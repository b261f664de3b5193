/// <reference types="svelte" />

/** The version in package.json, put in by the build. */
declare const __LAPSE_VERSION__: string;

/** The list of samples, without their data. Made by tests/support/samples-plugin.ts. */
declare module 'virtual:samples' {
  export interface SampleInfo {
    readonly id: string;
    readonly title: string;
    readonly summary: string;
  }
  /** One file of a sample. */
  export interface SampleFile {
    readonly path: string;
    /** Of its gzip. */
    readonly base64: string;
  }
  const samples: readonly SampleInfo[];
  export default samples;
  /** The files of a sample. Its chunk is loaded on demand. Rejects for an unknown id. */
  export function loadSample(id: string): Promise<readonly SampleFile[]>;
}

/** The same data by a literal name: `virtual:sample/<id>`. */
declare module 'virtual:sample/*' {
  import type { SampleFile } from 'virtual:samples';
  const files: readonly SampleFile[];
  export default files;
}

/** The line scanner of audit logs, as base64 text of a WebAssembly module. Made by tests/support/assembly-plugin.ts. */
declare module 'virtual:audit-scanner' {
  const wasmAsBase64: string;
  export default wasmAsBase64;
}

/** What inflates gzip, as base64 text of a WebAssembly module. Made by tests/support/assembly-plugin.ts. */
declare module 'virtual:inflater' {
  const wasmAsBase64: string;
  export default wasmAsBase64;
}
