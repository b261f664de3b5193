/** What names of Prow tell: paths of artifacts, numbers of builds, names of jobs. Source: kubernetes-sigs/prow. */
import type { EpochMs } from '../../base/time.ts';

export interface BuildPath {
  readonly job: string;
  readonly buildId: string;
}

/** `…/<job>/<build>/artifacts/<step>/…`: the job and the build that a path names; null for other paths. */
export function buildOfPath(path: string): BuildPath | null {
  const words = path.split(/[/\\]| > /);
  const at = words.findLastIndex((word) => /^\d{18,20}$/.test(word));
  if (at < 1 || words[at - 1] === '') return null;
  return { job: words[at - 1], buildId: words[at] };
}

/** Whether a path leads into the artifacts of a step. */
export function isOfStep(path: string): boolean {
  return path.split(/[/\\]| > /).includes('artifacts');
}

/** When numbers of builds begin to count: milliseconds, above 22 bits of other things. */
const SNOWFLAKE_EPOCH: EpochMs = 1_288_834_974_657;

/** When a build with this number was made; null for a text that is no such number, or of a time before Prow. */
export function timeOfBuild(buildId: string): EpochMs | null {
  if (!/^\d{18,20}$/.test(buildId)) return null;
  const at = Number(BigInt(buildId) >> 22n) + SNOWFLAKE_EPOCH;
  return at > Date.UTC(2016, 0, 1) && at < Date.UTC(2100, 0, 1) ? at : null;
}

const PLATFORMS: ReadonlyMap<string, string> = new Map([
  ['aws', 'aws'],
  ['gcp', 'gcp'],
  ['azure', 'azure'],
  ['vsphere', 'vsphere'],
  ['openstack', 'openstack'],
  ['metal', 'baremetal'],
  ['ibmcloud', 'ibmcloud'],
  ['nutanix', 'nutanix'],
]);

/** The platform in a job's name, if it names exactly one: `…-e2e-aws-ovn-upgrade`. */
export function platformOfJob(job: string): string | null {
  const named = new Set(job.split('-').flatMap((word) => PLATFORMS.get(word) ?? []));
  return named.size === 1 ? [...named][0] : null;
}
