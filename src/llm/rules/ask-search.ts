/** Searches what was posted or said with `search_desk`: stories first, then everything else. */
import { z } from 'zod';
import { meantWords } from '../../text/chinese/meanings.ts';
import { cjkLength } from '../../text/cjk.ts';
import type { ModelReply } from '../chat-model.ts';
import type { Locale } from '../../time/locale.ts';
import type { Searched } from './search-request.ts';
import { callTool, sayText } from './desk-reply.ts';
import { sayRefused } from './say-chat.ts';
import { readResult, refusalIn } from './tool-talk.ts';
import type { ToolTalk } from './tool-talk.ts';

const TOOL = 'search_desk';
const Found = z.object({ results: z.array(z.unknown()), said: z.string() });

/** The call of `search_desk`, or its results in words; Chinese words are also looked for by what they mean in English. */
export function askSearch({ words, posted }: Searched, talk: ToolTalk, language: Locale): ModelReply {
  if (!talk.offers(TOOL))
    return sayText(
      language === 'zh'
        ? `這個對話不能搜尋。請用指令：\`/story find words:${words}\``
        : `I can't do that from this conversation. Use the command: \`/story find words:${words}\``,
    );
  const looked = talk.resultsOf(TOOL);
  const english = inEnglish(words);
  const searches = [
    { words, kind: 'story', language },
    ...(posted === true ? [] : [{ words, language }]),
    ...(english === undefined ? [] : [{ words: english, kind: 'story', language }]),
  ];
  const last = looked.at(-1);
  if (last === undefined) return callTool(talk.nextCallId, TOOL, searches[0]);
  const refused = refusalIn(last, language);
  if (refused !== undefined) return sayText(sayRefused(language, refused));
  const found = readResult(Found, last);
  if (found === undefined) return sayText(sayRefused(language, last.slice(0, 300)));
  const next = searches[looked.length];
  if (found.results.length === 0 && next !== undefined) return callTool(talk.nextCallId, TOOL, next);
  const wasEnglish = english !== undefined && looked.length === searches.length;
  return sayText(wasEnglish ? found.said.replace(english, words) : found.said);
}

/** What Chinese words mean, as far as each has a meaning: the beginnings of words, which the search finds. */
function inEnglish(words: string): string | undefined {
  if (cjkLength(words) < 2) return undefined;
  const meanings = meantWords(words).map(({ meanings: [first] }) => first?.join(' '));
  return meanings.length > 0 && meanings.every((meaning) => meaning !== undefined)
    ? meanings.join(' ')
    : undefined;
}
