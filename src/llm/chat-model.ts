/**
 * The port to whatever answers: a language model behind a provider, or the desk model.
 *
 * - A provider's `reply` makes one attempt; it never retries by itself. The router (`router.ts`) makes several, each
 *   counted by `request.spending` before it is made.
 * - It rejects with a `ModelError` when it can't serve, and with the signal's reason when it was stopped.
 * - What a model writes is data: callers validate it, tools parse it.
 */
export interface ChatModel {
  reply(request: ModelRequest): Promise<ModelReply>;
}

/** What a turn is for. A provider may serve some tasks and refuse others. */
export type Task = (typeof TASKS)[number];

export const TASKS = [
  'chat',
  'remind',
  'plan',
  'write',
  'rescue',
  /** The sentences of a story against its sources; those of its sentences anew that were doubted. */
  'verify',
  'mend',
  'heartbeat',
  'compact',
  /** Whether links tell of the same happening; whether events are one. */
  'cluster',
  'merge',
  /** Headlines into English. */
  'translate',
  'brief',
  'newsletter',
] as const;

export interface ModelRequest {
  readonly task: Task;
  readonly system: string;
  /** Oldest first; the last one is what is to be answered. */
  readonly messages: readonly ChatMessage[];
  readonly tools: readonly ToolSpec[];
  /** When given, the reply's text must be one JSON value of this schema. */
  readonly output?: OutputSpec;
  readonly limits: ReplyLimits;
  /**
   * Who is to serve, in place of the task's chain: a provider (`gemini`), one of its models (`gemini/gemini-flash-latest`),
   * or a model of the first language model in the chain.
   */
  readonly model?: string;
  readonly signal: AbortSignal;
  /**
   * The values that the prompt was rendered from. A language model reads the prompt; the desk model, which
   * doesn't read prose, reads these.
   */
  readonly material?: unknown;
  /** Hears the text as it is written. What was heard of an attempt that failed is void. */
  readonly heard?: (delta: string) => void;
  /** Whom the attempts are counted for; absent for what nobody pays. */
  readonly spending?: Spending;
  /** What the attempts belong to, for their receipts. */
  readonly about?: {
    readonly turn?: string;
    readonly run?: string;
    readonly session?: string;
    readonly asker?: Asker;
  };
}

/** Who asked in a conversation, and where; absent for what was scheduled or ordered. */
export interface Asker {
  /** Names a person over all chats of a platform. */
  readonly person: string;
  /** The session of the channel; for a thread that of the channel that it hangs on. */
  readonly place: string;
}

/** Counts what a turn spends. It is asked before each attempt and told after each, whatever became of it. */
export interface Spending {
  /** @throws when the next attempt would go too far. */
  attempt(): void;
  /** Tokens that the attempt has used; what nobody counted was estimated, and is never zero. */
  used(tokens: number): void;
}

export type ChatMessage =
  | { readonly role: 'user'; readonly text: string; readonly name?: string }
  | {
      readonly role: 'assistant';
      readonly text: string;
      readonly toolCalls?: readonly ToolCall[];
      readonly echo?: Echo;
    }
  | { readonly role: 'tool'; readonly callId: string; readonly name: string; readonly text: string };

/** A provider's own form of its reply, to be given back to it unchanged in the same turn (thought signatures). */
export interface Echo {
  readonly provider: string;
  readonly parts: unknown;
}

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
  /** What a model thinks before its reply counts as output, too: it gets a quarter of it. */
  readonly thoughtsIncluded?: true;
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
  readonly usage: Usage;
  readonly servedBy: ServedBy;
  /** Whom the router asked before, in order, and why they didn't serve; absent when the first one did. */
  readonly passed?: readonly Passed[];
  readonly echo?: Echo;
}

/** A provider that was to serve and didn't. */
export interface Passed {
  readonly provider: string;
  readonly code: ModelErrorCode;
  /** A sentence for people. */
  readonly because: string;
}

export interface Usage {
  readonly input?: number;
  readonly output?: number;
}

export interface ServedBy {
  readonly provider: string;
  readonly model: string;
  /** False for the desk model: what it writes is marked as written without a language model. */
  readonly languageModel: boolean;
  /** Which of the provider's keys, by its number from 1; never the key. */
  readonly profile?: number;
}

/**
 * Why an attempt came to nothing. `cannot_serve`: this provider doesn't do this task. `rate_limited`: not now, but
 * soon (`retryAtMs`). `quota`: not today. `unavailable`: out of reach, out of order or out of time. `refused`: it
 * won't say this. `misconfigured`: a key, a model's name or an address is wrong; it stays wrong until somebody
 * mends it. `bad_reply`: what it said is no reply. `exhausted`: a ceiling of ours.
 */
export type ModelErrorCode =
  | 'cannot_serve'
  | 'rate_limited'
  | 'quota'
  | 'unavailable'
  | 'refused'
  | 'misconfigured'
  | 'bad_reply'
  | 'exhausted';

export interface ModelErrorFacts extends ErrorOptions {
  /**
   * When it may be asked again, ms since the epoch, as the provider said. With any code; a moment that isn't ahead
   * means at once: another of its keys is free.
   */
  readonly retryAtMs?: number;
  /** Who was asked; never a key. */
  readonly provider?: string;
  readonly model?: string;
  /** Which of the provider's keys, by its number from 1. */
  readonly profile?: number;
  /** What the attempt used all the same. */
  readonly usage?: Usage;
}

/** Its message is a sentence for people; no key or address with a key in it. */
export class ModelError extends Error {
  readonly code: ModelErrorCode;
  readonly retryAtMs: number | undefined;
  readonly provider: string | undefined;
  readonly model: string | undefined;
  readonly profile: number | undefined;
  readonly usage: Usage | undefined;

  constructor(code: ModelErrorCode, message: string, facts: ModelErrorFacts = {}) {
    super(message, facts);
    this.name = 'ModelError';
    this.code = code;
    this.retryAtMs = facts.retryAtMs;
    this.provider = facts.provider;
    this.model = facts.model;
    this.profile = facts.profile;
    this.usage = facts.usage;
  }
}
