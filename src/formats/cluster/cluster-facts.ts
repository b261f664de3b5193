/** What objects of a cluster tell of its release, platform and nodes. Source: openshift/api: config/v1. */
import { parseTime, type DurationMs, type EpochMs } from '../../base/time.ts';
import type { Topology } from '../../model/report.ts';
import type { RunSink } from '../format.ts';
import { fieldsOf, listOf, textOf, type Fields } from '../objects/fields.ts';

/** The cluster itself tells it; names and addresses only hint at it. */
const TOLD_WEIGHT = 5;
/** The provider of a machine tells the platform, but for a cluster without one. */
const PROVIDER_WEIGHT = 4;
/** An update within this time before the newest one belongs to the same run. */
const SAME_RUN: DurationMs = 24 * 3_600_000;
/** Of a history, this many updates. */
const MAX_HISTORY = 50;

/** The history is newest first: the release, and those that it came from in this run. */
export function takeClusterVersion(object: Fields, sink: RunSink): void {
  const status = fieldsOf(object, 'status');
  const history = listOf(status, 'history')
    .slice(0, MAX_HISTORY)
    .map((one) => ({
      version: textOf(one, 'version'),
      at: parseTime(textOf(one, 'startedTime'))?.at ?? null,
    }))
    .filter(({ version }) => version !== '');
  const [newest, ...older] = history;
  const release = newest?.version ?? textOf(fieldsOf(status, 'desired'), 'version');
  if (release === '') return;
  sink.fact({ kind: 'release', value: release, at: newest?.at ?? null });
  older.forEach(({ version, at }, i) => {
    if (i === 0 || isSameRun(at, newest.at)) sink.fact({ kind: 'from-release', value: version, at });
  });
}

function isSameRun(at: EpochMs | null, newest: EpochMs | null): boolean {
  return at !== null && newest !== null && newest - at <= SAME_RUN;
}

const TOPOLOGIES: ReadonlyMap<string, Topology> = new Map([
  ['HighlyAvailable', 'ha'],
  ['HighlyAvailableArbiter', 'ha'],
  ['DualReplica', 'ha'],
  ['SingleReplica', 'single'],
  ['External', 'external'],
]);

export function takeInfrastructure(object: Fields, sink: RunSink): void {
  const status = fieldsOf(object, 'status');
  const platform = textOf(fieldsOf(status, 'platformStatus'), 'type') || textOf(status, 'platform');
  if (/^[A-Za-z]{2,30}$/.test(platform))
    sink.fact({ kind: 'platform', value: platform.toLowerCase(), weight: TOLD_WEIGHT });
  const topology = TOPOLOGIES.get(textOf(status, 'controlPlaneTopology'));
  if (topology !== undefined) sink.fact({ kind: 'topology', value: topology, weight: TOLD_WEIGHT });
}

/** The beginning of a machine's ID, by platform. Source: kubernetes/cloud-provider and its implementations. */
const PROVIDERS: ReadonlyMap<string, string> = new Map([
  ['aws', 'aws'],
  ['gce', 'gcp'],
  ['azure', 'azure'],
  ['vsphere', 'vsphere'],
  ['openstack', 'openstack'],
  ['baremetalhost', 'baremetal'],
  ['ibm', 'ibmcloud'],
  ['nutanix', 'nutanix'],
]);
/** Addresses that belong to the node alone. */
const OWN_ADDRESSES: ReadonlySet<string> = new Set(['InternalIP', 'Hostname', 'InternalDNS']);
const MAX_ADDRESSES = 20;

export function takeNode(object: Fields, sink: RunSink): void {
  const metadata = fieldsOf(object, 'metadata');
  const name = textOf(metadata, 'name');
  if (name === '') return;
  sink.fact({ kind: 'node', name, role: roleOf(fieldsOf(metadata, 'labels')) });
  const status = fieldsOf(object, 'status');
  const said = new Set([name]);
  for (const one of listOf(status, 'addresses').slice(0, MAX_ADDRESSES)) {
    const address = textOf(one, 'address');
    if (!OWN_ADDRESSES.has(textOf(one, 'type')) || address === '' || said.has(address)) continue;
    said.add(address);
    sink.fact({ kind: 'alias', name, alias: address });
  }
  const boot = textOf(fieldsOf(status, 'nodeInfo'), 'bootID');
  if (boot !== '') sink.fact({ kind: 'boot-id', name, value: boot });
  const platform = PROVIDERS.get(textOf(fieldsOf(object, 'spec'), 'providerID').split(':', 1)[0]);
  if (platform !== undefined) sink.fact({ kind: 'platform', value: platform, weight: PROVIDER_WEIGHT });
}

function roleOf(labels: Fields): 'control-plane' | 'worker' | null {
  const has = (role: string) => Object.hasOwn(labels, `node-role.kubernetes.io/${role}`);
  if (has('control-plane') || has('master')) return 'control-plane';
  return has('worker') ? 'worker' : null;
}
