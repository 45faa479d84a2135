import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { niceScale } from '../../../src/newsroom/assets/draw/axis.ts';
import { drawCard, drawInfographic, type CardWork } from '../../../src/newsroom/assets/draw/card.ts';
import { drawChart } from '../../../src/newsroom/assets/draw/chart.ts';
import { PALETTE } from '../../../src/newsroom/assets/draw/palette.ts';
import { face, Sheet } from '../../../src/newsroom/assets/draw/sheet.ts';
import { drawable } from '../../../src/newsroom/assets/draw/typeface.ts';
import { fit } from '../../../src/newsroom/assets/draw/wrap.ts';
import { makePicture } from '../../../src/newsroom/assets/make-picture.ts';
import type { MarketQuote } from '../../../src/newsroom/model/market-snapshot.ts';
import { closeAt, weekdays } from '../../support/market/sessions.ts';
import { pixelsOf } from './pixels.ts';

const quote: MarketQuote = {
  symbol: '^spx',
  label: 'S&P 500',
  currency: 'points',
  last: 5_330.12,
  previousClose: 5_300.12,
  change: 30,
  changePercent: 0.57,
  asOfMs: Date.UTC(2026, 5, 1, 20, 0),
  day: '2026-06-02',
  session: 'today',
  closes: weekdays('2026-06-01', 60).map((day, n) => ({ day, close: closeAt(n) })),
  source: 'Stooq',
  sourceUrl: 'https://stooq.com/q/?s=^spx',
};
const english = { language: 'en', zone: 'Europe/London' } as const;
const chinese = { language: 'zh-Hant-HK', zone: 'Asia/Hong_Kong' } as const;

const card: CardWork = {
  category: 'Hong Kong News',
  label: '香港新聞',
  title: '紅磡海底隧道水浸全線封閉八小時',
  points: ['水務署指一條直徑900毫米鹹水管爆裂。', '消防處救出12人，無人受傷。'],
  outlets: ['維港晨報', 'RTHK'],
  masthead: '英港新聞枱',
  language: 'zh-Hant-HK',
};
/** Where the title stands. */
const TITLE = { left: 72, top: 110, width: 1056, height: 250 };
const POINTS = { left: 100, top: 300, width: 1028, height: 260 };

/** How many vertices the line of a chart's panels has, in order. */
function points(svg: string): number[] {
  return [...svg.matchAll(/<path d="(M[^"Z]+)" fill="none"[^>]*stroke-width="4"[^>]*>/g)]
    .filter(([tag]) => !tag.includes('dasharray'))
    .map(([, d = '']) => d.split(/[ML]/).length - 1);
}

describe('the chart', () => {
  it('has a point for each close, and is not blank', async () => {
    expect(points(drawChart({ quotes: [quote], ...english }).toSvg())).toEqual([60]);
    const fewer = { ...quote, closes: quote.closes.slice(0, 17) };
    expect(points(drawChart({ quotes: [fewer], ...english }).toSvg())).toEqual([17]);

    const made = await makePicture({ kind: 'chart', quotes: [quote], ...english });
    expect(made).toMatchObject({ extension: 'png', width: 1_200, height: 675 });
    const seen = await pixelsOf(made.bytes);
    expect([seen.width, seen.height]).toEqual([1_200, 675]);
    // The line crosses the plot: its colour is in each of ten columns.
    for (let left = 60; left < 1_040; left += 100)
      expect(seen.count(PALETTE.up, { left, top: 160, width: 100, height: 400 })).toBeGreaterThan(200);
  });

  it('tells rise from fall by colour, and has no red and green', async () => {
    const falling = { ...quote, change: -30, changePercent: -0.57 };
    const [up, down] = await Promise.all(
      [quote, falling].map(async (it) =>
        pixelsOf((await makePicture({ kind: 'chart', quotes: [it], ...english })).bytes),
      ),
    );
    expect(up!.count(PALETTE.up)).toBeGreaterThan(2_000);
    expect(up!.count(PALETTE.down)).toBe(0);
    expect(down!.count(PALETTE.down)).toBeGreaterThan(2_000);
    expect(down!.count(PALETTE.up)).toBe(0);
  });

  it('has a panel for each of two markets', async () => {
    const other = {
      ...quote,
      symbol: 'BTC-USD',
      label: '比特幣',
      currency: 'USD',
      closes: quote.closes.slice(9),
    };
    expect(points(drawChart({ quotes: [quote, other], ...chinese }).toSvg())).toEqual([60, 51]);
    const made = await makePicture({ kind: 'chart', quotes: [quote, other], ...chinese });
    expect(made).toMatchObject({ width: 1_200, height: 1_080 });
  });

  it('draws a market that did not move', async () => {
    const flat = { ...quote, change: 0, last: 7, closes: quote.closes.map(({ day }) => ({ day, close: 7 })) };
    const made = await makePicture({ kind: 'chart', quotes: [flat], ...english });
    expect((await pixelsOf(made.bytes)).count(PALETTE.even)).toBeGreaterThan(2_000);
  });

  it('is none where there is too little to show', async () => {
    const young = { ...quote, closes: quote.closes.slice(0, 4) };
    await expect(makePicture({ kind: 'chart', quotes: [young], ...english })).rejects.toMatchObject({
      error: 'nothing_to_show',
    });
  });

  it('has axes with round ticks that span all values', () =>
    fc.assert(
      fc.property(fc.array(fc.double({ min: 1e-6, max: 1e7, noNaN: true }), { minLength: 1 }), (values) => {
        const { from, to, ticks } = niceScale(values, 4);
        expect(from).toBeLessThanOrEqual(Math.min(...values));
        expect(to).toBeGreaterThanOrEqual(Math.max(...values));
        expect(ticks.length).toBeGreaterThanOrEqual(2);
        expect(ticks.length).toBeLessThanOrEqual(9);
      }),
    ));
});

describe('the card', () => {
  it('has title and points in ink, and leaves its margins alone', async () => {
    const made = await makePicture({ kind: 'card', ...card });
    expect(made).toMatchObject({ extension: 'png', width: 1_200, height: 675 });
    const seen = await pixelsOf(made.bytes);
    expect(seen.ink(TITLE)).toBeGreaterThan(0.03);
    expect(seen.ink(POINTS)).toBeGreaterThan(0.02);
    expect(seen.ink({ left: 1_130, top: 0, width: 70, height: 675 })).toBe(0);
    expect(seen.ink({ left: 30, top: 0, width: 40, height: 675 })).toBe(0);
  });

  it('stays within its margins whatever the title', async () => {
    const titles = [
      '長'.repeat(200),
      'W'.repeat(300),
      'Rindfleischetikettierungsüberwachungs'.repeat(4),
      'A b '.repeat(90),
    ];
    for (const title of titles) {
      const seen = await pixelsOf((await makePicture({ kind: 'card', ...card, title })).bytes);
      expect(seen.ink({ left: 1_130, top: 0, width: 70, height: 675 })).toBe(0);
      expect(seen.ink(TITLE)).toBeGreaterThan(0.02);
    }
  });

  it('leaves out points that there is no room for, and those without shapes', () => {
    const long = '水務署指一條直徑900毫米鹹水管爆裂，'.repeat(4);
    const one = drawCard({ ...card, points: [long] }).toSvg().length;
    expect(drawCard({ ...card, points: Array.from({ length: 12 }, () => long) }).toSvg().length).toBeLessThan(
      one * 4,
    );
    expect(drawCard({ ...card, points: [card.points[0]!, '한국'] }).toSvg()).toBe(
      drawCard({ ...card, points: [card.points[0]!] }).toSvg(),
    );
  });

  it('has figures as an infographic', async () => {
    const { points: _, ...frame } = card;
    const figures = [
      { value: '900毫米', caption: '爆裂水管直徑' },
      { value: '12', caption: '人獲救' },
    ];
    const made = await makePicture({ kind: 'infographic', ...frame, figures });
    const seen = await pixelsOf(made.bytes);
    for (const left of [100, 640])
      expect(seen.count(PALETTE.paper, { left, top: 300, width: 400, height: 220 })).toBeGreaterThan(30_000);
    expect(() => drawInfographic({ ...frame, figures: [] })).toThrow('no figure');
  });

  it('has no reference to anything outside, and no text that could be markup', () => {
    const svg = drawCard({
      ...card,
      title: '<script>alert(1)</script> & "x"',
      masthead: '<image href="http://x"/>',
    }).toSvg();
    expect(svg).not.toMatch(/<(?:script|image|text|use|style|foreignObject)|href|url\(/);
  });
});

describe('letters', () => {
  const CELL = 120;
  /** Each character alone, as black on white. */
  async function cells(text: string): Promise<{ ink: number[]; pictures: string[] }> {
    const characters = [...text];
    const sheet = new Sheet(CELL * characters.length, CELL, '#ffffff');
    characters.forEach((character, n) =>
      sheet.text(character, n * CELL + 10, 95, { size: 96, colour: '#000000' }),
    );
    const seen = await pixelsOf(Buffer.from(sheet.toSvg()));
    const regions = characters.map((_, n) => ({ left: n * CELL, top: 0, width: CELL, height: CELL }));
    return { ink: regions.map((it) => seen.ink(it)), pictures: regions.map((it) => seen.cut(it)) };
  }

  it('of Chinese as Hong Kong writes it are really drawn: each has its own shape, none is an empty box', async () => {
    const { ink, pictures } = await cells('香港運輸署嘅喺咗啲冧嚟瞓揸攞孭衛裏峯');
    for (const share of ink) expect(share).toBeGreaterThan(0.05);
    // Tofu looks the same whatever it stands for.
    expect(new Set(pictures).size).toBe(pictures.length);
  });

  it('of Latin, Greek and Cyrillic names are drawn', async () => {
    const { ink, pictures } = await cells('ŁğşčŽșΩЖ₿£€');
    for (const share of ink) expect(share).toBeGreaterThan(0.02);
    expect(new Set(pictures).size).toBe(pictures.length);
  });

  it('that none of the fonts has are told, not drawn', async () => {
    expect(face('bold').missing('香港한국简')).toEqual(['한', '국', '简']);
    await expect(makePicture({ kind: 'card', ...card, title: '한국 선거' })).rejects.toMatchObject({
      error: 'missing_glyph',
      message: 'there is no shape for 한 (U+D55C)',
    });
  });

  it('leave pictographs and invisible marks out', () => {
    expect(drawable('🔥 Breaking\u200b: 紅\ufe0f隧 🇭🇰\n⚠️ e\u0301nd\u202e')).toBe('Breaking: 紅隧 énd');
  });

  const SAMPLES = [
    '香港',
    '，',
    '「',
    '」',
    '。',
    'word ',
    'a',
    ' ',
    '12.5%',
    '—',
    'Łódź ',
    'WWWWWWWWWWWWWWWWWWWW',
  ];
  it('never leave their line, and no line is lost', () =>
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...SAMPLES), { minLength: 1, maxLength: 40 }),
        fc.integer({ min: 120, max: 900 }),
        fc.boolean(),
        (pieces, width, balance) => {
          const text = drawable(pieces.join(''));
          const letters = face('regular');
          const room = {
            width,
            lines: 100,
            sizes: [40] as [number],
            ...(balance && { balance: true as const }),
          };
          const { lines } = fit(text, letters, room);
          for (const line of lines) expect(letters.width(line, 40)).toBeLessThanOrEqual(width);
          expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
        },
      ),
      { numRuns: 60 },
    ));

  it('begin no line with a closing mark and end none with an opening one', () => {
    const text = '運輸署說「隧道封閉」，水務署說「搶修中」；消防處說「無人受傷」。'.repeat(3);
    for (let width = 200; width < 700; width += 37)
      for (const line of fit(text, face('regular'), { width, lines: 99, sizes: [40] }).lines) {
        expect(line).not.toMatch(/^[，。；」]/);
        expect(line).not.toMatch(/「$/);
      }
  });

  it('that do not fit even when small end in an ellipsis', () => {
    const { lines, size } = fit('One long line of words that goes on'.repeat(5), face('regular'), {
      width: 300,
      lines: 2,
      sizes: [40, 30],
    });
    expect(size).toBe(30);
    expect(lines).toHaveLength(2);
    expect(lines[1]).toMatch(/\w…$/);
  });
});
