/** Who can be asked: a provider is a folder and a line here. */
import type { Clock } from '../time/clock.ts';
import { geminiProvider } from './gemini/gemini-provider.ts';
import type { ModelPlan } from './model-plan.ts';
import { openAiProvider } from './openai/openai-provider.ts';
import type { ModelFinding, Provider, ProviderDeps } from './provider.ts';
import { deskModel } from './rules/desk-model.ts';

const KINDS = [geminiProvider, openAiProvider] as const;

type Intersection<T> = (T extends unknown ? (one: T) => void : never) extends (all: infer All) => void
  ? All
  : never;
/** Of all kinds. */
export type ModelSettings = Intersection<Parameters<(typeof KINDS)[number]['open']>[0]>;

/** The desk model, which is always there: it needs no key and no network. */
const DESK: Provider = { name: 'desk', model: 'desk-1', languageModel: false, chat: deskModel };

/** Those that are set up; the desk model is the last. */
export function openProviders(
  settings: ModelSettings,
  deps: ProviderDeps,
): readonly [...Provider[], Provider] {
  return [...KINDS.flatMap((kind) => kind.open(settings, deps) ?? []), DESK];
}

/** Whether the servers of those that are set up can be used; asked at no cost. Never throws for what it finds. */
export async function checkProviders(
  settings: ModelSettings,
  clock: Clock,
  signal: AbortSignal,
): Promise<(ModelFinding & { readonly provider: string })[]> {
  const findings = await Promise.all(
    KINDS.map(async (kind) =>
      (await kind.check(settings, clock, signal)).map((finding) => ({ provider: kind.name, ...finding })),
    ),
  );
  return findings.flat();
}

/** What an edition's own chains name and nobody has set up, a sentence each. */
export function idleNames({ chains }: ModelPlan, configured: readonly string[]): string[] {
  const named = [...new Set(Object.values(chains).flat())];
  return named
    .filter((name) => !configured.includes(name))
    .map((name) => {
      const kind = KINDS.find((one) => one.name === name);
      return `The edition's chains name ${name}, which is not configured${kind ? `: set ${kind.setBy}` : ''}.`;
    });
}
