/** Gemini as the settings have it. */
import { addressOf } from './gemini-address.ts';
import { GeminiModel } from './gemini-model.ts';
import type { GeminiDeps } from './gemini-model.ts';

export interface GeminiSettings {
  /** Profiles 1 to n, in order. */
  readonly keys: readonly string[];
  readonly baseUrl?: string;
  readonly model?: string;
  /** Tokens before a reply, beside those of the reply. */
  readonly thinkingBudget?: number;
}

/**
 * Where GEMINI_MODEL is unset. The name that Google keeps pointed at its current Flash model, and that its SDK's
 * documentation uses: a version by number is switched off a year or so after it came out, and a desk that nobody
 * looks after would then stand still. Replies name the version that served.
 */
const DEFAULT_MODEL = 'gemini-flash-latest';

/** Enough to weigh sources against each other, and no more of a day's ceiling. */
const THINKING_BUDGET = 1_024;

/** @returns undefined without keys. An address that is wrong is told by the first reply. */
export function geminiFrom(settings: GeminiSettings, deps: GeminiDeps): GeminiModel | undefined {
  const { keys, baseUrl } = settings;
  if (keys.length === 0) return undefined;
  const { thinkingBudget = THINKING_BUDGET } = settings;
  return new GeminiModel({ model: modelOf(settings), thinkingBudget }, addressOf(baseUrl), keys, deps);
}

/** As Gemini's lists name it, with or without what stands before. */
export function modelOf({ model = DEFAULT_MODEL }: GeminiSettings): string {
  return model.trim().replace(/^models\//, '') || DEFAULT_MODEL;
}
