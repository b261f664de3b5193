/** Reboots that two journals of one node tell together: the one ends, and the next begins with another boot. */
import { MINUTE, PRECISION, type DurationMs } from '../base/time.ts';
import type { JournalMark, RebootMark } from '../model/mark.ts';
import type { Ground } from './ground.ts';

/** A machine that is gone for longer is looked after by people. */
const LONGEST_GAP: DurationMs = 60 * MINUTE;

/**
 * A reboot for each journal that begins with a boot, from the last line of the one before. It may have begun later: the
 * last lines of a machine that was cut off are never written.
 */
export function rebootsBetweenJournals({ run, names }: Ground): RebootMark[] {
  const byNode = new Map<string, JournalMark[]>();
  for (const mark of run.marks) {
    if (mark.kind !== 'journal' || mark.node === null) continue;
    const node = names.nameOf(mark.node);
    byNode.set(node, [...(byNode.get(node) ?? []), mark]);
  }
  return [...byNode.values()].flatMap((journals) => {
    const ordered = [...journals].sort((a, b) => a.at - b.at || a.end - b.end);
    return ordered.slice(1).flatMap((mark, i) => {
      const before = ordered[i];
      return isNextBoot(before, mark) ? [rebootOf(before, mark)] : [];
    });
  });
}

function isNextBoot(before: JournalMark, mark: JournalMark): boolean {
  if (before.end > mark.at || mark.at - before.end > LONGEST_GAP) return false;
  const isOther =
    before.lastBoot !== null && mark.firstBoot !== null ? before.lastBoot !== mark.firstBoot : null;
  return isOther ?? mark.beginsBoot;
}

function rebootOf(before: JournalMark, mark: JournalMark): RebootMark {
  const { server, node, pod, evidence, file, place } = mark;
  return {
    kind: 'reboot',
    at: before.end,
    end: mark.at,
    precision: PRECISION.inferred,
    server,
    node,
    pod,
    evidence,
    file,
    place,
    isPhase: false,
    isControlPlane: null,
  };
}
