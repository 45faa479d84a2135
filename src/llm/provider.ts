import type { Clock } from '../time/clock.ts';
import type { SettingTable } from '../config/settings.ts';
import type { ChatModel } from './chat-model.ts';

/** A provider that the router may ask. */
export interface Provider {
  /** Its name in chains. */
  readonly name: string;
  /** Its name for people; the same by default. */
  readonly title?: string;
  /** The configured model, for status and receipts. */
  readonly model: string;
  /** False for the desk model, which costs nothing and needs no ceiling. */
  readonly languageModel: boolean;
  readonly chat: ChatModel;
  /** For several keys: how many there are, and how many rest now. */
  readonly keys?: () => Promise<{ readonly all: number; readonly resting: number }>;
}

/**
 * A kind of provider, which creates one from the settings. Each is a folder here and a line of `provider-kinds.ts`.
 */
export interface ProviderKind<Settings> {
  readonly name: string;
  /** Its name for people: "OpenAI-compatible". */
  readonly title: string;
  /** The settings that configure it, for people: `OPENAI_BASE_URL or OPENAI_API_KEY`. */
  readonly setBy: string;
  /** The settings that people are asked for when they set it up, in this order; secrets among them. */
  readonly asks?: readonly string[];
  /** The table of its own settings: by it those in `asks` are explained, masked and checked. */
  readonly settings?: SettingTable;
  /**
   * @returns undefined when it is not configured. Unusable settings give a provider that reports them on each call.
   */
  open(settings: Settings, deps: ProviderDeps): Provider | undefined;
  /**
   * Check with its server, at no cost, whether the settings work; empty when not configured. Problems are findings,
   * not exceptions.
   */
  check(settings: Settings, clock: Clock, signal: AbortSignal): Promise<readonly ModelFinding[]>;
}

export interface ProviderDeps {
  readonly clock: Clock;
  /** Values that survive a restart, under keys that start with the provider's name. */
  readonly state: {
    get(key: string): Promise<string | undefined>;
    set(key: string, value: string): Promise<void>;
  };
  readonly newId: () => string;
}

export interface ModelFinding {
  /** What was checked, in one or two words. */
  readonly check: string;
  readonly state: 'ok' | 'warning' | 'problem';
  readonly text: string;
  readonly remedy?: string;
}
