import { expect, test } from 'vitest';
import { spanOfFinding } from '../../../src/model/finding-span.ts';
import { findingsOf } from '../../../src/model/findings.ts';
import { disruptionOf, episodeOf, reportOf, shutdownOf } from '../../support/report-of.ts';

const at = (clock: string) => `2023-03-13T${clock}.000Z`;
const outage = { from: at('11:07:21'), to: at('11:07:23'), signal: 'signalled', shutdown: 0 } as const;
const shutdowns = [shutdownOf({ initiated: at('11:05:50') })];

function spanOf(parts: Parameters<typeof reportOf>[0]): string {
  const report = reportOf({ intervals: 1, ...parts });
  const finding = findingsOf(report).find(({ kind }) => kind.endsWith('-outage'))!;
  const { from, to } = spanOfFinding(report, finding);
  return [from, to].map((time) => new Date(time).toISOString().slice(11, 19)).join(' ');
}

test('a finding is from its signal, or its reboot, to the end of all', () => {
  const episode = episodeOf({
    from: at('11:05:52'),
    to: at('11:08:39'),
    signal: 'signalled',
    shutdown: 0,
  });
  const disruptions = [disruptionOf(outage)];
  expect(spanOf({ shutdowns, episodes: [episode], disruptions })).toBe('11:05:50 11:08:39');
  const silent = { ...episode, signal: 'missing', shutdown: null } as const;
  const alone = disruptionOf({ ...outage, signal: 'unsignalled', shutdown: null });
  expect(spanOf({ shutdowns, episodes: [silent], disruptions: [alone] })).toBe('11:05:52 11:08:39');
});

test('the nearest shutdown explains nothing, and an open end ends nowhere', () => {
  const nearest = { shutdown: 0, seconds: 91 };
  const alone = disruptionOf({
    ...outage,
    to: null,
    signal: 'unsignalled',
    shutdown: null,
    episodes: [],
    nearest,
  });
  expect(spanOf({ shutdowns, disruptions: [alone] })).toBe('11:07:21 11:07:21');
});
