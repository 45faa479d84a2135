/**
 * The typeface of our pictures: Noto Sans HK, and Noto Sans for missing Latin, Greek and Cyrillic. Both come from
 * packages, under the SIL Open Font License 1.1.
 *
 * Text is converted to outlines here, so measuring and drawing agree, fonts of the machine don't matter, and a
 * character without a glyph is noticed instead of becoming an empty box.
 */
import { createRequire } from 'node:module';
import { openSync, type Font } from 'fontkit';
import { PictureFailed } from '../picture-failed.ts';

export type Weight = 'regular' | 'bold';

const FILES: Readonly<Record<Weight, readonly string[]>> = {
  regular: [
    '@expo-google-fonts/noto-sans-hk/400Regular/NotoSansHK_400Regular.ttf',
    '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf',
  ],
  bold: [
    '@expo-google-fonts/noto-sans-hk/700Bold/NotoSansHK_700Bold.ttf',
    '@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf',
  ],
};

/** How many widths are cached. */
const MOST_WIDTHS = 20_000;

/** Characters that control display and have no glyph. */
const SHAPELESS = /[\p{Cc}\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFE00-\uFE0F\uFEFF]/gu;
const PICTOGRAPH = /[\p{Emoji_Presentation}\p{Emoji_Modifier}]|\p{Extended_Pictographic}\uFE0F/gu;

/** Composed text, without pictographs, with plain spaces. */
export function drawable(text: string): string {
  return text
    .normalize('NFC')
    .replace(PICTOGRAPH, ' ')
    .replace(/\s+/gu, ' ')
    .replace(SHAPELESS, '')
    .replace(/ {2,}/g, ' ')
    .trim();
}

export class Typeface {
  readonly #fonts: readonly Font[];
  /** Widths in em, cached because words recur at other sizes. */
  readonly #widths = new Map<string, number>();

  constructor(weight: Weight) {
    const { resolve } = createRequire(import.meta.url);
    this.#fonts = FILES[weight].map((file) => {
      const font = openSync(resolve(file));
      if (!('layout' in font)) throw new Error(`${file} is a collection of fonts`);
      return font;
    });
  }

  /** The characters of `text` that no font has, each once. */
  missing(text: string): string[] {
    return [...new Set(text)].filter((character) => !this.#fontOf(character));
  }

  /** In the unit of `size`. */
  width(text: string, size: number): number {
    let em = this.#widths.get(text);
    if (em === undefined) {
      em = this.#runs(text).reduce(
        (sum, { font, run }) => sum + font.layout(run).advanceWidth / font.unitsPerEm,
        0,
      );
      if (this.#widths.size >= MOST_WIDTHS) this.#widths.clear();
      this.#widths.set(text, em);
    }
    return em * size;
  }

  /**
   * Outlines whose baseline starts at (x, y).
   * @throws when a character has no glyph.
   */
  outlines(text: string, x: number, y: number, size: number): string {
    let at = x;
    let drawn = '';
    for (const { font, run } of this.#runs(text)) {
      const scale = size / font.unitsPerEm;
      const { glyphs, positions } = font.layout(run);
      glyphs.forEach((glyph, n) => {
        const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[n] ?? {};
        const outline = glyph.path.toSVG();
        const [left, base] = [at + xOffset * scale, y - yOffset * scale];
        if (outline !== '')
          drawn += `<path transform="translate(${short(left)} ${short(base)}) scale(${scale} ${-scale})" d="${outline}"/>`;
        at += xAdvance * scale;
      });
    }
    return drawn;
  }

  #runs(text: string): { font: Font; run: string }[] {
    const runs: { font: Font; run: string }[] = [];
    for (const character of text) {
      const font = this.#fontOf(character);
      if (!font) throw new PictureFailed('missing_glyph', `there is no shape for ${name(character)}`);
      const last = runs.at(-1);
      if (last?.font === font) last.run += character;
      else runs.push({ font, run: character });
    }
    return runs;
  }

  #fontOf(character: string): Font | undefined {
    const point = character.codePointAt(0) ?? 0;
    return this.#fonts.find((font) => font.hasGlyphForCodePoint(point));
  }
}

function name(character: string): string {
  const point = character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0');
  return `${character} (U+${point})`;
}

function short(value: number): string {
  return String(Math.round(value * 100) / 100);
}
