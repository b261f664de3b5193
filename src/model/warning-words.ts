import type { WarningCode } from './report.ts';

/** What a warning means: what was seen, where it is told, and what follows from it. */
export const WARNING_WORDS: Readonly<Record<WarningCode, string>> = {
  'sampler-outage':
    'The sampler itself was not running then, so nothing is known of the backends at that time.',
  'control-backend-down':
    'A backend outside of the cluster failed too: outages then come from the client, not the cluster.',
  'window-too-long':
    'Constructed windows pair signals by order. One that lasts longer than any shutdown spans two of them.',
  'overlapping-shutdowns': 'Apiservers are stopped one after the other. Two at once leave one node to serve.',
  'clock-difference': 'The same moment has different times in different sources.',
  // openshift/kubernetes: cmd/watch-termination
  'non-graceful':
    'When it started, the next process found that the one before had not ended in order: it says so in the event NonGracefulTermination, or in the termination log. That process may have been signalled all the same: ShutdownInitiated tells that a stop began, this tells that it was not done when the process was killed. The time is that of the next start, not of the stop.',
  'late-connections': 'Load balancers still sent new connections late in the shutdown delay.',
  'before-ready': 'Load balancers sent requests before the apiserver was ready.',
  'several-runs':
    'What belongs to one run lies together. Files from times so far apart are of several runs, and perhaps of several clusters: each verdict is of its own time, but the counts, the control plane and what is missing are of all of them. Open the files of one run by themselves.',
  contradiction: 'Two sources say different things of the same moment.',
};
