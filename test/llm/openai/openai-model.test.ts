import { expect } from 'vitest';
import type { OpenAiBody } from '../../support/models/loopback-openai-check.ts';
import { keepsTheChatModelContract } from '../chat-model.contract.ts';
import type { Asked } from '../chat-model.contract.ts';
import { openStand } from './openai-stand.ts';

for (const dialect of ['openai', 'ollama'] as const)
  keepsTheChatModelContract('openai', async () => {
    const { server, clock, model } = await openStand({ dialect });
    return {
      model,
      clock,
      will(script) {
        if ('fault' in script) return server.faults.next(script.fault);
        const { say, think, calls, usage, finish } = script;
        server.replyWith({
          usage: usage ?? null,
          ...(say && { text: say }),
          ...(think !== undefined && { thoughts: think }),
          ...(calls && { calls }),
          ...(finish && { finish: finish === 'blocked' ? 'content_filter' : finish }),
        });
      },
      asked: () => server.asked.map(askedOf),
      underWay: () => server.underWay,
      async close() {
        expect(server.violations).toEqual([]);
        await server.close();
      },
    };
  });

function askedOf(body: OpenAiBody): Asked {
  const { messages } = body;
  return {
    system: messages.flatMap((said) => (said.role === 'system' ? [said.content] : [])).join('\n'),
    said: messages.flatMap(({ role, content }): Asked['said'] => {
      if (role === 'user') return [{ by: 'user', text: content }];
      return role === 'assistant' && content !== null ? [{ by: 'model', text: content }] : [];
    }),
    tools: body.tools?.map((tool) => tool.function.name) ?? [],
    called: messages.flatMap((said) =>
      said.role === 'assistant' ? (said.tool_calls ?? []).map((call) => call.function.name) : [],
    ),
    results: messages.flatMap((said) => (said.role === 'tool' ? [{ text: said.content }] : [])),
    structured: body.response_format !== undefined,
    maxOutputTokens: body.max_tokens ?? body.max_completion_tokens,
    temperature: body.temperature,
  };
}
