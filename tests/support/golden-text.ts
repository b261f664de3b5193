/** A part and its report as text: one line a row, then what else was read, then what was found. */
import { formatTime, PRECISION, type EpochMs } from '../../src/base/time.ts';
import { backendLabel, describeVerdict } from '../../src/model/findings.ts';
import { annotationsOf, FLAG, LEVELS, type IntervalTable, type Row } from '../../src/model/interval-table.ts';
import type { Report } from '../../src/model/report.ts';
import type { Run, RunPart } from '../../src/model/run.ts';
import { NOTE_KINDS, REQUEST, wordsOf, type RequestTable } from '../../src/model/request-table.ts';
import { textOf } from '../../src/model/text-pool.ts';

/** Of a message, this much is shown. */
const MAX_MESSAGE = 160;

/** The whole golden text of one input: what was read of it, and what a run of it alone gives. */
export function goldenText({ marks, facts, coverage, requests }: RunPart, { table, report }: Run): string {
  const [input] = report.inputs;
  const sections: [string, string[]][] = [
    ['rows', Array.from({ length: table.length }, (_, row) => rowText(table, row))],
    ['requests', requests === null ? [] : requestTexts(requests)],
    ['marks', marks.map(({ at, kind, ...mark }) => `${timeText(at)} ${kind} ${partsText(mark)}`)],
    ['facts', facts.map(({ kind, ...fact }) => `${kind} ${partsText(fact)}`)],
    ['coverage', coverage.map(({ kind, ...one }) => `${kind} ${partsText(one)}`)],
    ['notices', input.notices.map(({ code, count, first }) => `${code} ${count} ${partsText({ ...first })}`)],
    ['failure', input.failure === null ? [] : [`${input.failure.code}: ${input.failure.message}`]],
    ...reportSections(report),
  ];
  const whose = input.server === null && input.node === null ? '' : `, of ${input.server} ${input.node}`;
  const head = `${input.format}: ${input.records} records, ${input.skipped} skipped${whose}\n`;
  return sections
    .filter(([, lines]) => lines.length > 0)
    .reduce(
      (text, [title, lines]) => `${text}\n${title}\n${lines.map((line) => `  ${line}\n`).join('')}`,
      head,
    );
}

/** One line for each request: its times, answer, words, flags, and what annotations tell as numbers. */
function requestTexts(requests: RequestTable): string[] {
  return Array.from({ length: requests.length }, (_, row) => {
    const { verb, path, user, agent, resource, namespace, address, node } = wordsOf(requests, row);
    const notes = Array.from(requests.notes.row, (_, i) => i).filter((i) => requests.notes.row[i] === row);
    const flags = Object.entries(REQUEST).filter(([, bit]) => (requests.flags[row] & bit) !== 0);
    const hash = [requests.auditHigh[row], requests.auditLow[row]].map((half) =>
      half.toString(16).padStart(8, '0'),
    );
    const fields = [
      `@${requests.place[row]} ${timeText(requests.received[row])} ${latencyText(requests.latency[row])} ${requests.code[row]}`,
      `${verb} ${path}`,
      partsText({ user, agent, resource, namespace, address, node: node || null }),
      hash.join(''),
      flags.map(([name]) => name).join(' '),
      notes.map((i) => `${NOTE_KINDS[requests.notes.kind[i]]}=${requests.notes.value[i]}`).join(' '),
    ];
    return fields.join(' | ').replace(/( \| )+$/, '');
  });
}

function latencyText(latency: number): string {
  return Number.isNaN(latency) ? '-' : `${latency.toFixed(3)}ms`;
}

/** What identifies each request, in the order of their first records; answers may lie beyond a cut. */
export function requestKeys(requests: RequestTable | null): string[] {
  return Array.from({ length: requests?.length ?? 0 }, (_, row) => {
    const { verb, path, user } = wordsOf(requests!, row);
    return `${requests!.received[row]} ${requests!.auditHigh[row]} ${requests!.auditLow[row]} ${verb} ${path} ${user}`;
  });
}

/** A row without its number, so that rows of a cut file can be looked for in those of the whole. Open ends are `…`. */
export function rowText(table: IntervalTable, row: Row): string {
  const flags = table.flags[row];
  const has = (flag: number) => (flags & flag) !== 0;
  const from = has(FLAG.openStart) ? '…' : timeText(table.start[row]);
  const isSame = table.end[row] === table.start[row] && !has(FLAG.openStart);
  const to = has(FLAG.openEnd) ? '…' : isSame ? '=' : timeText(table.end[row]);
  const { type, keys } = table.locators[table.locator[row]];
  const names = Object.entries(PRECISION);
  const precision = names.find(([, value]) => value === table.precision[row])?.[0] ?? '';
  const words = [
    ...(['display', 'predicted', 'backward'] as const).filter((name) => has(FLAG[name])),
    ...(precision === 'second' ? [] : [precision]),
  ];
  const fields = [
    `#${table.place[row]} ${from} ${to} ${LEVELS[table.level[row]]} ${table.sources[table.source[row]] || '-'}`,
    `${type || '-'} ${partsText(sorted(keys))}`.trim(),
    textOf(table.texts, table.reason[row]) || '-',
    messageText(textOf(table.texts, table.message[row])),
    partsText(sorted(annotationsOf(table, row))),
    words.join(' '),
  ];
  return fields.join(' | ').replace(/( \| )+$/, '');
}

function sorted(keys: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(keys).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
}

function messageText(message: string): string {
  const quoted = wordText(message.slice(0, MAX_MESSAGE));
  return message.length > MAX_MESSAGE ? `${quoted} … ${message.length} characters` : quoted;
}

/** Milliseconds only where there are some; all times are UTC. */
function timeText(at: EpochMs): string {
  return formatTime(at).replace('.000Z', 'Z');
}

const TIMES = new Set(['at', 'end', 'from', 'to', 'lastBegin']);

/** `key=value` for all that says something. */
function partsText(parts: object): string {
  return Object.entries(parts)
    .filter(([, value]) => value !== null)
    .map(([key, value]) => {
      const isTime = TIMES.has(key) && typeof value === 'number';
      return `${key}=${isTime ? timeText(value) : typeof value === 'string' ? wordText(value) : JSON.stringify(value)}`;
    })
    .join(' ');
}

/** A text as it is where it is one word, else quoted, with all that is not printable escaped. */
function wordText(text: string): string {
  if (/^[\w.:/@+-]+$/.test(text)) return text;
  return JSON.stringify(text).replace(
    /[^\P{C}]|[\u2028\u2029]/gu,
    (char) => `\\u{${char.codePointAt(0)!.toString(16)}}`,
  );
}

function reportSections(report: Report): [string, string[]][] {
  const clock = (time: string | null) => (time === null ? '…' : time.replace('.000Z', 'Z'));
  return [
    ['verdict', [describeVerdict(report)]],
    [
      'shutdowns',
      report.shutdowns.map(
        ({ initiated, finished, steps, evidence, witnesses: _, ...one }, i) =>
          `${i} ${clock(initiated)} ${clock(finished)} ${partsText(one)} evidence=${evidence.join()} ` +
          `steps=${Object.entries(steps)
            .map(([step, at]) => `${step}@${clock(at).slice(11)}`)
            .join()}`,
      ),
    ],
    [
      'episodes',
      report.episodes.map(
        ({ kind, from, to, signal, why, ...one }, i) =>
          `${i} ${kind} ${clock(from)} ${clock(to)} ${signal} ${partsText(one)} | ${why}`,
      ),
    ],
    [
      'disruptions',
      report.disruptions.map((one) => {
        const { from, to, signal, pattern, observer, errors, auditIds, seconds, why } = one;
        const { group, shutdown, afterSeconds, nearest, episodes, rows, ambiguous } = one;
        const rest = { observer, seconds, group, episodes, shutdown, afterSeconds, nearest, rows, ambiguous };
        const lists = `errors=${errors.join()} auditIds=${auditIds.join()}`;
        return `${clock(from)} ${clock(to)} ${backendLabel(one)} ${signal} ${pattern} ${partsText(rest)} ${lists} | ${why}`;
      }),
    ],
    ['audit', report.audit === null ? [] : [`${report.requests} requests ${partsText(report.audit)}`]],
    ['reactions', report.reactions.map((one) => partsText(one))],
    [
      'warnings',
      report.warnings.map(({ code, message, ...one }) => `${code} ${partsText(one)} | ${message}`),
    ],
    ['run', runLines(report)],
  ];
}

function runLines({ run: { controlPlane, ...run } }: Report): string[] {
  return [partsText({ ...run, controlPlane: controlPlane.join() || null })].filter((line) => line !== '');
}
