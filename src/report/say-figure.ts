/** What a chart shows, in a sentence. Pure. */
import { sayDuration } from '../time/duration.ts';
import type { Locale } from '../time/locale.ts';
import { hasSomething, nameOf } from './charted.ts';
import type { Charted } from './charted.ts';
import { reportWords } from './report-words.ts';
import type { ReportWords } from './report-words.ts';

/** So many parts of a sum are named. */
const MOST_PARTS = 5;
const UNIT_MS: Readonly<Record<string, number>> = { seconds: 1_000, minutes: 60_000 };

export function sayFigure(figure: Charted, locale: Locale): string {
  const words = reportWords[locale];
  if (!hasSomething(figure)) return words.noneOf(words.charts[figure.id] ?? figure.id);
  switch (figure.id) {
    case 'items': {
      const [first] = sumsIn(figure);
      const name = first === undefined ? '' : nameOf(first.name, words);
      return words.items(numberIn(total(figure), locale), name, numberIn(first?.sum ?? 0, locale));
    }
    case 'outcomes':
      return words.stories(numberIn(total(figure), locale), parts(figure, words, locale));
    case 'categories':
      return words.categories(parts(figure, words, locale));
    case 'doubts':
      return words.claims(numberIn(total(figure), locale), parts(figure, words, locale));
    case 'tokens':
      return words.tokens(numberIn(total(figure), locale), parts(figure, words, locale));
    case 'cost':
      return words.cost(numberIn(total(figure), locale, 4), parts(figure, words, locale, 4));
    default:
      return saySpread(figure, words, locale);
  }
}

/** Of a median and a largest value a day. */
function saySpread(figure: Charted, words: ReportWords, locale: Locale): string {
  const valuesOf = (name: string) =>
    (figure.series.find((one) => one.name === name)?.values ?? []).filter((value) => value !== null);
  const long = (value: number) => sayDuration(value * (UNIT_MS[figure.unit] ?? 1), locale);
  const medians = valuesOf('median');
  const [least, most] = [long(Math.min(...medians)), long(Math.max(...medians))];
  const span = least === most ? least : words.span(least, most);
  const worst = long(Math.max(...valuesOf('worst')));
  if (figure.id === 'lateness' && worst === long(0)) return words.onTime;
  return figure.id === 'pace' ? words.pace(span, worst) : words.lateness(span, worst);
}

function parts(figure: Charted, words: ReportWords, locale: Locale, digits = 0): string {
  const sums = sumsIn(figure).filter(({ sum }) => sum > 0);
  const rest = sums.slice(MOST_PARTS).reduce((all, { sum }) => all + sum, 0);
  const named = sums.slice(0, MOST_PARTS).map(({ name, sum }) => ({ name: nameOf(name, words), sum }));
  const others = rest > 0 ? [{ name: nameOf('others', words), sum: rest }] : [];
  return [...named, ...others]
    .map(({ name, sum }) => words.part(name, numberIn(sum, locale, digits)))
    .join(words.and);
}

/** The series with their sums, largest first. */
function sumsIn({ series }: Charted): { readonly name: string; readonly sum: number }[] {
  return series
    .map(({ name, values }) => ({ name, sum: values.reduce<number>((all, value) => all + (value ?? 0), 0) }))
    .sort((a, b) => b.sum - a.sum);
}

function total(figure: Charted): number {
  return sumsIn(figure).reduce((all, { sum }) => all + sum, 0);
}

function numberIn(value: number, locale: Locale, digits = 0): string {
  const tag = { en: 'en-GB', zh: 'zh-HK' }[locale];
  return new Intl.NumberFormat(tag, { maximumFractionDigits: digits }).format(value);
}
