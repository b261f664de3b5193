import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const FOLDER = resolve(import.meta.dirname, '../fixtures');

export interface Fixture {
  readonly format: string;
  /** The file's name without its ending. */
  readonly name: string;
  readonly bytes: Uint8Array;
  /** What the user tells of the run's time; null: nothing. */
  readonly asOf: string | null;
}

const LOGS_AS_OF = '2025-05-06T12:00:00Z';

/** Times of runs for files whose lines have no year, by format and name; all others are read without. */
const AS_OF: Readonly<Record<string, string>> = {
  'monitor-text/build-log': '2020-11-05T14:00:00Z',
  'monitor-text/late-2021': '2021-11-03T00:00:00Z',
  'apiserver-log/crlf': LOGS_AS_OF,
  'apiserver-log/life': LOGS_AS_OF,
  'apiserver-log/namespace-event': LOGS_AS_OF,
  'apiserver-log/one-line': LOGS_AS_OF,
  'apiserver-log/openshift-apiserver': LOGS_AS_OF,
  'apiserver-log/pod-prefix': LOGS_AS_OF,
  'apiserver-log/quirk-cut-first-last': LOGS_AS_OF,
  'apiserver-log/quirk-invalid-utf8': LOGS_AS_OF,
  'apiserver-log/quirk-odd-values': LOGS_AS_OF,
  'apiserver-log/quirk-zero-bytes': LOGS_AS_OF,
  'apiserver-log/steps-4.8': LOGS_AS_OF,
  'apiserver-log/structured-echo': LOGS_AS_OF,
  'apiserver-log/syslog': LOGS_AS_OF,
  'apiserver-log/two-lives': LOGS_AS_OF,
  'apiserver-log/grep': LOGS_AS_OF,
  'operator-log/kube-apiserver-operator': LOGS_AS_OF,
  'operator-log/etcd-operator': LOGS_AS_OF,
  'termination-log/lives': LOGS_AS_OF,
  'termination-log/without-lock-lines': LOGS_AS_OF,
  'termination-log/exit-code': LOGS_AS_OF,
  'termination-log/torn': LOGS_AS_OF,
  'journal/rollout': LOGS_AS_OF,
  'journal/reboot': LOGS_AS_OF,
  'journal/boot-marks': LOGS_AS_OF,
  'journal/old-kubelet': LOGS_AS_OF,
  'journal/quirk-cut': LOGS_AS_OF,
  'backend-disruption/since-2023': '2025-05-06T12:00:00Z',
  'backend-disruption/late-2021': '2021-11-03T00:00:00Z',
  'kube-events-table/as-of': '2025-05-06T07:10:00Z',
  'kube-events-table/as-of-no-header': '2025-05-06T07:10:00Z',
  'kube-events-table/as-of-all-namespaces': '2025-05-06T07:10:00Z',
  'kube-events-table/as-of-odd-lines': '2025-05-06T07:10:00Z',
};

/** The fixtures of a format, by name; `invalid` is a folder like any other. */
export function fixturesOf(format: string): Fixture[] {
  return readdirSync(join(FOLDER, format))
    .sort()
    .map((file): Fixture => {
      const name = file.replace(/\.[a-z0-9]+$/, '');
      const bytes = new Uint8Array(readFileSync(join(FOLDER, format, file)));
      return { format, name, bytes, asOf: AS_OF[`${format}/${name}`] ?? null };
    });
}

/** The bytes of one fixture. */
export function fixture(format: string, name: string): Fixture {
  const found = fixturesOf(format).find((one) => one.name === name);
  if (found === undefined) throw new Error(`no fixture ${format}/${name}`);
  return found;
}

/** The folders of fixtures that are named after a format. */
export function fixtureFormats(): string[] {
  return readdirSync(FOLDER, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'invalid')
    .map((entry) => entry.name)
    .sort();
}
