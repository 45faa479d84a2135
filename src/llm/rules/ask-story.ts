/** An order about a story, carried out with the `story` tool. A refusal is reported, with who can do it and how. */
import { z } from 'zod';
import { callTool, sayText } from './desk-reply.ts';
import type { ChatMessage, ModelReply } from '../chat-model.ts';
import { sayRefused } from './say-chat.ts';
import { sayMoment } from './say-moment.ts';
import type { StoryOrder } from './story-order.ts';
import { askedOfThem, lastToldThem, readResult, refusalIn } from './tool-talk.ts';
import type { ToolTalk } from './tool-talk.ts';
import { isNo, isYes, reasonOfYes } from '../../text/yes.ts';
import type { Locale } from '../../time/locale.ts';

const TOOL = 'story';

const NamedStory = z.object({
  title: z.string(),
  posted: z.object({ withdrawn: z.boolean().default(false) }).nullish(),
});
const Done = z.object({
  story: NamedStory.optional(),
  ordered: z.object({ title: z.string() }).optional(),
  followed: z.object({ title: z.string(), until: z.string() }).optional(),
  unfollowed: z.boolean().optional(),
  /** The result of an action, why a story was picked, or what it stands on, in words. */
  said: z.string().optional(),
  /** Nothing was done yet: the story is posted, so the asker has to confirm. */
  asks: z.object({ title: z.string() }).optional(),
});

/** The call of the `story` tool for an order, or what its result says. */
export function askStory(order: StoryOrder, talk: ToolTalk, language: Locale): ModelReply {
  if (!talk.offers(TOOL)) return sayText(sayElsewhere(order, language));
  const result = talk.resultOf(TOOL);
  if (result === undefined)
    return callTool(talk.nextCallId, TOOL, { ...order, ...(isSaid(order) && { language }) });
  return sayResult(order, result, language);
}

/** A story that the desk's last words named: one in bold, or in quotation marks of its own sentences. */
const NAMED =
  /^(?:I follow )?"(?<name>.+?)" (?:is|until)\b|^(?:已(?:標示|暫緩|批准|撤回|取消|更正|重新安排撰寫)|我會跟進|正在撰寫)「(?<han>.+?)」/mu;
const BOLD = /\*\*([^*\n]+)\*\*/gu;

/** "Approve it" outside a thread: "it" is the story of which the desk spoke last, where that was one. */
export function onLastStory(order: StoryOrder, messages: readonly ChatMessage[]): StoryOrder {
  if (order.story !== undefined || order.action === 'write' || order.topic !== undefined) return order;
  const told = lastToldThem(messages);
  const bold = new Set([...told.matchAll(BOLD)].map(([, title = '']) => title));
  const { name, han } = NAMED.exec(told)?.groups ?? {};
  const story = bold.size === 1 ? [...bold][0] : bold.size === 0 ? (name ?? han) : undefined;
  return story === undefined ? order : { ...order, story };
}

/** Whether the tool's answer includes text. */
function isSaid({ action }: StoryOrder): boolean {
  return ['why', 'sources', 'hold', 'approve', 'kill', 'correct'].includes(action);
}

const ASKED_BACK = /^Withdraw ".+"\? It is posted:|^(?<zh>要撤回「.+」嗎？它已發佈)/mu;

function askBack(title: string, language: Locale): string {
  return language === 'zh'
    ? `要撤回「${title}」嗎？它已發佈：內文會收回，標題會註明。現在還未撤回；回覆「係」或「確認」便會撤回。`
    : `Withdraw "${title}"? It is posted: its text is taken back, and its title says so. Nothing is done yet; answer "yes" and I do it.`;
}

/** A "yes" or "no" to the question whether to withdraw; undefined where that was not asked last. */
export function answerAskedBack(talk: ToolTalk, messages: readonly ChatMessage[]): ModelReply | undefined {
  const asked = askedOfThem(messages, (said) => ASKED_BACK.exec(said) ?? undefined);
  if (asked === undefined || !talk.offers(TOOL)) return undefined;
  const language = asked.groups?.['zh'] === undefined ? 'en' : 'zh';
  if (isNo(talk.asked)) return sayText(language === 'zh' ? '沒有撤回。' : 'It stays posted.');
  if (!isYes(talk.asked)) return undefined;
  const result = talk.resultOf(TOOL);
  const why = reasonOfYes(talk.asked);
  if (result === undefined)
    return callTool(talk.nextCallId, TOOL, { action: 'kill', language, ...(why !== undefined && { why }) });
  return sayResult({ action: 'kill' }, result, language);
}

function sayResult(order: StoryOrder, result: string, language: Locale): ModelReply {
  const refused = refusalIn(result, language);
  if (refused !== undefined) return sayText(sayRefused(language, refused));
  const done = readResult(Done, result);
  const said = done && sayDone(order, done, language);
  return sayText(said ?? sayRefused(language, result.slice(0, 300)));
}

const WhyNot = z.object({
  said: z.string(),
  stories: z.array(z.unknown()).default([]),
  leftOut: z.array(z.unknown()).default([]),
});

/** "Why did you not write about …?": the newsroom's record of it. Undefined where there is none. */
export function askWhyNot(topic: string, talk: ToolTalk, language: Locale): ModelReply | undefined {
  if (!talk.offers(TOOL)) return undefined;
  const result = talk.resultOf(TOOL);
  if (result === undefined) return callTool(talk.nextCallId, TOOL, { action: 'why', topic, language });
  const found = readResult(WhyNot, result);
  return found === undefined || found.stories.length + found.leftOut.length === 0
    ? undefined
    : sayText(found.said);
}

function sayDone(
  { action, until, text, topic = '' }: StoryOrder,
  done: z.infer<typeof Done>,
  language: Locale,
): string | undefined {
  const zh = language === 'zh';
  if (done.asks !== undefined) return askBack(done.asks.title, language);
  if (done.said !== undefined) return done.said;
  const title = done.story?.title ?? done.followed?.title ?? done.ordered?.title ?? topic;
  const isPosted = done.story?.posted != null;
  switch (action) {
    case 'hold':
      if (isPosted)
        return zh ? `已標示「${title}」正在核實。` : `"${title}" is posted: it is marked as being checked.`;
      return zh
        ? `已暫緩「${title}」${until === undefined ? '' : `，直到${until}`}。`
        : `"${title}" is held${until === undefined ? '' : until.startsWith('in ') ? ` for ${until.slice(3)}` : ` until ${until}`}.`;
    case 'approve':
      return zh ? `已批准「${title}」。` : `"${title}" is approved.`;
    case 'kill':
      return zh
        ? `${isPosted ? '已撤回' : '已取消'}「${title}」。`
        : `"${title}" is ${isPosted ? 'withdrawn' : 'killed'}.`;
    case 'correct':
      return zh ? `已更正「${title}」：${text ?? ''}` : `"${title}" is corrected.`;
    case 'follow': {
      const end = sayMoment(language, done.followed?.until ?? '');
      return zh ? `我會跟進「${title}」至 ${end}。` : `I follow "${title}" until ${end}.`;
    }
    case 'unfollow':
      if (done.unfollowed === true) return zh ? '已停止跟進。' : 'I follow it no more.';
      return zh ? '沒有在跟進。' : 'It was not followed.';
    case 'retry':
      return zh ? `已重新安排撰寫「${title}」。` : `"${title}" is being written again.`;
    case 'write':
      return zh ? `正在撰寫「${title}」。` : `"${title}" is being written.`;
    default:
      return undefined;
  }
}

/** Where the conversation can't change stories: the command that can. */
function sayElsewhere({ action, story, topic }: StoryOrder, language: Locale): string {
  const words = action === 'write' ? topic : story;
  const option = words === undefined ? '' : ` ${action === 'write' ? 'about' : 'story'}:${words}`;
  const command = action === 'unfollow' ? `/story follow${option} stop:True` : `/story ${action}${option}`;
  return language === 'zh'
    ? `這個對話不能處理報道。請用指令：\`${command}\``
    : `I can't do that from this conversation. Use the command: \`${command}\``;
}
