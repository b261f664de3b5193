/** The processes whose lines one input holds, each on its own. */
import type { Coverage } from '../../model/fact.ts';
import type { Mark } from '../../model/mark.ts';
import type { Job } from '../format.ts';
import type { Held } from './held.ts';
import type { LogClock } from './log-clock.ts';
import { joinOwners, ownerOf, ownerOfPath, type Owner } from './log-names.ts';
import type { LogEntry } from './log-reader.ts';
import { LogSource } from './log-source.ts';
import type { Layers } from './layers.ts';
import { KUBE_APISERVER } from '../../model/server.ts';

/** More pods than a log store answers with at a time. */
const MAX_SOURCES = 5000;

export class LogSources {
  readonly #job: Job;
  readonly #held: Held;
  readonly #ofInput: Owner;
  readonly #sources = new Map<string, LogSource>();

  /** `name`: the input's path. */
  constructor(name: string, held: Held, job: Job) {
    this.#ofInput = ownerOfPath(name);
    this.#held = held;
    this.#job = job;
  }

  take(entry: LogEntry): void {
    const { layers } = entry;
    if (layers.job !== null) this.#held.fact({ kind: 'job', value: layers.job });
    if (layers.buildId !== null) this.#held.fact({ kind: 'build-id', value: layers.buildId });
    this.#sourceOf(layers)?.take(entry);
  }

  /** Whether most processes here are apiservers. */
  get isApiserver(): boolean {
    const sources = [...this.#sources.values()];
    return sources.some((source) => source.isApiserver);
  }

  /** `losses`: how many lines of the input are lost. */
  finish(clock: LogClock, losses: number): { readonly marks: Mark[]; readonly coverage: Coverage[] } {
    const all = [...this.#sources.values()].map((source) => source.finish(clock, losses));
    return { marks: all.flatMap((one) => one.marks), coverage: all.flatMap((one) => one.coverage) };
  }

  #sourceOf(layers: Layers): LogSource | null {
    const { path, namespace, pod, container, host, ident } = layers;
    const key = `${path}|${namespace}|${pod}|${container}|${host}|${ident}`;
    let source = this.#sources.get(key);
    if (source === undefined) {
      if (this.#sources.size >= MAX_SOURCES) return null;
      source = new LogSource(this.#ownerOf(layers), this.#held, this.#job);
      this.#sources.set(key, source);
    }
    return source;
  }

  #ownerOf(layers: Layers): Owner {
    const ofPath = layers.path === null ? this.#ofInput : ownerOfPath(layers.path);
    const owner = joinOwners(ownerOf(layers), ofPath);
    return isApiserverIdent(layers.ident)
      ? { ...owner, server: owner.server ?? KUBE_APISERVER, container: owner.container ?? KUBE_APISERVER }
      : owner;
  }
}

/** Services in which an apiserver runs outside a container, e.g. `k8s.kube-apiserver`. */
export function isApiserverIdent(ident: string | null): boolean {
  return ident !== null && /(?:^|[.-])kube-apiserver$/.test(ident);
}
