/**
 * Requests for a brief, and questions about the last one of a conversation, answered from its articles verbatim.
 */
import { z } from 'zod';
import type { ModelReply } from '../chat-model.ts';
import type { Locale } from '../../time/locale.ts';
import type { ChatIntent } from './chat-intent.ts';
import { callTool, sayText } from './desk-reply.ts';
import { findAnswer } from './find-answer.ts';
import { questionOf } from './question.ts';
import { sayAnswer } from './say-answer.ts';
import { sayRefused } from './say-chat.ts';
import { saySource } from './say-source.ts';
import { readResult, refusalIn } from './tool-talk.ts';
import type { ToolTalk } from './tool-talk.ts';

const TOOL = 'brief';
const Ordered = z.object({ topic: z.string() });

const Briefed = z.object({
  brief: z.object({
    topic: z.string(),
    articles: z.array(
      z.object({ n: z.number(), title: z.string(), url: z.string(), outlet: z.string(), text: z.string() }),
    ),
  }),
});
type Brief = z.infer<typeof Briefed>['brief'];

const ASKS_FOR_SOURCES =
  /\b(?:sources?|articles?)\b.*\bbrief\b|\bbrief\b.*\b(?:sources?|articles?|based on|stand on)\b|(?:簡報|简报).*(?:來源|来源|出處|報道|根據)/iu;

/** The call that orders a brief, or its receipt in words. */
export function orderBrief(topic: string, talk: ToolTalk, language: Locale): ModelReply {
  if (!talk.offers(TOOL))
    return sayText(
      language === 'zh'
        ? `這個對話不能準備簡報。請用指令：\`/brief topic:${topic}\``
        : `I can't do that from this conversation. Use the command: \`/brief topic:${topic}\``,
    );
  const result = talk.resultOf(TOOL);
  if (result === undefined) return callTool(talk.nextCallId, TOOL, { topic });
  const refused = refusalIn(result, language);
  const ordered = readResult(Ordered, result);
  if (refused !== undefined || ordered === undefined)
    return sayText(sayRefused(language, refused ?? result.slice(0, 300)));
  return sayText(
    language === 'zh'
      ? `正在準備「${ordered.topic}」的簡報，完成後會在這裡發出。`
      : `A brief on “${ordered.topic}” is being prepared; it comes here.`,
  );
}

/** Undefined when the question isn't about the last brief, or its articles don't answer it. */
export function answerFromBrief(
  intent: ChatIntent,
  material: unknown,
  language: Locale,
): ModelReply | undefined {
  const brief = Briefed.safeParse(material).data?.brief;
  if (!brief || brief.articles.length === 0) return undefined;
  if (intent.kind === 'source') return aboutSource(intent.n, brief, language);
  if (intent.kind !== 'question' && intent.kind !== 'story' && intent.kind !== 'unknown') return undefined;
  const asked = intent.kind === 'story' ? (intent.order.story ?? '') : intent.text;
  if (intent.kind === 'story')
    return intent.order.action === 'sources' && /\bbrief\b|簡報|简报/iu.test(asked)
      ? sayText(listed(brief, language))
      : undefined;
  if (ASKS_FOR_SOURCES.test(asked)) return sayText(listed(brief, language));
  const question = questionOf(asked);
  const finding = findAnswer(question, passagesOf(brief), brief.topic);
  if (finding.kind === 'unanswered') return undefined;
  return sayText(sayAnswer(question, finding, { scope: 'brief', passages: passagesOf(brief) }));
}

function aboutSource(n: number, brief: Brief, language: Locale): ModelReply | undefined {
  const passages = passagesOf(brief).filter((passage) => passage.n === n);
  return passages.length === 0 ? undefined : sayText(saySource(language, n, { scope: 'brief', passages }));
}

function listed({ topic, articles }: Brief, language: Locale): string {
  const head =
    language === 'zh' ? `「${topic}」簡報所據的報道：` : `The articles behind the brief on “${topic}”:`;
  return [
    head,
    ...articles.map(({ n, outlet, title, url }) => `- [${n}] ${outlet}: ${title}, <${url}>`),
  ].join('\n');
}

function passagesOf({ articles }: Brief) {
  return articles.map(({ n, title, url, outlet, text }) => ({
    ...{ n, title, url, outlet },
    quote: text === '' ? title : text,
    score: 0,
  }));
}
