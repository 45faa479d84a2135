/** What Discord asks of the desk, and how it is set up. */
import type { ChannelDeps } from '../channel-deps.ts';

export interface DiscordSettings {
  readonly token: string;
  /** The base of the REST API; Discord's own when absent. */
  readonly apiBase?: string;
  readonly guildIds: readonly string[];
  readonly allowedGuilds: readonly string[];
  readonly dmAllowlist: readonly string[];
  readonly editorRoles: readonly string[];
  /** The role that the edition's alerts call. */
  readonly alertRole?: string;
}

export interface DiscordDeps extends ChannelDeps {
  readonly settings: DiscordSettings;
}
