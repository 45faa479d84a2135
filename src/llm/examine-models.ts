/** Part of `nightdesk doctor`: which providers serve chats, and whether their servers can be used. */
import { systemClock } from '../time/clock.ts';
import { chainOf } from './model-plan.ts';
import type { ModelPlan } from './model-plan.ts';
import type { ModelFinding } from './provider.ts';
import type { ModelSettings } from './provider-kinds.ts';
import { checkProviders, howToSetUp, idleNames } from './providers.ts';

/**
 * Check the servers of the configured language models, at no cost. `plan` is undefined when the edition can't be
 * read.
 */
export async function examineModels(
  settings: ModelSettings,
  plan: ModelPlan | undefined,
): Promise<ModelFinding[]> {
  const check = 'model';
  const found = await checkProviders(settings, systemClock, new AbortController().signal);
  const configured = [...new Set(found.map(({ provider }) => provider)), 'desk'];
  const asked = plan ? chainOf(plan, 'chat').filter((name) => configured.includes(name)) : configured;
  const order: ModelFinding =
    found.length === 0
      ? {
          check,
          state: 'ok',
          text: 'The desk model serves: no key, no network, and no language model.',
          remedy: `For a language model, set ${howToSetUp()}.`,
        }
      : { check, state: 'ok', text: `Chats are asked of ${asked.join(', else ')}.` };
  return [
    order,
    ...found.map(({ provider: _, ...finding }): ModelFinding => finding),
    ...(plan ? idleNames(plan, configured) : []).map(({ en: text }): ModelFinding => ({
      check,
      state: 'warning',
      text,
    })),
  ];
}
