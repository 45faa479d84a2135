/**
 * A newsletter as all its forms show it: words without links, control characters or turned directions, citations as parts
 * of their own, doubts marked, addresses that are safe to follow. The writers (`to-*.ts`) only escape and arrange.
 */
import { linkAddress } from '../../text/citations.ts';
import { withoutUnseen } from '../../text/links.ts';
import { withoutLinks } from '../../text/without-links.ts';
import type { Newsletter, NewsletterSource, NewsletterStory } from '../model/outputs.ts';
import { letterWording } from './wording.ts';
import type { LetterWording } from './wording.ts';
import { dateFormat } from '../../time/date-format.ts';

export interface RenderOptions {
  /** Where its dates are read, an IANA zone. */
  readonly zone: string;
}

/** A part of a story's text. */
export type Span =
  | { readonly kind: 'words'; readonly text: string; readonly doubted: boolean }
  | { readonly kind: 'cite'; readonly source: PageSource }
  /** Behind the sentence that is doubted. */
  | { readonly kind: 'doubt' };

export interface PageSource {
  readonly n: number;
  readonly title: string;
  readonly publisher: string;
  readonly date: string | undefined;
  /** Undefined where it isn't of the web. */
  readonly address: string | undefined;
}

export interface PageStory {
  readonly headline: string;
  readonly spans: readonly Span[];
  /** Doubted sentences that the text doesn't have as they stand here. */
  readonly loose: readonly string[];
}

export interface Page {
  readonly language: Newsletter['language'];
  readonly wording: LetterWording;
  readonly title: string;
  readonly date: string;
  readonly intro: string;
  readonly isByModel: boolean;
  readonly sections: readonly { readonly heading: string; readonly stories: readonly PageStory[] }[];
  readonly sources: readonly PageSource[];
}

/** Longer addresses lead nowhere; a message's room is the business of whoever sends it. */
const MOST_ADDRESS = 2_000;

export function pageOf(newsletter: Newsletter, { zone }: RenderOptions): Page {
  const { language } = newsletter;
  const date = (atMs: number) => dateIn(atMs, zone, language);
  const sources = newsletter.sources.map((source) => pageSource(source, date));
  const byNumber = new Map(sources.map((source) => [source.n, source]));
  return {
    language,
    wording: letterWording(language),
    title: plain(newsletter.title),
    date: date(newsletter.issuedAtMs),
    intro: newsletter.intro.trim() === '' ? '' : plain(newsletter.intro),
    isByModel: newsletter.model !== undefined,
    sections: newsletter.sections.map(({ heading, stories }) => ({
      heading: plain(heading),
      stories: stories.map((story) => pageStory(story, byNumber)),
    })),
    sources: sources.sort((a, b) => a.n - b.n),
  };
}

function pageSource(
  { n, url, title, publisher, publishedAtMs }: NewsletterSource,
  date: (atMs: number) => string,
): PageSource {
  return {
    n,
    title: plain(title),
    publisher: publisher.trim() === '' ? '' : plain(publisher),
    date: publishedAtMs === undefined ? undefined : date(publishedAtMs),
    address: linkAddress(url, MOST_ADDRESS),
  };
}

function pageStory(story: NewsletterStory, sources: ReadonlyMap<number, PageSource>): PageStory {
  const text = plain(story.text);
  const doubts = [...new Set((story.doubts ?? []).map(plain))].filter((doubt) => doubt !== '…');
  const marked = doubts
    .map((doubt) => ({ start: text.indexOf(doubt), end: text.indexOf(doubt) + doubt.length }))
    .filter(({ start }) => start >= 0);
  return {
    headline: plain(story.headline),
    spans: spansOf(text, sources, withCitations(text, marked)),
    loose: doubts.filter((doubt) => !text.includes(doubt)),
  };
}

interface Range {
  readonly start: number;
  /** Where the sentence ends. */
  readonly end: number;
  /** Where its citations end. */
  readonly citedEnd: number;
}

/** Citations right behind a doubted sentence are its own. Ranges that touch others are one. */
function withCitations(text: string, ranges: readonly Pick<Range, 'start' | 'end'>[]): Range[] {
  const cited = ranges
    .map(({ start, end }) => ({ start, end, citedEnd: end + citationsAt(text.slice(end)) }))
    .sort((a, b) => a.start - b.start || a.end - b.end);
  const joined: Range[] = [];
  for (const range of cited) {
    const last = joined.at(-1);
    if (last && range.start < last.citedEnd)
      joined[joined.length - 1] = {
        start: last.start,
        end: Math.max(last.end, range.end),
        citedEnd: Math.max(last.citedEnd, range.citedEnd),
      };
    else joined.push(range);
  }
  return joined;
}

function citationsAt(text: string): number {
  return /^(?:\s?\[\d{1,3}\])+/u.exec(text)?.[0].length ?? 0;
}

function spansOf(text: string, sources: ReadonlyMap<number, PageSource>, doubted: readonly Range[]): Span[] {
  const spans: Span[] = [];
  let at = 0;
  for (const { start, end, citedEnd } of doubted) {
    spans.push(...citedSpans(text.slice(at, start), sources, false));
    spans.push(...citedSpans(text.slice(start, end), sources, true));
    spans.push(...citedSpans(text.slice(end, citedEnd), sources, false), { kind: 'doubt' });
    at = citedEnd;
  }
  return [...spans, ...citedSpans(text.slice(at), sources, false)];
}

function citedSpans(text: string, sources: ReadonlyMap<number, PageSource>, doubted: boolean): Span[] {
  return text.split(/(\[\d{1,3}\])/u).flatMap((part): Span[] => {
    const source = /^\[\d{1,3}\]$/u.test(part) ? sources.get(Number(part.slice(1, -1))) : undefined;
    if (source) return [{ kind: 'cite', source }];
    return part === '' ? [] : [{ kind: 'words', text: part, doubted }];
  });
}

/** One line of what others wrote, with nothing that acts; an ellipsis where nothing is left. */
function plain(text: string): string {
  const line = withoutUnseen(withoutLinks(text))
    .replace(/[\s\u2028\u2029]+/gu, ' ')
    .trim();
  return line === '' ? '…' : line;
}

function dateIn(atMs: number, zone: string, language: Newsletter['language']): string {
  const locale = language === 'en' ? 'en-GB' : 'zh-HK';
  return dateFormat(locale, { dateStyle: 'long', timeZone: zone }).format(atMs);
}
