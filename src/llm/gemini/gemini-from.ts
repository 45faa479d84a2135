/** Creates the Gemini provider from the settings. */
import { addressOf } from './gemini-address.ts';
import { GeminiModel } from './gemini-model.ts';
import type { GeminiDeps } from './gemini-model.ts';

export interface GeminiSettings {
  /** Profiles 1 to n, in order. */
  readonly keys: readonly string[];
  readonly baseUrl?: string;
  readonly model?: string;
  /** Tokens for thinking, in addition to those of the reply. */
  readonly thinkingBudget?: number;
}

/**
 * The model when GEMINI_MODEL is unset. Google keeps this name pointed at its current Flash model. A numbered version
 * is switched off about a year after its release, and a desk that nobody maintains would then stop. Replies name the
 * version that served.
 */
const DEFAULT_MODEL = 'gemini-flash-latest';

/** Enough to weigh sources against each other without using much of a day's ceiling. */
const THINKING_BUDGET = 1_024;

/** @returns undefined without keys. A wrong address is reported by the first reply. */
export function geminiFrom(settings: GeminiSettings, deps: GeminiDeps): GeminiModel | undefined {
  const { keys, baseUrl } = settings;
  if (keys.length === 0) return undefined;
  const { thinkingBudget = THINKING_BUDGET } = settings;
  return new GeminiModel({ model: modelOf(settings), thinkingBudget }, addressOf(baseUrl), keys, deps);
}

/** The model as Gemini's lists name it, with or without the prefix. */
export function modelOf({ model = DEFAULT_MODEL }: GeminiSettings): string {
  return model.trim().replace(/^models\//, '') || DEFAULT_MODEL;
}
