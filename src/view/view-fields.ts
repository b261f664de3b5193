import { parseShift } from '../model/clock-shift.ts';
import { LEVELS } from '../model/interval-table.ts';
import type { ClockShift } from '../model/report.ts';
import {
  count,
  flag,
  isWhole,
  list,
  nullable,
  oneOf,
  partsOf,
  text,
  time,
  tuple,
  word,
  type Codec,
} from './codecs.ts';
import {
  GROUP_STATES,
  INITIAL_VIEW,
  QUERY_MODES,
  TIME_ZONES,
  type DataName,
  type Focus,
  type GroupState,
  type LaneChoice,
  type Stretch,
  type TimeMark,
  type ViewState,
} from './view-state.ts';

/** One field of the link. */
export interface ViewField {
  /** Its name in the link. */
  readonly name: string;
  /** What it is, for people: "left out: the notes". */
  readonly label: string;
  /** '' for the default. */
  readonly encode: (view: ViewState) => string;
  /** The view with this field; null where the text says nothing. */
  readonly decode: (text: string, view: ViewState) => ViewState | null;
  /** Whether all that the text says is known. */
  readonly isWhole: (text: string) => boolean;
}

const MAX_QUERY = 2000;
const MAX_NAME = 500;
const MAX_NOTE = 1000;
const MAX_ITEMS = 200;

/** `hidden~Alert` and the like: a group's state and id. */
const groupEntry: Codec<readonly [string, GroupState]> = {
  encode: ([id, state]) => tuple([state, id]),
  decode(given) {
    const [state, id, ...rest] = partsOf(given);
    const known = oneOf(GROUP_STATES).decode(state);
    // A plain object must not take its prototype from a link.
    const isName = id !== undefined && id !== '' && id.length <= MAX_NAME && id !== '__proto__';
    return known !== null && isName && rest.length === 0 ? [id, known] : null;
  },
};

const groupEntries = list(groupEntry, MAX_ITEMS);

const groups: Codec<Readonly<Record<string, GroupState>>> = {
  encode: (value) => groupEntries.encode(Object.entries(value)),
  decode(given) {
    const entries = groupEntries.decode(given);
    return entries === null ? null : Object.fromEntries(entries);
  },
  isWhole: groupEntries.isWhole,
};

const focus: Codec<Focus> = {
  encode: ({ kind, name }) => tuple([kind, name]),
  decode(given) {
    const [kind, name, ...rest] = partsOf(given);
    const known = oneOf(['node', 'backend']).decode(kind);
    const isName = name !== undefined && name !== '' && name.length <= MAX_NAME && rest.length === 0;
    return known !== null && isName ? { kind: known, name } : null;
  },
};

const stretch: Codec<Stretch> = {
  encode: ({ from, to }) => tuple([time.encode(from), time.encode(to)]),
  decode(given) {
    const [from, to, ...rest] = partsOf(given).map((part) => time.decode(part));
    const isGiven = typeof from === 'number' && typeof to === 'number' && rest.length === 0;
    return isGiven && from < to ? { from, to } : null;
  },
};

const mark: Codec<TimeMark> = {
  encode: ({ at, note }) => tuple([time.encode(at), text(MAX_NOTE).encode(note)]),
  decode(given) {
    const [moment, note, ...rest] = partsOf(given);
    const at = time.decode(moment);
    return at !== null && note !== undefined && note.length <= MAX_NOTE && rest.length === 0
      ? { at, note }
      : null;
  },
};

/** `2.5~logs/m0-termination.log`. */
const shift: Codec<ClockShift> = {
  encode: ({ path, seconds }) => tuple([String(seconds), text(MAX_NAME).encode(path)]),
  decode(given) {
    const [amount, path, ...rest] = partsOf(given);
    const seconds = parseShift(amount);
    const isPath = path !== undefined && path !== '' && path.length <= MAX_NAME && rest.length === 0;
    return seconds !== null && isPath ? { path, seconds } : null;
  },
};

/** How many names of files a link has at most. */
export const MAX_FILE_NAMES = 5;

/** `2~1048576~<digest>~name~name`; the digest may be missing where a name is all that is known. */
const data: Codec<DataName> = {
  encode: ({ files, bytes, digest, names }) =>
    tuple([
      String(files),
      String(bytes),
      digest,
      ...names.slice(0, MAX_FILE_NAMES).map(text(MAX_NAME).encode),
    ]),
  decode(given) {
    const [files, bytes, digest, ...names] = partsOf(given);
    const number = count.decode(files);
    const size = count.decode(bytes ?? '');
    const isDigest = digest !== undefined && /^([0-9a-f]{64})?$/.test(digest);
    if (number === null || number === 0 || size === null || !isDigest) return null;
    if (names.length > MAX_FILE_NAMES || names.some((name) => name.length > MAX_NAME)) return null;
    return { files: number, bytes: size, digest, names };
  },
};

const name = word(MAX_NAME);
const names = list(name, MAX_ITEMS);

/** All that a link restores; the most important first, since a link that gets too long loses its last ones. */
export const VIEW_FIELDS: readonly ViewField[] = [
  field('sample', 'the sample', 'sample', nullable(name)),
  field('data', 'the names of the files', 'data', nullable(data)),
  field('asof', 'the time of the run', 'asOf', nullable(time)),
  field('shift', 'the shifted clocks', 'shifts', list(shift, MAX_ITEMS)),
  field('from', 'the window', 'from', nullable(time)),
  field('to', 'the window', 'to', nullable(time)),
  field('at', 'the selection', 'selected', nullable(name)),
  field('range', 'the range', 'range', nullable(stretch)),
  field('finding', 'the finding', 'finding', nullable(name)),
  field('q', 'the filter', 'query', text(MAX_QUERY)),
  field('mode', 'the filter’s mode', 'queryMode', oneOf(QUERY_MODES)),
  field('tz', 'the time zone', 'zone', oneOf(TIME_ZONES)),
  field('focus', 'the focus', 'focus', nullable(focus)),
  field('nolevel', 'the hidden levels', 'hiddenLevels', list(oneOf(LEVELS), LEVELS.length)),
  field('noclass', 'the hidden classes', 'hiddenClasses', names),
  field('undisplayed', 'the display flag', 'showUndisplayed', flag('no', false)),
  field('groups', 'the groups', 'groups', groups),
  field('aside', 'the findings set aside', 'dismissed', names),
  laneField('solo', 'solo'),
  laneField('pin', 'pinned'),
  laneField('hide', 'hidden'),
  laneField('fold', 'folded'),
  field('notes', 'the notes', 'marks', list(mark, MAX_ITEMS)),
];

function field<Key extends keyof ViewState>(
  inLink: string,
  label: string,
  key: Key,
  codec: Codec<ViewState[Key]>,
): ViewField {
  const usual = codec.encode(INITIAL_VIEW[key]);
  return {
    name: inLink,
    label,
    encode(view) {
      const written = codec.encode(view[key]);
      return written === usual ? '' : written;
    },
    decode(given, view) {
      const value = codec.decode(given);
      return value === null ? null : { ...view, [key]: value };
    },
    isWhole: (given) => isWhole(codec, given),
  };
}

/** A choice of lanes has several lists, and each of them falls back by itself. */
function laneField(inLink: string, key: keyof LaneChoice): ViewField {
  return {
    name: inLink,
    label: 'the choice of lanes',
    encode: (view) => names.encode(view.lanes[key]),
    decode(given, view) {
      const value = names.decode(given);
      return value === null ? null : { ...view, lanes: { ...view.lanes, [key]: value } };
    },
    isWhole: (given) => isWhole(names, given),
  };
}
