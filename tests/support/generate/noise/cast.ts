import type { Random } from '../random.ts';
import type { World, WorldNode } from '../world/world.ts';
import { platformPods } from './platform-pods.ts';
import { testNames } from './test-names.ts';

/** A pod that noise is about. */
export interface CastPod {
  readonly namespace: string;
  readonly pod: string;
  readonly uid: string;
  readonly node: WorldNode;
  readonly containers: readonly string[];
}

/** Who the noise of a run is about. The number of members bounds the number of different locators. */
export interface Cast {
  readonly world: World;
  readonly platformPods: readonly CastPod[];
  /** Pods of platform deployments, one for each time that one is made anew. */
  readonly replacedPods: readonly CastPod[];
  readonly testPods: readonly CastPod[];
  readonly tests: readonly string[];
}

const TEST_APPS = [
  ['agnhost', 'agnhost-container'],
  ['pod-projected-secrets', 'projected-secret-volume-test'],
  ['webserver-deployment', 'httpd'],
  ['ss', 'webserver'],
  ['downwardapi-volume', 'client-container'],
  ['csi-hostpathplugin', 'hostpath'],
  ['hello-openshift', 'hello-openshift'],
  ['busybox', 'busybox'],
  ['test-build-1-build', 'docker-build'],
  ['fail-once-local', 'c'],
] as const;

/** Gathers a cast that gives about `lanes` different locators when all of it has appeared. */
export function makeCast(world: World, random: Random, lanes: number): Cast {
  const podCount = Math.max(40, Math.round(lanes / 21));
  const standing = platformPods(world, random);
  return {
    world,
    platformPods: standing,
    replacedPods: Array.from({ length: Math.round(podCount * 0.6) }, () => replaced(random, standing, world)),
    testPods: Array.from({ length: podCount }, () => testPod(random, world)),
    tests: testNames(random, Math.max(60, Math.round(lanes * 0.16))),
  };
}

function replaced(random: Random, standing: readonly CastPod[], world: World): CastPod {
  const old = random.pick(standing.filter((each) => /-[0-9a-f]{8,10}-[a-z0-9]{5}$/.test(each.pod)));
  const pod = old.pod.replace(/[a-z0-9]{5}$/, random.suffix(5));
  const peers = world.nodes.filter((node) => node.role === old.node.role);
  return { ...old, pod, uid: random.uuid(), node: random.pick(peers) };
}

const TEST_AREAS = [
  'kubectl',
  'statefulset',
  'deployment',
  'pods',
  'projected',
  'services',
  'dns',
  'webhook',
  'job',
];
const MORE_AREAS = [
  'emptydir',
  'provisioning',
  'csi-mock-volumes',
  'daemonsets',
  'cli-deployment',
  'oauth-server',
];

function testPod(random: Random, world: World): CastPod {
  const workers = world.nodes.filter((node) => node.role === 'worker');
  const [app, container] = random.pick(TEST_APPS);
  const area = random.pick([...TEST_AREAS, ...MORE_AREAS]);
  return {
    namespace: `e2e-${area}-${random.between(1000, 9999)}`,
    pod: random.chance(0.3) ? `${app}-${random.below(3)}` : `${app}-${random.hex(9)}-${random.suffix(5)}`,
    uid: random.uuid(),
    node: random.pick(workers.length > 0 ? workers : world.nodes),
    containers: random.chance(0.12) ? [container, 'sidecar'] : [container],
  };
}
