/**
 * Converts a conversation to Gemini's contents: turns of `user` and `model` that alternate and start with `user`.
 *
 * - A model's tool calls are in one content; the next one has a response for each call, in order.
 * - Gemini's own replies are returned unchanged, with their thought signatures. Calls made by other models carry the
 *   placeholder from Gemini's documentation, because version 3 refuses calls without a signature.
 * - A result whose call is no longer in the window is described in words.
 */
import type { Content, FunctionCall, Part } from '@google/genai';
import type { ChatMessage, ToolCall } from '../chat-model.ts';

export const PROVIDER = 'gemini';

type Assistant = Extract<ChatMessage, { role: 'assistant' }>;
type Result = Extract<ChatMessage, { role: 'tool' }>;

/** The placeholder for calls without a signature. */
const UNSIGNED = 'skip_thought_signature_validator';

/** A conversation in Gemini's form. */
export function contentsOf(messages: readonly ChatMessage[]): Content[] {
  const talk = new Talk();
  for (let at = 0; at < messages.length; at++) {
    const message = messages[at]!;
    if (message.role === 'user') talk.add('user', [{ text: said(message.text, message.name) }]);
    else if (message.role === 'tool') talk.add('user', [{ text: lateResult(message) }]);
    else {
      const results: Result[] = [];
      for (let next = messages[at + 1]; next?.role === 'tool'; next = messages[at + 1]) {
        results.push(next);
        at += 1;
      }
      addReply(talk, message, results);
    }
  }
  // The last content must not be the model's.
  if (talk.contents.at(-1)?.role !== 'user') talk.add('user', [{ text: GO_ON }]);
  return talk.contents;
}

class Talk {
  readonly contents: Content[] = [];

  add(role: 'user' | 'model', parts: readonly Part[]): void {
    if (parts.length === 0) return;
    const last = this.contents.at(-1);
    if (last?.role === role) last.parts = [...(last.parts ?? []), ...parts];
    else {
      if (!last && role === 'model') this.contents.push({ role: 'user', parts: [{ text: BEFORE }] });
      this.contents.push({ role, parts: [...parts] });
    }
  }
}

const BEFORE = '(The conversation began before this.)';
const GO_ON = '(Go on.)';

function addReply(talk: Talk, message: Assistant, results: readonly Result[]): void {
  const calls = message.toolCalls ?? [];
  const own = ownParts(message);
  talk.add('model', own ?? rebuilt(message));
  const given = own?.flatMap(({ functionCall }) => functionCall ?? []);
  const waiting = [...results];
  const responses = calls.map((call, n) => {
    const found = waiting.findIndex(({ callId }) => callId === call.id);
    const result = found < 0 ? undefined : waiting.splice(found, 1)[0];
    return response(call, given ? given[n] : { id: call.id }, result);
  });
  talk.add('user', responses);
  talk.add(
    'user',
    waiting.map((result) => ({ text: lateResult(result) })),
  );
}

/** The reply as Gemini gave it, if that is known and still matches the message. */
function ownParts({ text, echo, toolCalls = [] }: Assistant): Part[] | undefined {
  if (echo?.provider !== PROVIDER || !isPartList(echo.parts)) return undefined;
  const calls = echo.parts.flatMap(({ functionCall }) => functionCall ?? []);
  const same = calls.length === toolCalls.length && calls.every(({ name }, n) => name === toolCalls[n]!.name);
  // Without calls only the words matter.
  return same && (calls.length > 0 || wordsOf(echo.parts) === text) ? echo.parts : undefined;
}

function isPartList(parts: unknown): parts is Part[] {
  return (
    Array.isArray(parts) &&
    parts.length > 0 &&
    parts.every((part: unknown) => typeof part === 'object' && part !== null && Object.keys(part).length > 0)
  );
}

function wordsOf(parts: readonly Part[]): string {
  return parts.map(({ text = '', thought }) => (thought === true ? '' : text)).join('');
}

function rebuilt({ text, toolCalls = [] }: Assistant): Part[] {
  const calls = toolCalls.map(({ id, name, args }, n): Part => ({
    functionCall: { id, name, args: asObject(args) },
    ...(n === 0 && { thoughtSignature: UNSIGNED }),
  }));
  return text === '' ? calls : [{ text }, ...calls];
}

function response({ name }: ToolCall, given: FunctionCall | undefined, result: Result | undefined): Part {
  const id = given?.id;
  const words = result ? { output: result.text } : { error: 'There is no result.' };
  return { functionResponse: { ...(id !== undefined && { id }), name, response: words } };
}

function lateResult({ name, text }: Result): string {
  return `(Result of ${name}, called earlier:)\n${text}`;
}

function said(text: string, name: string | undefined): string {
  // Gemini refuses a content without text.
  const words = text === '' ? '(nothing)' : text;
  // On one line, so that a name can't imitate another speaker.
  return name === undefined ? words : `${name.replace(/\s+/g, ' ').trim()}: ${words}`;
}

function asObject(args: unknown): Record<string, unknown> {
  if (typeof args === 'object' && args !== null && !Array.isArray(args))
    return args as Record<string, unknown>;
  return { value: args };
}
