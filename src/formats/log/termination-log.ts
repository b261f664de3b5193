/**
 * What is left of each life of a kube-apiserver: `/var/log/kube-apiserver/termination.log`. Writer: openshift/kubernetes:
 * cmd/watch-termination, which starts the apiserver and copies what it says after a signal.
 *
 *   ---
 *   Previous pod kube-apiserver-demo-master-0 started at 2025-05-06 08:00:00.123456789 +0000 UTC did not terminate gracefully
 *   I0506 10:00:00.806001       1 main.go:178] Received signal terminated. Forwarding to sub-process "hyperkube".
 *
 * Oddities: between a start and a signal nothing is written, so that lines of the apiserver tell of one; the second
 * line has no time, and means the life before (termination-lives.ts); parts are rotated at 100 MB.
 */
import type { Format, Input, Job, RunSink } from '../format.ts';
import { Held } from './held.ts';
import { kindOfLog } from './log-head.ts';
import { LogReader } from './log-reader.ts';
import { readLog } from './read-log.ts';
import { TerminationLives } from './termination-lives.ts';

export const terminationLog: Format = {
  id: 'termination-log',
  label: 'termination log of an apiserver',

  detect: (head) => kindOfLog(head) === 'termination-log',

  async parse(input: Input, sink: RunSink, job: Job) {
    const held = new Held(job);
    const lives = new TerminationLives(input.name, held, job);
    const reader: LogReader = new LogReader(job, (entry) => {
      held.saw(entry);
      lives.take(entry, reader.clock);
    });
    const result = await readLog(input, job, reader);
    const { marks, coverage } = lives.finish(reader.clock, reader.losses);
    held.finish(sink, reader.clock, marks, coverage);
    return result;
  },
};
