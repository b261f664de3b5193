import { expect, test } from 'vitest';
import {
  buildOfPath,
  isOfStep,
  platformOfJob,
  timeOfBuild,
} from '../../../../src/formats/prow/prow-names.ts';
import { loadTexts } from '../../../support/read.ts';

const JOB = 'periodic-ci-demo-e2e-aws-ovn-upgrade';
const BUILD = '1634235926655799296';

test('the number of a build tells when it was made', () => {
  expect(new Date(timeOfBuild(BUILD)!).toISOString()).toBe('2023-03-10T16:53:02.207Z');
  expect(new Date(timeOfBuild('1635210801117663232')!).toISOString().slice(0, 19)).toBe(
    '2023-03-13T09:26:50',
  );
  for (const text of ['12', '99999999999999999999', '000000000000000000', 'x', ''])
    expect(timeOfBuild(text)).toBeNull();
});

test('a path names job and build', () => {
  expect(buildOfPath(`logs/${JOB}/${BUILD}/started.json`)).toEqual({ job: JOB, buildId: BUILD });
  expect(buildOfPath(`a.tar > ${JOB}/${BUILD}/artifacts/x/finished.json`)).toEqual({
    job: JOB,
    buildId: BUILD,
  });
  expect(buildOfPath(`${BUILD}/started.json`)).toBeNull();
  expect(buildOfPath('started.json')).toBeNull();
  expect(isOfStep(`${BUILD}/artifacts/x/finished.json`)).toBe(true);
  expect(isOfStep(`${BUILD}/finished.json`)).toBe(false);
});

test('a job is named after one platform, or after none', () => {
  expect(platformOfJob(JOB)).toBe('aws');
  expect(platformOfJob('e2e-metal-ipi-ovn')).toBe('baremetal');
  expect(platformOfJob('pull-demo-unit')).toBeNull();
  expect(platformOfJob('e2e-aws-to-gcp')).toBeNull();
});

test('what the job says is more than what its steps say', async () => {
  const step = '{"timestamp":1678470000,"passed":true,"result":"SUCCESS"}';
  const own = '{"timestamp":1678481582,"passed":false,"result":"FAILURE"}';
  const { report } = await loadTexts({
    [`${JOB}/${BUILD}/artifacts/e2e/finished.json`]: step,
    [`${JOB}/${BUILD}/finished.json`]: own,
  });
  expect(report.run).toMatchObject({ job: JOB, buildId: BUILD, platform: 'aws', result: 'FAILURE' });
});
