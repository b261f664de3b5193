/**
 * The table that `oc get events` prints, with or without header, of one namespace or all, wide or not.
 *
 *   LAST SEEN                TYPE      REASON              OBJECT                               MESSAGE
 *   3m19s                    Normal    ShutdownInitiated   pod/kube-apiserver-m0                Received signal to …
 *   10m (x3 over 12m)        Warning   Unhealthy           pod/kube-apiserver-m0                Readiness probe failed
 *
 * Oddities: ages, not times. Only a wide table tells times: the end of an event's name is the moment when it was first
 * seen. Else the time when the table was printed makes times of ages, where the user tells it. Ages are cut: to the
 * second up to ten minutes, then to the minute; a row that is off by a minute tells no step of a shutdown.
 */
import { fail, success } from '../../base/result.ts';
import { PRECISION, type DurationMs, type ParsedTime } from '../../base/time.ts';
import type { Locator, NewInterval } from '../../model/interval-table.ts';
import type { Format, Head, Input, Job, RunSink } from '../format.ts';
import { marksOf } from '../interval-marks.ts';
import { readLines } from '../lines.ts';
import { isExactAge, isTableHeader, readTableLine, type TableLine } from './table-line.ts';

export const kubeEventsTable: Format = {
  id: 'kube-events-table',
  label: 'table of events (oc get events)',

  detect({ text, isWhole }: Head): boolean {
    const lines = text.split('\n', 60);
    if (!isWhole && lines.length > 1) lines.pop();
    const filled = lines.filter((line) => line.trim() !== '');
    const own = filled.filter(
      (line) => isTableHeader(line) || readTableLine(line.replace(/\r$/, '')) !== null,
    );
    return own.length > 0 && own.length * 2 > filled.length;
  },

  async parse(input: Input, sink: RunSink, job: Job) {
    let isWithoutTimes = false;
    for await (const { text, number, isCut, isLast } of readLines(input.chunks)) {
      job.signal.throwIfAborted();
      // A line that the input ends in may be half of one.
      if (isCut || isLast) job.notice('line-cut', { line: number });
      const row = isTableHeader(text) ? null : readTableLine(text);
      if (row === null) {
        if (text.includes('\0')) job.notice('zero-bytes', { line: number });
        else if (text.trim() !== '' && !isTableHeader(text)) job.notice('other-lines', { line: number });
        continue;
      }
      if (takeRow(row, number, sink, job)) isWithoutTimes = true;
    }
    return isWithoutTimes ? fail({ code: 'relative-times' }) : success(undefined);
  },
};

/** Whether the row has an age, and nothing that makes a time of it. */
function takeRow(row: TableLine, place: number, sink: RunSink, job: Job): boolean {
  const { first, last } = timesOf(row, job);
  if (first === null && last === null && row.age === null) {
    job.skip();
    job.notice('no-time', { line: place });
    return false;
  }
  job.record();
  if (row.message.includes('\ufffd')) job.notice('encoding', { line: place });
  if (first === null && last === null) return true;
  if (first !== null) addRow(row, first, last === null ? {} : { occurrence: 'first' }, place, sink);
  const isLastOfMany = first !== null && last !== null;
  const untimed: Record<string, string> = row.count > 2 ? { untimed: String(row.count - 2) } : {};
  if (last !== null) addRow(row, last, isLastOfMany ? { occurrence: 'last', ...untimed } : {}, place, sink);
  return false;
}

interface SeenTime extends ParsedTime {
  /** To the second, or better. */
  readonly isExact: boolean;
}

/** When it was first and last seen; of what was seen once, only one of both. */
function timesOf({ age, firstAge, named, count }: TableLine, { asOf }: Job) {
  const before = (span: DurationMs | null): SeenTime | null =>
    span === null || asOf === null
      ? null
      : { at: asOf - span, precision: PRECISION.inferred, isExact: isExactAge(span) };
  const first: SeenTime | null = named === null ? before(firstAge) : { ...named, isExact: true };
  if (first === null) return { first, last: before(age) };
  const between = age === null || firstAge === null ? 0 : firstAge - age;
  if (count < 2 || between <= 0) return { first, last: null };
  const isExact = first.isExact && isExactAge(firstAge!);
  return { first, last: { at: first.at + between, precision: PRECISION.inferred, isExact } };
}

function addRow(
  row: TableLine,
  time: SeenTime,
  extra: Readonly<Record<string, string>>,
  place: number,
  sink: RunSink,
): void {
  const count: Record<string, string> = row.count > 1 ? { count: String(row.count) } : {};
  const interval: NewInterval = {
    from: time.at,
    to: time.at,
    precision: time.precision,
    level: row.type === 'Warning' ? 'Warning' : 'Info',
    source: 'KubeEvent',
    locator: locatorOf(row),
    reason: row.reason,
    message: row.message,
    annotations: { ...count, reason: row.reason, ...extra },
    display: false,
    isPredicted: false,
    place,
  };
  sink.interval(interval);
  // Both ends of a repeated event have rows of their own.
  if (time.isExact) for (const mark of marksOf({ ...interval, annotations: {} })) sink.mark(mark);
}

function locatorOf({ kind, name, namespace, kubelet }: TableLine): Locator {
  if (kind === 'node') return { type: 'Node', keys: { node: name } };
  if (kind === 'namespace') return { type: '', keys: { namespace: name } };
  const own = /^[a-z][a-z0-9]{0,62}$/.test(kind) ? kind : 'name';
  return {
    type: 'Kind',
    keys: {
      ...(namespace === '' ? {} : { namespace }),
      [own]: name,
      ...(kubelet === '' ? {} : { node: kubelet }),
    },
  };
}
