/**
 * What Prow writes beside the artifacts of a job: `started.json`, `finished.json` and `prowjob.json`. Writer:
 * kubernetes-sigs/prow: pkg/crier/reporters/gcs, pkg/sidecar.
 *
 *   {"timestamp":1678467182,"repos":{"openshift/demo":"main"}}
 *   {"timestamp":1678481582,"passed":false,"result":"FAILURE","metadata":{"work-namespace":"ci-op-demo"}}
 *   {"kind":"ProwJob","spec":{"job":"periodic-ci-demo-e2e-aws"},"status":{"build_id":"1634235926655799296","startTime":"…Z"}}
 *
 * Oddities: steps of a job have files of the same names, which tell of the step; a job that is not finished has no end.
 */
import { parseTime, SECOND, type EpochMs } from '../../base/time.ts';
import type { Format, Head, Input, Job, RunSink } from '../format.ts';
import { fieldsOf, isFields, memberOf, textOf, type Fields } from '../objects/fields.ts';
import { firstObject, scalarOf } from '../objects/head-object.ts';
import { readObjects } from '../objects/read-objects.ts';
import { buildOfPath, isOfStep, platformOfJob, timeOfBuild } from './prow-names.ts';

/** How sure a file is: of the job itself, of a file beside it, of a step, of its path. */
const WEIGHT = { job: 3, file: 2, step: 1, path: 0 } as const;

/** Members of the two small files. Source: gcs-logs metadata of kubernetes/test-infra. */
const MEMBERS: ReadonlySet<string> = new Set(
  (
    'timestamp passed result metadata repos pull node jenkins-node repo-version repo-commit job-version version revision ' +
    'pending'
  ).split(' '),
);

type Kind = 'started' | 'finished' | 'prowjob';

export const prowJob: Format = {
  id: 'prow-job',
  label: 'Prow files (started.json, finished.json, prowjob.json)',

  detect(head: Head): boolean {
    const first = firstObject(head);
    if (first === null) return false;
    if (first.form === 'json') return kindOf(first.fields) !== null;
    return scalarOf(first, 'kind') === 'ProwJob';
  },

  async parse(input: Input, sink: RunSink, job: Job) {
    const result = await readObjects(input, job, {
      onObject(value, index) {
        const kind = kindOf(value);
        if (kind === null) {
          job.skip();
          job.notice('other-lines', { item: index });
          return;
        }
        job.record();
        if (kind === 'prowjob') takeJob(value, sink);
        else if (!takeFile(value, kind, input.name, sink)) job.notice('no-time', { item: index });
      },
    });
    takePath(input.name, sink);
    return result;
  },
};

function kindOf(value: Fields): Kind | null {
  if (textOf(value, 'kind') === 'ProwJob') return isFields(memberOf(value, 'spec')) ? 'prowjob' : null;
  if (typeof memberOf(value, 'timestamp') !== 'number') return null;
  if (!Object.keys(value).every((name) => MEMBERS.has(name.toLowerCase()))) return null;
  const isFinished = typeof memberOf(value, 'passed') === 'boolean' || textOf(value, 'result') !== '';
  return isFinished ? 'finished' : 'started';
}

/** Whether the file told a time. */
function takeFile(value: Fields, kind: 'started' | 'finished', path: string, sink: RunSink): boolean {
  const at = timeOf(memberOf(value, 'timestamp'));
  const weight = isOfStep(path) ? WEIGHT.step : WEIGHT.file;
  if (at !== null) sink.fact({ kind: kind === 'started' ? 'run-start' : 'run-end', at, weight });
  if (kind === 'finished') {
    const passed = memberOf(value, 'passed');
    const result = textOf(value, 'result') || (passed === true ? 'SUCCESS' : 'FAILURE');
    sink.fact({ kind: 'result', value: result.toUpperCase().slice(0, 40), weight });
  }
  return at !== null;
}

function timeOf(seconds: unknown): EpochMs | null {
  const at = typeof seconds === 'number' ? seconds * SECOND : NaN;
  return at > Date.UTC(2014, 0, 1) && at < Date.UTC(2100, 0, 1) ? at : null;
}

function takeJob(value: Fields, sink: RunSink): void {
  const status = fieldsOf(value, 'status');
  const weight = WEIGHT.job;
  const job = textOf(fieldsOf(value, 'spec'), 'job');
  const build = textOf(status, 'build_id');
  const started = parseTime(textOf(status, 'startTime'));
  const ended = parseTime(textOf(status, 'completionTime'));
  const state = textOf(status, 'state');
  if (job !== '') takeName(job, weight, sink);
  if (build !== '') takeBuild(build, weight, sink);
  if (started !== null) sink.fact({ kind: 'run-start', at: started.at, weight });
  if (ended !== null) sink.fact({ kind: 'run-end', at: ended.at, weight });
  if (state !== '') sink.fact({ kind: 'result', value: state.toUpperCase().slice(0, 40), weight });
}

function takePath(path: string, sink: RunSink): void {
  const build = buildOfPath(path);
  if (build === null) return;
  takeName(build.job, WEIGHT.path, sink);
  takeBuild(build.buildId, WEIGHT.path, sink);
}

function takeName(job: string, weight: number, sink: RunSink): void {
  sink.fact({ kind: 'job', value: job, weight });
  const platform = platformOfJob(job);
  if (platform !== null) sink.fact({ kind: 'platform', value: platform, weight: 1 });
}

/** The number of a build tells when it was made, which is seconds before the run began. */
function takeBuild(buildId: string, weight: number, sink: RunSink): void {
  sink.fact({ kind: 'build-id', value: buildId, weight });
  const at = timeOfBuild(buildId);
  if (at !== null) sink.fact({ kind: 'run-start', at, weight: WEIGHT.path });
}
