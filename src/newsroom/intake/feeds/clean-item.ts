/** An item of a feed, as its author wrote it, to one that the newsroom can use: plain, bounded, absolute, in UTC. */
import { shortenAtWord } from '../../../text/shorten.ts';
import { withoutLinks } from '../../../text/without-links.ts';
import type { FeedItem, ItemProblem, RawItem } from './feed.ts';
import { parseFeedDate } from '../../../text/feed-date.ts';
import { plainText } from './plain-text.ts';
import { parseUrl } from '../../../text/parse-url.ts';

/** Longer summaries are cut at a word: an article in full is extraction's work. */
export const SUMMARY_CHARACTERS = 1_000;
const TITLE_CHARACTERS = 500;
export const NAME_CHARACTERS = 200;
/** Longer addresses, ids and dates are none. */
const URL_CHARACTERS = 4_000;
const DATE_CHARACTERS = 100;
/** Clocks differ, and zones are forgotten: so far ahead of now a date may be. */
const AHEAD_MS = 24 * 3_600_000;

/** `base` is what relative links count from where the item says nothing else. */
export function cleanItem(item: RawItem, base: string, nowMs?: number): FeedItem {
  const url = absoluteUrl(item.link, item.base || base);
  // A headline and a name have no links: wherever they are told, nobody is to follow one.
  const whole = plainText(item.title);
  const cut = shortenAtWord(whole, TITLE_CHARACTERS);
  const title = withoutLinks(cut);
  const dates = datesOf(item);
  const outlet = withoutLinks(shortenAtWord(plainText(item.outlet), NAME_CHARACTERS));
  const id = item.id.trim();
  const at = dates.publishedAtMs ?? dates.updatedAtMs;
  const problems: ItemProblem[] = [];
  if (title === '') problems.push('no_title');
  else if (cut !== whole) problems.push('long_title');
  if (url === '') problems.push(item.link.trim() === '' ? 'no_link' : 'bad_link');
  if (at === undefined && (item.published || item.updated) !== '') problems.push('bad_date');
  if (at !== undefined && nowMs !== undefined && at > nowMs + AHEAD_MS) problems.push('future_date');
  return {
    id: (id.length <= URL_CHARACTERS && id) || url || title,
    title,
    url,
    summary: shortenAtWord(plainText(item.summary), SUMMARY_CHARACTERS),
    ...dates,
    ...(outlet !== '' && { outlet }),
    ...(problems.length > 0 && { problems }),
  };
}

interface Dates {
  readonly publishedAtMs?: number;
  readonly updatedAtMs?: number;
}

/** Dates that can't be read are left out. */
export function datesOf(written: Pick<RawItem, 'published' | 'updated'>): Dates {
  const published = dateOf(written.published);
  const updated = dateOf(written.updated);
  return {
    ...(published !== undefined && { publishedAtMs: published }),
    ...(updated !== undefined && { updatedAtMs: updated }),
  };
}

/** A date of a feed in ms since the epoch; undefined for one that can't be read, or is too long to be one. */
export function dateOf(written: string): number | undefined {
  return written.length > DATE_CHARACTERS ? undefined : parseFeedDate(written);
}

/**
 * An http or https address without a password; empty where `link` is none. Relative ones count from `base`, which may
 * be empty.
 */
export function absoluteUrl(link: string, base: string): string {
  const written = link.length > URL_CHARACTERS ? '' : link.replace(/\s+/g, '');
  const url = written === '' ? undefined : parseUrl(written, base || undefined);
  if (!url) return '';
  const isOpen = url.username === '' && url.password === '';
  return isOpen && (url.protocol === 'http:' || url.protocol === 'https:') ? url.href : '';
}
