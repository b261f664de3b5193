import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { concat } from '../../support/bytes.ts';
import { otherEvent, reboot, signal } from '../../support/items.ts';
import { bytesOf, loadTexts } from '../../support/read.ts';

const NODE = 'demo-master-0';
const events = Array.from({ length: 12 }, (_, i) => otherEvent(`09:${String(i * 5).padStart(2, '0')}:00`));
const first = `${[...events, reboot('09:57:00', '09:59:30', NODE), ...['09:58:00', '10:30:00'].map(otherEvent)].map((item) => JSON.stringify(item)).join('\n')}\n`;
const last = `${JSON.stringify(signal('09:56:50', NODE))}\n`;

/** What is said of the one reboot's signal. */
async function verdictOf(content: string | Uint8Array): Promise<string> {
  const { report } = await loadTexts({ 'e2e-events.jsonl': content });
  const reboots = report.episodes.filter(({ kind }) => kind === 'reboot');
  expect(reboots).toHaveLength(1);
  return reboots[0].signal;
}

describe('a signal that damage may have taken is not missing', () => {
  const [a, b] = [gzipSync(first), gzipSync(last)];

  test('where nothing is damaged it is found, or missing', async () => {
    expect(await verdictOf(concat([a, b]))).toBe('signalled');
    expect(await verdictOf(a)).toBe('missing');
    expect(await verdictOf(a.subarray(0, -5))).toBe('missing'); // in order, and read to its end
  });

  test.each([
    ['something stands between members', concat([a, bytesOf('garbage!'), b])],
    ['a member has another beginning', concat([a, Uint8Array.of(0x1f, 0x8c), b.subarray(2)])],
    [
      'the data of a member are broken',
      concat([a, b.subarray(0, 12), new Uint8Array(20).fill(255), b.subarray(32)]),
    ],
    ['a block of zeros stands in the place of a line', `${first}${'\0'.repeat(last.length - 1)}\n`],
    [
      'it is cut, and its records are in no order',
      gzipSync(`${JSON.stringify(otherEvent('10:40:00'))}\n${first}`).subarray(0, -5),
    ],
  ])('%s', async (_, content) => {
    expect(await verdictOf(content)).toBe('undeterminable');
  });
});
