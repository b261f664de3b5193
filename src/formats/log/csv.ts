/** Comma-separated values, as RFC 4180 has them: quoted fields may hold commas, quotes and line ends. */

/** Of a field, this much is kept. */
const MAX_FIELD = 1 << 20;
const MAX_FIELDS = 1000;

/** Cuts text into records as it arrives. */
export class CsvReader {
  readonly #onRecord: (fields: string[], isCut: boolean) => void;
  #fields: string[] = [];
  #field: string[] = []; // pieces of the open field
  #length = 0;
  #state: 'start' | 'plain' | 'quoted' | 'quote' = 'start'; // quote: one was met inside quotes
  #isCut = false;

  constructor(onRecord: (fields: string[], isCut: boolean) => void) {
    this.#onRecord = onRecord;
  }

  push(text: string): void {
    let at = 0;
    while (at < text.length) at = this.#state === 'quoted' ? this.#quoted(text, at) : this.#plain(text, at);
  }

  /** Gives the last record if it has no line end. `open`: the input ends inside quotes; `last`: inside a record. */
  end(): 'open' | 'last' | 'whole' {
    const isOpen = this.#state === 'quoted';
    const isWhole = this.#fields.length === 0 && this.#state === 'start';
    if (isWhole) return 'whole';
    if (!isOpen) this.#endRecord();
    return isOpen ? 'open' : 'last';
  }

  #quoted(text: string, from: number): number {
    const end = text.indexOf('"', from);
    this.#keep(text.slice(from, end < 0 ? text.length : end));
    if (end < 0) return text.length;
    this.#state = 'quote';
    return end + 1;
  }

  #plain(text: string, at: number): number {
    const char = text[at];
    if (char === '"' && this.#state === 'quote') {
      this.#keep('"');
      this.#state = 'quoted';
    } else if (char === '"' && this.#state === 'start') this.#state = 'quoted';
    else if (char === ',') this.#endField();
    else if (char === '\n') this.#endRecord();
    else if (char !== '\r') {
      const end = nextOf(text, at + 1);
      this.#keep(text.slice(at, end));
      this.#state = 'plain';
      return end;
    }
    return at + 1;
  }

  #keep(piece: string): void {
    const room = MAX_FIELD - this.#length;
    if (piece.length > room) this.#isCut = true;
    if (room <= 0 || piece === '') return;
    this.#field.push(piece.slice(0, room));
    this.#length += Math.min(room, piece.length);
  }

  #endField(): void {
    if (this.#fields.length < MAX_FIELDS) this.#fields.push(this.#field.join(''));
    this.#field = [];
    this.#length = 0;
    this.#state = 'start';
  }

  #endRecord(): void {
    this.#endField();
    const fields = this.#fields;
    const isBlank = fields.length === 1 && fields[0] === '';
    if (!isBlank) this.#onRecord(fields, this.#isCut);
    this.#fields = [];
    this.#isCut = false;
  }
}

/** The next character that ends a field or begins something. */
function nextOf(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x2c || code === 0x0a || code === 0x0d || code === 0x22) return at;
  }
  return text.length;
}
