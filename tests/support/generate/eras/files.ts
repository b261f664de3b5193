import type { WrittenItem } from './era.ts';
import { compactJson, prettyJson } from './go-json.ts';
import { monitorLine } from './monitor-text.ts';

/** How a file holds its items. */
export type Layout = 'pretty' | 'compact' | 'lines' | 'array' | 'html' | 'text';

export const LAYOUTS: readonly Layout[] = ['pretty', 'compact', 'lines', 'array', 'html', 'text'];

interface Frame {
  readonly head: string;
  readonly between: string;
  readonly tail: string;
  readonly empty: string;
  readonly item: (item: WrittenItem) => string;
}

const MARGIN = '        ';
const PRETTY: Frame = {
  head: '{\n    "items": [\n',
  between: ',\n',
  tail: '\n    ]\n}',
  empty: '{\n    "items": []\n}',
  item: (item) => MARGIN + prettyJson(item.value, MARGIN),
};

const FRAMES: Readonly<Record<Layout, Frame>> = {
  pretty: PRETTY,
  compact: { head: '{"items":[', between: ',', tail: ']}', empty: '{"items":[]}', item: json },
  lines: { head: '', between: '\n', tail: '\n', empty: '', item: json },
  array: { head: '[\n', between: ',\n', tail: '\n]\n', empty: '[]\n', item: json },
  html: {
    ...PRETTY,
    head: `${htmlHead()}${PRETTY.head}`,
    tail: `${PRETTY.tail}${htmlTail()}`,
    empty: `${htmlHead()}${PRETTY.empty}${htmlTail()}`,
  },
  text: { head: '', between: '\n', tail: '\n', empty: '', item: monitorLine },
};

/** The text of a file in pieces. Pages hold no instants: give them a run of kind `timelines`. */
export function* fileText(parts: Iterable<readonly WrittenItem[]>, layout: Layout): Generator<string> {
  const { head, between, tail, empty, item } = FRAMES[layout];
  let isFirst = true;
  for (const part of parts) {
    let text = '';
    for (const written of part) {
      text += (isFirst ? head : between) + item(written);
      isFirst = false;
    }
    if (text !== '') yield text;
  }
  yield isFirst ? empty : tail;
}

function json(item: WrittenItem): string {
  return compactJson(item.value);
}

/** A page with its own scripts ahead of the data, as the upstream pages have them. */
function htmlHead(): string {
  const lines = [
    '<!DOCTYPE html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="UTF-8">',
    '<title>Intervals - everything_20230313-113000</title>',
    '<script>var drawTimelines = function (rows) { return rows.length > 0 && rows[0].to > rows[0].from; };</script>',
    '</head>',
    '<body>',
    '<div id="chart"></div>',
    '<script>',
    '    var eventIntervals = ',
  ];
  return lines.join('\n');
}

function htmlTail(): string {
  return '\n</script>\n<script>drawTimelines(eventIntervals.items);</script>\n</body>\n</html>\n';
}
