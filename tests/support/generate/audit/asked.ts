import type { Random } from '../random.ts';

/** What a request asks for. */
export interface Asked {
  readonly verb: string;
  readonly uri: string;
  /** The record's `objectRef` as JSON text; empty: none. */
  readonly objectJson: string;
  /** What a record of level RequestResponse repeats; empty: one of level Metadata. */
  readonly bodiesJson: string;
}

/** Group, resource, and whether its objects live in namespaces. */
const RESOURCES = [
  ['', 'configmaps', true],
  ['', 'secrets', true],
  ['', 'pods', true],
  ['', 'events', true],
  ['', 'nodes', false],
  ['', 'endpoints', true],
  ['', 'serviceaccounts', true],
  ['', 'namespaces', false],
  ['coordination.k8s.io', 'leases', true],
  ['apps', 'deployments', true],
  ['apps', 'daemonsets', true],
  ['config.openshift.io', 'clusteroperators', false],
  ['operator.openshift.io', 'kubeapiservers', false],
  ['rbac.authorization.k8s.io', 'clusterroles', false],
  ['authentication.k8s.io', 'tokenreviews', false],
  ['authorization.k8s.io', 'subjectaccessreviews', false],
  ['discovery.k8s.io', 'endpointslices', true],
  ['route.openshift.io', 'routes', true],
] as const;
const VERBS = [
  'get',
  'get',
  'get',
  'get',
  'get',
  'list',
  'watch',
  'watch',
  'update',
  'update',
  'patch',
  'create',
  'delete',
];
const NAMES = [
  'kube-root-ca.crt',
  'trusted-ca-bundle',
  'config',
  'loadbalancer-serving-cert',
  'cluster',
  'controller-lock',
];
const OTHER_PATHS = ['/openapi/v3', '/openapi/v2', '/.well-known/oauth-authorization-server', '/metrics'];
const NAMESPACES = [
  'etcd',
  'dns',
  'monitoring',
  'ingress',
  'console',
  'kube-apiserver',
  'authentication',
  'multus',
];

/** One request as clients of a cluster make them. */
export function drawAsked(random: Random): Asked {
  if (random.chance(0.01))
    return { verb: 'get', uri: random.pick(OTHER_PATHS), objectJson: '', bodiesJson: '' };
  const [group, resource, isNamespaced] = random.pickSkewed(RESOURCES);
  const verb = resource.endsWith('reviews') ? 'create' : random.pick(VERBS);
  const namespace = isNamespaced ? drawNamespace(random) : '';
  const name = ['list', 'watch', 'create'].includes(verb) ? '' : drawName(random);
  const root = group === '' ? '/api/v1' : `/apis/${group}/v1`;
  const path = `${root}${namespace === '' ? '' : `/namespaces/${namespace}`}/${resource}${name === '' ? '' : `/${name}`}`;
  const members = [
    `"resource":"${resource}"`,
    ...(namespace === '' ? [] : [`"namespace":"${namespace}"`]),
    ...(name === '' ? [] : [`"name":"${name}"`]),
    ...(group === '' ? [] : [`"apiGroup":"${group}"`]),
    '"apiVersion":"v1"',
  ];
  const isWrite = verb === 'update' || verb === 'patch' || verb === 'create';
  return {
    verb,
    uri: path + queryOf(random, verb),
    objectJson: `{${members.join(',')}}`,
    bodiesJson: isWrite && random.chance(0.06) ? bodies(random) : '',
  };
}

function drawNamespace(random: Random): string {
  return random.chance(0.6)
    ? `openshift-${random.pick(NAMESPACES)}`
    : `e2e-${random.pick(['pods', 'job', 'dns'])}-${random.below(400)}`;
}

function drawName(random: Random): string {
  return random.pick(NAMES) + (random.chance(0.4) ? `-${random.suffix(5)}` : '');
}

/** Where Go writes `&` it escapes it. */
function queryOf(random: Random, verb: string): string {
  const version = random.between(100_000, 999_999);
  if (verb === 'watch') {
    const seconds = random.between(300, 599);
    return `?allowWatchBookmarks=true\\u0026fieldSelector=metadata.name%3D${random.suffix(8)}\\u0026resourceVersion=${version}\\u0026timeout=${Math.floor(seconds / 60)}m${seconds % 60}s\\u0026timeoutSeconds=${seconds}\\u0026watch=true`;
  }
  if (verb === 'list') return `?limit=500\\u0026resourceVersion=${random.chance(0.5) ? 0 : version}`;
  return verb === 'patch' ? '?fieldManager=operator\\u0026force=true' : '';
}

/** Data that hold what a careless reader would take for the record's own members. */
function bodies(random: Random): string {
  const data = Array.from(
    { length: random.between(2, 12) },
    () =>
      `"${random.suffix(6)}.yaml":"apiVersion: v1\\nitems:\\n- name: \\"${random.suffix(12)}\\" # \\u003cok\\u003e é✓ \\"stage\\":\\"none\\"\\n"`,
  ).join(',');
  const note = '"annotations":{"note":"{\\"stage\\":\\"Fake\\",\\"verb\\":\\"fake\\"}"}';
  const object = `{"kind":"ConfigMap","apiVersion":"v1","metadata":{"uid":"${random.uuid()}",${note}},"data":{${data}}}`;
  return `,"requestObject":${object},"responseObject":${object}`;
}
