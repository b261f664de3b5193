import { stopTimesOf } from '../world/platforms.ts';
import { isApiBackend } from '../world/backends.ts';
import { commonOutages, silentDeathOutages } from '../world/outages.ts';
import type { World } from '../world/world.ts';
import { at, seconds } from './scene.ts';
import { span, stageScene, type UpgradeScene } from './upgrade-scene.ts';

const MASTER_A = 'ip-10-0-232-149.us-west-1.compute.internal';
const MASTER_B = 'ip-10-0-141-88.us-west-1.compute.internal';
const MASTER_C = 'ip-10-0-189-27.us-west-1.compute.internal';

const SCENE: UpgradeScene = {
  seed: 1635210801,
  domain: 'ci-op-4m7w2xkd-08f4e.aws-2.ci.example',
  monitor: span('2023-03-13T09:31:04Z', '2023-03-13T12:00:31Z'),
  upgrade: {
    span: span('2023-03-13T09:33:12Z', '2023-03-13T11:22:40Z'),
    fromVersion: '4.14.0-0.nightly-2023-03-11-231516',
    toVersion: '4.14.0-0.nightly-2023-03-13-032012',
  },
  tests: span('2023-03-13T11:25:20Z', '2023-03-13T11:58:50Z'),
  masters: [MASTER_A, MASTER_B, MASTER_C],
  workers: [
    'ip-10-0-137-201.us-west-1.compute.internal',
    'ip-10-0-159-76.us-west-1.compute.internal',
    'ip-10-0-244-9.us-west-1.compute.internal',
  ],
  rollout: [
    [MASTER_B, '2023-03-13T09:49:18Z'],
    [MASTER_C, '2023-03-13T09:54:27Z'],
    [MASTER_A, '2023-03-13T09:59:50Z'],
  ],
  revision: 7,
  otherRollouts: [
    ['etcd', '2023-03-13T09:35:40Z'],
    ['kube-controller-manager', '2023-03-13T10:06:05Z'],
    ['kube-scheduler', '2023-03-13T10:07:25Z'],
  ],
  reboots: [
    { node: MASTER_A, from: '2023-03-13T10:57:25Z', length: 74, signal: null },
    { node: MASTER_B, from: '2023-03-13T11:05:48Z', length: 171, signal: '2023-03-13T11:05:50Z' },
    { node: MASTER_C, from: '2023-03-13T11:15:02Z', length: 79, signal: null },
    { node: 'ip-10-0-137-201.us-west-1.compute.internal', from: '2023-03-13T10:55:10Z', length: 68 },
    { node: 'ip-10-0-159-76.us-west-1.compute.internal', from: '2023-03-13T11:02:33Z', length: 71 },
    { node: 'ip-10-0-244-9.us-west-1.compute.internal', from: '2023-03-13T11:10:16Z', length: 66 },
  ],
};

/** The first seed's bad run: three control-plane reboots, two of them without a signal. */
export function missingSignalWorld(): World {
  const staged = stageScene(SCENE);
  const { random, backends } = staged;
  const api = backends.filter(isApiBackend);
  const reusedKube = api.filter((each) => each.name === 'kube-api' && each.connection === 'reused');
  return {
    ...SCENE,
    ...stopTimesOf('aws', 'ha'),
    ...staged,
    platform: 'aws',
    topology: 'ha',
    outages: [
      ...silentDeathOutages(random, api, at('2023-03-13T10:57:25Z')),
      // Killed in its delay after 90 s: a single connection noticed.
      ...commonOutages(
        random,
        reusedKube,
        at('2023-03-13T11:07:21Z'),
        [2, 2],
        'http2: client connection lost',
        0,
      ),
      ...silentDeathOutages(random, api, at('2023-03-13T11:15:02Z') + seconds(1)),
    ],
    headerWindows: [],
    hasAnalyser: true,
  };
}
