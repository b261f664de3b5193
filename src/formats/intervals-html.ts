/**
 * Chart pages that embed their intervals: `e2e-timelines_*.html`, `e2e-intervals_*.html`.
 * Writer: openshift/origin: pkg/monitor/serialization and its e2echart templates.
 *
 *   <script>
 *       var eventIntervals = {
 *       "items": [ … ]
 *
 * Oddities: a hundred kilobytes of library code may stand before it; there is no semicolon behind it; `<`, `>` and `&`
 * are escaped inside, so that no `</script>` ends it early; instants are left out.
 */
import { fail, success } from '../base/result.ts';
import type { Format, Head, Input, Job, RunSink } from './format.ts';
import { IntervalFile } from './interval-file.ts';
import { intervalSplitter } from './interval-records.ts';

const ASSIGNMENT = /eventIntervals\s*=\s*(?=[{[])/;
/** Enough for the assignment to be found where a chunk ends in it. */
const OVERLAP = 64;
/** The assignment is looked for in this much of a page. */
const MAX_PROLOGUE = 16 << 20;

export const intervalsHtml: Format = {
  id: 'intervals-html',
  label: 'interval chart page (HTML)',

  detect({ text }: Head): boolean {
    return isPage(text);
  },

  async parse(input: Input, sink: RunSink, job: Job) {
    const file = new IntervalFile(sink, job);
    const splitter = intervalSplitter(file, job, true);
    let isFound = false;
    for await (const chunk of skipPrologue(input.chunks)) {
      job.signal.throwIfAborted();
      isFound = true;
      splitter.push(chunk);
    }
    if (!isFound) {
      return fail({
        code: 'unknown-format',
        looksLike: 'an HTML page without intervals',
        expected: ['a chart page of a CI run', 'the JSON file beside it'],
      });
    }
    const end = splitter.end();
    file.end(end.cutAt !== null);
    if (end.cutAt === null) return success(undefined);
    return fail({ code: 'cut-off', atByte: end.bytes, records: end.items });
  },
};

/** The page from its intervals on; nothing where it has none. */
export async function* skipPrologue(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let prologue = '';
  let isFound = false;
  let looked = 0;
  for await (const chunk of chunks) {
    if (isFound) {
      yield chunk;
      continue;
    }
    // Latin-1 keeps one character a byte, so that a place in the text is a place in the bytes.
    const text = prologue + latin1.decode(chunk);
    const match = ASSIGNMENT.exec(text);
    if (match !== null) {
      isFound = true;
      yield chunk.subarray(match.index + match[0].length - prologue.length);
      continue;
    }
    looked += chunk.length;
    if (looked > MAX_PROLOGUE) return;
    prologue = text.slice(-OVERLAP);
  }
}

const latin1 = new TextDecoder('latin1');

function isPage(text: string): boolean {
  return /^\s*(?:<!--[^]{0,2000}?-->\s*)?<(?:!doctype\s+html|html|head|title|script|body)\b/i.test(text);
}
