/** Workers' turns by the real agent: what a model answers is parsed, refused and asked for again as on a desk. */
import { fileURLToPath } from 'node:url';
import { Agent } from '../../src/agent/agent.ts';
import { Prompts } from '../../src/agent/prompts.ts';
import type { ChatModel } from '../../src/llm/chat-model.ts';
import type { Edition } from '../../src/newsroom/edition/edition.ts';
import { workerOutput } from '../../src/newsroom/model/worker-result.ts';
import { checkerOutput } from '../../src/newsroom/verify/checker-reply.ts';
import { mendOutput } from '../../src/newsroom/verify/mend-reply.ts';
import type { Tool } from '../../src/sessions/tool.ts';
import type { Inbound, Turn, TurnEnd } from '../../src/sessions/turn.ts';
import type { Clock } from '../../src/time/clock.ts';

interface AgentDeps {
  readonly model: ChatModel;
  readonly prompts: Prompts;
  readonly clock: Clock;
  readonly tools?: readonly Tool[];
}

/** The prompts as shipped, in the edition's language. */
export function shippedPrompts(language: Edition['language']): Prompts {
  return Prompts.read([fileURLToPath(new URL('../../prompts', import.meta.url))], language);
}

/** Perform a worker's turn once, to its end. */
export async function agentWork(
  inbound: Inbound,
  { model, prompts, clock, tools = [] }: AgentDeps,
): Promise<TurnEnd> {
  let end: TurnEnd | undefined;
  const agent = new Agent({
    model,
    prompts,
    tools,
    outputs: { worker_result: workerOutput, checker_reply: checkerOutput, mend_reply: mendOutput },
    clock,
    window: async () => [],
    setting: async () => ({
      values: {
        DESK_TITLE: 'Nightdesk',
        LANGUAGE: 'English',
        NOW: 'now',
        CHANNEL: 'x',
        NOTES: 'none',
        STORY: 'none',
      },
      material: {},
    }),
    failed: () => {},
  });
  const turn: Turn = { ...inbound, lane: inbound.session, seq: 1, acceptedAtMs: 0, attempts: 1 };
  await agent.perform({
    started: { turn, fence: 1, generation: 1, deadlineMs: Infinity },
    signal: new AbortController().signal,
    step: async () => {},
    joined: async () => [],
    nextEffect: () => 0,
    kept: [],
    keep: () => {},
    settle: async (how) => {
      end = how;
      return 'closed';
    },
  });
  return end!;
}
