import { SECOND, type EpochMs } from '../../../../src/base/time.ts';
import { BARE, messageHash, secondsText, type Item, type Keys, type Level } from './item.ts';

/** A Kubernetes event, as the cluster stored it. */
export interface KubeEvent {
  /** What it is about: `{ namespace, pod }`, `{ node }`, `{ namespace, deployment }`, … */
  readonly about: Keys;
  readonly reason: string;
  readonly text: string;
  readonly at: EpochMs;
  readonly level?: Level;
  /** How often it was seen, and since when. */
  readonly count?: number;
  readonly firstAt?: EpochMs;
  /** The node that sent it. Kubelets' events keep it in every era, others only before late 2023. */
  readonly host?: string;
  readonly isFromKubelet?: boolean;
  /** Shown although it has no duration worth it. */
  readonly isInteresting?: boolean;
  readonly isPathological?: boolean;
  /** Annotations beside the usual ones. */
  readonly annotations?: Keys;
}

/** The item that the monitor makes of an event: an instant, but one second long for repeats and interesting ones. */
export function kubeEventItem(event: KubeEvent): Item {
  const { about, reason, text, at, count = 1, host, isFromKubelet = false } = event;
  const isNode = Object.keys(about).length === 1 && about['node'] !== undefined;
  const isNamespace = Object.keys(about).length === 1 && about['namespace'] !== undefined;
  const sender: Keys = isFromKubelet && host !== undefined && !isNode ? { node: host } : {};
  const isShown = event.isInteresting === true || event.isPathological === true;
  const marks: Record<string, string> = {};
  if (count > 1) marks['count'] = String(count);
  if (event.isInteresting === true) marks['interesting'] = 'true';
  if (event.isPathological === true) marks['pathological'] = 'true';
  return {
    ...BARE,
    level: event.level ?? 'Info',
    source: 'KubeEvent',
    display: isShown,
    type: isNode ? 'Node' : isNamespace ? '' : 'Kind',
    keys: { ...about, ...sender, hmsg: messageHash(text) },
    reason,
    text,
    annotations: {
      firstTimestamp: secondsText(event.firstAt ?? at),
      lastTimestamp: secondsText(at),
      ...marks,
      ...event.annotations,
    },
    from: at,
    to: count > 1 || isShown ? at + SECOND : at,
    ...(host !== undefined && !isNode ? { host } : {}),
  };
}
