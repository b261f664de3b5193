/** Every entry of an input to whom it concerns: a node's journal, or a process's own log. */
import type { Result } from '../../base/result.ts';
import type { Failure } from '../../model/failure.ts';
import type { Mark } from '../../model/mark.ts';
import { shortNodeName } from '../../model/node-name.ts';
import type { Input, Job, RunSink } from '../format.ts';
import { Held } from './held.ts';
import { ownerOfPath } from './log-names.ts';
import { LogReader, type LogEntry } from './log-reader.ts';
import { isApiserverIdent, LogSources } from './log-sources.ts';
import { NodeJournal } from './node-journal.ts';
import { readLog } from './read-log.ts';

/** Nodes whose journals one file holds. */
const MAX_NODES = 5000;

export class LogParser {
  readonly #held: Held;
  readonly #sources: LogSources;
  readonly #journals = new Map<string, NodeJournal>();
  readonly #nodeOfPath: string | null;
  readonly reader: LogReader;

  constructor(name: string, job: Job) {
    this.#held = new Held(job);
    this.#sources = new LogSources(name, this.#held, job);
    this.#nodeOfPath = ownerOfPath(name).node;
    this.reader = new LogReader(job, (entry) => this.#take(entry));
  }

  /** What all lines together tell. */
  finish(sink: RunSink): void {
    const { clock, losses } = this.reader;
    const { marks, coverage } = this.#sources.finish(clock, losses);
    const ofNodes: Mark[] = [...this.#journals.values()].flatMap((journal) => journal.finish(clock));
    this.#held.finish(sink, clock, [...marks, ...ofNodes], coverage);
  }

  #take(entry: LogEntry): void {
    const { layers, klog, line } = entry;
    if (klog === null && line.startsWith('-- ')) {
      if (/^-- (?:Reboot|Boot )/.test(line))
        for (const journal of this.#journals.values()) journal.markBoot();
      return;
    }
    this.#held.saw(entry);
    if (layers.isJournal && !isApiserverIdent(layers.ident)) this.#journalOf(layers.host)?.take(entry);
    else this.#sources.take(entry);
  }

  #journalOf(host: string | null): NodeJournal | null {
    const key = host ?? '';
    let journal = this.#journals.get(key);
    if (journal === undefined) {
      if (this.#journals.size >= MAX_NODES) return null;
      journal = new NodeJournal(this.#longest(host), this.#held);
      this.#journals.set(key, journal);
    }
    return journal;
  }

  /** The path may have the node's whole name, where the host tells its first label. */
  #longest(host: string | null): string | null {
    const ofPath = this.#nodeOfPath;
    if (host === null || ofPath === null) return host ?? ofPath;
    return shortNodeName(ofPath) === shortNodeName(host) && ofPath.length > host.length ? ofPath : host;
  }
}

export async function parseLog(input: Input, sink: RunSink, job: Job): Promise<Result<void, Failure>> {
  const parser = new LogParser(input.name, job);
  const result = await readLog(input, job, parser.reader);
  parser.finish(sink);
  return result;
}
