/** What setup knows of a setting: the desk's are in one table, a model provider may have its own. */
import type { Config } from '../config/config.ts';
import { SETTINGS } from '../config/settings.ts';
import type { Setting, SettingTable } from '../config/settings.ts';
import { providerKinds } from '../llm/provider-kinds.ts';

/** Undefined for one that no table has. */
export function knownSetting(name: string): Setting | undefined {
  return tables().find((table) => Object.hasOwn(table, name))?.[name];
}

/** The settings with these variables. @throws ConfigError, also for what a provider's own table doesn't allow. */
export function changedConfig(config: Config, variables: Readonly<Record<string, string>>): Config {
  const changed = config.changed(variables);
  const known = Object.keys(variables).flatMap((name) => {
    const setting = knownSetting(name);
    return setting ? [[name, setting] as const] : [];
  });
  changed.own(Object.fromEntries(known));
  return changed;
}

function tables(): readonly SettingTable[] {
  return [SETTINGS, ...providerKinds().flatMap(({ settings }) => (settings ? [settings] : []))];
}
