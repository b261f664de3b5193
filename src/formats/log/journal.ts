/**
 * The journal of a node, as `journalctl` prints it: short, or an object a line. Writer: systemd/systemd: src/shared/logs-show.c.
 *
 *   May 06 10:00:00.104220 demo-master-0 kubenswrapper[2296]: I0506 10:00:00.104100    2296 kuberuntime_container.go:745] "Killing container with a grace period" …
 *   -- Boot 0123456789abcdef0123456789abcdef --
 *   {"__REALTIME_TIMESTAMP":"1746525600104220","_HOSTNAME":"demo-master-0","SYSLOG_IDENTIFIER":"systemd","MESSAGE":"System is rebooting."}
 *
 * Oddities: no year in the short form; a message that is no text is an array of its bytes; the kubelet leaves first when a
 * node reboots, so that a reboot has no `Killing` (domain: a.5). It covers no signals: apiservers log elsewhere.
 */
import type { Format } from '../format.ts';
import { kindOfLog } from './log-head.ts';
import { parseLog } from './log-parser.ts';

export const journal: Format = {
  id: 'journal',
  label: 'journal of a node',
  detect: (head) => kindOfLog(head) === 'journal',
  parse: parseLog,
};
