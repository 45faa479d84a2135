/** Setting up a home and changing its settings while its desk runs: a feature of methods alone. */
import { writtenIn } from '../time/locale.ts';
import type { Config } from '../config/config.ts';
import { ConfigError } from '../config/config-error.ts';
import { variablesIn } from '../config/env-file.ts';
import type { ChannelSetup } from '../feature/channel-setup.ts';
import type { Feature } from '../feature/feature.ts';
import type { Kernel } from '../feature/kernel.ts';
import { RpcError } from '../feature/rpc-error.ts';
import type { EditionFile } from '../newsroom/edition/edition-file.ts';
import type { LiveEdition } from '../newsroom/edition/live-edition.ts';
import { EditionSettings } from './edition-settings.ts';
import { EditionUndo } from './edition-undo.ts';
import { EnvSettings } from './env-settings.ts';
import { FirstRun } from './first-run.ts';
import { textOf } from './plan-files.ts';
import type { RunPreview } from './preview-home.ts';
import { settingsMethods } from './settings-methods.ts';
import { setupMethods } from './setup-methods.ts';
import { Setup } from './setup.ts';

interface SettingsDeps extends Pick<Kernel, 'config' | 'clock' | 'news'> {
  readonly log: Kernel['log'];
  readonly edition: LiveEdition;
  readonly newsroom: { readonly editionFile: EditionFile };
  readonly channels: readonly ChannelSetup<Config>[];
  /** Makes first runs in preview; absent where no desk runs. */
  readonly runPreview?: RunPreview | undefined;
}

export function openSettings({
  config,
  clock,
  news,
  edition,
  newsroom,
  channels,
  runPreview,
  ...deps
}: SettingsDeps): Feature {
  const log = deps.log.child({ module: 'settings' });
  const settings = new EditionSettings({
    ...{ file: newsroom.editionFile, edition, clock },
    undo: new EditionUndo(config.paths.editionUndo),
    changed: ({ by, fields }) => {
      log.info({ by, fields }, 'the edition was changed');
      news.publish('newsroom', { settings: fields });
    },
  });
  const env = new EnvSettings({
    ...{ config, channels },
    changed: ({ by, name, isSet }) => log.info({ by, name, isSet }, 'a setting of .env was changed'),
  });
  const firstRun = new FirstRun((error) => log.error({ err: error }, 'a first run in preview failed'));
  const setup = setupMethods({
    open: (locale) =>
      new Setup({
        ...{ config: asWritten(config), clock, channels },
        says: writtenIn(locale),
      }),
    ...{ firstRun, runPreview },
    waiting: () => waitingIn(config),
    written: (by, plan) => {
      log.info({ by, edition: plan.edition.file, env: plan.env.file }, 'a setup was written');
      news.publish('newsroom', { setup: plan.edition.file });
    },
  });
  return {
    name: 'settings',
    methods: { ...settingsMethods({ edition: settings, env }), ...setup },
    stop: () => firstRun.stop(),
  };
}

/** The settings with what was written to `.env` since the desk started. @throws RpcError where they can't be used. */
function asWritten(config: Config): Config {
  try {
    return config.changed({});
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    throw new RpcError('refused', error.message, { cause: error });
  }
}

/** Variables of `.env` that the desk started with otherwise. */
function waitingIn(config: Config): string[] {
  const written = variablesIn(textOf(config.paths.env));
  return Object.keys(written).filter(
    (name) => !config.outside.includes(name) && (written[name] || undefined) !== config.variable(name),
  );
}
