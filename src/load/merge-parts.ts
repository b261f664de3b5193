import { compareText } from '../base/text.ts';
import { NOTICE_CODES } from '../model/failure.ts';
import { mergeRequests } from '../model/merge-requests.ts';
import { mergeTables } from '../model/merge-tables.ts';
import { shiftClocks } from './shift-clocks.ts';
import { alignYears } from './shift-years.ts';
import type { ClockShift, InputReport, NoticeCount } from '../model/report.ts';
import type { RunData, RunPart } from '../model/run.ts';

/** One run of all inputs. Their order does not matter: they are put in the order of their paths. */
export function mergeParts(
  parts: readonly RunPart[],
  isComplete: boolean,
  shifts: readonly ClockShift[] = [],
): RunData {
  const ordered = shiftClocks(alignYears(parts), shifts).sort(
    (a, b) => compareText(a.input.path, b.input.path) || compareText(digest(a), digest(b)),
  );
  const { table, duplicates } = mergeTables(ordered.map((part) => part.table));
  // While inputs are still read, counting a request twice does no harm, and looking for it each time would.
  const merged = isComplete ? mergeRequests(ordered.map((part) => part.requests)) : null;
  return {
    inputs: ordered.map(({ input }, file) =>
      withDuplicates(
        withDuplicates(input, duplicates[file], 'item'),
        merged?.duplicates[file] ?? NONE,
        'byte',
      ),
    ),
    table,
    requests: ordered.flatMap((part, file) => {
      const own = merged === null ? part.requests : merged.tables[file];
      return own === null ? [] : [{ file, table: own }];
    }),
    marks: distinct(
      ordered.flatMap(({ marks }, file) => marks.map((mark) => ({ ...mark, file }))),
      (mark) => JSON.stringify({ ...mark, file: 0, place: 0 }),
    ),
    facts: ordered.flatMap(({ facts }) => facts),
    coverage: distinct(
      ordered.flatMap(({ coverage }) => coverage),
      (one) => JSON.stringify(one),
    ),
  };
}

const NONE = { count: 0, firstPlace: 0 };

/** Two inputs may tell the same: the first of equal ones stays. */
function distinct<T>(all: readonly T[], keyOf: (one: T) => string): T[] {
  const seen = new Set<string>();
  return all.filter((one) => {
    const key = keyOf(one);
    return seen.has(key) ? false : seen.add(key);
  });
}

/** Tells inputs of one path apart, so that their order is no accident. */
function digest({ input, table }: RunPart): string {
  return `${input.format ?? ''} ${input.records} ${input.from ?? ''} ${input.to ?? ''} ${table.texts.bytes.length}`;
}

function withDuplicates(
  input: InputReport,
  { count, firstPlace }: { count: number; firstPlace: number },
  unit: 'item' | 'byte',
): InputReport {
  if (count === 0) return input;
  const known = input.notices.find(({ code }) => code === 'duplicate');
  const first = known?.first ?? (unit === 'item' ? { item: firstPlace } : { byte: firstPlace });
  const notice: NoticeCount = { code: 'duplicate', count: count + (known?.count ?? 0), first };
  const order = (one: NoticeCount) => NOTICE_CODES.findIndex((code) => code === one.code);
  const others = input.notices.filter((one) => one !== known);
  return { ...input, notices: [...others, notice].sort((a, b) => order(a) - order(b)) };
}
