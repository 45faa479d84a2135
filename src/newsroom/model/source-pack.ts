import type { Language } from './language.ts';
import type { MarketSnapshot } from './market-snapshot.ts';

/**
 * A source pack: the extracted texts that a story is based on. It is stored with the story, so that every citation
 * leads to a passage that can be read years later.
 */
export interface SourcePack {
  readonly builtAtMs: number;
  /** In citation order: `[n]` cites `sources[n - 1]`. Usable sources come first. */
  readonly sources: readonly Source[];
  /** The numbers behind the source of kind `market`, for the chart. */
  readonly market?: MarketSnapshot;
}

/** The clocks of outlets may be ahead of this one by so much. */
const CLOCKS_APART_MS = 10 * 60_000;

/** Whether a source can have been published then; a time without a zone may be read hours ahead. */
export function isPast(publishedAtMs: number, nowMs: number): boolean {
  return publishedAtMs <= nowMs + CLOCKS_APART_MS;
}

export interface Source {
  /** One-based citation number. */
  readonly n: number;
  /** A snapshot of market data, from which finance stories take figures. Absent for articles. */
  readonly kind?: 'market';
  readonly url: string;
  readonly domain: string;
  /** The outlet's name from the page or feed, else the domain. */
  readonly outlet: string;
  readonly title: string;
  readonly publishedAtMs?: number;
  readonly byline?: string;
  readonly language: Language;
  /** The URL of the article's lead picture. */
  readonly image?: string;
  /** Plain text with one paragraph per line. Empty when the page is not usable. */
  readonly text: string;
  /**
   * The passages shown to writers, in order, when the text is too long: offsets into `text` (UTF-16, end exclusive).
   * Absent when all of it is shown.
   */
  readonly shown?: readonly Span[];
  /** The sha256 of `text`, in hex. */
  readonly sha256: string;
  readonly usable: boolean;
  /** Why it is not usable: `http_404`, `timeout`, `too_short`, `off_topic`, … */
  readonly error?: string;
  /** The same in a sentence, when people can do something about it. */
  readonly detail?: string;
}

export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The part of a source that writers see: its passages, with a line in between for what is left out. */
export function shownText({ text, shown }: Pick<Source, 'text' | 'shown'>): string {
  if (shown === undefined) return text;
  return shown
    .map(({ start, end }, at) => {
      const before = shown[at - 1]?.end ?? 0;
      const isNext = text.slice(before, start).trim() === '';
      return `${isNext ? '' : '…\n'}${text.slice(start, end)}`;
    })
    .join('\n');
}
