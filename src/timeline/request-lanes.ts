/** Lanes of requests per second, one for each server and node, from audit logs. */
import { SECOND } from '../base/time.ts';
import type { RequestDensity } from '../model/request-density.ts';
import type { CounterLane, CounterSeries } from './counters.ts';
import { REQUESTS_GROUP } from './groups.ts';
import { PAINT } from './paint.ts';

/** What came through stands at the bottom, then what was throttled, then what failed. */
export function requestLanes(density: readonly RequestDensity[]): CounterLane[] {
  return density.map((one) => {
    const name = [one.server || 'unknown server', one.node || 'unknown node'].join(' · ');
    return {
      key: `${REQUESTS_GROUP}/=${name}`,
      label: name,
      unit: 'requests/s',
      group: REQUESTS_GROUP,
      node: one.node === '' ? null : one.node,
      from: one.from,
      bucketMs: SECOND,
      series: [
        series('other answers', PAINT.neutral, one.ok),
        series('429', PAINT.degraded, one.throttled),
        series('5xx', PAINT.failed, one.failed),
      ],
    };
  });
}

function series(kind: string, paint: CounterSeries['paint'], counts: Uint32Array): CounterSeries {
  return { kind, paint, values: Float32Array.from(counts) };
}
