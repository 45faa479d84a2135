/** What the Discord channel needs from the desk, and its settings. */
import type { ChannelDeps } from '../channel-deps.ts';

export interface DiscordSettings {
  readonly token: string;
  /** The base of the REST API; default: Discord's. */
  readonly apiBase?: string;
  readonly shards: number | 'auto';
  readonly guildIds: readonly string[];
  readonly allowedGuilds: readonly string[];
  readonly dmAllowlist: readonly string[];
  readonly editorRoles: readonly string[];
  /** The alert role of the edition. */
  readonly alertRole?: string;
}

export interface DiscordDeps extends ChannelDeps {
  readonly settings: DiscordSettings;
}
