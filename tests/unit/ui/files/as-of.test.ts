import { describe, expect, it } from 'vitest';
import { asOfText, parseAsOf, yearlessInputs } from '../../../../src/ui/files/as-of.ts';
import { inputOf } from '../../../support/report-of.ts';

describe('the time of the run', () => {
  it('is a day, a day and a clock, or a time with its zone', () => {
    const written = ['2023-03-13', '2023-03-13 11:00', '2023-03-13T11:00:30', '2023-03-13T11:00:00+02:00'];
    expect(written.map((text) => new Date(parseAsOf(text, 'utc')!).toISOString())).toEqual([
      '2023-03-13T12:00:00.000Z',
      '2023-03-13T11:00:00.000Z',
      '2023-03-13T11:00:30.000Z',
      '2023-03-13T09:00:00.000Z',
    ]);
    for (const text of ['', 'yesterday', '2023-02-30', '2023-03-13 25:00', '13.3.2023'])
      expect(parseAsOf(text, 'utc')).toBeUndefined();
  });

  it('is shown so that it can be read again', () => {
    const at = Date.UTC(2023, 2, 13, 11, 0, 5);
    expect(asOfText(at)).toBe('2023-03-13 11:00:05Z');
    expect(parseAsOf(asOfText(at), 'local')).toBe(at);
  });

  it('is asked for where a file writes no year, or ages', () => {
    const notice = { code: 'year-assumed', count: 1, first: { line: 1 } };
    const failure = { code: 'relative-times', message: '' };
    expect(
      yearlessInputs({ inputs: [inputOf(), inputOf({ notices: [notice] }), inputOf({ failure })] }),
    ).toBe(2);
  });
});
