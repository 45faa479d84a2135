/**
 * A page of charts: bars or lines over days or hours, each with a title, a legend and axes. It is as wide as a phone
 * shows a picture, so that its smallest letters can be read there.
 */
import { scaleFromZero, tickText, type Scale } from './axis.ts';
import { barMarks, labelledPoints, lineMarks, middleOf, mostOf, type Box } from './marks.ts';
import { PALETTE, seriesColour } from './palette.ts';
import { face, Sheet } from './sheet.ts';
import { drawable } from './typeface.ts';

export interface FiguresWork {
  readonly title: string;
  /** What it covers, in a line. */
  readonly line: string;
  readonly panels: readonly FiguresPanel[];
}

export interface FiguresPanel {
  readonly title: string;
  readonly unit: string;
  /** Bars are parts of a sum. */
  readonly shape: 'bars' | 'lines';
  /** Its numbers are counts, without decimals. */
  readonly isCounted: boolean;
  /** One for each point. */
  readonly labels: readonly string[];
  readonly series: readonly FiguresSeries[];
  /** Shown in place of a plot that has nothing to show. */
  readonly none: string;
}

export interface FiguresSeries {
  readonly name: string;
  readonly values: readonly (number | null)[];
}

const WIDTH = 900;
const MARGIN = 40;
const HEAD = 118;
const PLOT = 230;
const NONE = 90;
const SMALL = 25;
const LEGEND_ROW = 38;
const TICKS = 4;
/** So many points have their sums above the bars. */
const MOST_SUMS = 16;

/** Draw the page; its height follows from its panels. */
export function drawFigures({ title, line, panels }: FiguresWork): Sheet {
  const laid = panels.map((panel) => ({ panel, legend: legendOf(panel), height: 0 }));
  for (const one of laid) one.height = heightOf(one.panel, one.legend);
  const height = laid.reduce((sum, one) => sum + one.height, HEAD);
  const sheet = new Sheet(WIDTH, height, PALETTE.paper);
  const head = { width: WIDTH - 2 * MARGIN, lines: 1, leading: 1.2 } as const;
  sheet.block(shown(title), MARGIN, 26, { ...head, sizes: [44, 38], weight: 'bold', colour: PALETTE.ink });
  sheet.block(shown(line), MARGIN, 78, { ...head, sizes: [SMALL], colour: PALETTE.quiet });
  let top = HEAD;
  for (const { panel, legend, height: own } of laid) {
    sheet.rect(MARGIN, top, WIDTH - 2 * MARGIN, 2, PALETTE.line);
    drawPanel(sheet, panel, legend, top);
    top += own;
  }
  return sheet;
}

interface LegendEntry {
  readonly name: string;
  readonly series: number;
  readonly x: number;
  readonly row: number;
}

const TITLE = 92;
const LABELS = 62;

function heightOf(panel: FiguresPanel, legend: readonly LegendEntry[]): number {
  if (isEmpty(panel)) return TITLE + NONE;
  return TITLE + rowsOf(legend) * LEGEND_ROW + 28 + PLOT + LABELS;
}

function rowsOf(legend: readonly LegendEntry[]): number {
  return Math.max(0, ...legend.map(({ row }) => row + 1));
}

/** A line may lie at zero; bars of nothing can't be seen. */
function isEmpty({ series, shape }: FiguresPanel): boolean {
  return series.every(({ values }) =>
    values.every(shape === 'bars' ? (value) => !value : (value) => value === null),
  );
}

/** The names in rows, from left to right. */
function legendOf({ series }: FiguresPanel): LegendEntry[] {
  const letters = face('regular');
  const most = WIDTH - 2 * MARGIN;
  const entries: LegendEntry[] = [];
  let [x, row] = [0, 0];
  series.forEach(({ name: given }, n) => {
    const name = cut(shown(given), most / 2);
    const width = 34 + letters.width(name, SMALL) + 30;
    if (x > 0 && x + width - 30 > most) [x, row] = [0, row + 1];
    entries.push({ name, series: n, x: MARGIN + x, row });
    x += width;
  });
  return entries;
}

function drawPanel(
  sheet: Sheet,
  panel: FiguresPanel,
  legend: readonly LegendEntry[],
  panelTop: number,
): void {
  const { title, unit, labels, series, shape, isCounted, none } = panel;
  const quiet = { size: SMALL, colour: PALETTE.quiet } as const;
  const unitWidth = sheet.text(shown(unit), WIDTH - MARGIN, panelTop + 58, { ...quiet, anchor: 'end' });
  sheet.block(shown(title), MARGIN, panelTop + 26, {
    ...{ width: WIDTH - 2 * MARGIN - unitWidth - 24, lines: 1, sizes: [34, 30, 26] },
    ...{ weight: 'bold', colour: PALETTE.ink, leading: 1.2 },
  });
  if (isEmpty(panel)) {
    sheet.text(shown(none), MARGIN, panelTop + TITLE + 34, quiet);
    return;
  }
  for (const { name, series: n, x, row } of legend) {
    const y = panelTop + TITLE + row * LEGEND_ROW;
    sheet.rect(x, y, 22, 22, seriesColour(n), 4);
    sheet.text(name, x + 34, y + 20, { size: SMALL, colour: PALETTE.text });
  }
  const top = panelTop + TITLE + rowsOf(legend) * LEGEND_ROW + 28;
  const scale = scaleFromZero(mostOf(series, labels.length, shape), TICKS, isCounted);
  const numbers = scale.ticks.map((tick) => labelOf(tick, scale));
  const widest = Math.max(...numbers.map((text) => face('regular').width(text, SMALL)));
  const box = { left: MARGIN + widest + 16, right: WIDTH - MARGIN, top, bottom: top + PLOT };
  scale.ticks.forEach((tick, at) => {
    const y = box.bottom - (tick / scale.to) * PLOT;
    sheet.rect(box.left, y - 1, box.right - box.left, 2, tick === 0 ? PALETTE.quiet : PALETTE.line);
    sheet.text(numbers[at] ?? '', box.left - 14, y + 9, { ...quiet, anchor: 'end' });
  });
  if (shape === 'bars') drawBars(sheet, panel, box, scale);
  else drawLines(sheet, panel, box, scale);
  drawLabels(sheet, labels, box);
}

function drawBars(sheet: Sheet, { series, labels }: FiguresPanel, box: Box, scale: Scale): void {
  const marks = barMarks(series, labels.length, box, scale.to);
  for (const { series: n, x, y, width, height } of marks)
    sheet.rect(x, y, width, Math.max(height, 1), seriesColour(n));
  if (labels.length > MOST_SUMS) return;
  labels.forEach((_, at) => {
    const sum = series.reduce((all, { values }) => all + (values[at] ?? 0), 0);
    const tops = marks.filter(({ point }) => point === at).map(({ y }) => y);
    if (sum === 0 || tops.length === 0) return;
    const style = { size: 22, weight: 'bold', colour: PALETTE.text, anchor: 'middle' } as const;
    sheet.text(sumText(sum), middleOf(at, labels.length, box), Math.min(...tops) - 8, style);
  });
}

function drawLines(sheet: Sheet, { series, labels }: FiguresPanel, box: Box, scale: Scale): void {
  for (const { series: n, path, dots } of lineMarks(series, labels.length, box, scale.to)) {
    sheet.path(path, { stroke: seriesColour(n), width: 4 });
    for (const { x, y } of dots) sheet.circle(x, y, 7, seriesColour(n));
  }
}

function drawLabels(sheet: Sheet, labels: readonly string[], box: Box): void {
  const texts = labels.map(shown);
  const widths = texts.map((text) => face('regular').width(text, SMALL));
  const room = { from: MARGIN / 2, to: WIDTH - MARGIN / 2, gap: 20 };
  for (const { point, x } of labelledPoints(widths, box, room))
    sheet.text(texts[point] ?? '', x, box.bottom + 40, {
      ...{ size: SMALL, colour: PALETTE.quiet, anchor: 'middle' },
    });
}

/** Thousands in short. */
function labelOf(tick: number, scale: Scale): string {
  return (scale.ticks.at(-1) ?? 0) >= 10_000 ? shortNumber(tick) : tickText(tick, scale);
}

function sumText(sum: number): string {
  if (sum >= 10_000) return shortNumber(sum);
  return new Intl.NumberFormat('en-GB', { maximumSignificantDigits: sum < 10 ? 2 : 4 }).format(sum);
}

function shortNumber(value: number): string {
  return new Intl.NumberFormat('en-GB', { notation: 'compact', maximumSignificantDigits: 3 }).format(value);
}

/** What can be drawn of a name that a feed or a person gave: characters that no font has are left out. */
function shown(text: string): string {
  const plain = drawable(text);
  const missing = new Set(face('regular').missing(plain));
  return missing.size === 0 ? plain : drawable([...plain].filter((one) => !missing.has(one)).join('')) || '?';
}

function cut(name: string, most: number): string {
  const letters = face('regular');
  if (letters.width(name, SMALL) <= most) return name;
  const characters = [...name];
  while (characters.length > 1 && letters.width(`${characters.join('')}…`, SMALL) > most) characters.pop();
  return `${characters.join('').trimEnd()}…`;
}
