/**
 * Cuts YAML, as `kubectl` and must-gather write it, into its objects: the elements of a list's `items`, those of a bare
 * list, or whole documents. It knows nothing but indentation; the text of each is left to a parser. What a scalar of
 * several lines holds is indented deeper than the element that it stands in, so that no text looks like an element.
 *
 *   apiVersion: v1            ---                      - kind: Lease
 *   items:                    kind: Node               - kind: Lease
 *   - kind: Event             ---
 *   kind: List                kind: Node
 */
import type { Line } from '../lines.ts';

export interface YamlItem {
  readonly text: string;
  /** From 1. */
  readonly index: number;
  /** The line that it begins in, from 1. */
  readonly line: number;
  /** Longer than the limit: `text` is empty. */
  readonly isOverlong: boolean;
}

/** An object larger than this is counted, not read. */
const MAX_ITEM_CHARS = 1 << 20;
/** Of a line that is a list's own, so much is looked at. */
const MAX_MEMBER = 1000;

/** In a list's own members, that it is one page of a longer one. Source: see list-gaps.ts. */
const PAGE =
  /(?:^\s{1,20}|[{,]\s{0,20})(?:continue:\s{1,20}(?!null\b)["']?[^\s"',}~]|remainingItemCount:\s{1,20}[1-9])/;

type Mode = 'document' | 'items' | 'rest';

export class YamlItems {
  readonly #onItem: (item: YamlItem) => void;
  #mode: Mode = 'document';
  #lines: string[] = [];
  #length = 0;
  #line = 0; // where the open object begins
  #index = 0;
  #indent = -1; // of the dashes of the open list; -1: not seen yet
  #isInList = false; // under `items` of a document, which has members of its own
  #hasKind = false; // the document said its kind before its list
  #isPage = false;

  constructor(onItem: (item: YamlItem) => void) {
    this.#onItem = onItem;
  }

  /** What is there so far of the object that is being read. */
  get open(): string {
    return this.#lines.join('\n');
  }

  /** Whether a list so far was one page of a longer one. */
  get isPage(): boolean {
    return this.#isPage;
  }

  push({ text, number }: Pick<Line, 'text' | 'number'>): void {
    if (/^(?:---|\.\.\.)(?:\s|$)/.test(text)) this.#endDocument();
    else if (this.#mode === 'document') this.#inDocument(text, number);
    else if (this.#mode === 'items') this.#inItems(text, number);
    else this.#isPage ||= PAGE.test(text.slice(0, MAX_MEMBER));
  }

  /**
   * The input is at its end. True: it ends in a list, before the document said what it is, which `kubectl` says last; the
   * open element is given up then, since it may be half of one.
   */
  end(): boolean {
    const isCut = this.#mode === 'items' && this.#isInList && !this.#hasKind;
    if (isCut) this.#forget();
    this.#endDocument();
    return isCut;
  }

  #inDocument(text: string, number: number): void {
    if (this.#length === 0 && (text.trim() === '' || /^[#%]/.test(text))) return;
    if (/^items:\s*(?:#.*)?$/.test(text)) this.#openList(true);
    else if (/^items:\s*(?:\[\s*\]|null|~)/.test(text)) {
      this.#forget();
      this.#mode = 'rest';
    } else if (this.#length === 0 && /^-(?: |$)/.test(text)) {
      this.#openList(false);
      this.#inItems(text, number);
    } else {
      this.#hasKind ||= text.startsWith('kind:');
      this.#keep(text, number);
    }
  }

  #openList(isInList: boolean): void {
    this.#isPage ||= this.#lines.some((line) => PAGE.test(line.slice(0, MAX_MEMBER)));
    this.#forget();
    this.#mode = 'items';
    this.#isInList = isInList;
    this.#indent = -1;
  }

  #inItems(text: string, number: number): void {
    const indent = text.search(/\S/);
    if (indent < 0) {
      if (this.#length > 0) this.#keep(text, number);
      return;
    }
    const isDash = text[indent] === '-' && (indent + 1 === text.length || text[indent + 1] === ' ');
    if (isDash && (this.#indent < 0 || indent === this.#indent)) {
      this.#emit();
      this.#indent = indent;
      this.#keep(`${text.slice(0, indent)} ${text.slice(indent + 1)}`, number);
    } else if (indent > this.#indent && this.#indent >= 0) this.#keep(text, number);
    else if (text[indent] !== '#') {
      this.#emit();
      this.#mode = 'rest';
      this.#isPage ||= PAGE.test(text.slice(0, MAX_MEMBER));
    }
  }

  #keep(text: string, number: number): void {
    if (this.#length === 0) this.#line = number;
    this.#length += text.length + 1;
    if (this.#length <= MAX_ITEM_CHARS) this.#lines.push(text);
  }

  #emit(): void {
    if (this.#length === 0) return;
    const isOverlong = this.#length > MAX_ITEM_CHARS;
    const text = isOverlong ? '' : this.#lines.join('\n');
    const line = this.#line;
    this.#forget();
    this.#onItem({ text, index: ++this.#index, line, isOverlong });
  }

  #forget(): void {
    this.#lines = [];
    this.#length = 0;
  }

  #endDocument(): void {
    this.#emit();
    this.#mode = 'document';
    this.#hasKind = false;
    this.#isInList = false;
  }
}
