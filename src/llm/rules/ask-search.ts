/** Searches what was posted or said with `search_desk`: stories first, then everything else. */
import { z } from 'zod';
import type { ModelReply } from '../chat-model.ts';
import type { Locale } from '../../time/locale.ts';
import type { Searched } from './search-request.ts';
import { callTool, sayText } from './desk-reply.ts';
import { sayRefused } from './say-chat.ts';
import { readResult, refusalIn } from './tool-talk.ts';
import type { ToolTalk } from './tool-talk.ts';

const TOOL = 'search_desk';
const Found = z.object({ results: z.array(z.unknown()), said: z.string() });

/** The call of `search_desk`, or its results in words. */
export function askSearch({ words, posted }: Searched, talk: ToolTalk, language: Locale): ModelReply {
  if (!talk.offers(TOOL))
    return sayText(
      language === 'zh'
        ? `這個對話不能搜尋。請用指令：\`/story find words:${words}\``
        : `I can't do that from this conversation. Use the command: \`/story find words:${words}\``,
    );
  const looked = talk.resultsOf(TOOL);
  const last = looked.at(-1);
  if (last === undefined) return callTool(talk.nextCallId, TOOL, { words, kind: 'story', language });
  const refused = refusalIn(last, language);
  if (refused !== undefined) return sayText(sayRefused(language, refused));
  const found = readResult(Found, last);
  if (found === undefined) return sayText(sayRefused(language, last.slice(0, 300)));
  if (found.results.length === 0 && looked.length === 1 && posted !== true)
    return callTool(talk.nextCallId, TOOL, { words, language });
  return sayText(found.said);
}
