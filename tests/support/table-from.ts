import { parseTime, PRECISION, type EpochMs } from '../../src/base/time.ts';
import { LEVELS, type IntervalTable, type Locator } from '../../src/model/interval-table.ts';
import { IntervalTableBuilder } from '../../src/model/interval-table-builder.ts';

/** The day of all times in such tables: that of the first seed's bad run. */
export const DAY = '2023-03-13';

/** `10:57:25` of DAY as EpochMs. */
export function at(clock: string): EpochMs {
  const time = parseTime(`${DAY}T${clock}Z`);
  if (time === null) throw new Error(`not a time: ${clock}`);
  return time.at;
}

/**
 * A table written as text, one interval a line:
 *
 *   10:57:26 10:57:33 Error Disruption DisruptionBegan backend-disruption-name=kube-api-new-connections connection=new
 *   10:57:25 -        Info  NodeState  NodeUpdate node=m0 +phase=Reboot "rebooted and kubelet started"
 *
 * Start, end (`-`: never seen; the same as the start: an instant), level, source, and then in any order: the reason (a
 * word; none or `-` for no reason), locator keys (`key=value`; `type=` is the locator's type), annotations
 * (`+key=value`), the message in quotes, and `display`. Empty lines and lines that begin with `#` say nothing.
 */
export function tableFrom(text: string, file = 'table.json'): IntervalTable {
  const builder = new IntervalTableBuilder(file);
  const lines = text.split('\n').map((line) => line.trim());
  lines.forEach((line, index) => {
    if (line === '' || line.startsWith('#')) return;
    const [from, to, level, source, ...rest] = line.match(/\+?[^\s"=]+="[^"]*"|"[^"]*"|\S+/g) ?? [];
    const known = LEVELS.find((each) => each === level);
    if (from === undefined || to === undefined || known === undefined || source === undefined) {
      throw new Error(`line ${index + 1} of the table: ${line}`);
    }
    builder.add({
      from: from === '-' ? null : at(from),
      to: to === '-' ? null : at(to),
      precision: PRECISION.second,
      level: known,
      source,
      ...partsOf(rest),
      isPredicted: false,
      place: index + 1,
    });
  });
  return builder.finish();
}

interface Parts {
  locator: Locator;
  reason: string;
  message: string;
  annotations: Record<string, string>;
  display: boolean;
}

function partsOf(words: readonly string[]): Parts {
  const keys: Record<string, string> = {};
  const parts: Parts = {
    locator: { type: '', keys },
    reason: '',
    message: '',
    annotations: {},
    display: false,
  };
  let type = '';
  for (const word of words) {
    const equals = word.indexOf('=');
    const value = word.slice(equals + 1).replaceAll('"', '');
    if (word.startsWith('"')) parts.message = word.slice(1, -1);
    else if (word === 'display') parts.display = true;
    else if (equals < 0) parts.reason = word === '-' ? '' : word;
    else if (word.startsWith('+')) parts.annotations[word.slice(1, equals)] = value;
    else if (word.startsWith('type=')) type = value;
    else keys[word.slice(0, equals)] = value;
  }
  return { ...parts, locator: { type, keys } };
}
