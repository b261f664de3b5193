import { stopTimesOf } from '../world/platforms.ts';
import { commonOutages } from '../world/outages.ts';
import type { HeaderWindow, World } from '../world/world.ts';
import { at } from './scene.ts';
import { span, stageScene, type UpgradeScene } from './upgrade-scene.ts';

const MASTER_A = 'ip-10-0-220-42.us-west-1.compute.internal';
const MASTER_B = 'ip-10-0-148-115.us-west-1.compute.internal';
const MASTER_C = 'ip-10-0-171-6.us-west-1.compute.internal';

const SCENE: UpgradeScene = {
  seed: 1634235926,
  domain: 'ci-op-t6zk3v5q-1c2b7.aws-2.ci.example',
  monitor: span('2023-03-10T16:55:21Z', '2023-03-10T19:30:08Z'),
  upgrade: {
    span: span('2023-03-10T16:57:40Z', '2023-03-10T18:41:55Z'),
    fromVersion: '4.13.0-0.nightly-2023-03-09-115011',
    toVersion: '4.13.0-0.nightly-2023-03-10-115044',
  },
  tests: span('2023-03-10T18:45:10Z', '2023-03-10T19:28:30Z'),
  masters: [MASTER_A, MASTER_B, MASTER_C],
  workers: [
    'ip-10-0-133-54.us-west-1.compute.internal',
    'ip-10-0-198-230.us-west-1.compute.internal',
    'ip-10-0-251-81.us-west-1.compute.internal',
  ],
  rollout: [
    [MASTER_C, '2023-03-10T17:12:36Z'],
    [MASTER_A, '2023-03-10T17:17:41Z'],
    [MASTER_B, '2023-03-10T17:22:59Z'],
  ],
  revision: 8,
  otherRollouts: [
    ['etcd', '2023-03-10T16:59:30Z'],
    ['kube-controller-manager', '2023-03-10T17:29:02Z'],
    ['kube-scheduler', '2023-03-10T17:30:15Z'],
  ],
  reboots: [
    // The signal came 0.807 s after the whole second; events have whole seconds only.
    { node: MASTER_A, from: '2023-03-10T18:03:45Z', length: 166, signal: '2023-03-10T18:03:45.807Z' },
    { node: MASTER_B, from: '2023-03-10T18:15:29Z', length: 172, signal: '2023-03-10T18:15:31.212Z' },
    { node: MASTER_C, from: '2023-03-10T18:27:13Z', length: 169, signal: '2023-03-10T18:27:14.655Z' },
    { node: 'ip-10-0-133-54.us-west-1.compute.internal', from: '2023-03-10T18:02:19Z', length: 64 },
    { node: 'ip-10-0-198-230.us-west-1.compute.internal', from: '2023-03-10T18:10:08Z', length: 69 },
    { node: 'ip-10-0-251-81.us-west-1.compute.internal', from: '2023-03-10T18:18:47Z', length: 67 },
  ],
};

/** The first seed's good run: all three reboots signalled, and hardly an outage. */
export function signalledRebootWorld(): World {
  const staged = stageScene(SCENE);
  const { random, backends, rolloutStops } = staged;
  const reusedKube = backends.filter((each) => each.name === 'kube-api' && each.connection === 'reused');
  const times = stopTimesOf('aws', 'ha');
  return {
    ...SCENE,
    ...times,
    ...staged,
    platform: 'aws',
    topology: 'ha',
    // The third master's apiserver was killed in its delay, 90 s after its signal.
    outages: commonOutages(random, reusedKube, at('2023-03-10T18:28:46Z'), [2, 2], 'EOF', 0),
    headerWindows: rolloutStops.flatMap((stop, i): HeaderWindow[] =>
      stop.signalledAt === null
        ? []
        : (['external-lb', 'internal-lb'] as const).map((loadBalancer, j) => ({
            loadBalancer,
            node: stop.node,
            from: stop.signalledAt!,
            delay: times.delay,
            newSeconds: 14 + 5 * i + 3 * j,
            reusedSeconds: 24 + 4 * i + 2 * j,
            failures: 0,
          })),
    ),
    hasAnalyser: true,
  };
}
