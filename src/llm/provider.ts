import type { Clock } from '../time/clock.ts';
import type { ChatModel } from './chat-model.ts';

/** Somebody whom the router may ask. */
export interface Provider {
  /** As chains call it. */
  readonly name: string;
  /** As people read it; its name when absent. */
  readonly title?: string;
  /** The model that it asks, for status and receipts. */
  readonly model: string;
  /** False for the desk model: it costs nothing and needs no ceiling. */
  readonly languageModel: boolean;
  readonly chat: ChatModel;
  /** Where several keys take turns: how many there are, and how many rest now. */
  readonly keys?: () => Promise<{ readonly all: number; readonly resting: number }>;
}

/** A kind of provider: how one comes from the settings. Each is a folder here and a line of `provider-kinds.ts`. */
export interface ProviderKind<Settings> {
  readonly name: string;
  /** As people read it: "OpenAI-compatible". */
  readonly title: string;
  /** The settings that set it up, as people are told of them: `OPENAI_BASE_URL or OPENAI_API_KEY`. */
  readonly setBy: string;
  /** @returns undefined where it is not set up. Settings that can't work make one that says so when it is asked. */
  open(settings: Settings, deps: ProviderDeps): Provider | undefined;
  /** Ask its server, at no cost, whether the settings work; nothing where it is not set up. Never throws for what it finds. */
  check(settings: Settings, clock: Clock, signal: AbortSignal): Promise<readonly ModelFinding[]>;
}

export interface ProviderDeps {
  readonly clock: Clock;
  /** What outlives a restart, by a key that begins with the provider's name. */
  readonly state: {
    get(key: string): Promise<string | undefined>;
    set(key: string, value: string): Promise<void>;
  };
  readonly newId: () => string;
}

export interface ModelFinding {
  /** What was looked at, in one or two words. */
  readonly check: string;
  readonly state: 'ok' | 'warning' | 'problem';
  readonly text: string;
  readonly remedy?: string;
}
