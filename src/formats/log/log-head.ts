/** Which kind of log a head is of. All kinds are told by one function, so that exactly one claims it. */
import type { Head, Job } from '../format.ts';
import { auditLog } from '../audit/audit-log.ts';
import { monitorText } from '../monitor-text.ts';
import { JsonItemSplitter } from '../json-items.ts';
import { isLogDocument } from './head-chunks.ts';
import { Held } from './held.ts';
import { isLogObject, peelObject } from './json-layers.ts';
import { isObject, parseJson } from './json-value.ts';
import { LogReader, type LogEntry } from './log-reader.ts';
import { isApiserverIdent, LogSources } from './log-sources.ts';
import { isLokiHead } from './loki-head.ts';
import { readSign } from './signs.ts';

export type LogKind = 'apiserver-log' | 'operator-log' | 'termination-log' | 'journal' | 'loki';

const known = new WeakMap<Head, { readonly kind: LogKind | null }>();

/** Null for what is no log that is read here. */
export function kindOfLog(head: Head): LogKind | null {
  let found = known.get(head);
  if (found === undefined) {
    found = { kind: findKind(head) };
    known.set(head, found);
  }
  return found.kind;
}

function findKind(head: Head): LogKind | null {
  const { text } = head;
  if (/^\s*</.test(text) || monitorText.detect(head) || auditLog.detect(head)) return null;
  if (isLokiHead(head)) return 'loki';
  const survey = new Survey();
  if (isLogDocument(text)) surveyDocument(text, survey);
  else surveyLines(head, survey);
  return survey.kind();
}

/** Lines that are looked at. */
const MAX_LINES = 3000;

function surveyLines({ text, isWhole }: Head, survey: Survey): void {
  const lines = text.split('\n', MAX_LINES);
  // A line that the head cuts says little, but may be all there is.
  if (!isWhole && lines.length > 1 && lines.length < MAX_LINES) lines.pop();
  lines.forEach((line, i) => survey.reader.push(line.replace(/\r$/, ''), i + 1));
}

/** The first object of a document; none where the head cuts it. */
function surveyDocument(text: string, survey: Survey): void {
  let isFirst = true;
  const splitter = new JsonItemSplitter({
    onItem(bytes, index) {
      const value = isFirst ? parseJson(new TextDecoder().decode(bytes)) : undefined;
      isFirst = false;
      if (isObject(value) && isLogObject(value)) survey.reader.pushPeeled(peelObject(value), index);
    },
    onSkip() {},
  });
  splitter.push(new TextEncoder().encode(text));
}

/** Counts what the lines of a head are. */
class Survey {
  readonly reader: LogReader;
  readonly #sources: LogSources;
  #klog = 0;
  #journal = 0;
  #wrapper = 0;
  #others = 0;

  constructor() {
    this.reader = new LogReader(NO_JOB, (entry) => this.#take(entry));
    this.#sources = new LogSources('', new Held(NO_JOB), NO_JOB);
  }

  #take(entry: LogEntry): void {
    const { layers, klog } = entry;
    if (klog !== null) this.#klog++;
    else if (!layers.isJournal && entry.line !== '---') this.#others++;
    const sign = readSign(entry);
    const isWrapper =
      sign?.kind === 'previous' ||
      sign?.kind === 'exit' ||
      (sign?.kind === 'step' && sign.isWrapper) ||
      /^(?:Touching|Deleting) termination lock file/.test(entry.line);
    if (isWrapper) this.#wrapper++;
    if (layers.isJournal && !isApiserverIdent(layers.ident)) this.#journal++;
    else this.#sources.take(entry);
  }

  kind(): LogKind | null {
    this.reader.end();
    if (this.#journal > this.#klog && this.#journal > this.#others) return 'journal';
    if (this.#journal > 0 && this.#wrapper === 0) return 'journal';
    if (this.#wrapper > 0) return 'termination-log';
    if (this.#klog === 0) return null;
    return this.#sources.isApiserver ? 'apiserver-log' : 'operator-log';
  }
}

const NO_JOB: Job = {
  signal: new AbortController().signal,
  asOf: null,
  now: 0,
  record() {},
  skip() {},
  notice() {},
};
