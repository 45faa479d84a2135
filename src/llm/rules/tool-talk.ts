/**
 * Where a turn stands, read off its messages: what was asked last, and what the tools have answered since.
 * The desk model keeps no state between calls.
 */
import type { z } from 'zod';
import type { Locale } from '../../time/locale.ts';
import { isOverheard, wordsOf } from '../aside.ts';
import { ModelError } from '../chat-model.ts';
import type { ChatMessage, ModelRequest } from '../chat-model.ts';
import { ChineseRefusal, Refusal } from './chat-shapes.ts';

export interface ToolTalk {
  /** The words of the newest message to the desk; empty without one. */
  readonly asked: string;
  /** The newest result of the tool since then, as written; undefined when it wasn't called. */
  resultOf(tool: string): string | undefined;
  /** Every result of the tool since then, in order. */
  resultsOf(tool: string): readonly string[];
  /** An id for the next call, not used before in the turn. */
  readonly nextCallId: string;
  offers(tool: string): boolean;
}

/** One of several wishes in a message: its own words, and its place among them, from 0. */
interface WishOf {
  readonly asked: string;
  readonly at: number;
}

/** Calls for a later wish are known by their ids, so that each wish reads its own results only. */
const PART = /-wish(\d+)$/;

/** @param wish the part of the message that is served; by default all of it. */
export function toolTalk({ messages, tools }: ModelRequest, wish?: WishOf): ToolTalk {
  // What was overheard, and what the desk itself remarked, asks for nothing.
  const from = messages.findLastIndex(
    (message) => message.role === 'user' && message.name !== 'desk' && !isOverheard(message.text),
  );
  const since: readonly ChatMessage[] = messages
    .slice(from + 1)
    .filter(
      (message) =>
        wish === undefined ||
        message.role !== 'tool' ||
        Number(PART.exec(message.callId)?.[1] ?? 0) === wish.at,
    );
  const user = messages[from];
  return {
    asked: wish?.asked ?? wordsOf(user?.text ?? ''),
    resultOf: (tool) => since.findLast((message) => message.role === 'tool' && message.name === tool)?.text,
    resultsOf: (tool) =>
      since.flatMap((message) => (message.role === 'tool' && message.name === tool ? [message.text] : [])),
    nextCallId: `desk-${messages.length}${wish === undefined || wish.at === 0 ? '' : `-wish${wish.at}`}`,
    offers: (tool) => tools.some(({ name }) => name === tool),
  };
}

/** Undefined when `text` is no JSON of this shape: tools answer a wrong call with words. */
export function readResult<T>(schema: z.ZodType<T>, text: string): T | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  return schema.safeParse(value).data;
}

/** The request's material, or a `ModelError`: without it the desk model can't serve the task. */
export function readMaterial<T>(schema: z.ZodType<T>, request: ModelRequest): T {
  const parsed = schema.safeParse(request.material);
  if (parsed.success) return parsed.data;
  const where = parsed.error.issues.map((issue) => issue.path.join('.') || 'material').join(', ');
  throw new ModelError(
    'cannot_serve',
    `The desk model can't serve "${request.task}": its material is missing or malformed (${where}).`,
  );
}

/** Why a tool refused, in the reader's language where the tool has it; undefined where it did not. */
export function refusalIn(result: string, language: Locale): string | undefined {
  const chinese = language === 'zh' ? readResult(ChineseRefusal, result) : undefined;
  return chinese ?? readResult(Refusal, result);
}
