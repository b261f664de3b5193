/**
 * The monitor's text time line in a build log, the only record of runs of 4.6 and 4.7.
 * Writer: openshift/origin: pkg/monitor, printed at the end of `openshift-tests run`.
 *
 *   Nov 05 12:00:03.250 E kube-apiserver Kube API started failing: context deadline exceeded
 *   Nov 05 12:00:04.000 - 14s   E kube-apiserver Kube API is not responding to GET requests
 *   Nov 05 12:00:18.000 I kube-apiserver Kube API started responding to GET requests
 *
 * Oddities: no year; times are UTC; new lines in messages are written as `\n`; other lines of the log stand between.
 */
import { fail, success } from '../base/result.ts';
import type { Format, Head, Input, Job, RunSink } from './format.ts';
import { IntervalFile } from './interval-file.ts';
import { readLines } from './lines.ts';
import { isMonitorLine, parseMonitorLine } from './monitor-line.ts';

/** Lines of the test runner, whose log has the time line at its end. */
const RUNNER_LINE = /^(?:started|passed|failed|flaked|skipped): \(/m;

export const monitorText: Format = {
  id: 'monitor-text',
  label: 'text time line of a build log',

  detect({ text }: Head): boolean {
    if (/^\s*[{[<]/.test(text)) return false;
    return RUNNER_LINE.test(text) || text.split('\n').some(isMonitorLine);
  },

  async parse(input: Input, sink: RunSink, job: Job) {
    const file = new IntervalFile(sink, job);
    let found = 0;
    let isCutOff = false;
    for await (const { text, number, isCut, isLast } of readLines(input.chunks)) {
      job.signal.throwIfAborted();
      // A line that the input ends in may be half of one.
      if (isCut || isLast) job.notice('line-cut', { line: number });
      const item = parseMonitorLine(text, job);
      if (item === null) {
        if (text.trim() !== '') job.notice('other-lines', { line: number });
        continue;
      }
      isCutOff ||= isLast;
      if (isLast && item.message === '') {
        job.skip();
        continue;
      }
      found++;
      if (job.asOf === null) job.notice('year-assumed', { line: number });
      file.item(item, number, { line: number });
    }
    file.end(isCutOff);
    if (found > 0) return success(undefined);
    return fail({
      code: 'unknown-format',
      looksLike: 'a log of a test run without a time line',
      expected: ['a build log with the time line of the monitor'],
    });
  },
};
