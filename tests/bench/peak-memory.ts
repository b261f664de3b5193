import { existsSync, readFileSync } from 'node:fs';

/**
 * The most memory that a process ever had, in MB; NaN where there is no /proc. (`process.resourceUsage().maxRSS` would
 * not do: a process inherits the peak of the one that started it.)
 */
export function peakMemory(process: number | 'self'): number {
  const status = `/proc/${process}/status`;
  if (!existsSync(status)) return NaN;
  return Number(/^VmHWM:\s*(\d+) kB/m.exec(readFileSync(status, 'utf8'))?.[1]) / 1024;
}
