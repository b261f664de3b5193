import { MAX_TIME, time } from './codecs.ts';
import { INITIAL_VIEW, type DataName, type GroupState, type ViewState } from './view-state.ts';

const MAX_TEXT = 2000;
const MAX_NAME = 500;
const NAMES = [
  'selectedSources',
  'intervalFile',
  'filterText',
  'overrideDisplayFlag',
  'start',
  'end',
] as const;

/** The groups that Sippy's sources are here; a source that is not named is a group by itself. */
const GROUPS_OF_SOURCE: Readonly<Record<string, readonly string[]>> = {
  Disruption: [
    'disruption-external',
    'disruption-internal',
    'disruption-service-network',
    'disruption-localhost',
    'disruption-other',
  ],
  OperatorState: ['OperatorAvailable', 'OperatorProgressing', 'OperatorDegraded'],
  E2ETest: ['E2EPassed', 'E2EFailed', 'E2EFlaked', 'E2ESkipped'],
};

/** What Sippy offers, and therefore means to hide where it is not selected. */
const OFFERED = [
  'OperatorAvailable',
  'OperatorProgressing',
  'OperatorDegraded',
  'NodeState',
  'Disruption',
  'KubeletLog',
  'EtcdLog',
  'EtcdLeadership',
  'Alert',
  'APIServerGracefulShutdown',
  'CertificateRotation',
  'CPUMonitor',
  'KubeEvent',
  'PodState',
  'E2EPassed',
  'E2EFailed',
  'E2EFlaked',
  'E2ESkipped',
];

/** The view of an address of Sippy's Intervals page; null: there is none in these parameters. Times are not ordered. */
export function decodeSippy(params: URLSearchParams): ViewState | null {
  if (!NAMES.some((name) => params.has(name))) return null;
  return {
    ...INITIAL_VIEW,
    from: timeOf(params.get('start')),
    to: timeOf(params.get('end')),
    query: queryOf(params.get('filterText') ?? ''),
    showUndisplayed: !['0', 'false'].includes(params.get('overrideDisplayFlag') ?? ''),
    groups: groupsOf(params.getAll('selectedSources')),
    data: dataOf(params.get('intervalFile') ?? ''),
  };
}

function timeOf(text: string | null): number | null {
  const at = text === null ? null : time.decode(text);
  return at !== null && at <= MAX_TIME ? at : null;
}

/** Sippy's filter is a regular expression; most people write plain text in it. */
function queryOf(filter: string): string {
  const text = filter.trim();
  if (text === '' || text.length > MAX_TEXT) return '';
  if (/^(?!-|(?:or|and)$)[\w.-]+$/i.test(text)) return text;
  if (!/[\\^$.*+?()[\]{}|]/.test(text)) return `"${text.replace(/["\\]/g, '\\$&')}"`;
  return `/${text.replace(/\\?\//g, '\\/')}/`;
}

function groupsOf(selected: readonly string[]): Readonly<Record<string, GroupState>> {
  const sources = selected.filter((name) => name !== '' && name !== '__proto__' && name.length <= MAX_NAME);
  if (sources.length === 0) return {};
  const idsOf = (source: string): readonly string[] =>
    Object.hasOwn(GROUPS_OF_SOURCE, source) ? GROUPS_OF_SOURCE[source] : [source];
  const hidden = OFFERED.flatMap(idsOf).map((id) => [id, 'hidden'] as const);
  const open = sources
    .slice(0, 100)
    .flatMap(idsOf)
    .map((id) => [id, 'open'] as const);
  return Object.fromEntries([...hidden, ...open]);
}

/** Sippy knows its files by name alone. */
function dataOf(file: string): DataName | null {
  return file === '' || file.length > MAX_NAME ? null : { files: 1, bytes: 0, digest: '', names: [file] };
}
