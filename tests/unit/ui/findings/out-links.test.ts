import { describe, expect, it } from 'vitest';
import { failedTestsAt } from '../../../../src/ui/details/item-links.ts';
import { outLinks, type Looked } from '../../../../src/ui/findings/out-links.ts';
import { layoutLanes } from '../../../../src/timeline/layout-lanes.ts';
import { reportOf } from '../../../support/report-of.ts';
import { at, tableFrom } from '../../../support/table-from.ts';

const RUN = { job: 'periodic-ci-demo-nightly-4.14-e2e-aws-upgrade', buildId: '1635210801117663232' };
const LOOKED: Looked = {
  from: at('10:56:25'),
  to: at('10:59:39'),
  pod: 'kube-apiserver-m0.example',
  words: 'timed out (5 s)?',
};
const addresses = (run: { job: string | null; buildId: string | null }, looked = LOOKED) =>
  outLinks(run, looked).map(({ href }) => new URL(href));

describe('links to other tools', () => {
  it('lead to the run, the time and the pod', () => {
    const [prow, sippy, loki, search] = addresses(RUN);
    expect(prow.href).toBe(
      'https://prow.ci.openshift.org/view/gs/test-platform-results/logs/periodic-ci-demo-nightly-4.14-e2e-aws-upgrade/1635210801117663232',
    );
    expect(sippy.pathname).toBe(
      '/sippy-ng/job_runs/1635210801117663232/periodic-ci-demo-nightly-4.14-e2e-aws-upgrade/intervals',
    );
    expect(sippy.searchParams.get('start')).toBe('2023-03-13T10:56:25.000Z');
    expect(JSON.parse(loki.searchParams.get('left')!)).toEqual({
      datasource: 'Grafana Cloud',
      queries: [
        {
          expr: '{invoker="openshift-internal-ci/periodic-ci-demo-nightly-4.14-e2e-aws-upgrade/1635210801117663232"} | unpack | pod_name="kube-apiserver-m0.example"',
          refId: 'A',
        },
      ],
      range: { from: String(LOOKED.from), to: String(LOOKED.to) },
    });
    expect(search.searchParams.get('search')).toBe('timed out \\(5 s\\)\\?');
  });

  it('are none without a known run, or with one of another form', () => {
    expect(addresses({ ...RUN, job: null })).toEqual([]);
    expect(addresses({ ...RUN, buildId: null })).toEqual([]);
    for (const job of ['../x', 'a/b', 'a?b', 'javascript:alert(1)', ''])
      expect(addresses({ ...RUN, job })).toEqual([]);
    expect(addresses({ ...RUN, buildId: '12&x=1' })).toEqual([]);
  });

  it('go only to known hosts, whatever a file says', () => {
    const hostile = { ...LOOKED, pod: '"} or {a="b', words: '&type=x#/../"><script>' };
    const found = addresses(RUN, hostile);
    expect(found.map(({ host }) => host)).toEqual([
      'prow.ci.openshift.org',
      'sippy.dptools.openshift.org',
      'grafana-loki.ci.openshift.org',
      'search.ci.openshift.org',
    ]);
    expect(found[2].searchParams.get('left')).toContain('pod_name=\\"\\\\\\"} or {a=\\\\\\"b\\"');
    expect(found[3].searchParams.get('type')).toBe('bug+junit');
    expect(found[3].hash).toBe('');
  });

  it('leave out the pages of a run of a pull request, whose number is not known', () => {
    const found = outLinks({ ...RUN, job: 'pull-ci-demo-main-e2e' }, { ...LOOKED, words: '' });
    expect(found.map(({ label }) => label)).toEqual(['Loki']);
  });
});

describe('failed tests', () => {
  it('are those that ran at some time of a finding', () => {
    const table = tableFrom(`
      10:00:00 10:57:00 Error E2ETest - e2e-test=before +status=Failed
      10:00:00 10:57:26 Error E2ETest - e2e-test=till +status=Failed
      10:57:30 10:57:31 Info  E2ETest - e2e-test=fine +status=Passed
      10:57:30 10:57:31 Error E2ETest - e2e-test=within +status=Failed
      10:58:00 10:59:00 Error E2ETest - e2e-test=after +status=Failed
    `);
    const lanes = layoutLanes(table, reportOf(), { mask: null });
    const found = failedTestsAt({ lanes, table }, at('10:57:26'), at('10:57:40'));
    expect(found.map(({ label }) => label)).toEqual(['till', 'within']);
    expect(found.map(({ item }) => lanes.row[item])).toEqual(
      found.map(({ label }) =>
        [...table.source.keys()].find((row) => table.locators[table.locator[row]].keys['e2e-test'] === label),
      ),
    );
  });
});
