/** The cluster operators, in about the order in which an upgrade reaches them. */
export const OPERATORS = [
  'etcd',
  'kube-apiserver',
  'kube-controller-manager',
  'kube-scheduler',
  'config-operator',
  'machine-api',
  'control-plane-machine-set',
  'cloud-controller-manager',
  'openshift-apiserver',
  'authentication',
  'openshift-controller-manager',
  'cloud-credential',
  'cluster-autoscaler',
  'console',
  'csi-snapshot-controller',
  'image-registry',
  'ingress',
  'insights',
  'kube-storage-version-migrator',
  'marketplace',
  'monitoring',
  'node-tuning',
  'openshift-samples',
  'operator-lifecycle-manager',
  'operator-lifecycle-manager-catalog',
  'operator-lifecycle-manager-packageserver',
  'service-ca',
  'storage',
  'network',
  'dns',
  'machine-config',
] as const;

/** What an operator says while it changes things: reason and text. */
export const PROGRESSING_TEXTS: Readonly<Record<string, readonly [reason: string, text: string]>> = {
  authentication: [
    'OAuthServerDeployment_PodsUpdating',
    'OAuthServerDeploymentProgressing: deployment/oauth-openshift.openshift-authentication: 2/3 pods have been updated to the latest generation',
  ],
  console: [
    'SyncLoopRefresh_InProgress',
    'SyncLoopRefreshProgressing: Working toward version, 1 replicas available',
  ],
  dns: [
    'DNSReportsProgressingIsTrue',
    'DNS "default" reports Progressing=True: "Have 5 available DNS pods, want 6."',
  ],
  'image-registry': ['DeploymentNotCompleted', 'Progressing: The deployment has not completed'],
  ingress: ['Reconciling', 'ingresscontroller "default" is progressing: IngressControllerProgressing.'],
  'machine-config': ['', 'Working towards the new version'],
  monitoring: ['RollOutInProgress', 'Rolling out the stack.'],
  network: ['Deploying', 'DaemonSet "/openshift-multus/multus" update is rolling out (3 out of 6 updated)'],
  'openshift-apiserver': [
    'APIServerDeployment_PodsUpdating',
    'APIServerDeploymentProgressing: deployment/apiserver.openshift-apiserver: 1/3 pods have been updated to the latest generation',
  ],
  'openshift-controller-manager': [
    '_DesiredStateNotYetAchieved',
    'Progressing: deployment/controller-manager: updated replicas is 1, desired replicas is 3',
  ],
  storage: [
    'AWSEBSCSIDriverOperatorCR_AWSEBSDriverNodeServiceController_Deploying',
    'Waiting for DaemonSet to deploy node pods',
  ],
};
