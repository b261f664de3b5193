import { secondsText, type Item, type Keys } from '../items/item.ts';
import { knowsSource, type EraId, type WrittenItem } from './era.ts';
import { sorted, type GoObject } from './go-json.ts';
import { eraKeys, locatorText } from './locator-text.ts';
import { messageText } from './message-text.ts';
import { fillSlot, middleKeys, oldDisruption } from './old-disruption.ts';

/** Puts a neutral item into the words of an era: none, one, or (for outages of early 2021) three items. */
export function writeItem(item: Item, era: EraId): WrittenItem[] {
  if (!knowsSource(era, item.source)) return [];
  if (isUpTo48(era) && item.reason === 'InFlightRequestsDrained') return [];
  if (era === 'current') return [structured(item)];
  const renamed = oldReasons(item, era);
  if (item.source !== 'Disruption') return [stringItem(renamed, era, eraKeys(renamed, era), null)];
  if (era !== '4.12' && era !== '4.14')
    return oldDisruption(item, era).map((part) => stringItem(part.item, era, part.keys, part.bare));
  return [stringItem(item, era, middleKeys(eraKeys(item, era)!), null)];
}

/** Orders as files do: by time before it was cut to seconds, then by message, then by locator. Open times come first. */
export function compareWritten(a: WrittenItem, b: WrittenItem): number {
  return (
    (a.from ?? -1) - (b.from ?? -1) ||
    (a.to ?? -1) - (b.to ?? -1) ||
    text(a.message, b.message) ||
    text(a.locator, b.locator)
  );
}

function text(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Reasons of shutdown steps up to 4.8, where they were others or did not exist. */
const OLD_REASONS: Readonly<Record<string, string>> = {
  ShutdownInitiated: 'TerminationStart',
  AfterShutdownDelayDuration: 'TerminationMinimalShutdownDurationFinished',
  HTTPServerStoppedListening: 'TerminationStoppedServing',
};

function isUpTo48(era: EraId): boolean {
  return era === '2020' || era === '2021';
}

function oldReasons(item: Item, era: EraId): Item {
  if (!isUpTo48(era) || item.source !== 'KubeEvent') return item;
  const reason = OLD_REASONS[item.reason];
  if (reason === undefined) return item;
  const said = reason === 'TerminationStoppedServing' ? 'Server has stopped listening' : item.text;
  return { ...item, reason, text: said };
}

function structured(item: Item): WrittenItem {
  const locator = locatorText(item.keys, 'current');
  const said = fillSlot(item.text, locator);
  const value: GoObject = {
    level: item.level,
    ...(item.source === '' ? {} : { source: item.source }),
    ...(item.display ? { display: true } : {}),
    locator: { type: item.type, keys: sorted(item.keys) },
    message: messageObject(item, said),
    ...timesOf(item),
  };
  return { from: item.from, to: item.to, level: item.level, locator, message: messageOf(item, said), value };
}

function messageOf(item: Item, said: string): string {
  return item.reason === '' ? said : `reason/${item.reason} ${said}`;
}

function messageObject(item: Item, said: string): GoObject {
  const annotations = allAnnotations(item);
  return { reason: item.reason, cause: item.cause, humanMessage: said, annotations: sorted(annotations) };
}

function allAnnotations(item: Item): Keys | null {
  const { reason, cause, annotations } = item;
  if (reason === '' && cause === '' && annotations === null) return null;
  return { ...annotations, ...(reason === '' ? {} : { reason }), ...(cause === '' ? {} : { cause }) };
}

function timesOf(item: Item): GoObject {
  return {
    from: item.from === null ? null : secondsText(item.from),
    to: item.to === null ? null : secondsText(item.to),
  };
}

function stringItem(item: Item, era: EraId, keys: Keys | null, bare: string | null): WrittenItem {
  const isWindow2023 = era === '4.14' && item.source === 'APIServerGracefulShutdown';
  const own = isWindow2023 ? windowOf2023(item) : item;
  const ownKeys = isWindow2023 ? own.keys : keys;
  const locator = bare ?? locatorText(ownKeys, era);
  const said = fillSlot(own.text, locator);
  const message = messageText(own, era, said);
  const temporary = era === '4.14' ? temporaryObjects(own, ownKeys, said) : {};
  const value: GoObject = { level: own.level, locator, message, ...temporary, ...timesOf(own) };
  return { from: own.from, to: own.to, level: own.level, locator, message, value };
}

/** In 2023 the window was a Kubernetes event by its source, knew its node, and had another reason. */
function windowOf2023(item: Item): Item {
  const node = item.host ?? '';
  return {
    ...item,
    source: 'KubeEvent',
    keys: { ...item.keys, node, shutdown: 'apiserver' },
    reason: item.reason === 'GracefulAPIServerShutdown' ? 'GracefulShutdownWindow' : item.reason,
  };
}

/** Which halves of the temporary objects were filled by 2023, by source; all others stayed empty. */
const FILLED_LOCATOR = new Set([
  'Disruption',
  'KubeEvent',
  'E2ETest',
  'OperatorState',
  'Alert',
  'KubeletLog',
]);
const FILLED_MESSAGE = new Set(['Disruption', 'KubeEvent', 'E2ETest', 'EtcdLog']);

function temporaryObjects(item: Item, keys: Keys | null, said: string): GoObject {
  const hasLocator = FILLED_LOCATOR.has(item.source);
  const empty = { reason: '', cause: '', humanMessage: '', annotations: null };
  return {
    ...(item.display ? { display: true } : {}),
    ...(hasLocator ? { source: item.source } : {}),
    tempStructuredLocator: hasLocator ? { type: item.type, keys: sorted(keys) } : { type: '', keys: null },
    tempStructuredMessage: FILLED_MESSAGE.has(item.source) ? messageObject(item, said) : empty,
  };
}
