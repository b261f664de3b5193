import { compareWritten, writeItem } from './eras/eras.ts';
import { windowMakerOf, type EraId, type WrittenItem } from './eras/era.ts';
import { worldItems } from './items/items.ts';
import { noiseSlices, type NoiseOptions } from './noise/noise.ts';
import type { World } from './world/world.ts';

/** `timelines` files leave out what has no length, `events` files hold everything. */
export type FileKind = 'events' | 'timelines';

/** The items of a run in an era's words and in the order of a file, some at a time: memory holds one part. */
export function* writtenRun(
  world: World,
  era: EraId,
  kind: FileKind,
  noise: NoiseOptions | null,
): Generator<readonly WrittenItem[]> {
  const maker = windowMakerOf(era);
  const story = worldItems(maker === null ? { ...world, hasAnalyser: false } : world, maker ?? 'analyser')
    .flatMap((item) => writeItem(item, era))
    .filter((item) => isWanted(item, kind))
    .sort(compareWritten);
  let next = 0;
  if (noise !== null)
    for (const { until, items } of noiseSlices(world, noise)) {
      const part = items.flatMap((item) => writeItem(item, era)).filter((item) => isWanted(item, kind));
      const bound = Math.floor(until / 1000) * 1000;
      while (next < story.length && (story[next].from ?? -1) < bound) part.push(story[next++]);
      yield part.sort(compareWritten);
    }
  if (next < story.length) yield story.slice(next);
}

/** Whether a kind of file keeps an item. Times are compared before they are cut to seconds, as the writers did. */
function isWanted(item: WrittenItem, kind: FileKind): boolean {
  return kind === 'events' || item.to === null || item.from === null || item.to > item.from;
}
