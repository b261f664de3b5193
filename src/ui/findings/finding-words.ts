import type { Finding } from '../../model/findings.ts';

/** Shapes that stand for a verdict beside its words. */
export type VerdictShape = 'missing' | 'unsignalled' | 'signalled' | 'undeterminable' | 'warning';

interface KindWords {
  /** An apiserver that went in silence and an outage with none gone never share a word. */
  readonly words: string;
  readonly shape: VerdictShape;
}

export const KIND_WORDS: Readonly<Record<Finding['kind'], KindWords>> = {
  'missing-signal': { words: 'Signal missing', shape: 'missing' },
  'silent-outage': { words: 'Gone in silence', shape: 'unsignalled' },
  'unexplained-outage': { words: 'No apiserver gone', shape: 'unsignalled' },
  undeterminable: { words: 'Undeterminable', shape: 'undeterminable' },
  'signalled-outage': { words: 'Signalled', shape: 'signalled' },
  warning: { words: 'Warning', shape: 'warning' },
};
