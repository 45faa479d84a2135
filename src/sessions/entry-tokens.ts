import { estimateTokens } from '../text/estimate-tokens.ts';
import type { Entry } from './entry.ts';

/** Tokens of an entry in a window: its text, its surroundings, and the arguments of its tool calls. */
export function entryTokens({ content, meta }: Entry): number {
  const { toolCalls, replyTo, attachments } = meta ?? {};
  const around = [toolCalls, replyTo, attachments].filter((part) => part !== undefined);
  return estimateTokens(around.length > 0 ? content + JSON.stringify(around) : content);
}
