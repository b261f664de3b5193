/** Addresses of other tools that show the same run. They are made only from a job and a build that are known. */
import type { EpochMs } from '../../base/time.ts';
import { formatTime } from '../../base/time.ts';
import type { RunBlock } from '../../model/report.ts';

export interface OutLink {
  readonly label: string;
  /** What it opens, for people. */
  readonly title: string;
  readonly href: string;
}

/** What is looked at. */
export interface Looked {
  readonly from: EpochMs;
  readonly to: EpochMs;
  /** Pod of an apiserver, for its log; null: none is meant. */
  readonly pod: string | null;
  /** Words to look for in other runs; '' for none. */
  readonly words: string;
}

// What each address is like. Sources: openshift/release: core-services/prow (Prow, its bucket, Loki's labels) and
// ci-operator/step-registry/openshift/e2e/test (Sippy's intervals); openshift/sippy: sippy-ng/src/helpers.js (search.ci).
const PROW = 'https://prow.ci.openshift.org/view/gs/test-platform-results/logs';
const SIPPY = 'https://sippy.dptools.openshift.org/sippy-ng/job_runs';
const LOKI = 'https://grafana-loki.ci.openshift.org/explore';
const SEARCH = 'https://search.ci.openshift.org/';

const MAX_WORDS = 200;

/** Nothing without a job and a build of the forms that Prow gives; text of a file is nowhere but in a parameter. */
export function outLinks({ job, buildId }: Pick<RunBlock, 'job' | 'buildId'>, looked: Looked): OutLink[] {
  if (job === null || buildId === null) return [];
  if (!/^[a-zA-Z0-9][a-zA-Z0-9._-]{0,200}$/.test(job) || !/^\d{10,25}$/.test(buildId)) return [];
  const links: OutLink[] = [];
  // Runs of a pull request lie elsewhere, under a number that is not known here.
  if (!job.startsWith('pull-ci-')) {
    links.push({ label: 'Prow', title: 'The page of this run', href: `${PROW}/${job}/${buildId}` });
    const window = new URLSearchParams({ start: formatTime(looked.from), end: formatTime(looked.to) });
    links.push({
      label: 'Sippy',
      title: 'The intervals of this time',
      href: `${SIPPY}/${buildId}/${job}/intervals?${window.toString()}`,
    });
  }
  links.push({
    label: 'Loki',
    title: looked.pod === null ? 'Logs of this time' : `Log of ${looked.pod} at this time`,
    href: lokiAddress(`openshift-internal-ci/${job}/${buildId}`, looked),
  });
  if (looked.words !== '') {
    const wanted = new URLSearchParams({
      search: looked.words.slice(0, MAX_WORDS).replace(/[.*+?^${}()|[\]\\]/g, '\\$&'),
      maxAge: '336h',
      context: '1',
      type: 'bug+junit',
      groupBy: 'job',
    });
    links.push({
      label: 'search.ci',
      title: 'Other runs with these words, of two weeks',
      href: `${SEARCH}?${wanted.toString()}`,
    });
  }
  return links;
}

function lokiAddress(invoker: string, { from, to, pod }: Looked): string {
  const ofPod = pod === null ? '' : ` | pod_name=${JSON.stringify(pod)}`;
  const left = {
    datasource: 'Grafana Cloud',
    queries: [{ expr: `{invoker=${JSON.stringify(invoker)}} | unpack${ofPod}`, refId: 'A' }],
    range: { from: String(Math.floor(from)), to: String(Math.ceil(to)) },
  };
  return `${LOKI}?${new URLSearchParams({ orgId: '1', left: JSON.stringify(left) }).toString()}`;
}
