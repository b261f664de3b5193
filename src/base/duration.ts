import { formatCount } from './text.ts';
import type { DurationMs } from './time.ts';

const GO_UNIT_MS: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  μs: 1e-3,
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
};
const GO_DURATION = /^[+-]?(?:\d+(?:\.\d+)?(?:ns|us|µs|μs|ms|s|m|h))+$/;
const GO_PART = /(\d+(?:\.\d+)?)(ns|us|µs|μs|ms|s|m|h)/g;

/** Reads a Go duration (`1m10s`, `2m9s`, `0s`, `1h2m3.5s`, `0`). Null for other text. */
export function parseGoDuration(text: string): DurationMs | null {
  if (text === '0') return 0;
  if (text.length > 40 || !GO_DURATION.test(text)) return null;
  let total = 0;
  for (const [, amount, unit] of text.matchAll(GO_PART)) total += Number(amount) * GO_UNIT_MS[unit];
  const rounded = Math.round(total * 1e6) / 1e6;
  return text.startsWith('-') ? -rounded : rounded;
}

/** For people: `7 s`, `1 m 10 s`, `2 h 05 m`, `3 d 04 h`, `0.25 s`, `12 ms`. */
export function formatDuration(span: DurationMs): string {
  const sign = span < 0 ? '−' : '';
  const ms = Math.abs(span);
  if (ms > 0 && ms < 100) return `${sign}${trimZeros(ms.toFixed(ms < 10 ? 1 : 0))} ms`;
  if (ms < 60_000)
    return `${sign}${trimZeros((ms / 1000).toFixed(ms % 1000 === 0 ? 0 : ms < 10_000 ? 2 : 1))} s`;
  const seconds = Math.round(ms / 1000);
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${sign}${minutes} m ${String(seconds % 60).padStart(2, '0')} s`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return `${sign}${hours} h ${String(minutes % 60).padStart(2, '0')} m`;
  return `${sign}${formatCount(Math.floor(hours / 24))} d ${String(hours % 24).padStart(2, '0')} h`;
}

function trimZeros(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}
