/**
 * What became of a followed story: whether the links that came in since it was told say anything new. A pure function
 * of what was told and of the pool's events.
 *
 * New is a development of its event that nothing was told of, or a link with an amount or a name that nothing told so
 * far has. The same news in another outlet's words is not, though it is still being written.
 */
import { amountsIn } from '../../text/amounts.ts';
import type { Amount } from '../../text/amounts.ts';
import { namesIn } from '../../text/names.ts';
import { sameUnit } from '../../text/same-number.ts';
import { linkTime } from '../model/event.ts';
import type { Link, NewsEvent } from '../model/event.ts';
import { urlKey } from '../model/url-key.ts';

/** What a thread has told, or was asked to tell, so far. */
export interface Told {
  readonly urls: readonly string[];
  /** All of it: stories, and what their sources say. */
  readonly texts: readonly string[];
  /** When it was last told: older links are no news. */
  readonly sinceMs: number;
}

export interface Development {
  readonly kind: 'development' | 'more';
  readonly event: NewsEvent;
  /** Not told so far, what says most that is new first. Never empty. */
  readonly links: readonly [Link, ...Link[]];
  /** Amounts and names that are new, as the links have them. */
  readonly news: readonly string[];
}

/** A thread isn't told of more than this in one update: the newest count. */
const MOST_LINKS = 8;

/** @param events the story's own event, and the developments of it. */
export function findDevelopment(
  events: { readonly own: NewsEvent | undefined; readonly developments: readonly NewsEvent[] },
  told: Told,
): Development | undefined {
  const seen = new Set(told.urls.map(keyOf));
  const all = [...(events.own ? [events.own] : []), ...events.developments];
  const ordered = all.flatMap(({ links }) => links.filter(({ key }) => seen.has(key)));
  const known = whatIsKnown([...told.texts, ...ordered.map(textOf)]);
  const fresh = (event: NewsEvent) =>
    event.links
      .filter((link) => !seen.has(link.key) && link.firstSeenAtMs > told.sinceMs)
      .sort((a, b) => linkTime(b) - linkTime(a))
      .slice(0, MOST_LINKS)
      .map((link) => ({ link, news: newIn(link, known) }))
      .sort((a, b) => b.news.length - a.news.length);
  const tell = (kind: Development['kind'], event: NewsEvent): Development[] => {
    const found = fresh(event);
    const news = [...new Set(found.flatMap((one) => one.news))];
    const [first, ...rest] = found.map(({ link }) => link);
    const isUntold = kind === 'development' && !event.links.some(({ key }) => seen.has(key));
    const isNews = isUntold || news.length > 0;
    return first && isNews ? [{ kind, event, links: [first, ...rest], news }] : [];
  };
  const newestFirst = [...events.developments].sort((a, b) => b.updatedAtMs - a.updatedAtMs);
  const found = [
    // What is posted as a story of its own has been told there.
    ...newestFirst.filter(({ status }) => status !== 'posted').flatMap((event) => tell('development', event)),
    ...(events.own ? tell('more', events.own) : []),
  ];
  return found[0];
}

interface Known {
  readonly amounts: readonly Amount[];
  readonly words: string;
}

function whatIsKnown(texts: readonly string[]): Known {
  const whole = texts.join('\n');
  return { amounts: amountsIn(whole), words: plain(whole) };
}

function textOf({ title, description }: Link): string {
  return `${title}. ${description}`;
}

function newIn(link: Link, { amounts, words }: Known): string[] {
  const { title, description } = link;
  const text = textOf(link);
  const figures = amountsIn(text)
    .filter((amount) => !amounts.some((other) => isSame(amount, other)))
    .map((amount) => amount.text.trim());
  // Headlines have capitals of their own: names are looked for in prose, and in titles written like it.
  const prose = isTitleCase(title) ? description : text;
  const names = namesIn(prose).filter((name) => !words.includes(plain(name).trim()));
  return [...new Set([...figures, ...names])];
}

function isSame(a: Amount, b: Amount): boolean {
  return sameUnit(a.unit, b.unit) && Math.abs(a.value - b.value) <= Math.max(a.within, b.within);
}

/** Most of its longer words begin with a capital. */
function isTitleCase(title: string): boolean {
  const words = title.match(/\p{L}[\p{L}'’-]{3,}/gu) ?? [];
  return words.filter((word) => /^\p{Lu}/u.test(word)).length > words.length / 2;
}

function keyOf(url: string): string {
  return urlKey(url) ?? url;
}

function plain(text: string): string {
  return ` ${text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, ' ')} `;
}
