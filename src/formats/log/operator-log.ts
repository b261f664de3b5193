/**
 * Logs of operators and other processes with klog's lines. The operator of the kube-apiserver prints the Events of its
 * rollouts; nobody else's log tells of a signal. Writer: openshift/library-go: pkg/operator/events.
 *
 *   I0506 09:58:01.120034       1 event.go:298] Event(v1.ObjectReference{Kind:"Deployment", Namespace:"openshift-kube-apiserver-operator", …}): type: 'Normal' reason: 'NodeTargetRevisionChanged' Updating node "demo-master-0" from revision 7 to 8 …
 *   E0506 09:58:04.000000       1 base_controller.go:268] NodeController reconciliation failed: …
 *   I0506 10:00:00.000000       1 genericapiserver.go:548] "[graceful-termination] shutdown event" name="ShutdownInitiated"
 *
 * Oddity: the last line is the operator's own end: it serves metrics with an apiserver's library.
 */
import type { Format } from '../format.ts';
import { kindOfLog } from './log-head.ts';
import { parseLog } from './log-parser.ts';

export const operatorLog: Format = {
  id: 'operator-log',
  label: 'log of an operator or controller',
  detect: (head) => kindOfLog(head) === 'operator-log',
  parse: parseLog,
};
