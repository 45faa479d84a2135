/** What an attempt used: the provider's count, or else an estimate. Unknown is never zero. */
import { estimateTokens } from '../text/estimate-tokens.ts';
import type { ModelErrorCode, ModelReply, ModelRequest, Usage } from './chat-model.ts';

/** Errors that mean that nothing was read, so only the attempt counts. */
const AT_THE_DOOR: readonly ModelErrorCode[] = ['rate_limited', 'quota', 'misconfigured', 'cannot_serve'];

/** Tokens of a reply: the provider's count, or an estimate from the text. */
export function usageOfReply(request: ModelRequest, reply: ModelReply): Required<Usage> {
  const said = reply.text + reply.toolCalls.map(({ args }) => JSON.stringify(args) ?? '').join('');
  return {
    input: reply.usage.input ?? sentTokens(request),
    output: reply.usage.output ?? estimateTokens(said),
  };
}

/** Tokens of a failed attempt. */
export function usageOfFailure(
  request: ModelRequest,
  usage: Usage | undefined,
  code: ModelErrorCode | 'aborted',
): Required<Usage> {
  const least = AT_THE_DOOR.some((door) => door === code) ? 1 : sentTokens(request);
  return { input: usage?.input ?? least, output: usage?.output ?? 0 };
}

/** A request's tokens, estimated high. */
export function sentTokens({ system, messages, tools, output }: ModelRequest): number {
  const parts = [
    system,
    ...messages.map((message) =>
      message.role === 'assistant' && message.toolCalls
        ? message.text + JSON.stringify(message.toolCalls)
        : message.text,
    ),
    ...(tools.length > 0 ? [JSON.stringify(tools)] : []),
    ...(output ? [JSON.stringify(output.schema)] : []),
  ];
  return parts.reduce((sum, part) => sum + estimateTokens(part), 0);
}
