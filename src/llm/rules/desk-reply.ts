/** How the desk model answers: final text, or calls of a tool. It spends no tokens, truly. */
import type { ModelReply, ServedBy } from '../chat-model.ts';

const SERVED_BY: ServedBy = { provider: 'desk', model: 'desk-1', languageModel: false };
const USAGE = { input: 0, output: 0 } as const;

/** A reply of the desk model in words: no tools, no cost. */
export function sayText(text: string): ModelReply {
  return { text, toolCalls: [], finish: 'stop', usage: USAGE, servedBy: SERVED_BY };
}

/** `id` has to be new among the calls of the turn. */
export function callTool(id: string, name: string, args: unknown): ModelReply {
  return { text: '', toolCalls: [{ id, name, args }], finish: 'tools', usage: USAGE, servedBy: SERVED_BY };
}

/** Several calls of one tool; `ids` are made of `id`. */
export function callTools(id: string, name: string, args: readonly unknown[]): ModelReply {
  const toolCalls = args.map((one, at) => ({ id: `${id}-${at + 1}`, name, args: one }));
  return { text: '', toolCalls, finish: 'tools', usage: USAGE, servedBy: SERVED_BY };
}
