/** An SVG drawing whose text is converted to outlines. It refers to nothing outside of itself. */
import { drawable, Typeface, type Weight } from './typeface.ts';
import { fit } from './wrap.ts';

export interface TextStyle {
  readonly size: number;
  readonly weight?: Weight;
  readonly colour: string;
  readonly anchor?: 'start' | 'middle' | 'end';
}

export interface BlockStyle {
  readonly width: number;
  readonly lines: number;
  readonly sizes: readonly [number, ...number[]];
  readonly weight?: Weight;
  readonly colour: string;
  /** Line height as a multiple of the size. */
  readonly leading: number;
  readonly balance?: true;
}

const faces = new Map<Weight, Typeface>();

/** Loaded at first use, because the fonts are large. */
export function face(weight: Weight): Typeface {
  let known = faces.get(weight);
  if (!known) faces.set(weight, (known = new Typeface(weight)));
  return known;
}

/**
 * The distance from a line's top to the first baseline, and from the last baseline to the foot, as multiples of the
 * size.
 */
const ASCENT = 0.88;
const DESCENT = 0.24;

export class Sheet {
  readonly width: number;
  readonly height: number;
  #drawn = '';

  constructor(width: number, height: number, ground: string) {
    this.width = width;
    this.height = height;
    this.rect(0, 0, width, height, ground);
  }

  rect(x: number, y: number, width: number, height: number, fill: string, radius = 0): void {
    this.#drawn += `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}" rx="${radius}"/>`;
  }

  /** `d` as in SVG. */
  path(
    d: string,
    look: { fill?: string; opacity?: number; stroke?: string; width?: number; dash?: string },
  ): void {
    const { fill = 'none', opacity = 1, stroke = 'none', width = 0, dash } = look;
    this.#drawn +=
      `<path d="${d}" fill="${fill}" fill-opacity="${opacity}" stroke="${stroke}" stroke-width="${width}"` +
      ` stroke-linejoin="round" stroke-linecap="round"${dash === undefined ? '' : ` stroke-dasharray="${dash}"`}/>`;
  }

  circle(x: number, y: number, radius: number, fill: string): void {
    this.#drawn += `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}"/>`;
  }

  /**
   * Draw one line; `y` is its baseline.
   * @returns its width
   */
  text(
    text: string,
    x: number,
    y: number,
    { size, weight = 'regular', colour, anchor = 'start' }: TextStyle,
  ): number {
    const said = drawable(text);
    const letters = face(weight);
    const width = letters.width(said, size);
    const left = anchor === 'start' ? x : anchor === 'end' ? x - width : x - width / 2;
    this.#drawn += `<g fill="${colour}">${letters.outlines(said, left, y, size)}</g>`;
    return width;
  }

  /**
   * Draw lines from `top` on.
   * @returns their height
   */
  block(text: string, x: number, top: number, style: BlockStyle): number {
    const { weight = 'regular', colour, leading } = style;
    const { lines, size } = fit(drawable(text), face(weight), style);
    lines.forEach((line, n) =>
      this.text(line, x, top + size * (ASCENT + n * leading), { size, weight, colour }),
    );
    return heightOf({ lines, size }, leading);
  }

  toSvg(): string {
    const { width, height } = this;
    return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${this.#drawn}</svg>`;
  }
}

/** The height of a block before it is drawn. */
export function blockHeight(text: string, style: BlockStyle): number {
  return heightOf(fit(drawable(text), face(style.weight ?? 'regular'), style), style.leading);
}

function heightOf({ lines, size }: { lines: readonly string[]; size: number }, leading: number): number {
  return size * (ASCENT + DESCENT + (lines.length - 1) * leading);
}
