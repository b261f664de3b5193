import type { Surface } from '../../src/timeline/surface.ts';

/** One call on a surface, with the style in force. */
export interface Call {
  readonly name: string;
  readonly args: readonly unknown[];
  readonly fill: string;
  readonly alpha: number;
}

/** A surface that draws nothing and remembers every call. Each letter is 6 wide. */
export function recordingSurface(): { surface: Surface; calls: Call[] } {
  const calls: Call[] = [];
  const state: Record<string, unknown> = {
    fillStyle: '',
    strokeStyle: '',
    lineWidth: 1,
    globalAlpha: 1,
    font: '',
  };
  const surface = new Proxy(state, {
    get(target, name: string) {
      if (name in target) return target[name];
      if (name === 'measureText') return (text: string) => ({ width: text.length * 6 });
      return (...args: unknown[]) => {
        calls.push({ name, args, fill: String(target['fillStyle']), alpha: Number(target['globalAlpha']) });
      };
    },
    set(target, name: string, value) {
      target[name] = value;
      return true;
    },
  });
  return { surface: surface as unknown as Surface, calls };
}
