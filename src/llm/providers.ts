/** The configured providers. */
import { ConfigError } from '../config/config-error.ts';
import type { Clock } from '../time/clock.ts';
import type { ModelPlan } from './model-plan.ts';
import { DESK_NAME, providerKinds } from './provider-kinds.ts';
import type { ModelSettings } from './provider-kinds.ts';
import type { ModelFinding, Provider, ProviderDeps, ProviderKind } from './provider.ts';
import { deskModel } from './rules/desk-model.ts';
import type { Bilingual } from '../time/locale.ts';

const DESK: Provider = { name: DESK_NAME, model: 'desk-1', languageModel: false, chat: deskModel };

/** Create the configured providers; the desk model is last. */
export function openProviders(
  settings: ModelSettings,
  deps: ProviderDeps,
): readonly [...Provider[], Provider] {
  const opened = providerKinds().flatMap((kind) => {
    const provider = kind.open(settings, deps);
    return provider ? [{ title: kind.title, ...provider }] : [];
  });
  return [...opened, DESK];
}

/**
 * Check at no cost whether the servers of the configured providers can be used. Problems are findings, not
 * exceptions.
 */
export async function checkProviders(
  settings: ModelSettings,
  clock: Clock,
  signal: AbortSignal,
): Promise<(ModelFinding & { readonly provider: string })[]> {
  const findings = await Promise.all(
    providerKinds().map(async (kind) =>
      (await checked(kind, settings, { clock, signal })).map((finding) => ({
        provider: kind.name,
        ...finding,
      })),
    ),
  );
  return findings.flat();
}

async function checked(
  kind: ProviderKind<ModelSettings>,
  settings: ModelSettings,
  { clock, signal }: { readonly clock: Clock; readonly signal: AbortSignal },
): Promise<readonly ModelFinding[]> {
  try {
    return await kind.check(settings, clock, signal);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.bad.map(({ name, given, allowed }) => ({
      check: kind.title,
      state: 'problem',
      text: `${name} is ${given}; allowed: ${allowed}.`,
      remedy: `Set ${name} anew, or leave it out.`,
    }));
  }
}

/** The settings that would configure one: `GEMINI_API_KEYS, or OPENAI_BASE_URL or OPENAI_API_KEY`. */
export function howToSetUp(): string {
  return providerKinds()
    .map(({ setBy }) => setBy)
    .join(', or ');
}

/** Sentences about providers that an edition's chains name but that are not configured. */
export function idleNames({ chains }: ModelPlan, configured: readonly string[]): Bilingual[] {
  const named = [...new Set(Object.values(chains).flat())];
  return named
    .filter((name) => !configured.includes(name))
    .map((name) => {
      const kind = providerKinds().find((one) => one.name === name);
      return {
        en: `The edition's chains name ${name}, which is not configured${kind ? `: set ${kind.setBy}` : ''}.`,
        zh: `版面的模型次序有 ${name}，但沒有設定${kind ? `：請設定 ${kind.setBy.replaceAll(' or ', ' 或 ')}` : ''}。`,
      };
    });
}
