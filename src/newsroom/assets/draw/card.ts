/** Pictures made of text: the card (title and points) and the infographic (title and figures). */
import { PictureFailed } from '../picture-failed.ts';
import { accentOf, PALETTE } from './palette.ts';
import { blockHeight, face, Sheet, type BlockStyle } from './sheet.ts';
import { drawable } from './typeface.ts';
import { fits } from './wrap.ts';
import type { WrittenLanguage } from '../../../time/locale.ts';

export interface CardWork {
  /** The category's name, which determines the colour. */
  readonly category: string;
  /** The category's label. */
  readonly label: string;
  readonly title: string;
  /** Sentences of the story. Those that don't fit, or contain characters without a glyph, are left out. */
  readonly points: readonly string[];
  readonly outlets: readonly string[];
  /** The newsroom's name. */
  readonly masthead: string;
  readonly language: WrittenLanguage;
}

export interface InfographicWork extends Omit<CardWork, 'points'> {
  readonly figures: readonly Figure[];
}

export interface Figure {
  /** A short value: `HK$3.2bn`, `12 → 31`. */
  readonly value: string;
  readonly caption: string;
}

const [WIDTH, HEIGHT] = [1_200, 675];
const MARGIN = 72;
const INNER = WIDTH - 2 * MARGIN;
const HEAD = 118;
const FOOT = HEIGHT - 92;

/** A card with title and points as SVG. */
export function drawCard(work: CardWork): Sheet {
  const sheet = frame(work);
  const accent = accentOf(work.category);
  const title = titleStyle(work);
  const gap = 30;
  const point = {
    width: INNER - 36,
    lines: 3,
    sizes: [29, 26],
    colour: PALETTE.text,
    leading: 1.34,
  } as const;
  let room = FOOT - 14 - HEAD - blockHeight(work.title, title) - gap;
  const shown: { text: string; height: number }[] = [];
  for (const text of work.points) {
    if (face('regular').missing(drawable(text)).length > 0) continue;
    const height = blockHeight(text, point) + 16;
    if (height > room) continue;
    room -= height;
    shown.push({ text, height });
  }
  // The remaining room is above and below the content, a third of it above.
  let top = HEAD + Math.max(0, room) / (shown.length > 0 ? 3 : 2.4);
  top += sheet.block(work.title, MARGIN, top, title) + gap;
  for (const { text, height } of shown) {
    sheet.rect(MARGIN, top + 12, 12, 12, accent, 2);
    sheet.block(text, MARGIN + 36, top, point);
    top += height;
  }
  return sheet;
}

/** Two large lines if the title fits, otherwise as many lines as it needs. */
function titleStyle({ title, points }: CardWork): BlockStyle {
  const style = { width: INNER, weight: 'bold', colour: PALETTE.ink, leading: 1.24, balance: true } as const;
  if (points.length === 0) return { ...style, lines: 5, sizes: [76, 68, 60, 52] };
  return fits(drawable(title), face('bold'), 52, INNER, 2)
    ? { ...style, lines: 2, sizes: [60, 56, 52] }
    : { ...style, lines: 3, sizes: [54, 48, 44, 40] };
}

/**
 * Figures with captions as SVG.
 *
 * @throws PictureFailed when there is no figure.
 */
export function drawInfographic(work: InfographicWork): Sheet {
  const { figures } = work;
  if (figures.length === 0) throw new PictureFailed('nothing_to_show', 'there is no figure');
  const sheet = frame(work);
  const accent = accentOf(work.category);
  const taken = sheet.block(work.title, MARGIN, HEAD, {
    width: INNER,
    lines: 2,
    sizes: [50, 44, 38],
    weight: 'bold',
    colour: PALETTE.ink,
    leading: 1.26,
    balance: true,
  });
  const gutter = 28;
  const width = (INNER - gutter * (figures.length - 1)) / figures.length;
  const top = HEAD + taken + 34;
  figures.forEach(({ value, caption }, at) => {
    const left = MARGIN + at * (width + gutter);
    sheet.rect(left, top, width, FOOT - 28 - top, PALETTE.paper, 10);
    sheet.rect(left, top, width, 8, accent, 4);
    const inner = { width: width - 48, colour: accent, weight: 'bold', lines: 1, leading: 1.2 } as const;
    const used = sheet.block(value, left + 24, top + 36, { ...inner, sizes: [78, 64, 52, 42, 34] });
    sheet.block(caption, left + 24, top + 36 + used + 12, {
      width: width - 48,
      lines: 4,
      sizes: [30, 27, 24],
      colour: PALETTE.text,
      leading: 1.36,
      balance: true,
    });
  });
  return sheet;
}

/** Background, category, and a footer with credits and masthead. */
function frame({ category, label, outlets, masthead, language }: Omit<CardWork, 'points'>): Sheet {
  const accent = accentOf(category);
  const sheet = new Sheet(WIDTH, HEIGHT, PALETTE.warm);
  sheet.rect(0, 0, 20, HEIGHT, accent);
  sheet.block(label, MARGIN, 58, {
    width: INNER,
    lines: 1,
    sizes: [30, 26],
    weight: 'bold',
    colour: accent,
    leading: 1.2,
  });
  sheet.rect(MARGIN, FOOT, INNER, 2, PALETTE.line);
  const own = sheet.text(masthead, WIDTH - MARGIN, FOOT + 48, {
    size: 24,
    weight: 'bold',
    colour: PALETTE.ink,
    anchor: 'end',
  });
  if (outlets.length > 0)
    sheet.block(credits(outlets, language), MARGIN, FOOT + 25, {
      width: INNER - own - 40,
      lines: 1,
      sizes: [24, 21],
      colour: PALETTE.quiet,
      leading: 1.2,
    });
  return sheet;
}

function credits(outlets: readonly string[], language: WrittenLanguage): string {
  return language === 'en' ? `Sources: ${outlets.join(', ')}` : `資料來源：${outlets.join('、')}`;
}
