/**
 * Converts a conversation to the endpoint's form.
 *
 * Every tool call is followed directly by its result, and every result has its call, because servers refuse anything
 * else: messages in between are moved after it, a call without a result is dropped, a result without its call is
 * described in words. A speaker's name is put before the words, because the API's name field allows few names and few
 * servers support it.
 */
import { isObject } from '../../text/is-object.ts';
import type { ChatCompletionMessageParam } from 'openai/resources/chat/completions';
import type { ChatMessage, ToolCall } from '../chat-model.ts';

export interface Manner {
  readonly alternating: boolean;
  readonly systemRole: boolean;
  /** Whether ids of calls must have exactly nine letters and digits, as Mistral's. */
  readonly nineInIds?: boolean;
}

/** A conversation in the form of chat completions. */
export function conversationOf(
  system: string,
  messages: readonly ChatMessage[],
  { alternating, systemRole, nineInIds = false }: Manner,
): ChatCompletionMessageParam[] {
  const ids = new TakenIds(nineInIds);
  const told: ChatCompletionMessageParam[] = [];
  const paired = new Set<ChatMessage>();
  messages.forEach((message, at) => {
    if (message.role === 'user') told.push({ role: 'user', content: attributed(message) });
    else if (message.role === 'assistant') {
      const pairs = pairsOf(message.toolCalls ?? [], messages.slice(at + 1), paired);
      if (pairs.length > 0)
        told.push({
          role: 'assistant',
          content: message.text === '' ? null : message.text,
          tool_calls: pairs.map(({ call }) => toolCall(call, ids)),
        });
      else if (message.text.trim() !== '') told.push({ role: 'assistant', content: message.text });
      for (const { call, result } of pairs)
        told.push({ role: 'tool', tool_call_id: ids.of(call.id), content: result.text });
    } else if (!paired.has(message))
      told.push({ role: 'user', content: `(the result of ${message.name}) ${message.text}` });
  });
  const taken = alternating ? takingTurns(told) : told;
  if (systemRole) return [{ role: 'system', content: system }, ...taken];
  return takingTurns([{ role: 'user', content: system }, ...taken]);
}

/** The ids of calls used in the conversation. */
export function usedIds(messages: readonly ChatMessage[]): Set<string> {
  return new Set(
    messages.flatMap((message) => {
      if (message.role === 'tool') return [message.callId];
      return message.role === 'assistant' ? (message.toolCalls ?? []).map(({ id }) => id) : [];
    }),
  );
}

type ToolResult = ChatMessage & { readonly role: 'tool' };

/** Calls with their results, which are marked as used. Ids may repeat in later turns; the nearest one matches. */
function pairsOf(
  calls: readonly ToolCall[],
  after: readonly ChatMessage[],
  paired: Set<ChatMessage>,
): { readonly call: ToolCall; readonly result: ToolResult }[] {
  const seen = new Set<string>();
  return calls.flatMap((call) => {
    if (seen.has(call.id)) return [];
    seen.add(call.id);
    const result = after.find(
      (message): message is ToolResult =>
        message.role === 'tool' && message.callId === call.id && !paired.has(message),
    );
    if (!result) return [];
    paired.add(result);
    return [{ call, result }];
  });
}

function attributed({ name, text }: { readonly name?: string; readonly text: string }): string {
  if (name === undefined) return text === '' ? '(nothing)' : text;
  return `${name.replace(/\s+/gu, ' ')}: ${text}`;
}

function toolCall({ id, name, args }: ToolCall, ids: TakenIds) {
  return {
    id: ids.of(id),
    type: 'function' as const,
    // Servers parse the arguments of past calls; malformed ones must not make every later request fail.
    function: { name, arguments: JSON.stringify(isObject(args) ? args : { unreadable: args }) },
  };
}

/** OpenAI accepts ids of up to 40 characters, Mistral of exactly 9; another provider's may be different. */
class TakenIds {
  readonly #nine: boolean;
  readonly #ids = new Map<string, string>();

  constructor(nine: boolean) {
    this.#nine = nine;
  }

  of(id: string): string {
    if (this.#nine ? /^[a-z0-9]{9}$/i.test(id) : id !== '' && id.length <= 40) return id;
    const next = String(this.#ids.size + 1);
    const known =
      this.#ids.get(id) ?? (this.#nine ? `desk${next.padStart(5, '0')}` : `call-of-another-${next}`);
    this.#ids.set(id, known);
    return known;
  }
}

/** For models that need strictly alternating roles: neighbours are joined, and a user begins. */
function takingTurns(messages: readonly ChatCompletionMessageParam[]): ChatCompletionMessageParam[] {
  const turns: ChatCompletionMessageParam[] = [];
  for (const message of messages) {
    const last = turns.at(-1);
    if (!last && message.role === 'assistant')
      turns.push({ role: 'user', content: '(the conversation so far)' });
    const plain = message.role !== 'tool' && !('tool_calls' in message);
    if (plain && last?.role === message.role && !('tool_calls' in last))
      turns[turns.length - 1] = {
        role: message.role,
        content: `${last.content as string}\n\n${message.content as string}`,
      } as ChatCompletionMessageParam;
    else turns.push(message);
  }
  return turns;
}
