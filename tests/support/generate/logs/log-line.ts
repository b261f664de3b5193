import type { EpochMs } from '../../../../src/base/time.ts';

/** A line on its way into a log; those of one log are sorted by `at`, and lines of the same moment keep their order. */
export interface LogLine {
  readonly at: EpochMs;
  readonly text: string;
}

/** `0313 10:57:25.204117`: as klog writes a time. */
export function klogTime(at: EpochMs): string {
  const text = new Date(at).toISOString();
  return `${text.slice(5, 7)}${text.slice(8, 10)} ${text.slice(11, 23)}${microseconds(at)}`;
}

/** `Mar 13 10:57:25.204117`: as `journalctl` writes a time. */
export function journalTime(at: EpochMs): string {
  const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
  const date = new Date(at);
  const day = String(date.getUTCDate()).padStart(2, '0');
  return `${months[date.getUTCMonth()]} ${day} ${date.toISOString().slice(11, 23)}${microseconds(at)}`;
}

/** Digits behind the millisecond that look like a clock's, and are the same each time. */
function microseconds(at: EpochMs): string {
  return String((at * 7919) % 1000).padStart(3, '0');
}

/** `I0313 10:57:25.204117      15 httplog.go:132] …` */
export function klogLine(
  at: EpochMs,
  { level = 'I', thread, file }: { level?: 'I' | 'W' | 'E'; thread: number; file: string },
  message: string,
): LogLine {
  return { at, text: `${level}${klogTime(at)} ${String(thread).padStart(7)} ${file}] ${message}` };
}

/** An Event that its recorder printed. */
export function echoText(pod: string, reason: string, message: string, type = 'Normal'): string {
  return (
    `Event(v1.ObjectReference{Kind:"Pod", Namespace:"openshift-kube-apiserver", Name:"${pod}", UID:"", ` +
    `APIVersion:"v1", ResourceVersion:"", FieldPath:""}): type: '${type}' reason: '${reason}' ${message}`
  );
}

/** The text of a log. */
export function logText(lines: readonly LogLine[]): string {
  return [...lines]
    .sort((a, b) => a.at - b.at)
    .map(({ text }) => `${text}\n`)
    .join('');
}
