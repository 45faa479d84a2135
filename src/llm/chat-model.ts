/**
 * The port to models: a language model behind a provider, or the desk model.
 *
 * - A provider's `reply` makes one attempt and never retries. The router (`router.ts`) makes several, and counts each
 *   with `request.spending` first.
 * - It rejects with a `ModelError` when it can't serve, or with the signal's reason.
 * - A model's output is untrusted: callers validate it, tools parse it.
 */
export interface ChatModel {
  reply(request: ModelRequest): Promise<ModelReply>;
}

/** @returns the names that could be given, where there is no model of this name; undefined where there is one. */
export type UnknownModel = (wanted: string) => readonly string[] | undefined;

/** What a turn is for. A provider may support only some tasks. */
export type Task = (typeof TASKS)[number];

export const TASKS = [
  'chat',
  'remind',
  'plan',
  'write',
  'rescue',
  /** Check a story's sentences against its sources; check doubted sentences again. */
  'verify',
  'mend',
  'heartbeat',
  'compact',
  /** Decide whether links, or events, are about the same happening. */
  'cluster',
  'merge',
  /** Translate headlines into English. */
  'translate',
  'brief',
  'newsletter',
] as const;

export interface ModelRequest {
  readonly task: Task;
  readonly system: string;
  /** Oldest first; the last one is to be answered. */
  readonly messages: readonly ChatMessage[];
  readonly tools: readonly ToolSpec[];
  /** If set, the reply must be one JSON value of this schema. */
  readonly output?: OutputSpec;
  readonly limits: ReplyLimits;
  /**
   * Overrides the task's chain: a provider (`gemini`), one of its models (`gemini/gemini-flash-latest`), or a model
   * of the first language model in the chain.
   */
  readonly model?: string;
  readonly signal: AbortSignal;
  /** The values that the prompt was rendered from. The desk model uses these instead of the prompt. */
  readonly material?: unknown;
  /** Called with the text as it is generated. Text of an attempt that fails is void. */
  readonly onDelta?: (delta: string) => void;
  /** Counts the attempts; absent when nothing is counted. */
  readonly spending?: Spending;
  /** What the attempts belong to, for their receipts. */
  readonly about?: {
    readonly turn?: string;
    readonly run?: string;
    readonly session?: string;
    readonly asker?: Asker;
  };
}

/** Who asked in a conversation, and where. Absent for scheduled or ordered work. */
export interface Asker {
  /** Identifies a person across all chats of a platform. */
  readonly person: string;
  /** The session of the channel; for a thread that of its parent channel. */
  readonly place: string;
}

/** Counts what a turn spends. Called before and after each attempt, whatever its outcome. */
export interface Spending {
  /** @throws when the next attempt would exceed the budget. */
  attempt(): void;
  /** Tokens used by the attempt; estimated when the provider didn't count them, and never zero. */
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

/** A provider's own form of its reply, to be returned to it unchanged within the turn (thought signatures). */
export interface Echo {
  readonly provider: string;
  readonly parts: unknown;
}

export interface ToolSpec {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments object. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** For the desk model: the arguments with which it answers this question by itself, in `text`; undefined where it can't. */
  readonly asked?: (said: string) => unknown;
}

export interface OutputSpec {
  readonly name: string;
  /** JSON Schema of the value. */
  readonly schema: Readonly<Record<string, unknown>>;
}

export interface ReplyLimits {
  readonly maxOutputTokens: number;
  /** If set, thinking counts as output and gets a quarter of it. */
  readonly thoughtsIncluded?: true;
  readonly temperature?: number;
}

export interface ToolCall {
  readonly id: string;
  readonly name: string;
  /** As the model wrote it, not validated. */
  readonly args: unknown;
}

export interface ModelReply {
  readonly text: string;
  readonly toolCalls: readonly ToolCall[];
  /** `length`: the output was cut off. `blocked`: the provider refused to answer. */
  readonly finish: 'stop' | 'tools' | 'length' | 'blocked';
  /** Tokens. What the provider doesn't report is absent, never zero. */
  readonly usage: Usage;
  readonly servedBy: ServedBy;
  /** Providers that the router tried before, in order, with the reasons; absent when the first one served. */
  readonly passed?: readonly Passed[];
  readonly echo?: Echo;
}

/** A provider that was tried and didn't serve. */
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
  /** False for the desk model, whose texts are marked as written without a language model. */
  readonly languageModel: boolean;
  /** Which of the provider's keys was used, counted from 1; never the key. */
  readonly profile?: number;
}

/**
 * Why an attempt failed. `cannot_serve`: the provider doesn't support the task, or has no room for the request.
 * `rate_limited`: try again soon (`retryAtMs`). `quota`: not today. `unavailable`: unreachable, broken or too slow.
 * `refused`: it won't answer this. `misconfigured`: a key, a model's name or an address is wrong and must be fixed.
 * `bad_reply`: the response was not a valid reply. `exhausted`: one of our ceilings was reached.
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
   * When to try again, ms since the epoch. Possible with any code; a time that is not in the future means at once,
   * because another key is free.
   */
  readonly retryAtMs?: number;
  /** The provider; never a key. */
  readonly provider?: string;
  readonly model?: string;
  /** Which of the provider's keys, counted from 1. */
  readonly profile?: number;
  /** What the attempt used despite failing. */
  readonly usage?: Usage;
}

/** A model could not serve. The message is a sentence for people and never contains a key. */
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
