import type { Surface } from './surface.ts';

/** What measures a text in a font; a canvas can. */
export type TextMeter = (text: string, font: string) => number;

interface Style {
  fillStyle: string;
  strokeStyle: string;
  lineWidth: number;
  globalAlpha: number;
  font: string;
  textBaseline: CanvasTextBaseline;
  textAlign: CanvasTextAlign;
  dash: readonly number[];
  clip: string;
  x: number;
  y: number;
}

const INITIAL: Style = {
  fillStyle: '#000',
  strokeStyle: '#000',
  lineWidth: 1,
  globalAlpha: 1,
  font: '11px sans-serif',
  textBaseline: 'alphabetic',
  textAlign: 'start',
  dash: [],
  clip: '',
  x: 0,
  y: 0,
};

/** A surface that writes SVG instead of setting pixels. Knows as much as drawing here asks for, and no more. */
export class SvgSurface implements Surface {
  #style: Style = { ...INITIAL };
  #saved: Style[] = [];
  #path: string[] = [];
  #clips = 0;
  readonly #parts: string[] = [];
  readonly #meter: TextMeter;

  constructor(meter: TextMeter) {
    this.#meter = meter;
  }

  /** The whole document. */
  text(width: number, height: number): string {
    const size = `width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`;
    return `<svg xmlns="http://www.w3.org/2000/svg" ${size}>\n${this.#parts.join('\n')}\n</svg>\n`;
  }

  get fillStyle(): string {
    return this.#style.fillStyle;
  }
  set fillStyle(value: string | CanvasGradient | CanvasPattern) {
    if (typeof value === 'string') this.#style.fillStyle = value;
  }
  get strokeStyle(): string {
    return this.#style.strokeStyle;
  }
  set strokeStyle(value: string | CanvasGradient | CanvasPattern) {
    if (typeof value === 'string') this.#style.strokeStyle = value;
  }
  get lineWidth(): number {
    return this.#style.lineWidth;
  }
  set lineWidth(value: number) {
    this.#style.lineWidth = value;
  }
  get globalAlpha(): number {
    return this.#style.globalAlpha;
  }
  set globalAlpha(value: number) {
    this.#style.globalAlpha = value;
  }
  get font(): string {
    return this.#style.font;
  }
  set font(value: string) {
    this.#style.font = value;
  }
  get textBaseline(): CanvasTextBaseline {
    return this.#style.textBaseline;
  }
  set textBaseline(value: CanvasTextBaseline) {
    this.#style.textBaseline = value;
  }
  get textAlign(): CanvasTextAlign {
    return this.#style.textAlign;
  }
  set textAlign(value: CanvasTextAlign) {
    this.#style.textAlign = value;
  }

  /** Scales are left to the reader of the picture; only the origin moves. */
  setTransform(...values: unknown[]): void {
    const [a, , , , e, f] = values as number[];
    this.#style.x = (e ?? 0) / (a || 1);
    this.#style.y = (f ?? 0) / (a || 1);
  }

  setLineDash(segments: number[]): void {
    this.#style.dash = segments;
  }

  save(): void {
    this.#saved.push({ ...this.#style });
  }

  restore(): void {
    this.#style = this.#saved.pop() ?? { ...INITIAL };
  }

  beginPath(): void {
    this.#path = [];
  }

  closePath(): void {
    this.#path.push('Z');
  }

  moveTo(x: number, y: number): void {
    this.#path.push(`M${this.#at(x, y)}`);
  }

  lineTo(x: number, y: number): void {
    this.#path.push(`L${this.#at(x, y)}`);
  }

  bezierCurveTo(x1: number, y1: number, x2: number, y2: number, x: number, y: number): void {
    this.#path.push(`C${this.#at(x1, y1)} ${this.#at(x2, y2)} ${this.#at(x, y)}`);
  }

  rect(x: number, y: number, width: number, height: number): void {
    this.#path.push(`M${this.#at(x, y)}h${round(width)}v${round(height)}h${round(-width)}Z`);
  }

  roundRect(x: number, y: number, width: number, height: number): void {
    this.rect(x, y, width, height);
  }

  clip(): void {
    const id = `clip${++this.#clips}`;
    const outer = this.#style.clip;
    this.#parts.push(`<clipPath id="${id}"${outer}><path d="${this.#path.join('')}"/></clipPath>`);
    this.#style.clip = ` clip-path="url(#${id})"`;
  }

  fill(): void {
    if (this.#path.length === 0) return;
    const { fillStyle, clip } = this.#style;
    this.#parts.push(`<path d="${this.#path.join('')}" fill="${quote(fillStyle)}"${this.#alpha()}${clip}/>`);
  }

  stroke(): void {
    if (this.#path.length === 0) return;
    const { strokeStyle, lineWidth, dash, clip } = this.#style;
    const dashes = dash.length === 0 ? '' : ` stroke-dasharray="${dash.join(' ')}"`;
    const line = `stroke="${quote(strokeStyle)}" stroke-width="${round(lineWidth)}"${dashes}`;
    this.#parts.push(`<path d="${this.#path.join('')}" fill="none" ${line}${this.#alpha()}${clip}/>`);
  }

  fillRect(x: number, y: number, width: number, height: number): void {
    const { fillStyle, clip } = this.#style;
    const [left, top] = this.#at(x, y).split(' ');
    const box = `x="${left}" y="${top}" width="${round(width)}" height="${round(height)}"`;
    this.#parts.push(`<rect ${box} fill="${quote(fillStyle)}"${this.#alpha()}${clip}/>`);
  }

  fillText(text: string, x: number, y: number): void {
    const { fillStyle, font, textBaseline, textAlign, clip } = this.#style;
    const [left, top] = this.#at(x, y).split(' ');
    const size = Number(/([\d.]+)px/.exec(font)?.[1] ?? 11);
    const anchor = textAlign === 'end' || textAlign === 'right' ? ' text-anchor="end"' : '';
    const down = textBaseline === 'middle' ? ` dy="${round(size * 0.35)}"` : '';
    const place = `x="${left}" y="${top}"${down}${anchor}`;
    this.#parts.push(
      `<text ${place} style="font:${quote(font)}" fill="${quote(fillStyle)}"${this.#alpha()}${clip}>${quote(text)}</text>`,
    );
  }

  measureText(text: string): TextMetrics {
    return { width: this.#meter(text, this.#style.font) } as TextMetrics;
  }

  #at(x: number, y: number): string {
    return `${round(x + this.#style.x)} ${round(y + this.#style.y)}`;
  }

  #alpha(): string {
    const { globalAlpha } = this.#style;
    return globalAlpha === 1 ? '' : ` opacity="${round(globalAlpha)}"`;
  }
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

function quote(text: string): string {
  return text.replace(/[&<>"]/g, (mark) => `&#${mark.charCodeAt(0)};`);
}
