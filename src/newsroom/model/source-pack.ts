import { z } from 'zod';
import type { Given } from '../../text/given.ts';
import { languageSchema } from './language.ts';
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

const spanSchema = z.strictObject({ start: z.number(), end: z.number() });
export type Span = Given<z.output<typeof spanSchema>>;

export const sourceSchema = z.strictObject({
  /** One-based citation number. */
  n: z.number(),
  /** A snapshot of market data, from which finance stories take figures. Absent for articles. */
  kind: z.literal('market').exactOptional(),
  url: z.string(),
  domain: z.string(),
  /** The outlet's name from the page or feed, else the domain. */
  outlet: z.string(),
  title: z.string(),
  publishedAtMs: z.number().exactOptional(),
  byline: z.string().exactOptional(),
  language: languageSchema,
  /** The URL of the article's lead picture. */
  image: z.string().exactOptional(),
  /** Plain text with one paragraph per line. Empty when the page is not usable. */
  text: z.string(),
  /**
   * The passages shown to writers, in order, when the text is too long: offsets into `text` (UTF-16, end exclusive).
   * Absent when all of it is shown.
   */
  shown: z.array(spanSchema).exactOptional(),
  /** The sha256 of `text`, in hex. */
  sha256: z.string(),
  usable: z.boolean(),
  /** Why it is not usable: `http_404`, `timeout`, `too_short`, `off_topic`, … */
  error: z.string().exactOptional(),
  /** The same in a sentence, when people can do something about it. */
  detail: z.string().exactOptional(),
});
export type Source = Given<z.output<typeof sourceSchema>>;

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
