/** A report on the last days: the figures of the charts, as pages to be drawn and as sentences. Pure but for `readFigures`. */
import type { FiguresPanel, FiguresWork } from '../newsroom/assets/draw/figures-page.ts';
import type { Charts } from '../newsroom/views/charts.ts';
import type { Figure, Figures } from '../newsroom/views/figures.ts';
import type { Locale } from '../time/locale.ts';
import { hasSomething, isSpread, nameOf } from './charted.ts';
import type { Charted } from './charted.ts';
import { reportWords } from './report-words.ts';
import type { ReportWords } from './report-words.ts';
import { sayFigure } from './say-figure.ts';
import { dateFormat } from '../time/date-format.ts';

export const MOST_DAYS = 30;
export const WEEK = 7;

export type ReportCharts = Pick<Charts, 'items' | 'stories' | 'runs' | 'models' | 'doubts' | 'pace'>;

export interface ReportPage {
  readonly id: PageId;
  readonly work: FiguresWork;
  /** What its charts show, in sentences. */
  readonly said: string;
}

export interface Report {
  readonly title: string;
  /** A sentence for each chart; one alone where there is nothing at all. */
  readonly lines: readonly ReportLine[];
  /** Those that have something to show. */
  readonly pages: readonly ReportPage[];
}

export interface ReportLine {
  readonly text: string;
  /** The chart's id. */
  readonly chart?: string;
  /** The chart's title, where it has nothing to show. */
  readonly lacks?: string;
}

type PageId = keyof ReportWords['pages'];

/** The charts of each page, by their ids. */
const PAGES: Readonly<Record<PageId, readonly string[]>> = {
  stories: ['outcomes', 'categories'],
  sources: ['items', 'pace'],
  runs: ['lateness', 'doubts'],
  models: ['tokens', 'cost'],
};
const PAGE_IDS = Object.keys(PAGES) as PageId[];

/** Read the charts of the last days; items are of the last 48 hours. */
export async function readFigures(charts: ReportCharts, days: number): Promise<Charted[]> {
  const all: Figures[] = await Promise.all([
    charts.items(),
    ...([charts.stories, charts.runs, charts.models, charts.doubts, charts.pace] as const).map((read) =>
      read.call(charts, days),
    ),
  ]);
  return all.flatMap(({ points, figures }) => figures.map((figure) => ({ ...figure, points })));
}

interface ReportTerms {
  readonly days: number;
  readonly locale: Locale;
  /** In which hours are told. */
  readonly zone: string;
  /** The newsroom's name. */
  readonly masthead: string;
}

export function reportOf(figures: readonly Charted[], { days, locale, zone, masthead }: ReportTerms): Report {
  const words = reportWords[locale];
  const told = new Map(figures.map((figure) => [figure.id, figure]));
  const range = rangeOf(told.get('outcomes')?.points ?? [], locale);
  const title = `${words.title(days)}${{ en: ` (${range})`, zh: `（${range}）` }[locale]}`;
  const full = figures.filter(hasSomething);
  if (full.length === 0) return { title, lines: [{ text: words.nothing }], pages: [] };
  const inOrder = PAGE_IDS.flatMap((id) => PAGES[id]).flatMap((id) => told.get(id) ?? []);
  const lines = inOrder.map((figure) => ({
    chart: figure.id,
    text: sayFigure(figure, locale),
    ...(!hasSomething(figure) && { lacks: words.charts[figure.id] ?? figure.id }),
  }));
  const pages = PAGE_IDS.flatMap((id): ReportPage[] => {
    const shown = PAGES[id].flatMap((chart) => told.get(chart) ?? []);
    if (!shown.some(hasSomething)) return [];
    const panels = shown.map((figure) => panelOf(figure, locale, zone));
    const said = shown.map((figure) => sayFigure(figure, locale)).join(' ');
    return [{ id, said, work: { title: words.pages[id], line: `${range} · ${masthead}`, panels } }];
  });
  return { title, lines, pages };
}

const COUNTED: readonly string[] = ['items', 'stories', 'tokens', 'claims'];
const MOST_MINUTES = 180;

function panelOf(figure: Charted, locale: Locale, zone: string): FiguresPanel {
  const words = reportWords[locale];
  const { unit, series } = scaled(figure);
  return {
    title: words.charts[figure.id] ?? figure.id,
    unit: words.units[unit] ?? unit,
    shape: isSpread(figure) ? 'lines' : 'bars',
    isCounted: COUNTED.includes(figure.unit),
    labels: figure.points.map((point) => labelOf(point, locale, zone)),
    series: series.map(({ name, values }) => ({ name: capital(nameOf(name, words)), values })),
    none: words.none,
  };
}

/** Long times in a larger unit. */
function scaled({ unit, series }: Charted): { readonly unit: string; readonly series: Figure['series'] } {
  const most = Math.max(0, ...series.flatMap(({ values }) => values.map((value) => value ?? 0)));
  const larger = { seconds: 'minutes', minutes: 'hours' }[unit as string];
  if (larger === undefined || most <= MOST_MINUTES) return { unit, series };
  const by60 = (value: number | null) => (value === null ? null : value / 60);
  return { unit: larger, series: series.map(({ name, values }) => ({ name, values: values.map(by60) })) };
}

function capital(name: string): string {
  const [first = '', ...rest] = name;
  return first.toUpperCase() + rest.join('');
}

/** "21–27 November 2026", "28 October – 3 November 2026"; 2026年11月21日至27日. */
function rangeOf(days: readonly string[], locale: Locale): string {
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return '';
  const sameYear = first.slice(0, 4) === last.slice(0, 4);
  const sameMonth = first.slice(0, 7) === last.slice(0, 7);
  const whole = wholeDay(last, locale);
  if (first === last) return whole;
  if (locale === 'zh') {
    const end = sameMonth ? `${Number(last.slice(8))}日` : sameYear ? whole.slice('2026年'.length) : whole;
    return `${wholeDay(first, locale)}至${end}`;
  }
  if (sameMonth) return `${Number(first.slice(8))}–${whole}`;
  const begin = wholeDay(first, locale);
  return `${sameYear ? begin.slice(0, -' 2026'.length) : begin} – ${whole}`;
}

function wholeDay(day: string, locale: Locale): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  if (locale === 'zh') return `${year}年${month}月${date}日`;
  const name = dateFormat('en-GB', { month: 'long', timeZone: 'UTC' });
  return `${date} ${name.format(Date.UTC(year, month - 1, date))} ${year}`;
}

/** "26 Nov", or "26 Nov 14:00" for an hour; 26/11. */
function labelOf(point: string, locale: Locale, zone: string): string {
  const month = { en: 'short', zh: 'numeric' } as const;
  const day = { day: 'numeric', month: month[locale] } as const;
  if (point.length === 10)
    return dateFormat(tagOf(locale), { ...day, timeZone: 'UTC' }).format(new Date(`${point}T12:00:00Z`));
  const at = new Date(point);
  const date = dateFormat(tagOf(locale), { ...day, timeZone: zone }).format(at);
  const hour = dateFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: zone });
  return `${date} ${hour.format(at)}`;
}

function tagOf(locale: Locale): string {
  return { en: 'en-GB', zh: 'zh-HK' }[locale];
}
