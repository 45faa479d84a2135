/**
 * Decides whether links that came in since a followed story was last reported say anything new. A pure function of
 * what was reported and of the pool's events.
 *
 * New means a development that was not reported, or a link with an amount or name that occurs in nothing reported so
 * far. The same news in another outlet's words isn't new.
 */
import { amountsIn } from '../../text/amounts.ts';
import type { Amount } from '../../text/amounts.ts';
import { mentions } from '../../text/mentions.ts';
import { namesIn } from '../../text/names.ts';
import { sameUnit } from '../../text/same-number.ts';
import { linkTime } from '../model/event.ts';
import type { Link, NewsEvent } from '../model/event.ts';
import { urlKey } from '../model/url-key.ts';

/** What a thread has reported, or was ordered to report. */
export interface Told {
  readonly urls: readonly string[];
  /** The texts of the stories and of their sources. */
  readonly texts: readonly string[];
  /** When it was last reported; older links are ignored. */
  readonly sinceMs: number;
  /** When the story itself was reported; older links are ignored of a development that is not told at all. */
  readonly fromMs: number;
}

export interface Development {
  readonly kind: 'development' | 'more';
  readonly event: NewsEvent;
  /** Unreported links, most informative first. Never empty. */
  readonly links: readonly [Link, ...Link[]];
  /** New amounts and names, as in the links. */
  readonly news: readonly string[];
}

/** The most links of one update; the newest count. */
const MOST_LINKS = 8;

/** @param events the story's own event, and its developments */
export function findDevelopment(
  events: { readonly own: NewsEvent | undefined; readonly developments: readonly NewsEvent[] },
  told: Told,
): Development | undefined {
  const seen = new Set(told.urls.map(keyOf));
  const all = [...(events.own ? [events.own] : []), ...events.developments];
  const ordered = all.flatMap(({ links }) => links.filter(({ key }) => seen.has(key)));
  const known = whatIsKnown([...told.texts, ...ordered.map(textOf)]);
  const fresh = (event: NewsEvent, sinceMs: number) =>
    event.links
      .filter((link) => !seen.has(link.key) && link.firstSeenAtMs > sinceMs)
      .sort((a, b) => linkTime(b) - linkTime(a))
      .slice(0, MOST_LINKS)
      .map((link) => ({ link, news: newIn(link, known) }))
      .sort((a, b) => b.news.length - a.news.length);
  const developmentOf = (kind: Development['kind'], event: NewsEvent): Development[] => {
    const isUntold = kind === 'development' && !event.links.some(({ key }) => seen.has(key));
    // An update of another development may have come first.
    const found = fresh(event, isUntold ? told.fromMs : told.sinceMs);
    const news = [...new Set(found.flatMap((one) => one.news))];
    const [first, ...rest] = found.map(({ link }) => link);
    const isNews = isUntold || news.length > 0;
    return first && isNews ? [{ kind, event, links: [first, ...rest], news }] : [];
  };
  const newestFirst = [...events.developments].sort((a, b) => b.updatedAtMs - a.updatedAtMs);
  const found = [
    // An event posted as a story of its own has been reported there.
    ...newestFirst
      .filter(({ status }) => status !== 'posted')
      .flatMap((event) => developmentOf('development', event)),
    ...(events.own ? developmentOf('more', events.own) : []),
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
  // Headlines capitalise freely, so names are taken from prose, and from titles written like it.
  const prose = isTitleCase(title) ? description : text;
  const names = namesIn(prose).filter((name) => !mentions(words, plain(name)));
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
