import { isNo, isYes } from '../../text/yes.ts';
import type { ChatMessage, ModelReply } from '../chat-model.ts';
import { ForgetResult } from './chat-shapes.ts';
import { callTool, sayText } from './desk-reply.ts';
import { askedToForget, sayForgotten, sayRefused } from './say-chat.ts';
import { askedOfThem, readResult, refusalIn } from './tool-talk.ts';
import type { ToolTalk } from './tool-talk.ts';

const TOOL = 'forget';

/** A "yes" or "no" to the question whether to forget a note; undefined where that was not asked last. */
export function answerAskedNote(talk: ToolTalk, messages: readonly ChatMessage[]): ModelReply | undefined {
  const language = askedOfThem(messages, askedToForget);
  if (language === undefined || !talk.offers(TOOL)) return undefined;
  if (isNo(talk.asked)) return sayText(language === 'zh' ? '沒有更改。' : 'It stays as it is.');
  if (!isYes(talk.asked)) return undefined;
  const result = talk.resultOf(TOOL);
  if (result === undefined) return callTool(talk.nextCallId, TOOL, {});
  const refused = refusalIn(result, language);
  if (refused !== undefined) return sayText(sayRefused(language, refused));
  const done = readResult(ForgetResult, result);
  return sayText(done ? sayForgotten(language, done, '') : sayRefused(language, result.slice(0, 300)));
}
