import { goString } from '../eras/go-json.ts';
import { platformPods } from '../noise/platform-pods.ts';
import type { Random } from '../random.ts';
import type { World } from '../world/world.ts';

/** Who asks an apiserver, with what an audit record repeats of it as JSON text. */
export interface Client {
  readonly name: string;
  readonly userJson: string;
  readonly address: string;
  readonly agentJson: string;
  /** Why the authorizer allowed it. */
  readonly reasonJson: string;
}

export interface Clients {
  /** Those who ask most come first. */
  readonly all: readonly Client[];
  /** The kube-apiserver itself, which checks its own readiness. */
  readonly self: Client;
}

const CONTROLLERS = [
  'generic-garbage-collector',
  'namespace-controller',
  'resourcequota-controller',
  'deployment-controller',
  'replicaset-controller',
  'endpointslice-controller',
];
const KUBERNETES = 'v1.26.2+dc93b13 (linux/amd64) kubernetes';

/** Service accounts of the platform and of tests, kubelets, and the control plane's own users. */
export function makeClients(world: World, random: Random): Clients {
  const commit = random.hex(7);
  const kubelets = world.nodes.map(({ name, address }) =>
    client(`system:node:${name}`, 'system:nodes', `kubelet/${KUBERNETES}/${commit}`, address),
  );
  const system = ['kube-controller-manager', 'kube-scheduler', 'openshift-master'].map((name) =>
    client(
      `system:${name}`,
      null,
      `${name}/${KUBERNETES}/${commit}/leader-election`,
      `10.0.0.${random.between(4, 250)}`,
    ),
  );
  const self = client('system:apiserver', 'system:masters', `kube-apiserver/${KUBERNETES}/${commit}`, '::1');
  const all = random.shuffle([...kubelets, ...system, ...serviceAccounts(world, random, commit)]);
  return { all, self };
}

function serviceAccounts(world: World, random: Random, commit: string): Client[] {
  const pods = platformPods(world, random);
  const platform = [...new Set(pods.map(({ namespace }) => namespace))].flatMap((namespace) => {
    const short = namespace.replace(/^openshift-/, '');
    return [
      [namespace, `${short}-operator`, `cluster-${short}/v0.0.0 (linux/amd64) kubernetes/$Format`],
      [namespace, 'default', `${short}/v0.0.0 (linux/amd64) kubernetes/${commit}`],
    ];
  });
  const controllers = CONTROLLERS.map((name) => [
    'kube-system',
    name,
    `kube-controller-manager/${KUBERNETES}/${commit}/system:serviceaccount:kube-system:${name}`,
  ]);
  const tests = Array.from({ length: 400 }, () => {
    const namespace = `e2e-${random.pick(['pods', 'services', 'job', 'dns', 'webhook'])}-${random.below(10_000)}`;
    return [
      namespace,
      'default',
      `e2e.test/${KUBERNETES}/${commit} -- [sig-apps] keeps "${random.suffix(6)}" & serves`,
    ];
  });
  return [...platform, ...controllers, ...tests].map(([namespace, name, agent]) =>
    serviceAccount(random, {
      namespace,
      name,
      agent,
      node: random.pick(world.nodes).name,
      pod: random.pick(pods).pod,
    }),
  );
}

interface Account {
  readonly namespace: string;
  readonly name: string;
  readonly agent: string;
  readonly node: string;
  readonly pod: string;
}

function serviceAccount(random: Random, { namespace, name, agent, node, pod }: Account): Client {
  const user = `system:serviceaccount:${namespace}:${name}`;
  const groups = ['system:serviceaccounts', `system:serviceaccounts:${namespace}`, 'system:authenticated'];
  const role = random.pick(['cluster-admin', `${name}-role`, `system:openshift:operator:${name}`]);
  const extra = Object.entries({
    'credential-id': `JTI=${random.uuid()}`,
    'node-name': node,
    'node-uid': random.uuid(),
    'pod-name': pod,
    'pod-uid': random.uuid(),
  }).map(([key, value]) => `"authentication.kubernetes.io/${key}":[${goString(value)}]`);
  return {
    name: user,
    userJson: `{"username":${goString(user)},"uid":"${random.uuid()}","groups":${JSON.stringify(groups)},"extra":{${extra.join(',')}}}`,
    address: `10.${random.between(128, 131)}.${random.below(4)}.${random.between(2, 250)}`,
    agentJson: goString(agent),
    reasonJson: goString(
      `RBAC: allowed by ClusterRoleBinding "${name}" of ClusterRole "${role}" to ServiceAccount "${name}/${namespace}"`,
    ),
  };
}

function client(name: string, group: string | null, agent: string, address: string): Client {
  const groups = [...(group === null ? [] : [group]), 'system:authenticated'];
  return {
    name,
    userJson: `{"username":${goString(name)},"groups":${JSON.stringify(groups)}}`,
    address,
    agentJson: goString(agent),
    reasonJson: '""',
  };
}
