/** Changing the settings of a home while its desk runs: a feature of methods alone. */
import type { Config } from '../config/config.ts';
import type { ChannelSetup } from '../feature/channel-setup.ts';
import type { Feature } from '../feature/feature.ts';
import type { Kernel } from '../feature/kernel.ts';
import type { EditionFile } from '../newsroom/edition/edition-file.ts';
import type { LiveEdition } from '../newsroom/edition/live-edition.ts';
import { EditionSettings } from './edition-settings.ts';
import { EditionUndo } from './edition-undo.ts';
import { EnvSettings } from './env-settings.ts';
import { settingsMethods } from './settings-methods.ts';

interface SettingsDeps extends Pick<Kernel, 'config' | 'clock' | 'news'> {
  readonly log: Kernel['log'];
  readonly edition: LiveEdition;
  readonly newsroom: { readonly editionFile: EditionFile };
  readonly channels: readonly Pick<ChannelSetup<Config>, 'title' | 'secret'>[];
}

export function openSettings({
  config,
  clock,
  news,
  edition,
  newsroom,
  channels,
  ...deps
}: SettingsDeps): Feature {
  const log = deps.log.child({ module: 'settings' });
  const settings = new EditionSettings({
    ...{ file: newsroom.editionFile, edition, clock },
    undo: new EditionUndo(config.paths.editionUndo),
    changed: ({ by, fields }) => {
      log.info({ by, fields }, 'the edition was changed');
      news.tell('newsroom', { settings: fields });
    },
  });
  const env = new EnvSettings({
    ...{ config, channels },
    changed: ({ by, name, isSet }) => log.info({ by, name, isSet }, 'a setting of .env was changed'),
  });
  return { name: 'settings', methods: settingsMethods({ edition: settings, env }) };
}
