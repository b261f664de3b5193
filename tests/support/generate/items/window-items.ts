import { SECOND, type EpochMs } from '../../../../src/base/time.ts';
import { goSeconds } from '../world/platforms.ts';
import type { Stop, World } from '../world/world.ts';
import { BARE, type Item } from './item.ts';
import { namespaceOf } from './stop-items.ts';

/** How an age of the test binary made windows of events: `pairs` (4.12, 4.13) or `analyser` (4.14 and later). */
export type WindowMaker = 'pairs' | 'analyser';

/** An event that opens or closes windows. */
export interface Sign {
  readonly stop: Stop;
  readonly isStart: boolean;
  readonly at: EpochMs;
}

/** A constructed window and the events that it was made of. */
export interface Window {
  readonly first: Sign;
  /** What closed it; in windows by pairs this can be a start as well. */
  readonly last: Sign | null;
  /** Starts that came while it was open and left no trace. */
  readonly swallowed: readonly Sign[];
  /** Not the first event's time where a finish had no start: then the monitor's start. */
  readonly from: EpochMs;
  readonly to: EpochMs | null;
  /** Whether it reached the file. */
  readonly isWritten: boolean;
}

/** The windows that a run's monitor made of the events it saw, in the manner of the age. */
export function makeWindows(world: World, maker: WindowMaker): Window[] {
  if (!world.hasAnalyser) return [];
  const byPod = new Map<string, Sign[]>();
  for (const stop of world.stops) {
    const key = `${namespaceOf(stop.server)}/${stop.pod}`;
    const signs = byPod.get(key) ?? [];
    byPod.set(key, signs);
    for (const { reason, at, stored } of stop.steps) {
      const isStart = reason === 'ShutdownInitiated';
      if (!isStart && reason !== 'TerminationGracefulTerminationFinished') continue;
      if (stored && at >= world.monitor.from && at <= world.monitor.to) signs.push({ stop, isStart, at });
    }
  }
  return [...byPod.values()].flatMap((signs) => {
    signs.sort((a, b) => a.at - b.at || Number(b.isStart) - Number(a.isStart));
    return maker === 'pairs' ? pairWindows(signs) : analyserWindows(signs, world.monitor.from);
  });
}

/** Opened by the first start, closed by a finish; a finish without a start reaches back to the monitor's start. */
function analyserWindows(signs: readonly Sign[], monitorFrom: EpochMs): Window[] {
  const windows: Window[] = [];
  let open: Sign | null = null;
  let swallowed: Sign[] = [];
  const close = (first: Sign, last: Sign | null, from: EpochMs): void => {
    windows.push({ first, last, swallowed, from, to: last?.at ?? null, isWritten: !first.stop.windowLost });
    open = null;
    swallowed = [];
  };
  for (const sign of signs) {
    if (!sign.isStart) close(open ?? sign, sign, open?.at ?? monitorFrom);
    else if (open === null) open = sign;
    else swallowed.push(sign);
  }
  if (open !== null) close(open, null, open.at);
  return windows;
}

/** Any two signs of a pod in a row are a window, whichever they are; the last one may have no partner. */
function pairWindows(signs: readonly Sign[]): Window[] {
  const windows: Window[] = [];
  for (let i = 0; i < signs.length; i += 2) {
    const first = signs[i];
    const last = signs[i + 1] ?? null;
    const to = last?.at ?? first.at + SECOND;
    windows.push({ first, last, swallowed: [], from: first.at, to, isWritten: !first.stop.windowLost });
  }
  return windows;
}

/** The items of the windows that reached the file. */
export function windowItems(world: World, maker: WindowMaker): Item[] {
  const write = maker === 'pairs' ? pairItem : analyserItem;
  return makeWindows(world, maker)
    .filter((window) => window.isWritten)
    .map(write);
}

function analyserItem({ first, from, to }: Window): Item {
  const { stop } = first;
  return {
    ...BARE,
    level: to === null ? 'Error' : 'Info',
    source: 'APIServerGracefulShutdown',
    display: true,
    keys: { namespace: namespaceOf(stop.server), node: '', pod: stop.pod, server: stop.server },
    reason: to === null ? 'IncompleteAPIServerShutdown' : 'GracefulAPIServerShutdown',
    annotations: { constructed: 'graceful-shutdown-analyzer' },
    from,
    to,
    host: stop.node,
  };
}

function pairItem({ first, last, from, to }: Window): Item {
  const { stop } = first;
  const place = `shutdown/apiserver server/${stop.server}`;
  const name = `name=${stop.pod} namespace=${namespaceOf(stop.server)} host=${stop.node}`;
  const start = stop.server === 'openshift-apiserver' ? 'TerminationStart' : 'ShutdownInitiated';
  const own = first.isStart ? start : 'TerminationGracefulTerminationFinished';
  const tail =
    last === null
      ? `missing complementary event: reason=${own} ${name}`
      : `shutdown window: ${name} duration=${goSeconds(last.at - from)}`;
  return {
    ...BARE,
    level: last === null ? 'Error' : 'Info',
    source: 'APIServerGracefulShutdown',
    display: true,
    keys: { shutdown: 'apiserver', server: stop.server },
    reason: 'GracefulShutdownWindow',
    text: `locator/${place} : ${tail}`,
    from,
    to,
  };
}
