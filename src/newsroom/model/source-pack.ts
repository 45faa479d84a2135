import type { Language } from './language.ts';
import type { MarketSnapshot } from './market-snapshot.ts';

/**
 * A source pack: the extracted texts that a story stands on. Stored with the story, so that a citation
 * points to a passage that can be read years later.
 */
export interface SourcePack {
  readonly builtAtMs: number;
  /** In citation order: the source cited as `[n]` is `sources[n - 1]`. The usable ones come first. */
  readonly sources: readonly Source[];
  /** The numbers behind its source of the kind `market`, for the chart. */
  readonly market?: MarketSnapshot;
}

export interface Source {
  /** One-based, as cited. */
  readonly n: number;
  /** A snapshot of market data: what finance stories take their figures from. Absent for articles. */
  readonly kind?: 'market';
  readonly url: string;
  readonly domain: string;
  /** The outlet's name where the page or feed says it, else the domain. */
  readonly outlet: string;
  readonly title: string;
  readonly publishedAtMs?: number;
  readonly byline?: string;
  readonly language: Language;
  /** The address of the article's lead picture, as its page names it. */
  readonly image?: string;
  /** Block-aware plain text: one paragraph a line. Empty when the page could not be used. */
  readonly text: string;
  /**
   * The passages that writers are shown, in order, where the text is longer than they are given: offsets into `text`
   * (UTF-16, end exclusive). Absent when they are shown all of it.
   */
  readonly shown?: readonly Span[];
  /** sha256 of `text`, hex. */
  readonly sha256: string;
  readonly usable: boolean;
  /** Why it is not usable: `http_404`, `timeout`, `too_short`, `off_topic`, … */
  readonly error?: string;
  /** The same in a sentence, where people can do something about it. */
  readonly detail?: string;
}

export interface Span {
  readonly start: number;
  readonly end: number;
}

/** What writers are shown of a source: its passages, with a line of its own for what is left out between two. */
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
