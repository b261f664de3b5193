import { SECOND, type EpochMs } from '../../../../src/base/time.ts';
import { windowMakerOf, type EraId } from '../eras/era.ts';
import { makeWindows, type Window } from '../items/window-items.ts';
import type { FileKind } from '../run.ts';
import type { Stop, World } from '../world/world.ts';
import type { PlannedReboot, RebootStory } from './reboot-plan.ts';

/**
 * A trace of a signal in the file: its event; a later event of the same stop; a window that begins with it; a window
 * that ends with this stop; a start that an older open window of the node swallowed.
 */
export type Trace = 'event' | 'later-event' | 'window' | 'window-end' | 'swallowed';

/** What really happened at one control-plane reboot that the file shows, and what the file can tell of it. */
export interface RebootTruth {
  readonly story: RebootStory;
  readonly node: string;
  readonly from: EpochMs;
  readonly to: EpochMs;
  /** False where the run ended before the node was back. */
  readonly isComplete: boolean;
  /** Whether the node's kube-apiserver got a signal that belongs to this reboot, and when. */
  readonly signalSent: boolean;
  readonly signalledAt: EpochMs | null;
  readonly traces: readonly Trace[];
  /**
   * Whether the recorder ran from one hard-kill time before the reboot to its end, this kind of file keeps signs of
   * signals, and shows that it does. Only then does the absence of traces mean anything.
   */
  readonly isWatched: boolean;
  /** The signal was sent while the recorder ran, and its record failed without a trace: nobody can know from the file. */
  readonly recordLost: boolean;
}

/** The truth of each control-plane reboot whose begin the file shows. */
export function tellTruth(
  world: World,
  era: EraId,
  kind: FileKind,
  plans: readonly PlannedReboot[],
): RebootTruth[] {
  const maker = windowMakerOf(era);
  const windows = maker === null ? [] : makeWindows(world, maker);
  const keepsSigns = kind === 'events' || windows.some((window) => window.isWritten);
  const { monitor } = world;
  return plans
    .filter(({ reboot }) => isShown(reboot.reboot, world, kind))
    .map(({ story, reboot: { node, reboot }, stop }): RebootTruth => {
      const traces = tracesOf(stop, world, kind, windows);
      const { signalledAt } = stop;
      const ranThen = signalledAt !== null && signalledAt >= monitor.from && signalledAt <= monitor.to;
      return {
        story,
        node,
        from: reboot.from,
        to: reboot.to,
        isComplete: reboot.to <= monitor.to,
        signalSent: signalledAt !== null,
        signalledAt,
        traces,
        isWatched:
          keepsSigns &&
          monitor.from <= reboot.from - Math.max(30 * SECOND, world.kill) &&
          monitor.to > reboot.to,
        recordLost: ranThen && keepsSigns && traces.length === 0,
      };
    });
}

/** A phase that begins in the run's last second lasts no second of the file, and timelines leave such rows out. */
function isShown({ from }: { readonly from: EpochMs }, { monitor }: World, kind: FileKind): boolean {
  const last = kind === 'timelines' ? Math.floor(monitor.to / SECOND) * SECOND - 1 : monitor.to;
  return from >= monitor.from && from <= last;
}

function tracesOf(stop: Stop, world: World, kind: FileKind, windows: readonly Window[]): Trace[] {
  const traces = new Set<Trace>();
  if (kind === 'events')
    for (const { reason, at, stored } of stop.steps)
      if (stored && at >= world.monitor.from && at <= world.monitor.to)
        traces.add(reason === 'ShutdownInitiated' ? 'event' : 'later-event');
  for (const { first, last, swallowed, isWritten } of windows) {
    if (!isWritten) continue;
    if (first.stop === stop) traces.add(first.isStart ? 'window' : 'window-end');
    if (last?.stop === stop) traces.add('window-end');
    if (swallowed.some((sign) => sign.stop === stop)) traces.add('swallowed');
  }
  return [...traces].sort();
}
