/**
 * Results of tests, `junit_*.xml`: those that failed, since people start from them. Writers: see test-cases.ts.
 *
 *   <testsuites><testsuite name="openshift-tests" tests="2" failures="1">
 *     <testcase name="[sig-demo] a test" time="12"><failure message="">fail: …</failure></testcase>
 *     <testcase name="[sig-demo] another"/></testsuite></testsuites>
 *
 * Oddities: most runners tell how long a test took, and not when it ran; such a failure is kept by its name, for which files
 * of intervals have the time. A test that is tried again is there twice, failed and passed. Output of terminals holds
 * characters that XML has none of.
 */
import { fail, success } from '../../base/result.ts';
import { PRECISION } from '../../base/time.ts';
import type { Format, Head, Input, Job, RunSink } from '../format.ts';
import { TestCases, type TestCase } from './test-cases.ts';
import { MAX_TOKEN, readXml } from './xml-stream.ts';

const BEGIN =
  /^\s{0,1000}(?:<\?xml[^>]{0,500}\?>\s{0,1000})?(?:<!--[^>]{0,2000}-->\s{0,1000}){0,5}<testsuites?[\s/>]/;
/** Names of tests; a run of all suites has ten thousand. */
const MAX_NAMES = 200_000;

export const junit: Format = {
  id: 'junit',
  label: 'test results (JUnit XML)',

  detect({ text }: Head): boolean {
    return BEGIN.test(text);
  },

  async parse(input: Input, sink: RunSink, job: Job) {
    const passed = new Set<string>();
    const failed = new Set<string>();
    let bytes = 0;
    let records = 0;
    const cases = new TestCases((one) => {
      records++;
      job.record();
      const names = one.status === 'passed' ? passed : one.status === 'failed' ? failed : null;
      if (names !== null && one.name !== '' && names.size < MAX_NAMES) names.add(one.name);
      if (one.status === 'failed') takeFailed(one, sink, job);
    });
    const chunks = counting(input.chunks, (count) => (bytes += count));
    const end = await readXml(chunks, cases, job);
    for (const name of failed) sink.fact({ kind: 'failed-test', name, alsoPassed: passed.has(name) });
    if (end === 'cut') return fail({ code: 'cut-off', atByte: bytes, records });
    if (end === 'too-large') return fail({ code: 'too-large', limitBytes: MAX_TOKEN, what: 'a text in it' });
    if (end === 'broken')
      return fail({ code: 'unreadable', cause: 'it is not well-formed XML', isDamaged: true });
    return success(undefined);
  },
};

function takeFailed(
  { name, message, from, to, index, isZoneAssumed }: TestCase,
  sink: RunSink,
  job: Job,
): void {
  if (message.includes('\ufffd')) job.notice('encoding', { item: index });
  if (from === null) {
    job.notice('no-time', { item: index });
    return;
  }
  if (isZoneAssumed) job.notice('zone-assumed', { item: index });
  sink.interval({
    from: from.at,
    to,
    precision: isZoneAssumed ? PRECISION.inferred : from.precision,
    level: 'Error',
    source: 'E2ETest',
    locator: { type: 'E2ETest', keys: { 'e2e-test': name } },
    reason: '',
    message,
    annotations: { status: 'Failed' },
    display: true,
    isPredicted: false,
    place: index,
  });
}

/** The test case of that number as it is written; null where there is none. */
export async function findTestCase(chunks: AsyncIterable<Uint8Array>, place: number): Promise<string | null> {
  let found: string | null = null;
  let kept = '';
  let base = 0; // where what is kept begins in the text
  const cases = new TestCases(({ index, end }) => {
    if (index === place) {
      const text = kept.slice(0, end - base);
      found = text.slice(text.lastIndexOf('<testcase'));
    } else {
      kept = kept.slice(end - base);
      base = end;
    }
  });
  await readXml(chunks, cases, null, (text) => {
    if (kept.length < MAX_TOKEN) kept += text;
    return found === null;
  });
  return found;
}

async function* counting(
  chunks: AsyncIterable<Uint8Array>,
  count: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    count(chunk.length);
    yield chunk;
  }
}
