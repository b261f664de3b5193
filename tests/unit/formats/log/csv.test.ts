import { expect, test } from 'vitest';
import { CsvReader } from '../../../../src/formats/log/csv.ts';

function read(text: string, size = text.length): { records: string[][]; end: string } {
  const records: string[][] = [];
  const csv = new CsvReader((fields) => records.push(fields));
  for (let at = 0; at < text.length; at += Math.max(1, size))
    csv.push(text.slice(at, at + Math.max(1, size)));
  return { end: csv.end(), records };
}

test.each([
  [
    'a,b\nc,d\n',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
    'whole',
  ],
  ['"a,1","b ""q""","c\nd"\r\n', [['a,1', 'b "q"', 'c\nd']], 'whole'],
  [
    'a,,\n\n"",x\n',
    [
      ['a', '', ''],
      ['', 'x'],
    ],
    'whole',
  ],
  ['a,b', [['a', 'b']], 'last'],
  ['a,"b', [], 'open'],
  ['a"b,c\n', [['a"b', 'c']], 'whole'],
])('%j', (text, records, end) => {
  expect(read(text)).toEqual({ records, end });
  expect(read(text, 1)).toEqual({ records, end });
});
