import type { EpochMs } from '../base/time.ts';
import { parseTime } from '../base/time.ts';
import { GROUP_STATES, INITIAL_VIEW, type GroupState, type ViewState } from './view-state.ts';

const VERSION = '1';
/** Longer fragments are not read: no view that the page makes comes near. */
const MAX_FRAGMENT = 8000;
const MAX_TEXT = 500;
const MAX_GROUPS = 200;
/** Times outside of the years 1970 to 2200 are not of a run. */
const MAX_TIME: EpochMs = Date.UTC(2200, 0, 1);

/** The view as the text after `#`; defaults are left out, so the initial view is ''. */
export function encodeView(view: ViewState): string {
  const params = new URLSearchParams();
  if (view.from !== null) params.set('from', encodeTime(view.from));
  if (view.to !== null) params.set('to', encodeTime(view.to));
  if (view.query !== '') params.set('q', view.query);
  const groups = Object.entries(view.groups);
  if (groups.length > 0)
    params.set('groups', groups.map(([id, state]) => `${encodeURIComponent(id)}:${state}`).join(','));
  if (view.selected !== null) params.set('at', view.selected);
  if (view.finding !== null) params.set('finding', view.finding);
  if (view.zone !== 'utc') params.set('tz', view.zone);
  if (params.size === 0) return '';
  return `v=${VERSION}&${params.toString()}`;
}

/** Reads what `encodeView` wrote. Each field falls back to its default by itself; any text gives a view. */
export function decodeView(fragment: string): ViewState {
  const text = fragment.startsWith('#') ? fragment.slice(1) : fragment;
  if (text === '' || text.length > MAX_FRAGMENT) return INITIAL_VIEW;
  const params = new URLSearchParams(text);
  if (params.get('v') !== VERSION) return INITIAL_VIEW;
  const from = decodeTime(params.get('from'));
  const to = decodeTime(params.get('to'));
  const isRange = from !== null && to !== null && from < to;
  return {
    from: isRange ? from : null,
    to: isRange ? to : null,
    query: decodeText(params.get('q')) ?? INITIAL_VIEW.query,
    groups: decodeGroups(params.get('groups')),
    selected: decodeText(params.get('at')),
    finding: decodeText(params.get('finding')),
    zone: params.get('tz') === 'local' ? 'local' : INITIAL_VIEW.zone,
  };
}

function encodeTime(at: EpochMs): string {
  return Number.isInteger(at) ? new Date(at).toISOString() : String(at);
}

function decodeTime(text: string | null): EpochMs | null {
  if (text === null || text === '' || text.length > 40) return null;
  const at = /^\d+(\.\d+)?$/.test(text) ? Number(text) : (parseTime(text)?.at ?? NaN);
  return at >= 0 && at <= MAX_TIME ? at : null;
}

function decodeText(text: string | null): string | null {
  return text === null || text === '' || text.length > MAX_TEXT ? null : text;
}

function decodeGroups(text: string | null): Record<string, GroupState> {
  const groups: Record<string, GroupState> = {};
  if (text === null) return groups;
  for (const entry of text.split(',').slice(0, MAX_GROUPS)) {
    const [id, state] = entry.split(':', 2).map(decodePart);
    const known = GROUP_STATES.find((each) => each === state);
    // A plain object must not take its prototype from a link.
    if (id && known !== undefined && id !== '__proto__') groups[id] = known;
  }
  return groups;
}

function decodePart(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
