/**
 * What somebody wants done with a story, or told of one, in plain words: "hold the harbour story until 6pm", "kill
 * this", 「撤回渡輪嗰篇報道」. Only sentences that mean nothing else: each names the story as one, or is said in its
 * thread ("this", "it"). The tool finds the story and checks who asks.
 */
import { cjkLength } from '../../text/cjk.ts';
import type { StoryOrder } from './story-order.ts';
import { chineseStoryOrder } from './story-order-chinese.ts';
import { englishStoryOrder } from './story-order-english.ts';

/** Undefined for all that is not plainly one of these. */
export function storyOrder(said: string): StoryOrder | undefined {
  const plain = said.replace(/<[@#][^>]*>/g, ' ').trim();
  const correction = /^(?:please )?(?:correct(?:ion)?|更正|改正)\s*[:：]\s*(?<text>.+)$/isu.exec(plain);
  if (correction?.groups?.['text'] !== undefined)
    return { action: 'correct', text: correction.groups['text'].trim() };
  return cjkLength(plain) >= 2 ? chineseStoryOrder(plain) : englishStoryOrder(plain);
}
