/**
 * The state of a turn, read from its messages: what was asked last, and the tools' results since. The desk model
 * keeps no state between calls.
 */
import type { z } from 'zod';
import { withShortRuns } from '../../text/short-runs.ts';
import type { Locale } from '../../time/locale.ts';
import { isOverheard, isReply, wordsOf } from '../aside.ts';
import { ModelError } from '../chat-model.ts';
import type { ChatMessage, ModelRequest } from '../chat-model.ts';
import { ChineseRefusal, Refusal } from './chat-shapes.ts';

export interface ToolTalk {
  /** The newest message to the desk; empty without one. */
  readonly asked: string;
  /** The tool's newest result since then; undefined when it wasn't called. */
  resultOf(tool: string): string | undefined;
  /** All of the tool's results since then, in order. */
  resultsOf(tool: string): readonly string[];
  /** An unused id for the next call. */
  readonly nextCallId: string;
  offers(tool: string): boolean;
}

/** One of several requests in a message: its text, and its zero-based position. */
interface RequestPart {
  readonly asked: string;
  readonly at: number;
}

/** Calls for a later request are marked in their ids, so that each request reads only its own results. */
const PART = /-part(\d+)$/;

/** @param request the part of the message to handle; by default all of it. */
export function toolTalk({ messages, tools }: ModelRequest, request?: RequestPart): ToolTalk {
  // Overheard talk and the desk's own remarks ask for nothing.
  const from = messages.findLastIndex(isAsking);
  const since: readonly ChatMessage[] = messages
    .slice(from + 1)
    .filter(
      (message) =>
        request === undefined ||
        message.role !== 'tool' ||
        Number(PART.exec(message.callId)?.[1] ?? 0) === request.at,
    );
  const user = messages[from];
  return {
    asked: request?.asked ?? withShortRuns(wordsOf(user?.text ?? '')),
    resultOf: (tool) => since.findLast((message) => message.role === 'tool' && message.name === tool)?.text,
    resultsOf: (tool) =>
      since.flatMap((message) => (message.role === 'tool' && message.name === tool ? [message.text] : [])),
    nextCallId: `desk-${messages.length}${request === undefined || request.at === 0 ? '' : `-part${request.at}`}`,
    offers: (tool) => tools.some(({ name }) => name === tool),
  };
}

/** The desk's last words before the newest message. */
function lastReply(messages: readonly ChatMessage[]): string {
  const from = messages.findLastIndex(({ role }) => role === 'user');
  return (
    messages.slice(0, from).findLast(({ role, text }) => role === 'assistant' && text !== '')?.text ?? ''
  );
}

/**
 * What the desk has asked this person since they last wrote, as `read` finds it in its words, the newest first. A story may
 * have been posted after the question, or somebody else answered.
 */
export function askedOfThem<T>(
  messages: readonly ChatMessage[],
  read: (said: string) => T | undefined,
): T | undefined {
  const asking = messages.filter(isAsking);
  const newest = asking.pop();
  const before = asking.findLast(({ name }) => name === newest?.name);
  if (newest === undefined || before === undefined) return undefined;
  const since = messages.slice(messages.indexOf(before), messages.indexOf(newest));
  const said = since.filter(({ role }) => role === 'assistant');
  for (const { text } of said.reverse()) {
    const asked = read(text);
    if (asked !== undefined) return asked;
  }
  return undefined;
}

/** The desk's last words where "it" may be what they were about: said to the same person, and not answered to another message. */
export function lastToldThem(messages: readonly ChatMessage[]): string {
  const newest = messages.findLast(isAsking);
  const before = messages.slice(0, newest && messages.lastIndexOf(newest)).findLast(isAsking);
  const isTheirs = newest !== undefined && before?.name === newest.name && !isReply(newest.text);
  return isTheirs ? lastReply(messages) : '';
}

function isAsking(message: ChatMessage): message is Extract<ChatMessage, { role: 'user' }> {
  return message.role === 'user' && message.name !== 'desk' && !isOverheard(message.text);
}

/** Undefined when `text` isn't JSON of this shape, for example a refusal in words. */
export function readResult<T>(schema: z.ZodType<T>, text: string): T | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  return schema.safeParse(value).data;
}

/** The request's material. @throws ModelError without it. */
export function readMaterial<T>(schema: z.ZodType<T>, request: ModelRequest): T {
  const parsed = schema.safeParse(request.material);
  if (parsed.success) return parsed.data;
  const where = parsed.error.issues.map((issue) => issue.path.join('.') || 'material').join(', ');
  throw new ModelError(
    'cannot_serve',
    `The desk model can't serve "${request.task}": its material is missing or malformed (${where}).`,
  );
}

/** Why a tool refused, in the reader's language if available; undefined if it didn't. */
export function refusalIn(result: string, language: Locale): string | undefined {
  const chinese = language === 'zh' ? readResult(ChineseRefusal, result) : undefined;
  return chinese ?? readResult(Refusal, result);
}
