/** The cases of a file of test results, one by one. Writer: openshift/origin: pkg/test/ginkgo/junitapi; every test runner has its own. */
import { parseTime, SECOND, type EpochMs, type ParsedTime } from '../../base/time.ts';
import type { XmlHandlers, XmlTag } from './xml-stream.ts';

export interface TestCase {
  readonly name: string;
  readonly status: 'passed' | 'failed' | 'skipped';
  /** What the failure says. */
  readonly message: string;
  /** Null where nothing tells it. */
  readonly from: ParsedTime | null;
  readonly to: EpochMs | null;
  /** The time was written without its zone. */
  readonly isZoneAssumed: boolean;
  /** From 1. */
  readonly index: number;
  /** Where it ends in the text. */
  readonly end: number;
}

/** Of a message, this much is kept. */
const MAX_MESSAGE = 4000;
/** Names are texts of a line. */
const MAX_NAME = 2000;

interface Suite {
  readonly start: string;
  readonly seconds: number;
  /** It holds one test only, so that its time is that test's. */
  readonly isOfOne: boolean;
}

/** Puts cases together from tags. */
export class TestCases implements XmlHandlers {
  readonly #onCase: (one: TestCase) => void;
  readonly #suites: Suite[] = [];
  #attributes: Readonly<Record<string, string>> | null = null; // of the open case
  #status: TestCase['status'] = 'passed';
  #message = '';
  #index = 0;

  constructor(onCase: (one: TestCase) => void) {
    this.#onCase = onCase;
  }

  wantsText(name: string): boolean {
    return name === 'failure' || name === 'error';
  }

  onOpen({ name, attributes }: XmlTag): void {
    if (name === 'testsuite' || name === 'testsuites') this.#suites.push(suiteOf(attributes));
    else if (name === 'testcase') {
      this.#attributes = attributes;
      this.#status = 'passed';
      this.#message = '';
    } else if (name === 'failure' || name === 'error') {
      this.#status = 'failed';
      this.onText(own(attributes, 'message'));
    } else if (name === 'skipped' && this.#status === 'passed') this.#status = 'skipped';
  }

  onText(text: string): void {
    const room = MAX_MESSAGE - this.#message.length;
    const trimmed = text.trim();
    if (room <= 0 || trimmed === '' || this.#message.includes(trimmed)) return;
    this.#message += (this.#message === '' ? '' : '\n') + trimmed.slice(0, room);
  }

  onClose(name: string, end: number): void {
    if (name === 'testsuite' || name === 'testsuites') this.#suites.pop();
    const attributes = this.#attributes;
    if (name !== 'testcase' || attributes === null) return;
    this.#attributes = null;
    this.#onCase({
      name: (own(attributes, 'name') || own(attributes, 'classname')).slice(0, MAX_NAME),
      status: this.#status,
      message: this.#message,
      ...timesOf(attributes, this.#suites[this.#suites.length - 1]),
      index: ++this.#index,
      end,
    });
  }
}

/** Names of attributes that runners use for when a case began, and ended. */
const BEGINS = ['start-time', 'started-at', 'timestamp'];
const ENDS = ['end-time', 'finished-at'];

function timesOf(
  attributes: Readonly<Record<string, string>>,
  suite: Suite | undefined,
): Pick<TestCase, 'from' | 'to' | 'isZoneAssumed'> {
  const told = BEGINS.map((name) => own(attributes, name)).find((text) => text !== '') ?? '';
  const isSuites = told === '' && suite?.isOfOne === true;
  const text = isSuites ? suite.start : told;
  const from = timeOf(text);
  if (from === null) return { from, to: null, isZoneAssumed: false };
  const seconds = Number(own(attributes, 'time') || NaN);
  const length = Number.isFinite(seconds) ? seconds : isSuites ? suite.seconds : NaN;
  const end = ENDS.map((name) => timeOf(own(attributes, name))).find((time) => time !== null)?.at;
  const to = end ?? (length >= 0 && length < MAX_SECONDS ? from.at + length * SECOND : from.at);
  return { from, to: Math.max(from.at, to), isZoneAssumed: !hasZone(text) };
}

/** No test runs for longer than a week. */
const MAX_SECONDS = 7 * 24 * 3600;

/** Test runners write the time of where they run; in CI that is UTC. */
function timeOf(text: string): ParsedTime | null {
  return parseTime(hasZone(text) ? text : `${text.replace(' ', 'T')}Z`);
}

function hasZone(text: string): boolean {
  return /(?:[zZ]|[+-]\d\d:?\d\d)$/.test(text.slice(10));
}

function suiteOf(attributes: Readonly<Record<string, string>>): Suite {
  return {
    start: own(attributes, 'timestamp'),
    seconds: Number(own(attributes, 'time') || NaN),
    isOfOne: own(attributes, 'tests') === '1',
  };
}

function own(attributes: Readonly<Record<string, string>>, name: string): string {
  return Object.hasOwn(attributes, name) ? attributes[name] : '';
}
