/**
 * The echo layer: an Event that its recorder printed. Writer: kubernetes/client-go: tools/record/event.go
 * (`StartLogging`, `StartStructuredLogging`).
 */
import type { LogEntry } from './log-reader.ts';
import { unquoteGo } from './go-quoted.ts';

export interface Echo {
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  readonly type: string;
  readonly reason: string;
  readonly message: string;
  /** Whoever wrote the line tells what may be another's: the log need not be that of who recorded it. */
  readonly isRelayed: boolean;
}

const START = 'Event(v1.ObjectReference{';
const MAX_KEYS = 20;
/** Of the library's recorders, which operators and controllers use: an apiserver prints its own in the file of its server. */
const RECORDER_FILE = 'event.go';

/** The Event in an entry, in any form; null where there is none. */
export function readEcho(entry: LogEntry): Echo | null {
  const plain = readPlainEcho(entry.line);
  if (plain !== null) return { ...plain, isRelayed: entry.klog?.file === RECORDER_FILE };
  return readStructuredEcho(entry) ?? readRelay(entry.line);
}

/** `Event(v1.ObjectReference{Kind:"Pod", …}): type: 'Normal' reason: 'ShutdownInitiated' Received signal …` */
export function readPlainEcho(message: string): Echo | null {
  const start = message.indexOf(START);
  if (start < 0) return null;
  const keys = new Map<string, string>();
  let at = start + START.length;
  for (let i = 0; i < MAX_KEYS && message[at] !== '}'; i++) {
    const key = /^(?:, )?([A-Za-z]{1,40}):/.exec(message.slice(at, at + 50));
    const value = key === null ? null : unquoteGo(message, at + key[0].length);
    if (key === null || value === null) return null;
    keys.set(key[1], value.value);
    at = value.end;
  }
  const said = /^\}\): type: '([A-Za-z]{1,40})' reason: '([^'\s]{1,200})' ?/.exec(
    message.slice(at, at + 300),
  );
  if (said === null) return null;
  return {
    kind: keys.get('Kind') ?? '',
    namespace: keys.get('Namespace') ?? '',
    name: keys.get('Name') ?? '',
    type: said[1],
    reason: said[2],
    message: message.slice(at + said[0].length).trimEnd(),
    isRelayed: false,
  };
}

/** `"Event occurred" object="ns/name" kind="Pod" type="Normal" reason="…" message="…"` */
function readStructuredEcho({ line, structured }: LogEntry): Echo | null {
  if (!line.startsWith('"Event occurred"') && line !== 'Event occurred') return null;
  const { values } = structured();
  const object = values.get('object') ?? '';
  const slash = object.indexOf('/');
  return {
    kind: values.get('kind') ?? '',
    namespace: slash < 0 ? '' : object.slice(0, slash),
    name: object.slice(slash + 1),
    type: values.get('type') ?? '',
    reason: values.get('reason') ?? '',
    message: values.get('message') ?? values.get('note') ?? '',
    isRelayed: true,
  };
}

const RELAY = /\bevent=([A-Za-z]{1,80}) pod=(kube-apiserver-[a-z0-9.-]{1,240})(?=\s|$)/;

/** `kube-apiserver roll out event: event=ShutdownInitiated pod=kube-apiserver-master-0`, of a tool that watches rollouts. */
function readRelay(line: string): Echo | null {
  const match = RELAY.exec(line.slice(0, 1000));
  if (match === null) return null;
  return relayOf(match[2], match[1]);
}

/** An Event of a kube-apiserver's pod, of which a text tells no more than its reason. */
export function relayOf(pod: string, reason: string): Echo {
  return {
    kind: 'Pod',
    namespace: 'openshift-kube-apiserver',
    name: pod,
    type: 'Normal',
    reason,
    message: '',
    isRelayed: true,
  };
}
