import type { Random } from '../random.ts';

/** Area and what is tested there; the behaviours are shared. All invented. */
const SUBJECTS: readonly (readonly [area: string, ...subjects: string[]])[] = [
  [
    'sig-api-machinery',
    'Aggregated discovery',
    'Garbage collector',
    'Namespace deletion',
    'Watch bookmarks',
    'Server-side apply',
  ],
  [
    'sig-apps',
    'Deployment rollover',
    'StatefulSet with parallel pods',
    'CronJob history',
    'Job backoff limit',
    'DaemonSet surge',
  ],
  [
    'sig-auth',
    '[Feature:OAuthServer] token timeout',
    'Bound service account tokens',
    'SubjectAccessReview',
    'Certificates API',
  ],
  [
    'sig-builds',
    '[Feature:Builds] docker build from git',
    'build with "quoted" arguments',
    'build webhooks',
    'custom build strategy',
  ],
  [
    'sig-cli',
    'oc explain',
    'oc adm must-gather',
    'oc debug node/worker',
    'Kubectl client port forwarding',
    'oc rsh',
  ],
  ['sig-etcd', '[OCPFeatureGate:EtcdTuning] defragmentation', 'etcd leader changes', 'etcd quota alarms'],
  ['sig-imageregistry', '[Feature:Image] image lookup', 'image stream imports', 'image signature workflow'],
  [
    'sig-instrumentation',
    'Prometheus targets',
    'Metrics grabber',
    'Alertmanager silences',
    'Telemetry allow list',
  ],
  [
    'sig-network',
    'Services with ExternalIP',
    'NetworkPolicy between namespaces',
    'EgressFirewall rules',
    'DNS for headless services',
    '[Feature:Router] HAProxy reload',
  ],
  [
    'sig-node',
    'Container lifecycle hooks',
    'Probing container',
    'Downward API volume',
    'Sysctls',
    'Pods extended conditions',
  ],
  [
    'sig-scheduling',
    'Taints with tolerationSeconds',
    'Topology spread across zones',
    'Preemption of lower priority',
  ],
  [
    'sig-storage',
    'In-tree Volumes [Driver: hostPath]',
    'CSI mock volume attach',
    'PVC protection',
    'EmptyDir medium memory',
    'Projected configMap',
  ],
];
const BEHAVIOURS = [
  'should survive a restart of its controller',
  'should report the final state in status',
  'should be rejected without the permission',
  'should honour the limit that was set',
  'should be cleaned up when the owner goes away',
  'should serve requests while it is updated',
  'should keep the order of creation',
  'should not leak objects between namespaces',
  'should accept a value with slashes such as a/b/c',
  'should work with "multi word" names — and dashes',
  'should recover from a missing secret',
  'should see every update exactly once',
];
const SUITES = [
  '[Suite:openshift/conformance/parallel]',
  '[Suite:openshift/conformance/parallel/minimal]',
  '[Conformance] [Suite:openshift/conformance/parallel/minimal] [Suite:k8s]',
  '[Suite:openshift/conformance/parallel] [Suite:k8s]',
  '[NodeConformance] [Suite:openshift/conformance/parallel] [Suite:k8s]',
];

/** Up to `count` different names of tests, in an order that mixes the areas. */
export function testNames(random: Random, count: number): string[] {
  const names: string[] = [];
  for (const [area, ...subjects] of SUBJECTS)
    for (const subject of subjects)
      for (const behaviour of BEHAVIOURS)
        names.push(`[${area}] ${subject} ${behaviour} ${random.pick(SUITES)}`);
  const mixed = random.shuffle(names);
  for (let variant = 2; mixed.length < count; variant++)
    mixed.push(...names.map((name) => name.replace(' [', ` (variant ${variant}) [`)));
  return mixed.slice(0, count);
}
