/** The desk model's replies: final text, or tool calls. They use no tokens. */
import type { ModelReply, ServedBy } from '../chat-model.ts';

const SERVED_BY: ServedBy = { provider: 'desk', model: 'desk-1', languageModel: false };
const USAGE = { input: 0, output: 0 } as const;

/** A text reply of the desk model: no tools, no cost. */
export function sayText(text: string): ModelReply {
  return { text, toolCalls: [], finish: 'stop', usage: USAGE, servedBy: SERVED_BY };
}

/** `id` must be new among the calls of the turn. */
export function callTool(id: string, name: string, args: unknown): ModelReply {
  return { text: '', toolCalls: [{ id, name, args }], finish: 'tools', usage: USAGE, servedBy: SERVED_BY };
}

/** Several calls of one tool; their ids are derived from `id`. */
export function callTools(id: string, name: string, args: readonly unknown[]): ModelReply {
  const toolCalls = args.map((one, at) => ({ id: `${id}-${at + 1}`, name, args: one }));
  return { text: '', toolCalls, finish: 'tools', usage: USAGE, servedBy: SERVED_BY };
}
