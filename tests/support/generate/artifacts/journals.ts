/** The two journals of a node that a run gathers: of the boots before its last one, and of that one. */
import { SECOND, type EpochMs } from '../../../../src/base/time.ts';
import { journalTime, klogTime, logText, type LogLine } from '../logs/log-line.ts';
import type { Span, Stop, World } from '../world/world.ts';

export interface Journals {
  /** Null: the node was not rebooted. */
  readonly previous: string | null;
  readonly current: string;
}

/** systemd says that it reboots this long after the reboot began. */
export const REBOOT_LAG = 212;
/** The machine needs this long from its first line to the kubelet's. */
const BOOT: number = 29 * SECOND;

export function nodeJournals(world: World, node: string, { from, to }: Span): Journals {
  const reboots = world.reboots.filter((one) => one.node === node).map((one) => one.reboot);
  const stops = world.stops.filter((one) => one.node === node && one.server === 'kube-apiserver');
  const lines: LogLine[] = stops.flatMap((stop) => stopLines(stop, node));
  for (const reboot of reboots) lines.push(...rebootLines(node, reboot));
  const isUp = (at: EpochMs) => !reboots.some((one) => at >= one.from && at <= one.to);
  for (let at = from; at < to; at += 41 * SECOND)
    if (isUp(at)) lines.push(say(at, node, 'crio[1957]', 'time="x" level=info msg="Checking image status"'));
  const boots = reboots.map((one) => one.to - BOOT).filter((at) => at < to);
  const last = Math.max(-Infinity, ...boots);
  const shown = lines.filter(({ at }) => at >= from && at <= to);
  return {
    previous: boots.length === 0 ? null : logText(shown.filter(({ at }) => at < last)),
    current: logText(shown.filter(({ at }) => at >= last)),
  };
}

/** What the kubelet does to an apiserver; before a reboot it is gone already. systemd kills what has not stopped then. */
function stopLines({ cause, signalledAt, killedAt, restartedAt, pod }: Stop, node: string): LogLine[] {
  const lines: LogLine[] = [];
  const told = `pod="openshift-kube-apiserver/${pod}" containerName="kube-apiserver"`;
  if (cause === 'rollout' && signalledAt !== null) {
    const at = signalledAt + 104;
    const text = `I${klogTime(at)}    2096 kuberuntime_container.go:709] "Killing container with a grace period" ${told} gracePeriod=194`;
    lines.push(say(at, node, 'kubenswrapper[2096]', text));
  }
  if (cause === 'reboot' && signalledAt !== null && killedAt !== null)
    lines.push(
      say(
        killedAt,
        node,
        'systemd[1]',
        'crio-00ff.scope: Killing process 4242 (kube-apiserver) with signal SIGKILL.',
      ),
    );
  if (restartedAt !== null) {
    const of = `description=openshift-kube-apiserver/${pod}/kube-apiserver`;
    lines.push(
      say(restartedAt + 96, node, 'crio[1957]', `time="x" level=info msg="Started container" PID=3 ${of}`),
    );
  }
  return lines;
}

function rebootLines(node: string, { from, to }: Span): LogLine[] {
  const kubelet = to + 377;
  return [
    say(from + REBOOT_LAG, node, 'systemd-logind[1411]', 'System is rebooting.'),
    say(to - BOOT, node, 'kernel', 'Linux version 5.14.0-284.el9.x86_64 (builder@build.example)'),
    say(to + 120, node, 'systemd[1]', 'Started Kubernetes Kubelet.'),
    say(
      kubelet,
      node,
      'kubenswrapper[2096]',
      `I${klogTime(kubelet)}    2096 server.go:415] "Kubelet version" kubeletVersion="v1.26.2"`,
    ),
  ];
}

function say(at: EpochMs, host: string, ident: string, text: string): LogLine {
  return { at, text: `${journalTime(at)} ${host} ${ident}: ${text}` };
}
