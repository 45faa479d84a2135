import { expect } from 'vitest';
import { LoopbackGemini } from '../../support/models/loopback-gemini.ts';
import type { GeminiRequest } from '../../support/models/loopback-gemini.ts';
import type { GeminiFault, GeminiReply } from '../../support/models/loopback-gemini-script.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { keepsTheChatModelContract } from '../chat-model.contract.ts';
import type { Asked, Fault, Script, Stand } from '../chat-model.contract.ts';
import { geminiAt } from './gemini-stand.ts';

keepsTheChatModelContract('gemini', async (): Promise<Stand> => {
  const clock = new FakeClock();
  const gemini = await LoopbackGemini.start();
  const model = geminiAt({ baseUrl: gemini.baseUrl }, { clock });
  return {
    model,
    clock,
    will: (script) =>
      'fault' in script ? gemini.failWith(FAULTS[script.fault]) : gemini.replyWith(replyOf(script)),
    asked: () => gemini.asked.map(askedOf),
    underWay: () => gemini.underWay,
    close: async () => {
      await gemini.close();
      expect(gemini.complaints).toEqual([]);
    },
  };
});

const FAULTS: Readonly<Record<Fault, GeminiFault>> = {
  rate_limited: { kind: 'per_minute', retryMs: 7_000 },
  quota: { kind: 'per_day' },
  server_error: { kind: 'error', code: 500, status: 'INTERNAL', message: 'An internal error has occurred.' },
  overloaded: { kind: 'error', code: 503, status: 'UNAVAILABLE', message: 'The model is overloaded.' },
  wrong_key: { kind: 'error', code: 403, status: 'PERMISSION_DENIED', message: 'Your API key was reported.' },
  unknown_model: { kind: 'error', code: 404, status: 'NOT_FOUND', message: 'models/x is not found.' },
  hangs_up: { kind: 'hangs_up' },
  breaks_off: { kind: 'breaks_off', after: 'The ferry' },
  never_answers: { kind: 'never_answers' },
  falls_silent: { kind: 'falls_silent', after: 'The ferry' },
  speaks_html: { kind: 'raw', status: 200, type: 'text/html', body: '<!doctype html><h1>Welcome</h1>' },
  speaks_gibberish: { kind: 'raw_stream', body: 'data: {"candidates": [\r\n\r\ndata: hm\r\n\r\n' },
  says_nothing: { kind: 'raw_stream', body: 'data: {"modelVersion": "gemini-flash-latest"}\r\n\r\n' },
};

function replyOf({
  say = [],
  think,
  calls = [],
  usage,
  finish,
}: Exclude<Script, { fault: Fault }>): GeminiReply {
  return {
    parts: [
      ...(think === undefined ? [] : [{ text: think, thought: true }]),
      ...say.map((text) => ({ text })),
      ...calls.map(({ id, name, args }) => ({
        functionCall: { ...(id !== undefined && { id }), name, args: args as Record<string, unknown> },
      })),
    ],
    finishReason: finish === 'length' ? 'MAX_TOKENS' : finish === 'blocked' ? 'SAFETY' : 'STOP',
    ...(usage && {
      usage: {
        promptTokenCount: usage.input,
        candidatesTokenCount: usage.output,
        totalTokenCount: usage.input + usage.output,
      },
    }),
  };
}

function askedOf({ body }: GeminiRequest): Asked {
  const { contents, systemInstruction, tools, generationConfig } = body!;
  const parts = contents.flatMap(({ role, parts }) => parts.map((part) => ({ role, ...part })));
  return {
    system: systemInstruction?.parts.map(({ text }) => text).join('') ?? '',
    said: parts.flatMap(({ role, text }) => (text === undefined ? [] : [{ by: role, text }])),
    tools: tools?.flatMap(({ functionDeclarations }) => functionDeclarations.map(({ name }) => name)) ?? [],
    called: parts.flatMap(({ functionCall }) => functionCall?.name ?? []),
    results: parts.flatMap(({ functionResponse }) =>
      functionResponse
        ? [{ name: functionResponse.name, text: String(functionResponse.response['output']) }]
        : [],
    ),
    structured: generationConfig?.responseJsonSchema !== undefined,
    // Room for thoughts comes on top.
    maxOutputTokens:
      generationConfig?.maxOutputTokens &&
      generationConfig.maxOutputTokens - (generationConfig.thinkingConfig?.thinkingBudget ?? 0),
    temperature: generationConfig?.temperature,
  };
}
