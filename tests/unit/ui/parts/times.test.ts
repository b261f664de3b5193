import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { momentText, namedClock, rangeText, sentenceText, zoneName } from '../../../../src/ui/parts/times.ts';
import { verdictText } from '../../../../src/ui/findings/verdict-words.ts';
import { episodeOf, reportOf } from '../../../support/report-of.ts';

const AT = Date.UTC(2023, 2, 13, 23, 57, 25);
const WHY = 'no ShutdownInitiated between 23:57:25 and 00:01:02.500; add node-9 :00:00 of 10:57';

describe('times in the zone that was chosen', () => {
  const before = process.env['TZ'];
  beforeAll(() => (process.env['TZ'] = 'Asia/Kolkata'));
  afterAll(() => {
    if (before === undefined) delete process.env['TZ'];
    else process.env['TZ'] = before;
  });

  it('name their zone where it is not UTC', () => {
    expect(namedClock(AT, 'utc')).toBe('23:57:25');
    expect(namedClock(AT, 'local')).toBe('05:27:25 UTC+05:30');
    expect(zoneName('local', AT)).toBe('UTC+05:30');
    expect(momentText(AT, 'local')).toBe('2023-03-14 05:27:25');
  });

  it('are put into sentences of the report, past midnight too', () => {
    expect(sentenceText(WHY, AT, 'utc')).toBe(WHY);
    expect(sentenceText(WHY, AT, 'local')).toBe(
      'no ShutdownInitiated between 05:27:25 and 05:31:02.500 UTC+05:30; add node-9 :00:00 of 10:57',
    );
    expect(sentenceText('nothing', NaN, 'local')).toBe('nothing');
  });

  it('tell the day of the end where it is another', () => {
    expect(rangeText(AT, AT + 60_000, 'utc')).toBe('2023-03-13 23:57:25 – 23:58:25 UTC');
    expect(rangeText(AT, AT + 600_000, 'utc')).toBe('2023-03-13 23:57:25 – 2023-03-14 00:07:25 UTC');
    expect(rangeText(AT, AT + 600_000, 'local')).toBe('2023-03-14 05:27:25 – 05:37:25 UTC+05:30');
  });

  it('stand in the verdict', () => {
    const report = reportOf({
      intervals: 1,
      episodes: [episodeOf({ kind: 'reboot', signal: 'missing', from: '2023-03-13T10:57:25.400Z' })],
    });
    expect(verdictText(report, [], 'utc')).toContain(', 10:57:25)');
    expect(verdictText(report, [], 'local')).toContain(', 16:27:25 UTC+05:30)');
  });
});
