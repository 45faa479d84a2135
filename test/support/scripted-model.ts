import type { ChatModel, ModelReply, ModelRequest, ToolCall } from '../../src/llm/chat-model.ts';

type Pipeline =
  | string
  | ToolCall[]
  | Error
  | Partial<ModelReply>
  | ((request: ModelRequest) => Pipeline | Promise<Pipeline>);

/** A model that says what it was told to, line by line, and keeps what it was asked. */
export function scriptedModel(...lines: Pipeline[]): ChatModel & { readonly requests: ModelRequest[] } {
  const requests: ModelRequest[] = [];
  const reply = async (request: ModelRequest): Promise<ModelReply> => {
    requests.push(request);
    let line = lines.shift();
    while (typeof line === 'function') line = await line(request);
    if (line === undefined) throw new Error('the script has no more lines');
    if (line instanceof Error) throw line;
    const part = typeof line === 'string' ? { text: line } : Array.isArray(line) ? { toolCalls: line } : line;
    return {
      text: '',
      toolCalls: [],
      finish: 'stop',
      usage: { input: 10, output: 10 },
      servedBy: { provider: 'script', model: 'script-1', languageModel: true },
      ...part,
    };
  };
  return { reply, requests };
}

let ids = 0;
export function call(name: string, args: unknown = {}): ToolCall {
  return { id: `call${++ids}`, name, args };
}
