/**
 * A topic as a whole, asked about in a channel: "what happened with the tunnel?", 「講下海底隧道」. No one sentence answers
 * that: the story that was posted about it is named, with how its sources begin.
 */
import { meantWords } from '../../text/chinese/meanings.ts';
import { cjkLength } from '../../text/cjk.ts';
import { tellsOf } from '../../text/tells-of.ts';
import type { Locale } from '../../time/locale.ts';
import type { LookUpResult } from './chat-shapes.ts';
import { askedFor, doerOf } from './asked-for.ts';
import { concepts, hanSynonyms } from './concepts.ts';
import { findAnswer } from './find-answer.ts';
import { questionOf } from './question.ts';
import { sayAnswer } from './say-answer.ts';

const ENGLISH =
  /^(?:(?:so|and|ok|okay|hey|please|can you|could you)[, ]+)*(?:what(?:['’]s| is| was| has| have)?(?: been)? (?:happen(?:ed|ing)|going on|up|new|the (?:latest|news|story|situation|status))(?: (?:to|with|in|at|on|about|of|over|around|behind))+|tell (?:me|us)(?: (?:more|something|everything|all))* about|what (?:do (?:you|we)|can you) (?:know|tell (?:me|us)|have)(?: about| on)|(?:what|how) about)(?: (?:the|that|this|our))* (?<topic>.+?)(?: (?:today|now|lately|recently|so far|thing|story|news))*$/iu;
const CHINESE: readonly RegExp[] = [
  /^(?<topic>.{2,14}?)(?:呢|嗰|那|這)?(?:單|件|宗)?(?:新聞|嘢|事|消息)?(?:到底|究竟|而家|依家|現在|今日)?(?:(?:發生|出)(?:了|咗)?(?:什麼|甚麼|咩|乜)(?:嘢)?(?:事)?|(?:係|是)?(?:點|怎樣|怎麼)(?:樣)?(?:了)?)[呀啊呢㗎]*$/u,
  /^(?:唔該|請|幫我)?(?:講|說|介紹)(?:一下|下|吓)(?<topic>.{2,14}?)(?:呢|嗰|那|這)?(?:單|件|宗)?(?:新聞|嘢|事|消息)?[呀啊啦]*$/u,
];
/** "Chile earthquake?", 「海底隧道？」: a topic and nothing else. */
const BARE =
  /^(?!.*\b(?:who|what|when|where|which|why|how|is|are|was|were|do|does|did|can|will|cause|toll)\b)[\p{Script=Latin}\d'’-]+(?: [\p{Script=Latin}\d'’-]+){0,2}$|^(?!.*[咩乜誰邊哪幾嗎點怎何甚什多少會有是係講說佢他她它])\p{Script=Han}{2,6}$/iu;

/** Share of a topic's words. */
const MOST = 0.66;

/** What somebody asks about; undefined where the question wants something particular of it. */
export function topicOf(asked: string): { readonly words: string; readonly isBare: boolean } | undefined {
  const plain = asked.trim().replace(/[\s.!?。！？]+$/u, '');
  const forms = cjkLength(plain) >= 2 ? CHINESE : [ENGLISH];
  const words = forms.map((form) => form.exec(plain)?.groups?.['topic']).find((one) => one !== undefined);
  if (words !== undefined) return { words, isBare: false };
  return BARE.test(plain) ? { words: plain, isBare: true } : undefined;
}

/** A question with words that sources use instead; a Chinese topic with what its words mean in English. */
export function searchedFor(question: string): string {
  const topic = topicOf(question)?.words;
  if (topic !== undefined)
    return [topic, ...meantWords(topic).flatMap(({ meanings }) => meanings.flat())].join(' ');
  return [question, askedFor(question)?.search ?? '', doerOf(question), ...hanSynonyms(question)]
    .filter((part) => part !== '')
    .join(' ');
}

/** The story about the topic of a question, with how its sources begin; undefined where none was found. */
export function sayTopic(asked: string, language: Locale, found: LookUpResult): string | undefined {
  const topic = topicOf(asked);
  const { scope, begins, stories } = found;
  const [story] = stories ?? [];
  if (topic === undefined || scope !== 'recent' || begins == null || begins.length === 0 || !story)
    return undefined;
  const { focus } = questionOf(topic.words);
  const told = topic.isBare
    ? story.title
    : [story.title, ...begins.map(({ title, quote }) => `${title}\n${quote}`)].join('\n');
  if (!covers(told, topic.words, language)) return undefined;
  const whole = questionOf(language === 'zh' ? '發生咩事' : 'What happened?');
  const said = sayAnswer({ ...whole, focus }, findAnswer(whole, begins, story.title), found);
  const others = (stories ?? []).slice(1).filter(({ title }) => covers(title, topic.words, language));
  return [
    said,
    [story, ...others]
      .map(({ title, thread }) => `**${title}**${thread == null ? '' : ` → ${thread}`}`)
      .join('\n'),
  ].join('\n\n');
}

/** Most of its words; of two, both. Chinese words may be told in English. */
function covers(told: string, topic: string, language: Locale): boolean {
  if (language === 'zh') return tellsOf(told, topic, MOST);
  const known = new Set(concepts(told));
  const focus = [...questionOf(topic).focus];
  const least = focus.length <= 2 ? focus.length : focus.length * MOST;
  return focus.length > 0 && focus.filter((token) => known.has(token)).length >= least;
}
