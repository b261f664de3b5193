import type { EpochMs } from '../base/time.ts';
import type { Finding } from './findings.ts';
import type { Report } from './report.ts';

/** From the first to the last of what a finding tells of: its outages, the episodes behind them and their signals. */
export function spanOfFinding(
  report: Report,
  finding: Finding,
): { readonly from: EpochMs; readonly to: EpochMs } {
  const outages = finding.disruptions.map((i) => report.disruptions[i]);
  const episodes = new Set([
    ...(finding.episode === null ? [] : [finding.episode]),
    ...outages.flatMap((one) => one.episodes),
  ]);
  const behind = [...episodes].map((i) => report.episodes[i]);
  const shutdowns = [...behind, ...outages].flatMap((one) => one.shutdown ?? []);
  const signals = shutdowns.map((i) => report.shutdowns[i].initiated);
  const spans = [finding, ...behind, ...outages];
  const times = [...spans.flatMap(({ from, to }) => [from, to]), ...signals]
    .filter((time) => time !== null)
    .map((time) => Date.parse(time));
  return {
    from: times.reduce((a, b) => Math.min(a, b)),
    to: times.reduce((a, b) => Math.max(a, b)),
  };
}
