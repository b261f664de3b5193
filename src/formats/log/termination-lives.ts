/**
 * The lives that a termination log tells of. Between a start and a signal nothing is written: a life without lines was
 * not signalled, if the next one says how it ended.
 */
import { PRECISION, SECOND, type DurationMs } from '../../base/time.ts';
import type { Coverage } from '../../model/fact.ts';
import type { Mark } from '../../model/mark.ts';
import { KUBE_APISERVER, nodeOfPod, serverOfNamespace } from '../../model/server.ts';
import type { Job } from '../format.ts';
import { ClientGroups } from './client-groups.ts';
import type { Held } from './held.ts';
import { levelOf, locatorOf, settle, type Seen } from './held.ts';
import type { LineTime, LogClock } from './log-clock.ts';
import { joinOwners, ownerOf, ownerOfPath, type Owner } from './log-names.ts';
import type { LogEntry } from './log-reader.ts';
import { markOfClients } from './log-source.ts';
import { isOfApiserver } from './process-signs.ts';
import { tellsOfSignal } from './signal-words.ts';
import { readSign, type Sign } from './signs.ts';

const ROW_SOURCE = 'TerminationLog';
/** A process's start as its pod has it, and its first line. */
const SAME_START: DurationMs = 120 * SECOND;
/** Failing checks closer than this are of one time of not being ready. */
const SAME_TIME: DurationMs = 60 * SECOND;

interface Found {
  readonly seen: Seen;
  readonly sign: Sign;
}

type Previous = Extract<Sign, { kind: 'previous' }>;

/** From one `---` to the next. */
interface Life {
  /** What the first line says of the life before. */
  previous: { readonly sign: Previous; readonly place: number } | null;
  /** Its first line of the start; the next life may tell a start too. */
  started: Seen | null;
  readonly found: Found[];
  first: LineTime | null;
  last: LineTime | null;
  exitCode: number | null;
  /** It has lines of the apiserver, which are copied after a signal alone. */
  hasCopies: boolean;
  /** Lines of it may be lost. */
  isTorn: boolean;
}

export class TerminationLives {
  readonly #job: Job;
  readonly #held: Held;
  readonly #ofInput: Owner;
  readonly #clients = new ClientGroups();
  readonly #lives: Life[] = [];
  #owner: Owner | null = null;
  #pod: string | null = null;
  #echoServer: string | null = null;
  #losses = 0;

  constructor(name: string, held: Held, job: Job) {
    this.#ofInput = ownerOfPath(name);
    this.#held = held;
    this.#job = job;
  }

  take(entry: LogEntry, clock: LogClock): void {
    this.#owner ??= joinOwners(ownerOf(entry.layers), this.#ofInput);
    const isBegin = entry.klog === null && entry.line === '---';
    const isLost = entry.losses > this.#losses;
    this.#losses = entry.losses;
    if (isLost) this.#tear(); // what is lost before a life begins may be of the one before
    if (isBegin || this.#lives.length === 0) this.#lives.push(newLife());
    const life = this.#lives[this.#lives.length - 1];
    const sign = isBegin ? null : readSign(entry);
    life.hasCopies ||= entry.klog !== null && !isOfWrapper(entry);
    life.isTorn ||= isLost || (sign?.kind !== 'step' && tellsOfSignal(entry.message));
    if (sign?.kind === 'previous') {
      if (sign.started !== null) clock.tell(sign.started.at);
      this.#pod ??= sign.pod;
      life.previous ??= { sign, place: entry.place };
    }
    const { time } = entry;
    if (time === null) return;
    life.first ??= time;
    life.last = time;
    if (sign === null) return;
    const seen = { time, precision: entry.precision, place: entry.place };
    this.#takeSign(life, entry, seen, sign);
  }

  #tear(): void {
    const life = this.#lives[this.#lives.length - 1];
    if (life !== undefined) life.isTorn = true;
  }

  #takeSign(life: Life, entry: LogEntry, seen: Seen, sign: Sign): void {
    if (sign.echo !== null && isOfApiserver(sign.echo)) {
      const isPod = sign.echo.kind === 'Pod';
      if (isPod) this.#pod ??= sign.echo.name;
      this.#echoServer ??= serverOfNamespace(isPod ? sign.echo.namespace : sign.echo.name);
    }
    if (sign.kind === 'exit') life.exitCode = sign.code;
    if (
      sign.kind === 'unready' &&
      life.found.some((one) => one.sign.kind === 'unready' && seen.time.at - one.seen.time.at <= SAME_TIME)
    )
      return;
    if (sign.kind === 'start' && sign.sign === 'started') {
      if (life.started !== null) return;
      life.started = seen;
    }
    this.#row(entry, sign);
    if (sign.kind !== 'incident' || sign.request === null || sign.echo !== null)
      life.found.push({ seen, sign });
    else if (!sign.request.isLoopback && !this.#clients.add(seen, sign.request))
      this.#job.notice('not-used', { line: entry.place });
  }

  #row(entry: LogEntry, sign: Sign): void {
    const { echo } = sign;
    const isPod = echo?.kind === 'Pod';
    const { node, pod } = this.#owner!;
    const request = sign.kind === 'incident' ? sign.request : null;
    this.#held.row({
      time: entry.time!,
      precision: entry.precision,
      level: sign.kind === 'exit' && sign.code !== 0 ? 'Error' : levelOf(entry),
      source: ROW_SOURCE,
      locator: locatorOf('Container', {
        namespace: echo?.namespace,
        pod: isPod ? echo.name : pod,
        node: (isPod ? nodeOfPod(echo.name) : null) ?? node,
      }),
      reason: sign.reason,
      message: sign.text,
      annotations: locatorOf('', {
        'request-uri': request?.path,
        'source-ip': request?.address,
        'user-agent': request?.agent,
      }).keys,
      place: entry.place,
    });
  }

  /** `losses`: how many lines of the input are lost. */
  finish(clock: LogClock, losses: number): { readonly marks: Mark[]; readonly coverage: Coverage[] } {
    if (losses > this.#losses) this.#tear();
    const owner = this.#owner ?? this.#ofInput;
    const node = owner.node ?? (this.#pod === null ? null : nodeOfPod(this.#pod));
    const whose = { server: owner.server ?? this.#echoServer ?? KUBE_APISERVER, node, pod: this.#pod };
    if (node !== null && whose.server === KUBE_APISERVER)
      this.#held.fact({ kind: 'node', name: node, role: 'control-plane' });
    const marks: Mark[] = [];
    const coverage: Coverage[] = [];
    this.#lives.forEach((life, i) => {
      const start = this.#startOf(i);
      if (start !== null)
        marks.push({
          ...settle(start, clock),
          ...whose,
          kind: 'start',
          sign: 'started',
          evidence: 'termination-log',
        });
      for (const { seen, sign } of life.found)
        marks.push(...markOf(sign, { ...settle(seen, clock), ...whose, evidence: 'termination-log' }));
      if (life.previous !== null && !life.found.some(isNonGraceful))
        this.#tellPrevious(life.previous.place, start, whose, clock, marks);
      const to = this.#endOf(i, clock);
      if (node !== null && start !== null && to !== null && !life.isTorn && !isSignalLost(life)) {
        const until = clock.settle(to);
        const from = clock.settle(start.time);
        if (until > from)
          coverage.push({ kind: 'log', server: whose.server, node, from, to: until, lastBegin: until });
      }
    });
    for (const group of this.#clients.all) marks.push(markOfClients(group, whose, clock, 'termination-log'));
    return { marks, coverage };
  }

  /** The life before was killed: this is told at the start of the one after, whose time its own lines or the next one tell. */
  #tellPrevious(
    place: number,
    start: Seen | null,
    whose: { server: string; node: string | null; pod: string | null },
    clock: LogClock,
    marks: Mark[],
  ): void {
    if (start === null) this.#job.notice('no-time', { line: place });
    else
      marks.push({
        ...settle({ ...start, place }, clock),
        ...whose,
        kind: 'incident',
        incident: 'NonGracefulTermination',
        evidence: 'termination-log',
      });
  }

  /** When a life began: by its own first line, else as the next life says. */
  #startOf(i: number): Seen | null {
    const life = this.#lives[i];
    if (life.started !== null) return life.started;
    const next = this.#lives[i + 1]?.previous;
    const told = next?.sign.started ?? null;
    if (told === null) return null;
    return { time: { at: told.at, isYearGuessed: false }, precision: told.precision, place: next!.place };
  }

  /**
   * Until when silence means that no signal came. A life that ended well: its last line. One that the next life says was
   * killed: that next start; where the next names another start than this life's, lives are missing between. Nothing
   * tells until when the last life went on, but its last line.
   */
  #endOf(i: number, clock: LogClock): LineTime | null {
    const life = this.#lives[i];
    const next = this.#lives[i + 1];
    if (next === undefined || life.exitCode !== null) return life.last;
    if (next.previous === null || next.isTorn) return life.last;
    const told = next.previous.sign.started;
    const own = life.started;
    const isOther =
      told === null || (own !== null && Math.abs(told.at - clock.settle(own.time)) > SAME_START);
    if (isOther) return life.last;
    return this.#startOf(i + 1)?.time ?? life.last;
  }
}

/** Lines of the program that starts the apiserver: its only source file. */
function isOfWrapper({ klog, line }: LogEntry): boolean {
  return klog?.file === 'main.go' || /^(?:Touching|Deleting) termination lock file|^Termination /.test(line);
}

/** A signal must have come, and no line tells when. */
function isSignalLost({ hasCopies, found }: Life): boolean {
  return hasCopies && !found.some(({ sign }) => sign.kind === 'step');
}

/** The Event of it, which has a time of its own. */
function isNonGraceful({ sign }: Found): boolean {
  return sign.kind === 'incident' && sign.incident === 'NonGracefulTermination';
}

function newLife(): Life {
  return {
    previous: null,
    started: null,
    found: [],
    first: null,
    last: null,
    exitCode: null,
    hasCopies: false,
    isTorn: false,
  };
}

type Base = ReturnType<typeof settle> & {
  readonly server: string;
  readonly node: string | null;
  readonly pod: string | null;
  readonly evidence: 'termination-log';
};

function markOf(sign: Sign, base: Base): Mark[] {
  switch (sign.kind) {
    case 'step':
      // The program that passes the signal on is a moment ahead of the apiserver, whose own time counts.
      return [
        {
          ...base,
          precision: sign.isWrapper ? PRECISION.millisecond : base.precision,
          kind: 'step',
          step: sign.step,
          delay: sign.delay,
        },
      ];
    case 'incident':
      return [{ ...base, kind: 'incident', incident: sign.incident }];
    case 'unready':
      return [{ ...base, kind: 'readiness', hadServed: true }];
    case 'exit':
      return sign.code === 0
        ? [
            {
              ...base,
              precision: PRECISION.millisecond,
              kind: 'step',
              step: 'TerminationGracefulTerminationFinished',
              delay: null,
            },
          ]
        : [{ ...base, kind: 'incident', incident: 'NonGracefulTermination' }];
    case 'start': // told by the life
      return sign.sign === 'ready' ? [{ ...base, kind: 'start', sign: 'ready' }] : [];
    case 'previous': // at the start of the life
    case 'note':
      return [];
  }
}
