/**
 * Reads orders and questions about a story in plain words: "hold the harbour story until 6pm", "kill this",
 * 「撤回渡輪嗰篇報道」. Only unambiguous sentences: each calls it a story, or is said in its thread ("this", "it").
 * The tool finds the story and checks the asker's rights.
 */
import { cjkLength } from '../../text/cjk.ts';
import type { StoryOrder } from './story-order.ts';
import { chineseStoryOrder } from './story-order-chinese.ts';
import { englishStoryOrder } from './story-order-english.ts';

/** In a thread: "correction: it was 64", "correct it: …", 「更正呢篇：…」. */
const CORRECTION =
  /^(?:please )?(?:correct(?:ion)?|(?:correct|fix) (?:it|this|that|(?:the|this|that) (?:story|piece|article|report))|(?:更正|改正)(?:(?:呢|這|此|嗰|那)(?:一)?(?:篇|單|則)(?:報道|報導|新聞|稿)?|佢)?)(?:\s*[:：]|\s+[–—-])\s*(?<text>.+)$/isu;

/** Undefined for anything that isn't clearly one of these. */
export function storyOrder(said: string): StoryOrder | undefined {
  const plain = said.replace(/<[@#][^>]*>/g, ' ').trim();
  const correction = CORRECTION.exec(plain);
  if (correction?.groups?.['text'] !== undefined)
    return { action: 'correct', text: correction.groups['text'].trim() };
  return cjkLength(plain) >= 2 ? chineseStoryOrder(plain) : englishStoryOrder(plain);
}
