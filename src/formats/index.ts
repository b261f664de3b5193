import type { Format } from './format.ts';
import { backendDisruption } from './backend-disruption.ts';
import { intervals } from './intervals.ts';
import { intervalsHtml } from './intervals-html.ts';
import { monitorText } from './monitor-text.ts';

/** Every format, in the order in which users read of them. Exactly one claims an input. */
export const FORMATS: readonly Format[] = [intervals, intervalsHtml, monitorText, backendDisruption];
