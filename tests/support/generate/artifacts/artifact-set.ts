/** One planted world as a set of artifacts: what was gathered of it, and what is missing. */
import { MINUTE, SECOND, type EpochMs } from '../../../../src/base/time.ts';
import { AuditWriter } from '../audit/audit-records.ts';
import { lastStartBefore } from '../items/stop-items.ts';
import { shutdownLines, startLines, workLines } from '../logs/apiserver-lines.ts';
import { logText } from '../logs/log-line.ts';
import { terminationLog } from '../logs/termination-log.ts';
import { makeRandomWorld, randomWorldFile, type RandomWorld } from '../random-world.ts';
import { Random } from '../random.ts';
import { goneAt } from '../world/stops.ts';
import type { Span, Stop, World } from '../world/world.ts';
import { eventList, eventListSpan, type EventListOptions } from './event-list.ts';
import { nodeJournals } from './journals.ts';

/** What a set holds. */
export interface Contents {
  /** The monitor's intervals; with `phases` alone those of nodes are left. */
  readonly intervals: boolean;
  /** Null: none; `late`: asked for when the first hours were forgotten; `silent`: the apiservers could not write theirs. */
  readonly events: 'whole' | 'late' | 'silent' | null;
  /** Lives of each kube-apiserver whose log is there: its last one, the one before. */
  readonly pods: 'none' | 'current' | 'previous' | 'both';
  readonly termination: boolean;
  readonly journals: 'none' | 'current' | 'both';
  readonly audit: boolean;
}

const NOTHING: Contents = {
  intervals: false,
  events: null,
  pods: 'none',
  termination: false,
  journals: 'none',
  audit: false,
};

export const SETS = {
  everything: {
    intervals: true,
    events: 'whole',
    pods: 'both',
    termination: true,
    journals: 'both',
    audit: true,
  },
  'events alone': { ...NOTHING, events: 'whole' },
  'events forgotten, journals': { ...NOTHING, events: 'late', journals: 'both' },
  'events forgotten, all logs': {
    ...NOTHING,
    events: 'late',
    pods: 'both',
    termination: true,
    journals: 'both',
  },
  'events never stored': { ...NOTHING, events: 'silent' },
  'events never stored, termination logs': { ...NOTHING, events: 'silent', termination: true },
  'events never stored, both lives': { ...NOTHING, events: 'silent', pods: 'both' },
  'intervals and the last life': { ...NOTHING, intervals: true, pods: 'current' },
  'journals and the last life': { ...NOTHING, pods: 'current', journals: 'both' },
  'journals and the life before': { ...NOTHING, pods: 'previous', journals: 'both' },
  'termination logs alone': { ...NOTHING, termination: true },
  'termination logs and journals': { ...NOTHING, termination: true, journals: 'both' },
  'journals alone': { ...NOTHING, journals: 'both' },
  'last journals alone': { ...NOTHING, journals: 'current' },
  'audit logs and journals': { ...NOTHING, journals: 'both', audit: true },
} as const satisfies Readonly<Record<string, Contents>>;
export type SetName = keyof typeof SETS;

export interface ArtifactSet {
  readonly made: RandomWorld;
  readonly contents: Contents;
  readonly files: Readonly<Record<string, string>>;
  /** When everything was gathered; lines without a year are read in its light. */
  readonly takenAt: EpochMs;
  /** How its events tell their times, and which it has. Null: none. */
  readonly events: EventListOptions | null;
  readonly eventSpan: Span | null;
}

export function makeArtifactSet(seed: number, name: SetName): ArtifactSet {
  const made = makeRandomWorld(seed);
  const { world } = made;
  const random = new Random(seed).fork('artifacts');
  const contents: Contents = SETS[name];
  const ends = world.stops.map((stop) => stop.restartedAt ?? goneAt(stop) ?? 0);
  const takenAt = Math.max(world.monitor.to, ...ends) + random.between(4, 9) * MINUTE;
  const run: World = {
    ...world,
    monitor: { from: Math.min(world.monitor.from, firstOf(world)), to: takenAt },
  };
  const events: EventListOptions | null =
    contents.events === null
      ? null
      : {
          takenAt: takenAt + (contents.events === 'late' ? random.between(60, 160) * MINUTE : 0),
          times: random.pick(['name', 'field', 'second']),
          hasSteps: contents.events !== 'silent',
        };
  const files: Record<string, string> = {};
  if (contents.intervals) files['junit/intervals'] = randomWorldFile(made);
  if (events !== null) files['gather-extra/events.json'] = eventList(run, events);
  for (const { name: node, role } of world.nodes)
    if (role === 'control-plane') Object.assign(files, nodeFiles(run, node, contents, random));
  const eventSpan = events === null ? null : eventListSpan(run, events);
  return { made, contents, files, takenAt, events, eventSpan };
}

/** The run began well before anything happened in it, whenever its monitor was started. */
function firstOf({ reboots, stops }: World): EpochMs {
  const times = [
    ...reboots.map((one) => one.update.from),
    ...stops.map((stop) => stop.signalledAt ?? goneAt(stop)!),
  ];
  return Math.min(...times) - 20 * MINUTE;
}

function nodeFiles(world: World, node: string, contents: Contents, random: Random): Record<string, string> {
  const stops = kubeStopsOf(world, node);
  const files: Record<string, string> = {};
  if (contents.termination && stops.length > 0)
    files[`audit_logs/kube-apiserver/${node}-termination.log`] = terminationLog(world, stops);
  if (contents.journals !== 'none') {
    const { previous, current } = nodeJournals(world, node, world.monitor);
    files[`nodes/${node}/journal`] = current;
    if (previous !== null && contents.journals === 'both') files[`nodes/${node}/journal-previous`] = previous;
  }
  const [before, last] = livesOf(world, node).slice(-2);
  const pod = `pods/openshift-kube-apiserver_kube-apiserver-${node}_kube-apiserver`;
  if (contents.pods === 'current' || contents.pods === 'both')
    files[`${pod}.log`] = lifeLog(last, random.fork(node));
  if (contents.pods === 'previous' || contents.pods === 'both')
    files[`${pod}_previous.log`] = lifeLog(before, random.fork(`${node} before`));
  if (contents.audit) files[`audit_logs/kube-apiserver/${node}-audit.log`] = auditLog(world, node, random);
  return files;
}

export function kubeStopsOf(world: World, node: string): Stop[] {
  return world.stops
    .filter((stop) => stop.node === node && stop.server === 'kube-apiserver')
    .sort((a, b) => goneAt(a)! - goneAt(b)!);
}

/** From a start to the stop that ended it; the last one goes on. */
export interface Life {
  readonly from: EpochMs;
  readonly to: EpochMs;
  readonly stop: Stop | null;
}

export function livesOf(world: World, node: string): Life[] {
  const stops = kubeStopsOf(world, node);
  const lives = stops.map((stop): Life => ({
    from: lastStartBefore(world, stop) - 217,
    to: goneAt(stop)!,
    stop,
  }));
  const start = stops[stops.length - 1]?.restartedAt ?? world.monitor.from;
  return [...lives, { from: start, to: world.monitor.to, stop: null }];
}

function lifeLog({ from, to, stop }: Life, random: Random): string {
  const end = stop !== null && stop.killedAt === null ? to + 400 : to;
  return logText([
    ...startLines(from),
    ...workLines(random, { from, to: end }),
    ...(stop === null ? [] : shutdownLines(stop)),
  ]);
}

/** A few minutes around the node's reboot: a whole one would take long, and tell no more. */
function auditLog(world: World, node: string, random: Random): string {
  const reboot = world.reboots.find((one) => one.node === node)!.reboot;
  const span = { from: reboot.from - 100 * SECOND, to: reboot.to + 60 * SECOND };
  return [...new AuditWriter(world, node, random.fork(`audit ${node}`)).lines(span, 30_000)].join('');
}
