/** The providers of language models that people set up, and the settings that each asks for. */
import type { Config } from '../config/config.ts';
import { ConfigError } from '../config/config-error.ts';
import { providerKinds } from '../llm/provider-kinds.ts';
import { changedConfig, knownSetting } from './known-settings.ts';
import { isSecret } from './plan-files.ts';
import { SetupRefusal } from './refusal.ts';
import { refusals } from './words.ts';

export interface AskedSetting {
  readonly name: string;
  readonly meaning: string;
  readonly example: string;
  readonly secret: boolean;
  /** It has a value already, in the environment or in `.env`. */
  readonly isSet: boolean;
}

export interface AskedProvider {
  readonly name: string;
  readonly title: string;
  readonly asks: readonly AskedSetting[];
  /** Some of them are set already. */
  readonly isSetUp: boolean;
}

/** The providers that have settings to ask for, with those that are set already. */
export function askedProviders(config: Config): AskedProvider[] {
  const asked = (name: string) => ({
    ...aboutSetting(name),
    isSet: config.variable(name) !== undefined,
  });
  return providerKinds().flatMap(({ name, title, asks: names }) => {
    const asks = names?.map(asked);
    return asks ? { name, title, asks, isSetUp: asks.some(({ isSet }) => isSet) } : [];
  });
}

/** What people are told of a setting; of one that no table has, its name. */
export function aboutSetting(name: string): Omit<AskedSetting, 'isSet'> {
  const { meaning = name, example = '' } = knownSetting(name) ?? {};
  return { name, meaning, example, secret: isSecret(name) };
}

/** `desk` is the desk model, which has no settings. @throws SetupRefusal when a setting isn't the provider's. */
export function mustBeOf(provider: string, settings: Readonly<Record<string, string>>): void {
  const kinds = providerKinds();
  const asks = provider === 'desk' ? [] : kinds.find(({ name }) => name === provider)?.asks;
  if (!asks)
    throw new SetupRefusal(refusals.noProvider(provider, ['desk', ...kinds.map(({ name }) => name)]));
  const strange = Object.keys(settings).find((name) => !asks.includes(name));
  if (strange !== undefined) throw new SetupRefusal(refusals.notOfProvider(strange, provider, asks));
}

/** The settings with these. @throws SetupRefusal when no desk would start with them. */
export function withSettings(config: Config, settings: Readonly<Record<string, string>>): Config {
  try {
    return changedConfig(config, settings);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    throw new SetupRefusal(refusals.badSettings(error.bad), { cause: error });
  }
}
