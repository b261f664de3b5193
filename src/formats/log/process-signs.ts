/** Which process wrote a log, told by the source files that its lines name. */
import { serverOfNamespace } from '../../model/server.ts';
import type { Echo } from './echo.ts';

/**
 * Files of an apiserver's own code, not of the library that operators serve their metrics with.
 * Source: kubernetes/kubernetes: staging/src/k8s.io/{apiserver,kube-aggregator,apiextensions-apiserver}, pkg/controlplane
 */
const APISERVER_FILES: ReadonlySet<string> = new Set(
  (
    'alloc autoregister_controller available_controller aggregator apf_controller apiaccess_count_controller ' +
    'apiapproval_controller cacher cidrallocator clusterquotamapping controlplane crd_finalizer ' +
    'crdregistration_controller customresource_discovery_controller establishing_controller handler_discovery ' +
    'handler_proxy httplog instance lease local_available_controller naming_controller ' +
    'nonstructuralschema_controller patch_genericapiserver plugins remote_available_controller repair repairip ' +
    'storage_factory store system_namespaces_controller trace wrap'
  )
    .split(' ')
    .map((name) => `${name}.go`),
);

/** Files of operators and controllers. Source: openshift/library-go: pkg/controller, pkg/operator; kubernetes/kubernetes: cmd. */
const OTHER_FILES: ReadonlySet<string> = new Set(
  (
    'base_controller certsync_controller check_endpoints connection_checker controllermanager ' +
    'csr_signer cert_rotation_controller event garbagecollector kubelet leaderelection observer_polling ' +
    'pod_workers prober replica_set resource_quota_monitor retry_watcher scheduler shared_informer ' +
    'status_controller target_config_reconciler'
  )
    .split(' ')
    .map((name) => `${name}.go`),
);

/** Counts what tells the process of one log. */
export class ProcessSigns {
  #apiserver = 0;
  #other = 0;
  #graceful = 0;
  #ownEvents = 0;

  ofFile(file: string): void {
    if (APISERVER_FILES.has(file)) this.#apiserver++;
    else if (OTHER_FILES.has(file)) this.#other++;
  }

  /** A line of a graceful termination: operators write those too. */
  ofTermination(): void {
    this.#graceful++;
  }

  /** A step, or an incident, that the process told of itself. */
  ofOwnEvent(): void {
    this.#ownEvents++;
  }

  /** Whether an apiserver wrote it. */
  get isApiserver(): boolean {
    if (this.#ownEvents > 0) return true;
    return this.#apiserver + this.#graceful > 0 && this.#apiserver >= this.#other;
  }

  /** Any sign at all, of whatever process. */
  get isTold(): boolean {
    return this.#apiserver + this.#other + this.#graceful + this.#ownEvents > 0;
  }
}

/** The Event is of an apiserver's pod, or of its namespace where the pod's name was not known to it. */
export function isOfApiserver({ kind, namespace, name }: Echo): boolean {
  if (kind === 'Namespace') return serverOfNamespace(name) !== null;
  return kind === 'Pod' && serverOfNamespace(namespace) !== null;
}
