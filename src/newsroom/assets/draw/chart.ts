/**
 * The 60-day chart of a snapshot's quotes, one panel each: closes as a line, the last price as a dot, its time, and
 * the data's source.
 */
import type { MarketQuote } from '../../model/market-snapshot.ts';
import { city, dayInWords, moment, price, signedChange } from '../market/market-words.ts';
import { PictureFailed } from '../picture-failed.ts';
import { evenly, niceScale, tickText } from './axis.ts';
import { round, type Box } from './marks.ts';
import { PALETTE } from './palette.ts';
import { Sheet } from './sheet.ts';
import type { WrittenLanguage } from '../../../time/locale.ts';

export interface ChartWork {
  readonly quotes: readonly MarketQuote[];
  readonly language: WrittenLanguage;
  readonly zone: string;
}

const WIDTH = 1_200;
const MARGIN = 56;
const PANEL = { alone: 675, shared: 540 } as const;
const LEAST_CLOSES = 5;

/**
 * Draw the chart.
 * @throws PictureFailed when there is too little to show.
 */
export function drawChart({ quotes, language, zone }: ChartWork): Sheet {
  const shown = quotes.filter(({ closes }) => closes.length >= LEAST_CLOSES);
  if (shown.length === 0) throw new PictureFailed('nothing_to_show', `no market has ${LEAST_CLOSES} closes`);
  const height = shown.length === 1 ? PANEL.alone : PANEL.shared;
  const sheet = new Sheet(WIDTH, height * shown.length, PALETTE.paper);
  shown.forEach((quote, at) => {
    if (at > 0) sheet.rect(MARGIN, at * height, WIDTH - 2 * MARGIN, 2, PALETTE.line);
    drawPanel(sheet, quote, at * height, height, { language, zone });
  });
  return sheet;
}

type Readers = Omit<ChartWork, 'quotes'>;

function drawPanel(sheet: Sheet, quote: MarketQuote, top: number, height: number, readers: Readers): void {
  drawHead(sheet, quote, top, readers.language);
  drawPlot(
    sheet,
    quote,
    { left: MARGIN, right: WIDTH - 150, top: top + 170, bottom: top + height - 112 },
    readers,
  );
  drawFoot(sheet, quote, top + height, readers);
}

function drawHead(sheet: Sheet, quote: MarketQuote, top: number, language: WrittenLanguage): void {
  const right = WIDTH - MARGIN;
  const colour = colourOf(quote);
  sheet.block(quote.label, MARGIN, top + 44, {
    width: 640,
    lines: 1,
    sizes: [46, 40, 34],
    weight: 'bold',
    colour: PALETTE.ink,
    leading: 1.2,
  });
  const sessions = quote.closes.length;
  const what =
    language === 'en'
      ? `Daily closes, last ${sessions} sessions · ${unit(quote, language)}`
      : `最近${sessions}個交易日收市價 · ${unit(quote, language)}`;
  sheet.text(what, MARGIN, top + 128, { size: 24, colour: PALETTE.quiet });
  sheet.text(price(quote.last), right, top + 86, {
    size: 50,
    weight: 'bold',
    colour: PALETTE.ink,
    anchor: 'end',
  });
  const style = { size: 30, weight: 'bold', colour, anchor: 'end' } as const;
  const width = sheet.text(signedChange(quote), right, top + 130, style);
  drawArrow(sheet, right - width - 30, top + 120, quote.change, colour);
}

/** Up and down differ in shape, sign and colour. */
function drawArrow(sheet: Sheet, x: number, y: number, change: number, fill: string): void {
  if (change === 0) return;
  const [foot, tip] = change > 0 ? [y + 8, y - 12] : [y - 10, y + 10];
  sheet.path(`M${x} ${foot}h22L${x + 11} ${tip}Z`, { fill });
}

function drawPlot(sheet: Sheet, quote: MarketQuote, box: Box, { language }: Readers): void {
  const values = [...quote.closes.map(({ close }) => close), quote.last];
  const scale = niceScale(values, 4);
  const x = (at: number) => round(box.left + (at / (values.length - 1)) * (box.right - box.left));
  const y = (value: number) =>
    round(box.bottom - ((value - scale.from) / (scale.to - scale.from)) * (box.bottom - box.top));
  for (const tick of scale.ticks) {
    sheet.rect(box.left, y(tick) - 1, box.right - box.left, 2, PALETTE.line);
    sheet.text(tickText(tick, scale), box.right + 16, y(tick) + 8, {
      size: 22,
      colour: PALETTE.quiet,
    });
  }
  const days = [...quote.closes.map(({ day }) => day), quote.day];
  for (const at of evenly(days.length, 6)) {
    const anchor = at === 0 ? 'start' : at === days.length - 1 ? 'end' : 'middle';
    const label = dayInWords(days[at] ?? '', language, 'short');
    sheet.text(label, x(at), box.bottom + 36, { size: 22, colour: PALETTE.quiet, anchor });
  }
  drawLine(sheet, quote, { x, y, bottom: box.bottom });
}

function drawLine(
  sheet: Sheet,
  quote: MarketQuote,
  { x, y, bottom }: { x: (at: number) => number; y: (value: number) => number; bottom: number },
): void {
  const colour = colourOf(quote);
  const { closes, last } = quote;
  const line = closes.map(({ close }, at) => `${at === 0 ? 'M' : 'L'}${x(at)} ${y(close)}`).join('');
  const end = closes.length;
  const close = closes.at(-1)?.close ?? last;
  sheet.path(`${line}L${x(end)} ${y(last)}V${bottom}H${x(0)}Z`, { fill: colour, opacity: 0.1 });
  sheet.path(line, { stroke: colour, width: 4 });
  sheet.path(`M${x(end - 1)} ${y(close)}L${x(end)} ${y(last)}`, { stroke: colour, width: 4, dash: '1 9' });
  sheet.circle(x(end), y(last), 12, PALETTE.paper);
  sheet.circle(x(end), y(last), 9, colour);
}

function drawFoot(sheet: Sheet, quote: MarketQuote, bottom: number, { language, zone }: Readers): void {
  const when = moment(quote.asOfMs, zone, language);
  const said =
    language === 'en' ? `As of ${when} (${city(zone, language)})` : `截至${city(zone, language)}時間${when}`;
  const source = language === 'en' ? `Source: ${quote.source}` : `資料來源：${quote.source}`;
  sheet.text(said, MARGIN, bottom - 30, { size: 22, colour: PALETTE.quiet });
  sheet.text(source, WIDTH - MARGIN, bottom - 30, { size: 22, colour: PALETTE.quiet, anchor: 'end' });
}

function unit({ currency }: MarketQuote, language: WrittenLanguage): string {
  if (currency !== 'points') return currency;
  return language === 'en' ? 'points' : '點';
}

function colourOf({ change }: MarketQuote): string {
  return change > 0 ? PALETTE.up : change < 0 ? PALETTE.down : PALETTE.even;
}
