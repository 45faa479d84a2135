/** What a story's pictures should show, with their descriptions. */
import { categoryLabel } from '../edition/category-label.ts';
import type { Edition } from '../edition/edition.ts';
import type { WrittenStory } from '../model/story-assets.ts';
import type { Figure } from './draw/card.ts';
import { amount, moment, signedChange } from './market/market-words.ts';
import type { StudioWork } from './studio-work.ts';

export interface WantedPicture {
  readonly work: Exclude<StudioWork, { kind: 'figures' }>;
  readonly alt: string;
  readonly credit: string;
}

export type Newsroom = Pick<Edition, 'title' | 'language' | 'zone' | 'categories'>;

/** How many outlets a card's footer names. */
const MOST_OUTLETS = 4;

/** The chart of a story's market snapshot; undefined without one. */
export function wantedChart(
  { market }: WrittenStory,
  { language, zone }: Newsroom,
): WantedPicture | undefined {
  const quotes = market?.quotes ?? [];
  if (quotes.length === 0) return undefined;
  const seen = quotes.map((quote) => {
    const { label, closes, asOfMs, currency } = quote;
    const last = amount(quote.last, currency, language);
    const before = amount(quote.previousClose, currency, language);
    const when = moment(asOfMs, zone, language);
    return language === 'en'
      ? `Line chart of ${label}, ${closes.length} daily closes: last ${last}, ${signedChange(quote)} from ${before}, as of ${when}.`
      : `${label}走勢圖，${closes.length}個交易日收市價：最新${last}，較前收市${before}變動${signedChange(quote)}，截至${when}。`;
  });
  return {
    work: { kind: 'chart', quotes, language, zone },
    alt: seen.join('\n'),
    credit: [...new Set(quotes.map(({ source }) => source))].join(', '),
  };
}

/** A card with up to a few points of the story, and its alternative text. */
export function wantedCard(
  story: WrittenStory,
  newsroom: Newsroom,
  points: readonly string[],
): WantedPicture {
  const words = wordsOf(story, newsroom);
  return { work: { kind: 'card', ...words, points }, ...saidOf(words, points) };
}

/** A picture of figures with captions, and its alternative text. */
export function wantedInfographic(
  story: WrittenStory,
  newsroom: Newsroom,
  figures: readonly Figure[],
): WantedPicture {
  const words = wordsOf(story, newsroom);
  const lines = figures.map(({ value, caption }) => `${value} ${caption}`);
  return { work: { kind: 'infographic', ...words, figures }, ...saidOf(words, lines) };
}

type Words = ReturnType<typeof wordsOf>;

function wordsOf({ category, title, sources }: WrittenStory, newsroom: Newsroom) {
  const { title: masthead, language } = newsroom;
  const usable = sources.filter((source) => source.usable);
  const outlets = [...new Set(usable.map(({ outlet }) => outlet))].slice(0, MOST_OUTLETS);
  const label = categoryLabel(category, newsroom);
  return { category, label, title, outlets, masthead, language };
}

function saidOf({ label, title, outlets }: Words, lines: readonly string[]): { alt: string; credit: string } {
  return { alt: [`${label}: ${title}`, ...lines].join('\n'), credit: outlets.join(', ') };
}
