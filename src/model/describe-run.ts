import { plural } from '../base/text.ts';
import type { UntimedTests } from './report.ts';

/** `2 failed tests without a time`. */
export function describeUntimedTests({ count }: UntimedTests): string {
  return `${plural(count, 'failed test')} without a time`;
}
