import { MINUTE, SECOND } from '../../../../src/base/time.ts';
import { windowMakerOf, type EraId } from '../eras/era.ts';
import type { Layout } from '../eras/files.ts';
import type { Random } from '../random.ts';
import type { FileKind } from '../run.ts';
import { externalApiBackends, inClusterApiBackends, otherBackends } from '../world/backends.ts';
import { makeNodes } from '../world/nodes.ts';
import { stopTimesOf } from '../world/platforms.ts';
import type { Backend, Platform, Span, World } from '../world/world.ts';

/** What a planted world is made of before anything happens in it, and what its file will be like. */
export interface Cluster {
  readonly era: EraId;
  readonly kind: FileKind;
  readonly layout: Layout;
  readonly base: Pick<
    World,
    'platform' | 'topology' | 'delay' | 'kill' | 'nodes' | 'backends' | 'hasAnalyser'
  >;
  /** The whole run; the file may be cut to less. */
  readonly run: Span;
}

const STARTS: Readonly<Record<EraId, string>> = {
  '2020': '2020-06-02T04:10:09Z',
  '2021': '2021-05-11T02:21:44Z',
  'late-2021': '2021-11-02T09:40:30Z',
  '4.12': '2022-12-06T13:05:12Z',
  '4.14': '2023-09-29T22:48:51Z',
  current: '2025-05-06T05:58:07Z',
};

/** Draws a cluster, the age of its test binary, and the kind of file that is left of the run. */
export function drawCluster(random: Random): Cluster {
  const era = random.weighted<EraId>([
    [4, 'current'],
    [2, '4.14'],
    [2, '4.12'],
    [1, 'late-2021'],
    [1, '2021'],
  ]);
  const platform = random.pick<Platform>(['aws', 'aws', 'gcp', 'azure', 'default']);
  const topology = random.chance(0.06) ? 'single' : 'ha';
  // The longer delay on GCP came in 2025.
  const timesAs = platform === 'gcp' && era !== 'current' ? 'default' : platform;
  const kind = random.chance(0.55) ? 'events' : 'timelines';
  const layouts: readonly Layout[] =
    kind === 'events' ? ['pretty', 'compact', 'lines', 'array'] : ['pretty', 'html'];
  const from = Date.parse(STARTS[era]) + random.below(600) * SECOND;
  return {
    era,
    kind,
    layout: random.pick(layouts),
    base: {
      platform,
      topology,
      ...stopTimesOf(timesAs, topology),
      nodes: makeNodes(random, platform, topology),
      backends: drawBackends(random, era),
      hasAnalyser: windowMakerOf(era) !== null && random.chance(0.85),
    },
    run: { from, to: from + random.between(100, 170) * MINUTE },
  };
}

function drawBackends(random: Random, era: EraId): Backend[] {
  const domain = `ci-op-${random.suffix(8)}-${random.hex(5)}.ci.example`;
  const external = externalApiBackends(domain).filter(
    (each) => !each.name.startsWith('cache-') || era === 'current',
  );
  const controls = otherBackends(domain, null).filter((each) =>
    /ingress-to-console|liveness/.test(each.name),
  );
  const inCluster =
    era === 'current' ? inClusterApiBackends(domain, ['kube-api'], ['internal-lb', 'service-network']) : [];
  return [...external, ...inCluster, ...controls];
}
