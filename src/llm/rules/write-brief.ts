/**
 * A brief without a language model: from each article the sentence most about the topic, verbatim, with its
 * citation. The desk model reviews nothing.
 */
import { z } from 'zod';
import { cjkLength, readsAsCjk, wordCount } from '../../text/cjk.ts';
import { sentences } from '../../text/sentences.ts';
import { containment } from '../../text/similarity.ts';
import { tokens } from '../../text/tokens.ts';
import type { ModelReply, ModelRequest } from '../chat-model.ts';
import { sayText } from './desk-reply.ts';
import { isQuotable } from './quotable.ts';
import { readMaterial } from './tool-talk.ts';

const BriefMaterial = z.object({
  purpose: z.enum(['write', 'tighten', 'rewrite', 'review']),
  topic: z.string(),
  articles: z.array(z.object({ index: z.int().nonnegative(), title: z.string(), text: z.string() })),
  /** Sentences that a reviewer doubts. */
  leave_out: z.array(z.string()).default([]),
});

/** Below a brief's limit, because citations take space too. */
const MOST = { words: 170, cjk: 360 };
const MOST_SENTENCES = 6;
/** Two articles at least this similar say the same. */
const SAME = 0.7;

interface Quoted {
  readonly text: string;
  readonly n: number;
  readonly tokens: ReadonlySet<string>;
}

export function writeBrief(request: ModelRequest): ModelReply {
  const material = readMaterial(BriefMaterial, request);
  if (material.purpose === 'review')
    return sayText(
      JSON.stringify({
        review_notes: '',
        issues_found: [],
        revised_post_markdown: null,
        ready_for_publish: true,
      }),
    );
  const chosen = chosenFrom(material);
  const post = chosen.map(({ text, n }) => `- ${text} [${n}]`).join('\n');
  return sayText(
    JSON.stringify({
      post_markdown: post,
      sources_used: chosen.map(({ n }) => n - 1),
      word_count: lengthOf(chosen.map(({ text }) => text).join(' ')).words,
    }),
  );
}

function chosenFrom({ topic, articles, leave_out }: z.infer<typeof BriefMaterial>): Quoted[] {
  const about = new Set(tokens(topic));
  const doubted = new Set(leave_out);
  const chosen: Quoted[] = [];
  for (const article of articles) {
    const best = bestOf(article, about, doubted);
    if (!best || chosen.length >= MOST_SENTENCES) continue;
    if (chosen.some((other) => containment(other.tokens, best.tokens) >= SAME)) continue;
    if (hasRoom([...chosen, best])) chosen.push(best);
  }
  return chosen;
}

/** The sentence with most of the topic, the first among equals; the headline where no sentence is quotable. */
function bestOf(
  { index, title, text }: { readonly index: number; readonly title: string; readonly text: string },
  about: ReadonlySet<string>,
  doubted: ReadonlySet<string>,
): Quoted | undefined {
  const quotable = sentences(text).filter((one) => isQuotable(one.text) && !doubted.has(one.text));
  const ranked = quotable
    .map((one) => ({ text: one.text, share: shared(one.text, about) }))
    .sort((a, b) => b.share - a.share);
  const headline = doubted.has(title) ? undefined : title;
  const told = ranked[0]?.text ?? headline;
  return told === undefined || told.trim() === ''
    ? undefined
    : { text: told, n: index + 1, tokens: new Set(tokens(told)) };
}

function shared(text: string, about: ReadonlySet<string>): number {
  return new Set(tokens(text).filter((token) => about.has(token))).size;
}

function hasRoom(chosen: readonly Quoted[]): boolean {
  const all = chosen.map(({ text }) => text).join('\n');
  const { words, cjk } = lengthOf(all);
  return readsAsCjk(all) ? cjk + words <= MOST.cjk : words + cjk / 2 <= MOST.words;
}

function lengthOf(text: string): { readonly words: number; readonly cjk: number } {
  return { words: wordCount(text), cjk: cjkLength(text) };
}
