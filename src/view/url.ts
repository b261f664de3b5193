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

/** Reads what `encodeView` wrote. Each field falls back to its default by itself; any text gives a view. */
export function decodeView(fragment: string, search = ''): ViewState {
  const text = fragment.startsWith('#') ? fragment.slice(1) : fragment;
  const params = paramsOf(text);
  const packed = params.get('z');
  const fields = packed === null ? params : new URLSearchParams(unpack(packed) ?? '');
  const view =
    params.get('v') === VERSION
      ? decodeFields(fields)
      : (decodeSippy(params) ?? decodeSippy(paramsOf(search.replace(/^\?/, ''))) ?? INITIAL_VIEW);
  const isRange = view.from !== null && view.to !== null && view.from < view.to;
  return isRange ? view : { ...view, from: null, to: null };
}

function paramsOf(text: string): URLSearchParams {
  return new URLSearchParams(text.length > MAX_LINK ? '' : text);
}

function decodeFields(params: URLSearchParams): ViewState {
  let view = INITIAL_VIEW;
  for (const { name, decode } of VIEW_FIELDS) {
    const text = params.get(name);
    if (text !== null && text !== '') view = decode(text, view) ?? view;
  }
  return view;
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
