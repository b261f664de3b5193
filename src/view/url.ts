import { truncate } from '../base/text.ts';
import { pack, unpack } from './packed.ts';
import { decodeSippy } from './sippy-link.ts';
import { VIEW_FIELDS } from './view-fields.ts';
import { INITIAL_VIEW, type ViewState } from './view-state.ts';

const VERSION = '1';
/** Chats and issue trackers cut what is longer. */
const MAX_LINK = 8000;
/** Up to here a link stays readable; a longer one is packed. */
const MAX_READABLE = 1000;

export interface EncodedView {
  /** The text after `#`; '' for the initial view. */
  readonly text: string;
  /** What had no room, in words; mostly empty. */
  readonly left: readonly string[];
}

/**
 * The view as the text after `#`, at most 8,000 characters: defaults are left out, a short one is readable
 * (`v=1&from=…&q=…`), a long one is packed (`v=1&z=…`). What has no room even so is left out, the least important first.
 */
export function encodeView(view: ViewState): EncodedView {
  const parts = VIEW_FIELDS.map(({ name, label, encode }) => ({ name, label, text: encode(view) })).filter(
    ({ text }) => text !== '',
  );
  const left = new Set<string>();
  for (;;) {
    if (parts.length === 0) return { text: '', left: [...left] };
    const plain = parts.map(({ name, text }) => `${name}=${escapeText(text)}`).join('&');
    const text = shorter(plain);
    if (text.length <= MAX_LINK) return { text, left: [...left] };
    left.add(parts.pop()!.label);
  }
}

/** What a link says. */
export interface DecodedLink {
  readonly view: ViewState;
  /** What could not be read, in words; `WHOLE_LINK` alone for all of it. */
  readonly unread: readonly string[];
}

/** Stands for a link of which nothing could be read: it was cut, or is of another version. */
export const WHOLE_LINK = 'the whole link';

/** Reads what `encodeView` wrote. Each field falls back to its default by itself; any text gives a view. */
export function decodeView(fragment: string, search = ''): ViewState {
  return decodeLink(fragment, search).view;
}

/** The same, and what could not be read. */
export function decodeLink(fragment: string, search = ''): DecodedLink {
  const text = fragment.startsWith('#') ? fragment.slice(1) : fragment;
  const params = paramsOf(text);
  const { view, unread } =
    params.get('v') === VERSION
      ? decodeOwn(params)
      : decodeOther(text, params, paramsOf(search.replace(/^\?/, '')));
  if (view.from === null && view.to === null) return { view, unread };
  const isRange = view.from !== null && view.to !== null && view.from < view.to;
  return isRange
    ? { view, unread }
    : { view: { ...view, from: null, to: null }, unread: [...new Set([...unread, 'the window'])] };
}

function decodeOwn(params: URLSearchParams): DecodedLink {
  const packed = params.get('z');
  const unpacked = packed === null ? null : unpack(packed);
  if (packed !== null && unpacked === null) return NOTHING_READ;
  return decodeFields(unpacked === null ? params : new URLSearchParams(unpacked));
}

function decodeOther(text: string, params: URLSearchParams, search: URLSearchParams): DecodedLink {
  const view = decodeSippy(params) ?? decodeSippy(search);
  if (view !== null) return { view, unread: [] };
  return text === '' ? { view: INITIAL_VIEW, unread: [] } : NOTHING_READ;
}

const NOTHING_READ: DecodedLink = { view: INITIAL_VIEW, unread: [WHOLE_LINK] };

function paramsOf(text: string): URLSearchParams {
  return new URLSearchParams(text.length > MAX_LINK ? '' : text);
}

function decodeFields(params: URLSearchParams): DecodedLink {
  let view = INITIAL_VIEW;
  const unread = new Set<string>();
  for (const { name, label, decode, isWhole } of VIEW_FIELDS) {
    const text = params.get(name);
    if (text === null || text === '') continue;
    if (!isWhole(text)) unread.add(label);
    view = decode(text, view) ?? view;
  }
  for (const name of unknownNames(params)) unread.add(`“${name}”`);
  return { view, unread: [...unread] };
}

const NAMES: ReadonlySet<string> = new Set(['v', 'z', ...VIEW_FIELDS.map(({ name }) => name)]);

/** Of a later version, or made by hand; a few of them. */
function unknownNames(params: URLSearchParams): string[] {
  return [...params.keys()]
    .filter((name) => !NAMES.has(name))
    .slice(0, 4)
    .map((name) => truncate(name, 40));
}

function shorter(plain: string): string {
  const readable = `v=${VERSION}&${plain}`;
  if (readable.length <= MAX_READABLE) return readable;
  const packed = `v=${VERSION}&z=${pack(plain)}`;
  return packed.length < readable.length ? packed : readable;
}

/** As little escaped as an address after `#` needs, and as chats recognise to its end. */
function escapeText(text: string): string {
  return encodeURIComponent(text)
    .replace(/%(3A|2F|2C|40)/g, decodeURIComponent)
    .replace(/[!'()]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%20', '+');
}
