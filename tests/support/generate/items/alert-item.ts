import { BARE, type Item, type Keys, type Level } from './item.ts';
import type { Span } from '../world/world.ts';

/** An alert that was pending or firing. */
export function alertItem(keys: Keys, state: 'pending' | 'firing', severity: string, span: Span): Item {
  const levels: Readonly<Record<string, Level>> = { info: 'Info', warning: 'Warning', critical: 'Error' };
  const labels = Object.entries({ ...keys, alertname: keys['alert'], alertstate: state, severity })
    .filter(([key]) => key !== 'alert')
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, value]) => `${key}="${value}"`);
  return {
    ...BARE,
    level: state === 'pending' ? 'Info' : (levels[severity] ?? 'Error'),
    source: 'Alert',
    display: true,
    type: 'Alert',
    keys,
    text: `ALERTS{${labels.join(', ')}, prometheus="openshift-monitoring/k8s"}`,
    annotations: { alertstate: state, severity },
    ...span,
  };
}
