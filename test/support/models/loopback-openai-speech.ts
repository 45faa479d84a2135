/** Says a script in the wire's form: as a stream of events, or whole. */
import type { ServerResponse } from 'node:http';
import type { OpenAiBody } from './loopback-openai-check.ts';
import type { OpenAiDialect } from './loopback-openai-dialects.ts';

export interface OpenAiWords {
  /** In the pieces that it is streamed in. */
  readonly text?: string | readonly string[];
  readonly thoughts?: string;
  /** A text is sent as it is, JSON or not. */
  readonly calls?: readonly { readonly id?: string; readonly name: string; readonly args: unknown }[];
  readonly refusal?: string;
  readonly finish?: 'stop' | 'length' | 'tool_calls' | 'content_filter';
  /** Absent: some number of tokens, where the dialect counts; null: none is told. */
  readonly usage?: { readonly input: number; readonly output: number; readonly reasoning?: number } | null;
  /** The bytes arrive a few at a time, characters and events torn apart. */
  readonly torn?: boolean;
}

export function speak(
  words: OpenAiWords,
  body: OpenAiBody,
  dialect: OpenAiDialect,
  response: ServerResponse,
): void {
  if (!dialect.streams) return speakWhole(words, body, dialect, response);
  const events = eventsOf(words, body, dialect);
  const text = [...events.map((event) => JSON.stringify(event)), '[DONE]']
    .map((data) => `data: ${data}\n\n`)
    .join('');
  begin(response);
  if (words.torn) void trickle(response, Buffer.from(`: a comment\n\n${text}`));
  else response.end(text);
}

/** The beginning of a stream. */
export function begin(response: ServerResponse): void {
  response.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache',
  });
}

export function chunk(model: string, delta: object, finish: string | null = null): object {
  return {
    id: 'chatcmpl-loopback',
    object: 'chat.completion.chunk',
    created: 1_700_000_000,
    model,
    system_fingerprint: 'fp_loopback',
    choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
  };
}

function eventsOf(
  words: OpenAiWords,
  { model, stream_options: options }: OpenAiBody,
  dialect: OpenAiDialect,
): object[] {
  const { thoughts, refusal } = words;
  const counts = dialect.usage === 'always' || (dialect.usage === 'asked' && options?.include_usage === true);
  const tag = dialect.thoughts === 'tag' && thoughts !== undefined;
  const field = thoughts !== undefined && dialect.thoughts !== 'tag' ? dialect.thoughts : undefined;
  const deltas: object[] = [
    { role: 'assistant', content: '' },
    ...(field !== undefined ? [{ [field]: thoughts }] : []),
    ...(tag ? ['<thi', `nk>\n${thoughts}`, '\n</th', 'ink>\n\n'].map((content) => ({ content })) : []),
    ...[words.text ?? []].flat().map((content) => ({ content })),
    ...(refusal === undefined ? [] : [{ refusal }]),
    ...callPieces(words, dialect),
  ];
  const chunks = [...deltas.map((delta) => chunk(model, delta)), chunk(model, {}, finishOf(words, dialect))];
  if (!counts || words.usage === null) return chunks;
  return [
    ...chunks.map((event) => ({ ...event, usage: null })),
    { ...chunk(model, {}), choices: [], usage: usageOf(words) },
  ];
}

function callPieces({ calls = [] }: OpenAiWords, dialect: OpenAiDialect): object[] {
  return calls.flatMap((call, n) => {
    const args = argumentsOf(call.args);
    const id = call.id === undefined ? {} : { id: call.id };
    if (dialect.calls === 'whole')
      return [
        {
          tool_calls: [{ index: 0, ...id, type: 'function', function: { name: call.name, arguments: args } }],
        },
      ];
    const index = dialect.calls === 'pieces' ? { index: n } : {};
    const pieces = args.match(/.{1,7}/gsu) ?? [];
    return [
      { tool_calls: [{ ...index, ...id, type: 'function', function: { name: call.name, arguments: '' } }] },
      ...pieces.map((piece) => ({ tool_calls: [{ ...index, function: { arguments: piece } }] })),
    ];
  });
}

function speakWhole(
  words: OpenAiWords,
  { model }: OpenAiBody,
  dialect: OpenAiDialect,
  response: ServerResponse,
): void {
  const calls = words.calls?.map(({ id, name, args }) => ({
    ...(id !== undefined && { id }),
    type: 'function',
    function: { name, arguments: argumentsOf(args) },
  }));
  const message = {
    role: 'assistant',
    content: words.text === undefined ? null : [words.text].flat().join(''),
    refusal: words.refusal ?? null,
    ...(words.thoughts !== undefined && { reasoning_content: words.thoughts }),
    ...(calls && { tool_calls: calls }),
  };
  const whole = {
    id: 'chatcmpl-loopback',
    object: 'chat.completion',
    created: 1_700_000_000,
    model,
    choices: [{ index: 0, message, logprobs: null, finish_reason: finishOf(words, dialect) }],
    ...(words.usage !== null && { usage: usageOf(words) }),
  };
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(whole));
}

/** Ollama says "stop" in some versions, calls or not. */
function finishOf({ finish, calls = [] }: OpenAiWords, dialect: OpenAiDialect): string {
  if (finish !== undefined) return finish;
  return calls.length > 0 && dialect.calls !== 'whole' ? 'tool_calls' : 'stop';
}

function usageOf({ usage }: OpenAiWords): object {
  const { input, output, reasoning } = { reasoning: undefined, ...(usage ?? { input: 21, output: 7 }) };
  return {
    ...{ prompt_tokens: input, completion_tokens: output, total_tokens: input + output },
    ...(reasoning !== undefined && { completion_tokens_details: { reasoning_tokens: reasoning } }),
  };
}

function argumentsOf(args: unknown): string {
  return typeof args === 'string' ? args : JSON.stringify(args);
}

async function trickle(response: ServerResponse, bytes: Buffer): Promise<void> {
  for (let at = 0; at < bytes.length && !response.destroyed; at += 11) {
    response.write(bytes.subarray(at, at + 11));
    await new Promise(setImmediate);
  }
  response.end();
}
