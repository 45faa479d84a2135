/**
 * The port to whatever answers: a language model behind a provider, or the desk model.
 *
 * - `reply` makes one attempt. It never retries by itself; budgets count attempts.
 * - It rejects with a `ModelError` when it can't serve, and with the signal's reason when it was stopped.
 * - What a model writes is data: callers validate it, tools parse it.
 */
export interface ChatModel {
  reply(request: ModelRequest): Promise<ModelReply>;
}

/** What a turn is for. A provider may serve some tasks and refuse others. */
export type Task = 'chat' | 'remind' | 'plan' | 'write' | 'rescue' | 'heartbeat' | 'compact';

export interface ModelRequest {
  readonly task: Task;
  readonly system: string;
  /** Oldest first; the last one is what is to be answered. */
  readonly messages: readonly ChatMessage[];
  readonly tools: readonly ToolSpec[];
  /** When given, the reply's text must be one JSON value of this schema. */
  readonly output?: OutputSpec;
  readonly limits: ReplyLimits;
  readonly signal: AbortSignal;
  /**
   * The values that the prompt was rendered from. A language model reads the prompt; the desk model, which
   * doesn't read prose, reads these.
   */
  readonly material?: unknown;
}

export type ChatMessage =
  | { readonly role: 'user'; readonly text: string; readonly name?: string }
  | { readonly role: 'assistant'; readonly text: string; readonly toolCalls?: readonly ToolCall[] }
  | { readonly role: 'tool'; readonly callId: string; readonly name: string; readonly text: string };

export interface ToolSpec {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments object. */
  readonly parameters: Readonly<Record<string, unknown>>;
}

export interface OutputSpec {
  readonly name: string;
  /** JSON Schema of the value. */
  readonly schema: Readonly<Record<string, unknown>>;
}

export interface ReplyLimits {
  readonly maxOutputTokens: number;
  readonly temperature?: number;
}

export interface ToolCall {
  readonly id: string;
  readonly name: string;
  /** As the model wrote it: not validated yet. */
  readonly args: unknown;
}

export interface ModelReply {
  readonly text: string;
  readonly toolCalls: readonly ToolCall[];
  /** `length`: the output was cut off. `blocked`: the provider refused to answer. */
  readonly finish: 'stop' | 'tools' | 'length' | 'blocked';
  /** Tokens; a provider that doesn't say leaves them out, and unknown is never counted as zero. */
  readonly usage: { readonly input?: number; readonly output?: number };
  readonly servedBy: ServedBy;
}

export interface ServedBy {
  readonly provider: string;
  readonly model: string;
  /** False for the desk model: what it writes is marked as written without a language model. */
  readonly languageModel: boolean;
}

export type ModelErrorCode =
  'cannot_serve' | 'rate_limited' | 'quota' | 'unavailable' | 'refused' | 'misconfigured';

export class ModelError extends Error {
  readonly code: ModelErrorCode;

  constructor(code: ModelErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ModelError';
    this.code = code;
  }
}
