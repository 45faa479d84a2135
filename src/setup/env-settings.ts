/**
 * The settings of `.env` that people enter in a form: keys, tokens and what belongs to them. They are written and never
 * read back: what is told of one is whether it is set. A desk reads them when it starts.
 */
import { z } from 'zod';
import type { Given } from '../text/given.ts';
import { oneByOne } from '../async/joined.ts';
import type { Config } from '../config/config.ts';
import { ConfigError } from '../config/config-error.ts';
import { variablesIn } from '../config/env-file.ts';
import type { ChannelSetup } from '../feature/channel-setup.ts';
import { RpcError } from '../feature/rpc-error.ts';
import { aboutSetting, askedProviders } from './asked-providers.ts';
import { withVariables } from './env-text.ts';
import { changedConfig } from './known-settings.ts';
import { textOf, writeFiles } from './plan-files.ts';

interface EnvSettingsDeps {
  readonly config: Config;
  readonly channels: readonly Pick<ChannelSetup<Config>, 'title' | 'secret'>[];
  readonly changed: (change: {
    readonly by?: string;
    readonly name: string;
    readonly isSet: boolean;
  }) => void;
}

export const envSchema = z.strictObject({
  name: z.string(),
  /** Whom it belongs to, by its own name; absent for the desk's. */
  of: z.string().exactOptional(),
  meaning: z.string(),
  example: z.string(),
  secret: z.boolean(),
  isSet: z.boolean(),
  /** The environment sets it, so that a value here has no effect. */
  outside: z.boolean(),
  /** The running desk has another value, or none. */
  waits: z.boolean(),
});
type EnvSetting = Given<z.output<typeof envSchema>>;

/** Beside those of model providers and channels. */
const OTHERS = ['BRAVE_API_KEYS', 'SMTP_URL', 'SMTP_FROM'] as const;

export class EnvSettings {
  readonly #deps: EnvSettingsDeps;
  readonly #inTurn = oneByOne();

  constructor(deps: EnvSettingsDeps) {
    this.#deps = deps;
  }

  list(): EnvSetting[] {
    const { config, channels } = this.#deps;
    const written = variablesIn(textOf(config.paths.env));
    const told = (name: string, of?: string): EnvSetting => {
      const outside = config.outside.includes(name);
      const inFile = written[name] || undefined;
      return {
        ...aboutSetting(name),
        outside,
        ...(of !== undefined && { of }),
        isSet: outside || inFile !== undefined,
        waits: !outside && inFile !== config.variable(name),
      };
    };
    return [
      ...askedProviders(config).flatMap(({ title, asks }) => asks.map(({ name }) => told(name, title))),
      ...channels.map(({ title, secret }) => ({ ...told(secret, title), secret: true })),
      ...OTHERS.map((name) => told(name)),
    ];
  }

  /**
   * @param value null to take it away
   * @throws RpcError when it is none of the list, or its value can't be used. No message has the value in it.
   */
  set(name: string, value: string | null, by?: string): Promise<EnvSetting> {
    return this.#inTurn(async () => {
      const { config, changed } = this.#deps;
      const known = this.list();
      const setting = known.find((one) => one.name === name);
      if (!setting)
        throw refused(
          `there is no setting ${name} here; allowed: ${known.map((one) => one.name).join(', ')}`,
          'name',
        );
      if (setting.outside)
        throw refused(
          `${name} is set in the environment of the desk, which counts before .env: change it there`,
        );
      const given = value?.trim() ?? null;
      if (given === '') throw refused(`${name} is empty; allowed: a value, or null to take it away`);
      if (given !== null) mustFit(name, given, config);
      const before = textOf(config.paths.env);
      await writeFiles([{ file: config.paths.env, before, after: changedText(before, name, given) }]);
      changed({ name, isSet: given !== null, ...(by !== undefined && { by }) });
      return this.list().find((one) => one.name === name)!;
    });
  }
}

function mustFit(name: string, value: string, config: Config): void {
  try {
    changedConfig(config, { [name]: value });
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const bad = error.bad.find((one) => one.name === name) ?? error.bad[0]!;
    // What was typed may be a secret in the wrong place.
    throw refused(`${bad.name} can't be that; allowed: ${bad.allowed}`);
  }
}

function changedText(before: string, name: string, value: string | null): string {
  try {
    return withVariables(before, { [name]: value });
  } catch (error) {
    throw refused((error as Error).message);
  }
}

function refused(message: string, field = 'value'): RpcError {
  return new RpcError('bad_params', message, { field });
}
