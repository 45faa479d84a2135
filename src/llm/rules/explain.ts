/**
 * Why something was left out, from the conversation: the reports of planning runs ("Left out …: Ann asked …") and
 * their tool results, as far as the window has them. Only quoted, never guessed.
 */
import { z } from 'zod';
import type { ChatMessage } from '../chat-model.ts';
import { sectionNames } from '../../text/section-names.ts';
import { concepts } from './concepts.ts';
import type { NotesResult } from './chat-shapes.ts';
import type { Locale } from '../../time/locale.ts';

/** A run's statement about something that it didn't post. */
interface Reason {
  /** Verbatim from the conversation. */
  readonly said: string;
}

const LEFT =
  '(?:leav(?:e|ing)|left) (?:[\\w ]{1,40} )?out|skip(?:ped|ping)?|omit(?:ted|ting)?|exclud(?:e|ed|ing)|pass(?:ed)? over|drop(?:ped)?|reject(?:ed)?|ignor(?:e|ed)';
const NOT_POSTED =
  "(?:not|n't|n’t|never) (?:be(?:en)? )?(?:you |we )?(?:post|pick|publish|cover|writ|report|includ|choos|chos|select|run)";
const ASKS = new RegExp(
  [
    `\\bwhy\\b.*\\b(?:you|we|desk|stor(?:y|ies)|candidates?)\\b.*(?:\\b(?:${LEFT})\\b|${NOT_POSTED})`,
    `\\bwhy\\b.*(?:\\bleft out\\b|\\bexcluded\\b|${NOT_POSTED})`,
    `\\bwhy (?:did|have|has|do|does|is|are|was|were)(?:n't|n’t| not) (?:you|we|there)\\b.*(?:post|pick|publish|cover|writ|report|includ|choos|chos|select|stor)`,
    '\\bwhy (?:is there |are there |was there |were there |did you (?:only )?(?:post|pick|write) |do you (?:only )?post )?(?:only|just|so few|no)\\s?(?:a single |one |two |three |\\d+ )?(?:stor(?:y|ies)|posts?|news|articles?)\\b',
    '^why (?:is|are|was|were) there (?:no(?:thing)?|not any(?:thing)?|so little)(?: (?:about|on))?\\b(?=.{2,40}$)(?!.*\\b(?:at|in|from|by|for|when|after|to|on \\w+day)\\b)',
    `\\b(?:which|what)\\b.*\\b(?:you|we|was|were)\\b.*\\b(?:${LEFT})\\b`,
    '(?:點解|為什麼|為甚麼|為何|因何|何解).*(?:略去|剔除|跳過|排除|(?:冇|無)(?:出|發|報|揀|寫|做)|沒有?(?:出|發|報|揀|選|寫)|(?:唔|不)(?:出|發|報|寫|揀|選)|(?:只|得|僅).{0,4}[一二兩三\\d]?(?:篇|則|單|條))',
    '(?:點解|為什麼|為甚麼|為何|因何|何解)(?:會)?(?:冇|無|沒有)(?:任何)?.{1,8}(?:新聞|報道|報導)[？?。\\s]*$',
    '^(?:最近|今日|今天|今次)?(?:你|你哋|我哋|我們|編輯台)?(?:漏(?:咗|了|低)?啲?(?:咩|乜嘢?|什麼|甚麼|邊啲|哪些)(?:新聞|報道)?|有?(?:咩|乜嘢?|什麼|甚麼|邊啲|哪些)(?:新聞|報道)漏(?:咗|了))[？?。\\s]*$',
    '(?:邊啲|邊單|哪些|哪篇|什麼|甚麼|咩|乜).*(?:略去|剔除|跳過|排除|冇出|沒有?(?:出|發|報))',
  ].join('|'),
  'iu',
);
const ABOUT_THE_ASKING = new Set(
  concepts(
    'leave left out skip skipped omit exclude excluded pass over drop reject ignore post posted pick picked publish published cover covered write written wrote report reported include choose select run story stories news item article candidate one two three only few just single today run which why please desk',
  ),
);
const HAN_ASKING =
  /點解|為什麼|為甚麼|為何|因何|何解|略去|剔除|跳過|排除|漏低|漏|邊啲|邊單|哪些|哪篇|什麼|甚麼|報道|報導|新聞|今日|今天|今次|最近|關於|有關|[你寫無冇沒有唔不出發報揀選只得僅一二兩三\d篇則單條咗了咩乜呢嗎的嘅]/gu;

/** Whether somebody asks why a story was not covered. */
export function asksWhyLeftOut(text: string): boolean {
  return ASKS.test(text);
}

/** The conversation's reasons for what is asked about, newest run first; undefined without any. */
export function explain(
  text: string,
  messages: readonly ChatMessage[],
  language: Locale,
): string | undefined {
  const reports = reportsOf(messages);
  const topic = topicOf(text);
  const onTopic = topic.length === 0 ? reports.slice(0, 1) : reports.filter((one) => speaksOf(one, topic));
  if (onTopic.length === 0) return undefined;
  const lead = language === 'zh' ? '選題時這樣報告：' : 'The run reported:';
  return [lead, ...onTopic.slice(0, 3).map(({ said }) => said.replace(/^/gm, '> '))].join('\n\n');
}

/** When no run mentions it: the note that leaves it out, else that nothing is known. */
export function sayNoReason(text: string, { notes }: z.infer<typeof NotesResult>, language: Locale): string {
  const topic = topicOf(text);
  const note = notes.find((one) => {
    const bound = [...(one.exclude?.categories ?? []), ...(one.exclude?.subjects ?? [])].join(' ');
    return topic.length > 0 && speaksOf({ said: `${one.text} ${bound}` }, topic);
  });
  if (language === 'zh')
    return note === undefined
      ? '這個對話裡找不到略去的紀錄或原因。'
      : `這個對話裡沒有略去它的紀錄；但有一條規則會略去它：「${note.text}」${note.by == null ? '' : `（${note.by}）`}。`;
  return note === undefined
    ? 'I find no report in this conversation of leaving that out, and no reason for it.'
    : `I find no report in this conversation of leaving that out, but a rule does: "${note.text}"${note.by == null ? '' : ` (${note.by})`}.`;
}

const ToolLists = z.object({
  left_out: z.array(z.object({ title: z.string(), why: z.string() })).optional(),
  passed_over: z.array(z.object({ title: z.string(), why: z.string() })).optional(),
  leftOut: z
    .array(z.object({ title: z.string(), reason: z.string(), category: z.string().optional() }))
    .optional(),
});

/** Newest first. */
function reportsOf(messages: readonly ChatMessage[]): Reason[] {
  const asked = messages.findLastIndex((message) => message.role === 'user');
  return messages
    .slice(0, Math.max(0, asked))
    .toReversed()
    .flatMap((message) => {
      const own = message.role !== 'user' || message.name === 'desk';
      if (!own) return [];
      const listed = listsIn(message.text);
      if (listed.length > 0) return listed;
      // A report may be split into lines; the desk's own quotations of a report are not reports.
      return message.text
        .split('\n')
        .filter((line) => !line.startsWith('>') && isReport(line))
        .map((said) => ({ said }));
    });
}

function isReport(line: string): boolean {
  return /\bLeft out\b|\bNo story this time\b|^Writing \d+ stor|had nothing to post|要求略去|今次沒有可發|^正在撰寫/u.test(
    line,
  );
}

function listsIn(text: string): Reason[] {
  if (!text.trimStart().startsWith('{')) return [];
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return [];
  }
  const lists = ToolLists.safeParse(value).data;
  if (lists === undefined) return [];
  const told = [
    ...(lists.leftOut ?? []).map(({ title, reason, category }) => ({
      title: category === undefined ? title : `${title} (${category})`,
      why: reason,
    })),
    ...(lists.left_out ?? []),
    ...(lists.passed_over ?? []),
  ];
  const lines = told.map(({ title, why }) => ({ said: `${title}: ${why}` }));
  return lines.length <= 1 ? lines : [{ said: lines.map(({ said }) => `- ${said}`).join('\n') }, ...lines];
}

function topicOf(text: string): string[] {
  const bare = text.replace(/[?？]+\s*$/u, '').replace(HAN_ASKING, ' ');
  const own = concepts(bare).filter((token) => !ABOUT_THE_ASKING.has(token));
  return own;
}

/** What is asked about, in the asker's words; empty where the question names nothing. */
export function topicWords(text: string): string {
  const plain = text.replace(/[?？]+\s*$/u, '').replace(HAN_ASKING, ' ');
  const words = plain.split(/\s+/u).filter((word) => {
    const meant = concepts(word);
    return meant.length > 0 && !meant.every((token) => ABOUT_THE_ASKING.has(token));
  });
  return words.join(' ').replace(/^(?:the|an?)\s+/i, '');
}

/** A report on "Crypto" also matches 加密貨幣. */
function speaksOf({ said }: Reason, topic: readonly string[]): boolean {
  const text = said.toLowerCase();
  const heard = new Set(concepts(said));
  if (sectionOf(topic).some((name) => text.includes(name))) return true;
  return topic.some((token) => heard.has(token) || (token.length >= 4 && text.includes(token)));
}

/** Joins the bigrams of 加密貨幣 again. */
function sectionOf(bigrams: readonly string[]): readonly string[] {
  const whole = bigrams.map((one, at) => (at === 0 ? one : [...one].slice(1).join(''))).join('');
  return sectionNames(whole);
}
