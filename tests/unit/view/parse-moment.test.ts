import { describe, expect, it } from 'vitest';
import { MOMENT_FORMS, parseMoment, type MomentGround } from '../../../src/view/parse-moment.ts';

const at = (text: string) => Date.parse(`2023-03-${text}Z`);
const ground: MomentGround = {
  run: { from: at('13T09:31:04'), to: at('13T12:00:00') },
  shutdown: at('13T10:57:00'),
  selection: { from: at('13T11:00:00'), to: at('13T11:00:30') },
  zone: 'utc',
};
const read = (text: string, change: Partial<MomentGround> = {}) =>
  parseMoment(text, { ...ground, ...change });
const ok = (value: number) => ({ ok: true, value });

describe('a moment', () => {
  it.each([
    ['2023-03-13T10:57:25Z', at('13T10:57:25')],
    ['2023-03-13T12:57:25.250+02:00', at('13T10:57:25.250')],
    ['2023-03-13 10:57:25', at('13T10:57:25')],
    ['2023-03-13 10:57', at('13T10:57:00')],
    [' 10:57:25.5 ', at('13T10:57:25.500')],
    ['9:31', at('13T09:31:00')],
    ['08:00', at('13T08:00:00')],
    ['+90s', at('13T09:32:34')],
    ['+90', at('13T09:32:34')],
    ['start + 1m30s', at('13T09:32:34')],
    ['-2m', at('13T11:58:00')],
    ['end', at('13T12:00:00')],
    ['shutdown-10s', at('13T10:56:50')],
    ['Shutdown', at('13T10:57:00')],
    ['selection+5s', at('13T11:00:05')],
    ['selection.end', at('13T11:00:30')],
  ])('is read from %s', (text, value) => {
    expect(read(text)).toEqual(ok(value));
  });

  it('on a clock is of the next day where the run goes past midnight', () => {
    const run = { from: at('13T22:00:00'), to: at('14T03:00:00') };
    expect(read('01:30', { run })).toEqual(ok(at('14T01:30:00')));
    expect(read('23:00', { run })).toEqual(ok(at('13T23:00:00')));
    expect(read('05:00', { run })).toEqual(ok(at('13T05:00:00')));
  });

  it('without a zone is in the one that is shown', () => {
    const local = (text: string) => new Date(`2023-03-13T${text}`).getTime();
    expect(read('2023-03-13 10:57:25', { zone: 'local' })).toEqual(ok(local('10:57:25')));
    expect(read('10:57:25.250', { zone: 'local' })).toEqual(ok(local('10:57:25.250')));
  });

  it.each([
    ['', 'Write a time'],
    ['25:00', 'not a time'],
    ['2023-02-31 10:00', 'not a time'],
    ['soon', 'not a time'],
    ['+soon', 'not a duration'],
    ['shutdown--5s', 'not a duration'],
  ])('is not read from “%s”', (text, words) => {
    expect(read(text)).toEqual({ ok: false, failure: expect.stringContaining(words) as string });
  });

  it('needs what it is told from', () => {
    expect(read('shutdown', { shutdown: null })).toEqual({
      ok: false,
      failure: 'No shutdown is known in this run.',
    });
    expect(read('selection+1s', { selection: null })).toEqual({
      ok: false,
      failure: 'No interval is selected.',
    });
  });

  it('has every form that the help shows', () => {
    for (const [form] of MOMENT_FORMS) expect(read(form).ok).toBe(true);
  });
});
