/**
 * What an entry says of the life of the apiserver that wrote it. Writers: kubernetes/kubernetes:
 * staging/src/k8s.io/apiserver/pkg/server/genericapiserver.go (`[graceful-termination]`), openshift/kubernetes:
 * patch_genericapiserver.go (Events) and cmd/watch-termination.
 */
import type { DurationMs, EpochMs } from '../../base/time.ts';
import { parseTime, type Precision } from '../../base/time.ts';
import { STEPS, type IncidentName, type StepName } from '../../model/mark.ts';
import { nodeOfPod } from '../../model/server.ts';
import { delayInText, incidentOfReason, stepOfReason } from '../interval-marks.ts';
import { readEcho, relayOf, type Echo } from './echo.ts';
import { readExample, readLateRequest, type LateRequest } from './late-request.ts';
import type { LogEntry } from './log-reader.ts';

interface SignBase {
  /** The Event that says it; null: a line of its own. */
  readonly echo: Echo | null;
  /** What rows call it. */
  readonly reason: string;
  readonly text: string;
}

export type Sign = SignBase &
  (
    | {
        readonly kind: 'step';
        readonly step: StepName;
        readonly delay: DurationMs | null;
        readonly isWrapper: boolean;
      }
    | { readonly kind: 'incident'; readonly incident: IncidentName; readonly request: LateRequest | null }
    | { readonly kind: 'start'; readonly sign: 'started' | 'ready'; readonly isFirst: boolean }
    | { readonly kind: 'unready' }
    | { readonly kind: 'exit'; readonly code: number }
    | {
        readonly kind: 'previous';
        readonly pod: string;
        readonly started: { readonly at: EpochMs; readonly precision: Precision } | null;
      }
    | { readonly kind: 'note' }
  );

/** One of these stands in each entry that says something. */
const HINT =
  /Event\(v1\.Obj|Event occurred|\bevent=|\[graceful-termination\]|reason: '|reason\/|equest to "|eceived signal |ermination (?:lock file|finished)|Previous pod |check failed: readyz|FLAG: --|Version: v|Serving securely|"Version" /;

/** Null for entries that say nothing of a life: nearly all. */
export function readSign(entry: LogEntry): Sign | null {
  const { message } = entry;
  const head = message.length > 4000 ? message.slice(0, 4000) : message;
  if (!HINT.test(head) && entry.line !== 'Event occurred') return null;
  const echo = readEcho(entry);
  if (echo !== null) return signOfEcho(echo);
  return (
    signOfTermination(entry, head) ??
    signOfWrapper(entry.line) ??
    signOfRequest(entry.line) ??
    signOfStart(entry.line) ??
    signOfReadiness(entry.line, head) ??
    signOfText(entry)
  );
}

function base(reason: string, text: string, echo: Echo | null = null): SignBase {
  return { echo, reason, text };
}

function signOfEcho(echo: Echo): Sign {
  const { reason, message } = echo;
  const own = base(reason, message, echo);
  const step = stepOfReason(reason);
  if (step !== null) return { ...own, kind: 'step', step, delay: delayInText(message), isWrapper: false };
  const incident = incidentOfReason(reason);
  if (incident !== null) return { ...own, kind: 'incident', incident, request: requestOf(incident, message) };
  if (reason === 'KubeAPIReadyz' && message.includes('readyz=true'))
    return { ...own, kind: 'start', sign: 'ready', isFirst: false };
  return { ...own, kind: 'note' };
}

function requestOf(incident: IncidentName, message: string): LateRequest | null {
  if (incident !== 'LateConnections' && incident !== 'NonReadyRequests') return null;
  const example = readExample(message);
  return example === null
    ? null
    : { ...example, isLoopback: false, isEarly: incident === 'NonReadyRequests' };
}

const TERMINATION = '[graceful-termination] ';

/** `[graceful-termination] shutdown event` with its name, and the lines around it. */
function signOfTermination(entry: LogEntry, head: string): Sign | null {
  if (!head.includes(TERMINATION)) return null;
  const { text, values } = entry.structured();
  const at = text.indexOf(TERMINATION);
  if (at < 0) return null; // another's words, in a value
  const said = text.slice(at + TERMINATION.length);
  if (said.startsWith('waiting for shutdown to be initiated'))
    return { ...base('Started', text), kind: 'start', sign: 'started', isFirst: false };
  const name = values.get('name');
  const step =
    STEPS.find((one) => one === name) ??
    (said.startsWith('apiserver is exiting') ? 'TerminationGracefulTerminationFinished' : null) ??
    (/non long-running request\(s\) have drained/.test(said) ? 'InFlightRequestsDrained' : null);
  if (step === null) return { ...base('GracefulTermination', text), kind: 'note' };
  return { ...base(step, text), kind: 'step', step, delay: null, isWrapper: false };
}

/** Lines of the program that starts the apiserver, and watches it. */
function signOfWrapper(line: string): Sign | null {
  if (/^"?Received signal \w{1,20}\. Forwarding to sub-process/.test(line))
    return {
      ...base('ShutdownInitiated', line),
      kind: 'step',
      step: 'ShutdownInitiated',
      delay: null,
      isWrapper: true,
    };
  const exit = /^Termination finished with exit code (-?\d{1,9})/.exec(line);
  if (exit !== null) return { ...base('ProcessExited', line), kind: 'exit', code: Number(exit[1]) };
  if (line.startsWith('Touching termination lock file'))
    return { ...base('Started', line), kind: 'start', sign: 'started', isFirst: true };
  const previous = /^Previous pod (\S{1,300}) started at (.{1,200}) did not terminate gracefully/.exec(line);
  if (previous === null) return null;
  return {
    ...base('NonGracefulTermination', line),
    kind: 'previous',
    pod: previous[1],
    started: parseGoTime(previous[2]),
  };
}

/** `2023-03-10 17:00:00.123456789 +0000 UTC`, perhaps with ` m=+0.1`. */
export function parseGoTime(text: string): { at: EpochMs; precision: Precision } | null {
  const match = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d(?:\.\d{1,9})?) ([+-]\d{4})(?: |$)/.exec(text);
  return match === null ? null : parseTime(`${match[1]}T${match[2]}${match[3]}`);
}

function signOfRequest(line: string): Sign | null {
  const request = readLateRequest(line);
  if (request === null) return null;
  const incident = request.isEarly ? 'NonReadyRequests' : 'LateConnections';
  return { ...base(incident, line), kind: 'incident', incident, request };
}

/** The first lines of a process, and the one that says that it listens. */
function signOfStart(line: string): Sign | null {
  const isFirst = /^(?:FLAG: --|Version: v\d|"Version" )/.test(line);
  const isStart = isFirst || /^"?Serving securely(?: on |")/.test(line);
  return isStart ? { ...base('Started', line), kind: 'start', sign: 'started', isFirst } : null;
}

/** The check named `shutdown` fails from the moment of the signal on. */
function signOfReadiness(line: string, head: string): Sign | null {
  const isUnready =
    /\bshutdown\b[^\n]{0,200} check failed: readyz|check failed: readyz[\s\S]{0,2000}\[-\]shutdown failed/.test(
      head,
    );
  return isUnready ? { ...base('NotReady', line), kind: 'unready' } : null;
}

const WORDS = 'Received signal to terminate, becoming unready';
/** Values in quotes are of whoever is told of: a request's body, or another's error. */
const QUOTED = /"(?:[^"\\]|\\.){0,4000}"/g;
const POD = /(?<![\w.-])kube-apiserver-[a-z0-9.-]{1,240}/;

/** A reason or the words of the signal in any other text: in its own words, not in what it quotes. */
function signOfText(entry: LogEntry): Sign | null {
  const { line, klog } = entry;
  const isStructured = line.startsWith('"');
  const said = isStructured ? entry.structured().text : line.slice(0, 4000).replace(QUOTED, '""');
  const found = /\breason(?:: '|\/)([A-Za-z]{1,60})\b/.exec(said);
  const reason = found?.[1] ?? '';
  // What stands before the words in a line of klog says that they are not its own.
  const isSaid = klog === null ? said.includes(WORDS) : said.startsWith(WORDS);
  const step = stepOfReason(reason) ?? (isSaid ? 'ShutdownInitiated' : null);
  if (step === null) return null;
  const name = nameOf(said);
  const echo = name === null ? null : relayOf(name, reason || step);
  return {
    ...base(reason || step, line, echo),
    kind: 'step',
    step,
    delay: delayInText(said),
    isWrapper: false,
  };
}

/** The pod that a text names, which may be another's than the log's own. */
function nameOf(said: string): string | null {
  const pod = POD.exec(said)?.[0].replace(/[.-]+$/, '') ?? null;
  return pod === null || nodeOfPod(pod) === null ? null : pod;
}
