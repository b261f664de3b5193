import { transfer, wrap, type Remote } from 'comlink';

/** A worker and a way to call it. */
export interface Hand<Api> {
  readonly worker: Worker;
  readonly api: Remote<Api>;
  /** Rejects when the worker dies; never resolves. */
  readonly death: Promise<never>;
}

interface ScriptPolicy {
  createScriptURL(url: string): string;
}

interface TrustedTypesHost {
  readonly trustedTypes?: {
    createPolicy(name: string, rules: { createScriptURL: (url: string) => string }): ScriptPolicy;
  };
}

/** The page's policy lets only scripts of this name's making run; all that it makes are addresses that the build wrote. */
const policy: { current: ScriptPolicy | null } = { current: null };

/** Starts a module worker from an address that the build gives. */
export function startWorker<Api>(url: string): Hand<Api> {
  policy.current ??=
    (globalThis as TrustedTypesHost).trustedTypes?.createPolicy('lapse-worker', {
      createScriptURL: (made) => made,
    }) ?? null;
  const worker = new Worker(policy.current?.createScriptURL(url) ?? url, { type: 'module' });
  const death = new Promise<never>((_, reject) => {
    worker.addEventListener('error', (event) => reject(new Error(event.message || 'the worker died')));
    worker.addEventListener('messageerror', () => reject(new Error('a message could not be read')));
  });
  // It rejects at any time, also when nobody waits for an answer.
  death.catch(() => undefined);
  return { worker, api: wrap<Api>(worker), death };
}

/** An answer of a worker, or the news that it died. */
export function orDeath<T>({ death }: Hand<unknown>, answer: Promise<T>): Promise<T> {
  return Promise.race([answer, death]);
}

/** A port that moves with the call. */
export function movePort(port: MessagePort): MessagePort {
  return transfer(port, [port]);
}
