/**
 * "Hold this", "correct: …", "follow this" in a story's thread: what is to be done with it, by plain sentences that mean
 * nothing else. The tool checks who asks; what it refuses is said.
 */
import { z } from 'zod';
import { callTool, sayText } from './desk-reply.ts';
import type { ModelReply } from '../chat-model.ts';
import { Refusal } from './chat-shapes.ts';
import { sayRefused } from './say-chat.ts';
import type { ChatLanguage } from './say-chat.ts';
import { readResult } from './tool-talk.ts';
import type { toolTalk } from './tool-talk.ts';

interface StoryOrder {
  readonly action: 'hold' | 'follow' | 'unfollow' | 'correct';
  readonly text?: string;
}

const THIS = '(?:this|it|that|(?:this|the) story|this one)';
const ORDERS: readonly (readonly [RegExp, StoryOrder['action']])[] = [
  [new RegExp(`^(?:please )?hold ${THIS}(?: please)?[.!]*$`, 'i'), 'hold'],
  [/^(?:請|麻煩)?(?:先)?暫緩(?:這|呢|此)?(?:一)?(?:篇|單|則)?(?:報道|報導|新聞|稿)?[。！]*$/u, 'hold'],
  [new RegExp(`^(?:please )?(?:follow|watch|track) ${THIS}(?: please)?[.!]*$`, 'i'), 'follow'],
  [/^(?:請|麻煩)?(?:繼續)?跟進(?:這|呢|此)?(?:一)?(?:篇|單|則|件事)?(?:報道|報導|新聞)?[。！]*$/u, 'follow'],
  [new RegExp(`^(?:please )?(?:unfollow|stop following) ${THIS}[.!]*$`, 'i'), 'unfollow'],
  [/^(?:請|麻煩)?(?:停止|不再|唔使再)跟進.{0,8}$/u, 'unfollow'],
];
const CORRECT = /^(?:please )?(?:correct(?:ion)?|更正|改正)\s*[:：]\s*(?<text>.+)$/isu;

/** Undefined for all that is not plainly one of these. */
export function storyOrder(said: string): StoryOrder | undefined {
  const plain = said.replace(/<[@#][^>]*>/g, ' ').trim();
  const text = CORRECT.exec(plain)?.groups?.['text']?.trim();
  if (text !== undefined) return { action: 'correct', text };
  const action = ORDERS.find(([pattern]) => pattern.test(plain))?.[1];
  return action && { action };
}

const Done = z.object({
  story: z.object({ title: z.string() }).optional(),
  followed: z.object({ title: z.string(), until: z.string() }).optional(),
  unfollowed: z.boolean().optional(),
});

export function askStory(
  order: StoryOrder,
  talk: ReturnType<typeof toolTalk>,
  language: ChatLanguage,
): ModelReply {
  const result = talk.resultOf('story');
  if (result === undefined) return callTool(talk.nextCallId, 'story', { ...order });
  const refused = readResult(Refusal, result);
  const done = refused === undefined ? readResult(Done, result) : undefined;
  return sayText(
    done ? sayDone(order, done, language) : sayRefused(language, refused ?? result.slice(0, 300)),
  );
}

function sayDone({ action }: StoryOrder, done: z.infer<typeof Done>, language: ChatLanguage): string {
  const title = done.story?.title ?? done.followed?.title ?? '';
  const until = done.followed?.until ?? '';
  const words = {
    hold: { en: `"${title}" is held.`, zh: `已暫緩「${title}」。` },
    correct: { en: `"${title}" is corrected.`, zh: `已更正「${title}」。` },
    follow: { en: `I follow "${title}" until ${until}.`, zh: `我會跟進「${title}」至 ${until}。` },
    unfollow: done.unfollowed
      ? { en: 'I follow it no more.', zh: '已停止跟進。' }
      : { en: 'It was not followed.', zh: '沒有在跟進。' },
  };
  return words[action][language];
}
