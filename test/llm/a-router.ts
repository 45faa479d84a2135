import { ModelError } from '../../src/llm/chat-model.ts';
import type { ChatModel, ModelErrorCode, ModelErrorFacts, ModelRequest } from '../../src/llm/chat-model.ts';
import { modelPlanSchema } from '../../src/llm/model-plan.ts';
import { Router } from '../../src/llm/router.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { MemoryReceiptBook } from '../support/memory-receipt-book.ts';
import { scriptedModel } from '../support/scripted-model.ts';

type Lines = Parameters<typeof scriptedModel>;

/** A router over scripted providers: Gemini, an OpenAI-compatible one, and the desk model. */
export function aRouter(
  scripts: { gemini?: Lines | ChatModel; openai?: Lines | ChatModel; desk?: Lines },
  plan: object = {},
  book = new MemoryReceiptBook(),
  clock = new FakeClock(),
) {
  const failures: string[] = [];
  const wrong: string[] = [];
  const asked = (lines: Lines | ChatModel, provider: string): ChatModel => {
    const inner = Array.isArray(lines) ? scriptedModel(...lines) : lines;
    const servedBy = { provider, model: MODELS[provider]!, languageModel: provider !== 'desk' };
    return {
      reply: async (request) => ({
        ...(await inner.reply(request)),
        servedBy,
        ...(provider === 'desk' && { usage: { input: 0, output: 0 } }),
      }),
    };
  };
  const router = new Router({
    providers: Object.entries(scripts).map(([name, lines]) => ({
      name,
      model: MODELS[name]!,
      languageModel: name !== 'desk',
      chat: asked(lines, name),
    })),
    plan: modelPlanSchema.parse(plan),
    clock,
    zone: 'Europe/London',
    book,
    misconfigured: (provider, because) => wrong.push(`${provider}: ${because}`),
    failed: (what, error) => failures.push(`${what}: ${(error as Error).message}`),
  });
  return { router, book, clock, failures, wrong };
}

const MODELS: Readonly<Record<string, string>> = {
  gemini: 'gemini-2.5-flash',
  openai: 'local-7b',
  desk: 'desk-1',
};

export function request(more: Partial<ModelRequest> = {}): ModelRequest {
  return {
    task: 'chat',
    system: 'You are the desk.',
    messages: [{ role: 'user', text: 'hello' }],
    tools: [],
    limits: { maxOutputTokens: 100 },
    signal: new AbortController().signal,
    ...more,
  };
}

export function error(
  code: ModelErrorCode,
  facts: ModelErrorFacts = {},
  message = `It is ${code}.`,
): ModelError {
  return new ModelError(code, message, facts);
}
