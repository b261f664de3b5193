import { SECOND, type EpochMs } from '../../../../src/base/time.ts';
import type { Random } from '../random.ts';
import type { Reboot, Stop, World, WorldNode } from '../world/world.ts';
import { journalTime, klogTime, logText, type LogLine } from './log-line.ts';

const NAMESPACE = 'openshift-kube-apiserver';

/** The journal of a control-plane node: what its kubelet did to the apiserver, its reboots, and every day's lines. */
export function nodeJournal(world: World, node: WorldNode, random: Random): string {
  const writer = new Writer(node.name, random);
  const reboots = world.reboots.filter((one) => one.node === node.name);
  const stops = world.stops.filter((one) => one.node === node.name);
  for (const stop of stops) writer.stop(stop);
  for (const reboot of reboots)
    writer.reboot(
      reboot,
      stops.find((stop) => isBy(stop, reboot))!,
    );
  const isUp = (at: EpochMs) => !reboots.some((one) => at >= one.reboot.from && at <= one.reboot.to);
  for (let at = world.monitor.from; at < world.monitor.to; at += random.between(15 * SECOND, 60 * SECOND))
    if (isUp(at)) writer.everyDay(at);
  return logText(writer.lines);
}

/** The stop that a reboot caused. */
function isBy(stop: Stop, { reboot }: Reboot): boolean {
  const at = stop.signalledAt ?? stop.killedAt;
  return stop.cause === 'reboot' && at !== null && at >= reboot.from && at <= reboot.to;
}

class Writer {
  readonly lines: LogLine[] = [];
  readonly #host: string;
  readonly #random: Random;
  readonly #uid: string;

  constructor(host: string, random: Random) {
    this.#host = host;
    this.#random = random;
    this.#uid = random.uuid();
  }

  stop(stop: Stop): void {
    const { signalledAt, restartedAt, cause, pod } = stop;
    const id = this.#random.hex(64);
    if (cause === 'rollout' && signalledAt !== null) {
      const told = `pod="${NAMESPACE}/${pod}" podUID="${this.#uid}" containerName="kube-apiserver"`;
      this.#kubelet(
        signalledAt + 104,
        'kuberuntime_container.go:709',
        `"Killing container with a grace period" ${told} containerID="cri-o://${id}" gracePeriod=194`,
      );
      const end = stop.steps[stop.steps.length - 1].at;
      for (let at = signalledAt + 3_260; at < end; at += 5 * SECOND)
        this.#kubelet(
          at,
          'prober.go:109',
          `"Probe failed" probeType="Readiness" ${told} probeResult=failure output="HTTP probe failed with statuscode: 500"`,
        );
      this.#crio(end + 702, `Stopped container ${id}: ${NAMESPACE}/${pod}/kube-apiserver`);
    }
    if (restartedAt !== null)
      this.#crio(
        restartedAt + 96,
        'Started container',
        `PID=${this.#random.between(3000, 9000)} containerID=${this.#random.hex(64)} description=${NAMESPACE}/${pod}/kube-apiserver`,
      );
  }

  reboot({ reboot, configTo }: Reboot, { killedAt, signalledAt }: Stop): void {
    const begin = reboot.from;
    const scope = `crio-${this.#random.hex(64)}.scope`;
    this.#say(
      begin + 41,
      'root[48211]',
      `machine-config-daemon[2711]: initiating reboot: Node will reboot into config ${configTo}`,
    );
    this.#say(begin + 212, 'systemd-logind[1411]', 'System is rebooting.');
    this.#say(begin + 260, 'systemd[1]', 'Stopping Kubernetes Kubelet...');
    this.#say(begin + 610, 'systemd[1]', 'Stopped Kubernetes Kubelet.');
    const gone = killedAt ?? begin;
    if (signalledAt === null)
      // Nothing was handed on to the processes in it.
      this.#say(gone + 18, 'systemd[1]', `${scope}: Deactivated successfully.`);
    else {
      this.#say(gone + 11, 'systemd[1]', `${scope}: Stopping timed out. Killing.`);
      this.#say(
        gone + 12,
        'systemd[1]',
        `${scope}: Killing process 4242 (kube-apiserver) with signal SIGKILL.`,
      );
    }
    this.#say(gone + 840, 'systemd[1]', 'Shutting down.');
    const boot = reboot.to - 29 * SECOND;
    this.lines.push({ at: boot - 1, text: `-- Boot ${this.#random.hex(32)} --` });
    this.#say(boot, 'kernel', 'Linux version 5.14.0-284.4.1.el9_2.x86_64 (builder@build.example) #1 SMP');
    this.#say(reboot.to + 120, 'systemd[1]', 'Started Kubernetes Kubelet.');
    this.#kubelet(reboot.to + 377, 'server.go:415', '"Kubelet version" kubeletVersion="v1.26.2"');
  }

  everyDay(at: EpochMs): void {
    const id = this.#random.hex(64);
    const pod = `openshift-monitoring/node-exporter-${this.#random.suffix(5)}`;
    const moment = at + this.#random.below(1000);
    if (this.#random.chance(0.5))
      this.#kubelet(
        moment,
        'kubelet.go:2251',
        `"SyncLoop (PLEG): event for pod" pod="${pod}" event=&{ID:${this.#random.uuid()} Type:ContainerStarted Data:${id}}`,
      );
    else this.#crio(moment, 'Checking image status: registry.example/demo/release:4.14');
  }

  #kubelet(at: EpochMs, file: string, message: string): void {
    this.#say(at, 'kubenswrapper[2096]', `I${klogTime(at)}    2096 ${file}] ${message}`);
  }

  #crio(at: EpochMs, message: string, rest = 'id=demo name=/runtime.v1.RuntimeService'): void {
    const time = new Date(at).toISOString().replace('T', ' ').replace('Z', '000000Z');
    this.#say(at, 'crio[1957]', `time="${time}" level=info msg="${message}" ${rest}`);
  }

  #say(at: EpochMs, ident: string, text: string): void {
    this.lines.push({ at, text: `${journalTime(at)} ${this.#host} ${ident}: ${text}` });
  }
}
