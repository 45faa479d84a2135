/**
 * Summarizes a conversation without a language model: what was asked and answered, what is open, what the desk was
 * told to remember and what it posted, in the original words.
 */
import { z } from 'zod';
import { readsAsCjk } from '../../text/cjk.ts';
import { sentences } from '../../text/sentences.ts';
import { summarise } from '../../text/summarise.ts';
import type { ModelReply, ModelRequest } from '../chat-model.ts';
import { intentOf } from './chat-intent.ts';
import { sayText } from './desk-reply.ts';
import { readMaterial } from './tool-talk.ts';
import { shorten, shortLine } from '../../text/shorten.ts';

const Line = z.object({
  at: z.string(),
  by: z.enum(['person', 'desk', 'trigger', 'run', 'remark', 'summary']),
  name: z.string().optional(),
  overheard: z.literal(true).optional(),
  text: z.string(),
});
const Material = z.object({ conversation: z.array(Line) });
type Line = z.infer<typeof Line>;

/** A person's message, and the desk's answer if there was one. */
interface Exchange {
  readonly said: Line;
  readonly kind: 'request' | 'question' | 'statement' | 'passing';
  readonly answer: string | undefined;
}

const HEADINGS = {
  en: {
    earlier: 'Earlier:',
    requests: 'Asked of the desk:',
    answered: 'Asked and answered:',
    open: 'Still open:',
    posted: 'Posted:',
    said: 'Also said:',
  },
  zh: {
    earlier: '早前：',
    requests: '編輯的要求：',
    answered: '已回答的問題：',
    open: '未有答案：',
    posted: '已發出：',
    said: '其他說話：',
  },
} as const;

/** The most lines of each part; the newest are kept. */
const MOST = { earlier: 8, requests: 8, answered: 6, open: 5, posted: 6, said: 5 } as const;
const LONGEST = 180;
/** Characters kept of a rule. */
const RULE_CHARS = 600;
/** How many other statements are considered (the newest), and how many sentences of each (the first). */
const WEIGHED = { statements: 60, sentences: 3 };
const QUESTION = /[?？]\s*$|(?:嗎|呢)[。.]?\s*$/u;
/** The desk's phrases for failing to find or to do something. */
const UNANSWERED =
  /don['’]t say|didn't work|can't do that|could not finish|ran out of time|沒有提及|做不到|未能完成/u;

/** Empty when nothing was said. */
export function compact(request: ModelRequest): ModelReply {
  const { conversation } = readMaterial(Material, request);
  const exchanges = exchangesOf(conversation);
  const ofKind = (kind: Exchange['kind']) => exchanges.filter((exchange) => exchange.kind === kind);
  const questions = ofKind('question');
  const before = conversation.filter(({ by }) => by === 'summary');
  const parts = {
    earlier: before.flatMap(({ text }) => carriedOver(withoutRequests(text))),
    requests: [
      ...before.flatMap(({ text }) => requestsIn(text)),
      ...ofKind('request').map(({ said }) => quote(said)),
    ],
    answered: questions.filter(isAnswered).map(({ said, answer }) => `${quote(said)} → ${short(answer!)}`),
    open: questions.filter((exchange) => !isAnswered(exchange)).map(({ said }) => quote(said)),
    posted: posted(conversation),
    said: gist(ofKind('statement').map(({ said }) => said)),
  };
  const language = readsAsCjk(exchanges.map(({ said }) => said.text).join('\n')) ? 'zh' : 'en';
  const lines = (['earlier', 'requests', 'answered', 'open', 'posted', 'said'] as const).flatMap((part) => {
    const newest = parts[part].slice(-MOST[part]);
    return newest.length === 0 ? [] : [HEADINGS[language][part], ...newest.map((line) => `- ${line}`)];
  });
  return sayText(lines.join('\n'));
}

/** Each message of a person with the next answer; one answer may serve several messages before it. */
function exchangesOf(conversation: readonly Line[]): Exchange[] {
  return conversation.flatMap((said, at) => {
    if (said.by !== 'person') return [];
    const answer = conversation.slice(at + 1).find(({ by }) => by === 'desk' || by === 'remark');
    return [{ said, kind: kindOf(said), answer: answer?.by === 'desk' ? answer.text : undefined }];
  });
}

function isAnswered({ answer }: Exchange): boolean {
  return answer !== undefined && !UNANSWERED.test(answer);
}

/** Small talk, and what the desk looks up each time, need no memory. */
function kindOf({ text, overheard }: Line): Exchange['kind'] {
  const { kind } = intentOf(text.slice(0, RULE_CHARS));
  // What people ask and tell each other isn't a request to the desk, nor an open question.
  if (overheard) return ['greeting', 'thanks', 'help'].includes(kind) ? 'passing' : 'statement';
  if (kind === 'remember' || kind === 'forget') return 'request';
  if (kind !== 'question') return 'passing';
  return QUESTION.test(text) ? 'question' : 'statement';
}

/** What runs posted; identical texts once, with their count. */
function posted(conversation: readonly Line[]): string[] {
  const runs = new Map<string, { run: Line; times: number }>();
  for (const run of conversation.filter(({ by }) => by === 'run')) {
    const text = short(run.text);
    const times = (runs.get(text)?.times ?? 0) + 1;
    runs.delete(text); // The newest comes last.
    runs.set(text, { run, times });
  }
  return [...runs].map(([text, { run, times }]) => {
    const name = run.name === undefined ? '' : `${run.name}, `;
    return `(${name}${run.at}${times > 1 ? `, ${times}×` : ''}) ${text}`;
  });
}

/** The most informative sentences of people's other statements, with their authors. */
function gist(statements: readonly Line[]): string[] {
  const newest = statements.slice(-WEIGHED.statements);
  const best = summarise(
    newest.map(({ text }) => beginningOf(text, WEIGHED.sentences)),
    MOST.said,
  );
  return best.flatMap(({ document, text }) => {
    const said = newest[document];
    return said ? [quote({ ...said, text })] : [];
  });
}

/** Editors' requests outlive the rest: they are carried from summary to summary. */
function requestsIn(text: string): string[] {
  return (requestsPart(text)?.match(/^- .+$/gm) ?? []).map((line) => line.slice(2));
}

function withoutRequests(text: string): string {
  const part = requestsPart(text);
  return part === undefined ? text : text.replace(part, '');
}

/** The heading of the requests and the lines under it. */
function requestsPart(text: string): string | undefined {
  const lines = text.split('\n');
  const from = lines.findIndex((line) => line === HEADINGS.en.requests || line === HEADINGS.zh.requests);
  if (from < 0) return undefined;
  const length = lines.slice(from + 1).findIndex((line) => !line.startsWith('- '));
  return lines.slice(from, length < 0 ? undefined : from + 1 + length).join('\n');
}

/** From an earlier summary: its lines, or the best of its sentences. */
function carriedOver(text: string): string[] {
  const lines = text.split('\n').flatMap((line) => /^[-•*] (.+)$/.exec(line)?.[1] ?? []);
  if (lines.length > 0) return lines;
  return summarise([beginningOf(text, 100)], MOST.earlier).map((sentence) => sentence.text);
}

function beginningOf(text: string, count: number): string {
  const last = sentences(text)[count - 1];
  return last ? text.slice(0, last.end) : text;
}

function quote({ name, at, text }: Line): string {
  return `${name ?? '?'} (${at}): "${shortLine(text, LONGEST)}"`;
}

/** The first sentence, with enough text to be informative. */
function short(text: string): string {
  const plain = text.replace(/^>\s?/gm, '').trim();
  let said = '';
  for (const sentence of sentences(plain)) {
    said = `${said} ${sentence.text}`.trim();
    if (said.length >= 40) break;
  }
  return shorten(said, LONGEST);
}
