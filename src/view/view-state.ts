import type { EpochMs } from '../base/time.ts';
import type { Level } from '../model/interval-table.ts';
import type { ClockShift } from '../model/report.ts';

/** How a group of lanes is shown: its lanes, its header alone, or not at all. */
export const GROUP_STATES = ['open', 'closed', 'hidden'] as const;
export type GroupState = (typeof GROUP_STATES)[number];

export const TIME_ZONES = ['utc', 'local'] as const;
export type TimeZoneChoice = (typeof TIME_ZONES)[number];

/** Whether the query hides what it does not match, or only makes what it matches stand out. */
export const QUERY_MODES = ['filter', 'highlight'] as const;
export type QueryMode = (typeof QUERY_MODES)[number];

/** A stretch of time; `from` < `to`. */
export interface Stretch {
  readonly from: EpochMs;
  readonly to: EpochMs;
}

/** A moment that somebody marked, with what they wrote. */
export interface TimeMark {
  readonly at: EpochMs;
  readonly note: string;
}

/** What of the lanes differs from the usual; lanes are named by `Lanes.key`, which survives a reload. */
export interface LaneChoice {
  /** On top of all others, in this order. */
  readonly pinned: readonly string[];
  readonly hidden: readonly string[];
  /** Shown alone; empty: all. */
  readonly solo: readonly string[];
  /** Of several rows, drawn as one. */
  readonly folded: readonly string[];
}

/** Only what concerns this node or backend. */
export interface Focus {
  readonly kind: 'node' | 'backend';
  readonly name: string;
}

/** Which local files the view belongs to: their number, bytes, and one SHA-256 digest over the set. */
export interface DataName {
  readonly files: number;
  readonly bytes: number;
  /** Hexadecimal. */
  readonly digest: string;
  /** Names to tell a person which files to drop; at most a few. */
  readonly names: readonly string[];
}

/** Everything that a shared link restores: plain JSON, no functions, no row numbers. */
export interface ViewState {
  /** Start of the window in sight; null: that of the data. */
  readonly from: EpochMs | null;
  /** End of the window in sight; null: that of the data. */
  readonly to: EpochMs | null;
  /** What the filter field holds. */
  readonly query: string;
  readonly queryMode: QueryMode;
  /** Levels that are not shown. */
  readonly hiddenLevels: readonly Level[];
  /** Classes of bars that are not shown, by their names in the theme. */
  readonly hiddenClasses: readonly string[];
  /** Show also what its producer did not mean for charts (Sippy's override of the display flag). */
  readonly showUndisplayed: boolean;
  /** Group id to state, for the groups that differ from their own default. */
  readonly groups: Readonly<Record<string, GroupState>>;
  readonly lanes: LaneChoice;
  readonly focus: Focus | null;
  /** The stretch of time that is summed up; null: none is. */
  readonly range: Stretch | null;
  /** rowKey() of the selected interval. */
  readonly selected: string | null;
  /** Id of the finding that is looked at. */
  readonly finding: string | null;
  /** Ids of findings that somebody set aside. */
  readonly dismissed: readonly string[];
  readonly marks: readonly TimeMark[];
  readonly zone: TimeZoneChoice;
  /** A time of the run, for files that write no year; null: not given. */
  readonly asOf: EpochMs | null;
  /** Clocks that were put right. */
  readonly shifts: readonly ClockShift[];
  /** Sample by its id, or local files by their digest; null: nothing was opened. */
  readonly sample: string | null;
  readonly data: DataName | null;
}

export const INITIAL_VIEW: ViewState = {
  from: null,
  to: null,
  query: '',
  queryMode: 'filter',
  hiddenLevels: [],
  hiddenClasses: [],
  showUndisplayed: true,
  groups: {},
  lanes: { pinned: [], hidden: [], solo: [], folded: [] },
  focus: null,
  range: null,
  selected: null,
  finding: null,
  dismissed: [],
  marks: [],
  zone: 'utc',
  asOf: null,
  shifts: [],
  sample: null,
  data: null,
};
