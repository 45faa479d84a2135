/** Whether the language models that are configured can be used: asked of their servers, at no cost. */
import type { Config } from '../config/config.ts';
import { checkGemini } from '../llm/gemini/check-gemini.ts';
import type { ModelPlan } from '../llm/model-plan.ts';
import { checkOpenAi } from '../llm/openai/check-openai.ts';
import type { Clock } from '../time/clock.ts';

export interface ModelFinding {
  readonly provider: 'gemini' | 'openai';
  readonly check: string;
  readonly state: 'ok' | 'warning' | 'problem';
  readonly text: string;
  readonly remedy?: string;
}

/** Never throws for what it finds; nothing for what isn't configured. */
export async function checkModels(
  { gemini, openai }: Config,
  clock: Clock,
  signal: AbortSignal,
): Promise<ModelFinding[]> {
  const [ofGemini, ofOpenAi] = await Promise.all([
    gemini.keys.length > 0 ? checkGemini(gemini, clock, signal) : [],
    checkOpenAi(openai, clock, signal),
  ]);
  return [
    ...ofGemini.map((finding) => ({ provider: 'gemini' as const, ...finding })),
    ...ofOpenAi.map((finding) => ({ provider: 'openai' as const, ...finding })),
  ];
}

/** What an edition's own chains name and nobody has configured, a sentence each. */
export function idleNames({ chains }: ModelPlan, configured: readonly string[]): string[] {
  const named = new Set(Object.values(chains).flat());
  return [...named]
    .filter((name) => !configured.includes(name))
    .map(
      (name) =>
        `The edition's chains name ${name}, which is not configured: set ${name === 'gemini' ? 'GEMINI_API_KEYS' : 'OPENAI_BASE_URL or OPENAI_API_KEY'}.`,
    );
}
