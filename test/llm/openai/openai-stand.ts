/** The OpenAI-compatible provider before its loopback server. */
import type { ModelRequest } from '../../../src/llm/chat-model.ts';
import { openAiFrom } from '../../../src/llm/openai/openai-from.ts';
import type { OpenAiSettings } from '../../../src/llm/openai/openai-from.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { LoopbackOpenAi } from '../../support/models/loopback-openai.ts';
import type { LoopbackOpenAiOptions } from '../../support/models/loopback-openai.ts';

export const KEY = 'sk-loopback-0123456789';
export const MODEL = 'small-model';

export async function openStand(options: LoopbackOpenAiOptions = {}, settings: OpenAiSettings = {}) {
  const server = await LoopbackOpenAi.start({ key: KEY, ...options });
  const clock = new FakeClock();
  const model = openAiFrom({ baseUrl: server.baseUrl, key: KEY, model: MODEL, ...settings }, { clock })!;
  return { server, clock, model };
}

export function request(over: Partial<ModelRequest> = {}): ModelRequest {
  return {
    task: 'chat',
    system: 'You are the desk.',
    messages: [{ role: 'user', text: 'Does the ferry sail?' }],
    tools: [],
    limits: { maxOutputTokens: 500 },
    signal: new AbortController().signal,
    ...over,
  };
}
