/**
 * Container logs of apiservers, under any stack of prefixes. Writer: kubernetes/klog; what they say of their lives is of
 * openshift/kubernetes: patch_genericapiserver.go and kubernetes/kubernetes: staging/src/k8s.io/apiserver/pkg/server.
 *
 *   I0506 10:00:00.807438      15 genericapiserver.go:978] Event(v1.ObjectReference{Kind:"Pod", …}): type: 'Normal' reason: 'ShutdownInitiated' Received signal …
 *   2025-05-06T10:00:00.807600123Z stderr F I0506 10:00:00.807438      15 genericapiserver.go:548] "[graceful-termination] shutdown event" name="ShutdownInitiated"
 *   W0506 10:01:03.104220      15 patch_genericapiserver.go:201] Request to "/api" (source IP 198.51.100.7:41522, user agent "demo") through a connection created very late …
 *
 * Oddities: no year (log-clock.ts); the node is in the path, in a prefix, or only in Events; lines without a header go on
 * with the one before; operators write lines of graceful termination too (process-signs.ts). Lives beside lines that are
 * lost, or that hold words of a signal and are none, prove no absence (life.ts), nor do lives without lines of level I, and
 * what a log store answered (ViaQ, OTLP). Places are lines, or items.
 */
import type { Format } from '../format.ts';
import { kindOfLog } from './log-head.ts';
import { parseLog } from './log-parser.ts';

export const apiserverLog: Format = {
  id: 'apiserver-log',
  label: 'log of an apiserver',
  detect: (head) => kindOfLog(head) === 'apiserver-log',
  parse: parseLog,
};
