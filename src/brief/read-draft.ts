/** What a writer handed in, read: a text with citations that lead somewhere, or what is wrong with it. Pure. */
import { z } from 'zod';
import { citedSentences } from '../text/cited-sentences.ts';
import { proseLength, readsAsCjk } from '../text/cjk.ts';
import { plainCitations } from '../text/plain-citations.ts';
import { writtenMarkdown } from '../text/written-markdown.ts';
import type { Draft } from './state.ts';

/** What is asked for. */
export const draftReplySchema = z.object({
  post_markdown: z.string(),
  sources_used: z.array(z.int().nonnegative()),
  word_count: z.int().nonnegative(),
});

/** What is understood: the text alone counts, the rest is counted from it. */
const understood = z.looseObject({ post_markdown: z.string() });

export type ReadDraft =
  | { readonly ok: true; readonly draft: Draft }
  /** A sentence for the writer, and for whoever asked. */
  | { readonly ok: false; readonly problem: string };

const CITATION = /\[(\d{1,2})\]/gu;

/** @param articles how many there are to cite. */
export function readDraft(value: unknown, articles: number): ReadDraft {
  const parsed = understood.safeParse(value);
  if (!parsed.success) return malformed('it has no text in post_markdown');
  const post = citedPlainly(parsed.data.post_markdown, articles).trim();
  if (post === '') return malformed('post_markdown is empty');
  const cited = citesOf(post);
  if (cited.length === 0) return malformed('the text cites no article: every sentence needs its [n]');
  const stray = cited.filter((n) => n < 1 || n > articles);
  if (stray.length > 0)
    return malformed(
      `the text cites ${stray.map((n) => `[${n}]`).join(', ')}, and there are ${articles} articles`,
    );
  return { ok: true, draft: draftOf(post) };
}

/** A text of a model with its citations as `[1][2]`, and its lists as this desk writes them. */
export function citedPlainly(post: string, articles: number): string {
  return plainCitations(writtenMarkdown(post), (n) => n >= 1 && n <= articles);
}

/** A text with what is counted of it. */
export function draftOf(post: string): Draft {
  return { post_markdown: post, sources_used: citesOf(post).map((n) => n - 1), word_count: lengthOf(post) };
}

/** In the order of their numbers, each once. */
export function citesOf(post: string): number[] {
  return [...new Set([...post.matchAll(CITATION)].map(([, n]) => Number(n)))].sort((a, b) => a - b);
}

/** In words; in characters where it reads as Chinese. Citations don't count. */
export function lengthOf(post: string): number {
  const prose = proseOf(post);
  return proseLength(prose, unitOf(post));
}

/** The unit in which a post's length is counted, by its prose without citations. */
export function unitOf(post: string): 'words' | 'cjk' {
  return readsAsCjk(proseOf(post)) ? 'cjk' : 'words';
}

function proseOf(post: string): string {
  return citedSentences(post.replace(/[*_#>`]/gu, ''))
    .map(({ text }) => text)
    .join('\n');
}

function malformed(problem: string): ReadDraft {
  return { ok: false, problem };
}
