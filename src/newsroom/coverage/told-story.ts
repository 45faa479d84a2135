/**
 * What a desk has told, or is not to tell, of a happening. Selection and the line judge by the same times and titles, so
 * that nothing is offered which would be refused.
 */
import { tokens } from '../../text/tokens.ts';
import type { PublishedStory } from '../story-book.ts';

/** A page with a shorter title has that of its column. */
const LEAST_TOKENS = 4;
/** What was posted within this time is not posted again. */
export const REPEAT_MS = 24 * 3_600_000;
/** What was killed within this time is not written again, unless an editor orders it. */
export const KILLED_MS = 48 * 3_600_000;

export interface ToldStory {
  readonly kind: 'posted' | 'killed' | 'waiting';
  readonly title: string;
  readonly url: string;
  /** In all languages and spellings that are known: its own, and those of its sources. */
  readonly titles: readonly string[];
  /** What its sources say; absent where that is not kept. */
  readonly text?: string;
  /** Who killed it. */
  readonly by?: string;
}

/** Its own title, and those of the pages that it was written from. */
export function titlesOf({ title, pack }: Pick<PublishedStory, 'title' | 'pack'>): string[] {
  const pages = pack.sources
    .filter((source) => source.usable && source.kind !== 'market')
    .map((source) => source.title);
  return [...new Set([title, ...pages.filter((page) => tokens(page).length >= LEAST_TOKENS)])];
}

/** What its sources say, those of market data left out. */
export function textOf({ pack }: Pick<PublishedStory, 'pack'>): string {
  const told = pack.sources.filter((source) => source.usable && source.kind !== 'market');
  // Each opens with what it is about.
  return told.map(({ title, text }) => `${title}\n${text.slice(0, OPENING)}`).join('\n');
}

const OPENING = 1_500;
