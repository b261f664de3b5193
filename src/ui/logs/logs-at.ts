import { hasLines } from '../../model/log-lines.ts';
import { shortNodeName } from '../../model/node-name.ts';
import type { InputReport, Report } from '../../model/report.ts';

/** A log that may tell of a node. */
export interface LogFile {
  readonly path: string;
  /** `journal`, `previous apiserver log`. */
  readonly label: string;
}

const LABELS: Readonly<Record<string, string>> = {
  'apiserver-log': 'apiserver log',
  journal: 'journal',
  loki: 'Loki',
  'kube-events-table': 'table of events',
  'monitor-text': 'build log',
  'operator-log': 'log',
  'termination-log': 'termination log',
};

/** All files that lines of a log can be shown of, in the order of their paths. */
export function logsOf({ inputs }: Pick<Report, 'inputs'>): LogFile[] {
  return inputs.filter(({ format }) => hasLines(format)).map(logFile);
}

/** The logs whose paths name the node: those of its apiserver, its termination log, its journal. None without a node. */
export function logsOfNode({ inputs }: Pick<Report, 'inputs'>, node: string): LogFile[] {
  const name = shortNodeName(node).toLowerCase();
  if (name === '') return [];
  return inputs.filter(({ format, path }) => hasLines(format) && names(path, name)).map(logFile);
}

function logFile({ path, format }: InputReport): LogFile {
  const label = LABELS[format ?? ''] ?? 'log';
  return { path, label: /previous[^/]*$/.test(path) ? `previous ${label}` : label };
}

/** Whether a path has a name in it that does not go on: `m1` is not in `m10`. */
function names(path: string, name: string): boolean {
  const text = path.toLowerCase();
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1))
    if (!isWord(text[at - 1]) && !isWord(text[at + name.length])) return true;
  return false;
}

function isWord(letter: string | undefined): boolean {
  return letter !== undefined && /[a-z0-9]/.test(letter);
}
