/** Feeds XML to a parser as it arrives, and bounds what a hostile one may cost. */
import type { SaxesParser, SaxesTagPlain } from 'saxes';
import type { Job } from '../format.ts';

export type XmlTag = SaxesTagPlain;

export interface XmlHandlers {
  /** `from` and `to` are places of the tag in the text, in code units. */
  onOpen(tag: XmlTag, to: number): void;
  onClose(name: string, to: number): void;
  /** The text in an element that `wantsText` named. */
  onText(text: string): void;
  wantsText(name: string): boolean;
}

export type XmlEnd = 'whole' | 'cut' | 'too-large' | 'broken';

/** One text, comment or attribute may be this long, in code units; logs in test results are long. */
export const MAX_TOKEN = 64 << 20;
/** Tags in tags; what is deeper is made to be deep. */
const MAX_DEPTH = 1000;
/** Faults that are read over; a file with more is no XML. */
const MAX_FAULTS = 1000;
/** Written to logs by terminals, but no characters of XML. */
// eslint-disable-next-line no-control-regex
const NO_XML = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g;

/** The parser is fetched when a file needs it. `onChunk` sees each piece of text before it is parsed, as it will be. */
export async function readXml(
  chunks: AsyncIterable<Uint8Array>,
  handlers: XmlHandlers,
  job: Pick<Job, 'signal' | 'notice'> | null,
  onChunk: (text: string) => boolean = () => true,
): Promise<XmlEnd> {
  const { SaxesParser } = await import('saxes');
  const parser = new SaxesParser({ position: false, xmlns: false });
  const state = new XmlState();
  listen(parser, state, handlers);
  const decoder = new TextDecoder();
  for await (const chunk of chunks) {
    job?.signal.throwIfAborted();
    const text = decoder.decode(chunk, { stream: true });
    state.hasZeros ||= text.includes('\0');
    const clean = text.replace(NO_XML, '\ufffd');
    if (!onChunk(clean)) return 'whole';
    state.pending += clean.length;
    parser.write(clean);
    if (state.pending > MAX_TOKEN) return 'too-large';
    if (state.faults > MAX_FAULTS || state.depth > MAX_DEPTH) return 'broken';
    if (state.isDone) break;
  }
  if (state.hasZeros) job?.notice('zero-bytes', { byte: 0 });
  if (state.faults > 0) job?.notice('other-lines', { byte: 0 });
  return state.isDone ? 'whole' : 'cut';
}

class XmlState {
  depth = 0;
  faults = 0;
  hasZeros = false;
  /** Code units since the last tag. */
  pending = 0;
  /** The outermost element has ended. */
  isDone = false;
}

function listen(
  parser: SaxesParser<{ xmlns: false; position: false }>,
  state: XmlState,
  handlers: XmlHandlers,
): void {
  parser.on('error', () => void state.faults++);
  parser.on('opentag', (tag) => {
    state.depth++;
    state.pending = 0;
    if (handlers.wantsText(tag.name)) {
      parser.on('text', (text) => handlers.onText(text));
      parser.on('cdata', (text) => handlers.onText(text));
    }
    handlers.onOpen(tag, parser.position);
  });
  parser.on('closetag', (tag) => {
    state.depth--;
    state.pending = 0;
    state.isDone ||= state.depth === 0;
    // Without a listener, text is passed over and not kept.
    parser.off('text');
    parser.off('cdata');
    handlers.onClose(tag.name, parser.position);
  });
}
