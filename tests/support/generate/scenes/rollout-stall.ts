import { isApiBackend } from '../world/backends.ts';
import { commonOutages } from '../world/outages.ts';
import { stopTimesOf } from '../world/platforms.ts';
import type { Backend, HeaderWindow, World } from '../world/world.ts';
import { at, seconds } from './scene.ts';
import { span, stageScene, type UpgradeScene } from './upgrade-scene.ts';

const MASTER_A = 'ip-10-0-13-212.us-west-2.compute.internal';
const MASTER_B = 'ip-10-0-57-94.us-west-2.compute.internal';
const MASTER_C = 'ip-10-0-91-35.us-west-2.compute.internal';

const SCENE: UpgradeScene = {
  seed: 1813938460,
  domain: 'ci-op-9hq4nzsv-e7a31.aws-3.ci.example',
  monitor: span('2024-07-18T14:58:26Z', '2024-07-18T17:21:12Z'),
  upgrade: {
    span: span('2024-07-18T15:00:41Z', '2024-07-18T16:49:02Z'),
    fromVersion: '4.16.3',
    toVersion: '4.17.0-0.ci-2024-07-18-121014',
  },
  tests: span('2024-07-18T16:51:30Z', '2024-07-18T17:19:45Z'),
  masters: [MASTER_A, MASTER_B, MASTER_C],
  workers: [
    'ip-10-0-22-7.us-west-2.compute.internal',
    'ip-10-0-66-183.us-west-2.compute.internal',
    'ip-10-0-108-140.us-west-2.compute.internal',
  ],
  rollout: [
    [MASTER_C, '2024-07-18T15:21:09Z'],
    [MASTER_B, '2024-07-18T15:26:31Z'],
    [MASTER_A, '2024-07-18T15:31:58Z'],
  ],
  revision: 11,
  otherRollouts: [
    ['etcd', '2024-07-18T15:09:20Z'],
    ['kube-controller-manager', '2024-07-18T15:38:40Z'],
    ['kube-scheduler', '2024-07-18T15:40:02Z'],
  ],
  reboots: [
    { node: MASTER_B, from: '2024-07-18T16:14:37Z', length: 168, signal: '2024-07-18T16:14:38.420Z' },
    { node: MASTER_C, from: '2024-07-18T16:25:11Z', length: 173, signal: '2024-07-18T16:25:13.094Z' },
    { node: MASTER_A, from: '2024-07-18T16:36:26Z', length: 170, signal: '2024-07-18T16:36:27.731Z' },
    { node: 'ip-10-0-22-7.us-west-2.compute.internal', from: '2024-07-18T16:12:50Z', length: 70 },
    { node: 'ip-10-0-66-183.us-west-2.compute.internal', from: '2024-07-18T16:21:04Z', length: 66 },
    { node: 'ip-10-0-108-140.us-west-2.compute.internal', from: '2024-07-18T16:29:17Z', length: 72 },
  ],
};

const TIMEOUT = 'net/http: timeout awaiting response headers';

/** The third seed: stalls of 4–7 s at each turn of a rollout, an outage at a node's update, and one without a cause. */
export function rolloutStallWorld(): World {
  const staged = stageScene(SCENE);
  const { random, backends, rolloutStops } = staged;
  const times = stopTimesOf('aws', 'ha');
  const external = backends.filter((each) => isApiBackend(each) && each.loadBalancer === null);
  const internal = backends.filter((each) => each.loadBalancer === 'internal-lb');
  const kube = (each: Backend): boolean => each.name.endsWith('kube-api') && each.connection === 'new';
  return {
    ...SCENE,
    ...times,
    ...staged,
    platform: 'aws',
    topology: 'ha',
    outages: [
      ...commonOutages(random, external.filter(kube), at('2024-07-18T15:04:52Z'), [2, 3], TIMEOUT),
      ...rolloutStops.flatMap((stop) => {
        const stopsAccepting = stop.signalledAt! + times.delay;
        const seen = [...external, ...internal.filter(() => random.chance(0.5))];
        return commonOutages(random, seen, stopsAccepting + seconds(1), [4, 6], TIMEOUT);
      }),
      // Killed in its delay, 90 s after its signal, with connections still on it.
      ...commonOutages(random, external, at('2024-07-18T16:26:44Z'), [5, 9], 'http2: client connection lost'),
    ],
    headerWindows: rolloutStops.map((stop, i): HeaderWindow => {
      const failures = i === 1 ? 2 : 0;
      const common = { node: stop.node, from: stop.signalledAt!, delay: times.delay, failures };
      return { ...common, loadBalancer: 'external-lb', newSeconds: 18 + 6 * i, reusedSeconds: 31 + 5 * i };
    }),
    hasAnalyser: true,
  };
}
