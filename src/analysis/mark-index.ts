import { SpanIndex } from '../base/spans.ts';
import type {
  BootMark,
  IncidentMark,
  Mark,
  ReadinessMark,
  RolloutMark,
  StartMark,
  WindowMark,
} from '../model/mark.ts';
import type { NodeNames } from '../model/node-name.ts';
import { KUBE_APISERVER } from '../model/server.ts';
import { NodeIndex } from './node-index.ts';

/** The marks of a run, found by node and time: a run of any size is judged in about the time that it takes to sort. */
export interface MarkIndex {
  /** Starts of kubelets, by node. */
  readonly boots: NodeIndex<BootMark>;
  /** Signs that an apiserver lives again, by `ownerKey`. */
  readonly starts: NodeIndex<StartMark | IncidentMark>;
  /** Both edges of the kube-apiservers' shutdown windows, by node. */
  readonly windowEdges: NodeIndex<{ readonly window: WindowMark; readonly at: number }>;
  /** Installer pods, by node. */
  readonly installers: NodeIndex<RolloutMark>;
  /** The operator chose a node for a revision, or saw it there, by node. */
  readonly turns: NodeIndex<RolloutMark>;
  /** Stretches in which the operator rolled a revision out. */
  readonly progressing: SpanIndex<RolloutMark>;
  /** `NonGracefulTermination`, by `ownerKey`. */
  readonly nonGraceful: NodeIndex<IncidentMark>;
  /** Processes killed by systemd, by `ownerKey`. */
  readonly kills: NodeIndex<IncidentMark>;
  /** What is said only of an apiserver that was told to stop, by `ownerKey`. */
  readonly stopping: NodeIndex<IncidentMark>;
  /** Readiness seen to turn false after the server had served, by `ownerKey`. */
  readonly unready: NodeIndex<ReadinessMark>;
}

/** What an apiserver process is known by: its server and its node, both as their longest names. */
export function ownerKey(server: string | null, node: string | null): string | null {
  return node === null ? null : `${server ?? KUBE_APISERVER} ${node}`;
}

export function indexMarks(marks: readonly Mark[], names: NodeNames): MarkIndex {
  const node = (mark: Mark) => (mark.node === null ? null : names.nameOf(mark.node));
  const owner = (mark: Mark) => ownerKey(mark.server, node(mark));
  const instant = (mark: { readonly at: number }) => [mark.at, mark.at] as const;
  const incidents = marks.filter((mark) => mark.kind === 'incident');
  const rollouts = marks.filter((mark) => mark.kind === 'rollout');
  const windows = marks.filter(
    (mark) => mark.kind === 'window' && mark.server === KUBE_APISERVER,
  ) as WindowMark[];
  const edges = windows.flatMap((window) => [
    { window, at: window.at },
    ...(window.end === null ? [] : [{ window, at: window.end }]),
  ]);
  const starts: (StartMark | IncidentMark)[] = [
    ...marks.filter((mark) => mark.kind === 'start'),
    ...incidents.filter((mark) => mark.incident === 'NonReadyRequests'),
  ];
  return {
    boots: new NodeIndex(
      marks.filter((mark) => mark.kind === 'boot'),
      node,
      instant,
    ),
    starts: new NodeIndex(starts, owner, instant),
    windowEdges: new NodeIndex(edges, (edge) => node(edge.window), instant),
    installers: new NodeIndex(
      rollouts.filter((mark) => mark.sign === 'installer'),
      node,
      instant,
    ),
    turns: new NodeIndex(
      rollouts.filter((mark) => mark.sign === 'target' || mark.sign === 'current'),
      node,
      instant,
    ),
    progressing: new SpanIndex(
      rollouts.filter((mark) => mark.sign === 'progressing'),
      (mark) => [mark.at, mark.end ?? Infinity],
    ),
    nonGraceful: new NodeIndex(
      incidents.filter((mark) => mark.incident === 'NonGracefulTermination'),
      owner,
      instant,
    ),
    kills: new NodeIndex(
      incidents.filter((mark) => mark.incident === 'GracefulTerminationTimeout' && mark.evidence === 'klog'),
      owner,
      instant,
    ),
    stopping: new NodeIndex(incidents.filter(tellsOfStop), owner, instant),
    unready: new NodeIndex(
      marks.filter((mark) => mark.kind === 'readiness' && mark.hadServed) as ReadinessMark[],
      owner,
      instant,
    ),
  };
}

/**
 * Connections are late, and the wait for the end too long, once a signal was given. Systemd kills in the same words
 * whoever does not end, signalled or not. Source: openshift/kubernetes: cmd/watch-termination.
 */
function tellsOfStop({ incident, evidence }: IncidentMark): boolean {
  return incident === 'LateConnections' || (incident === 'GracefulTerminationTimeout' && evidence !== 'klog');
}
