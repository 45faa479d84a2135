import { discordApi, ids, shards, token } from './value-forms.ts';

/** The settings of Discord's connection; see `settings.ts`. */
export const DISCORD_SETTINGS = {
  DISCORD_TOKEN: {
    meaning: "The Discord bot's token. Unset: no Discord; the console is the channel.",
    fallback: 'unset',
    example: 'the.bots.token',
    form: token,
    secret: true,
  },
  DISCORD_API_BASE: {
    meaning: "The base of Discord's REST API; the address of its gateway is asked from it.",
    fallback: "Discord's own",
    example: 'https://discord.com/api',
    form: discordApi,
  },
  DISCORD_SHARDS: {
    meaning:
      'How many shards the connection to Discord has; Discord asks for more than one from 2,500 servers on.',
    fallback: 'auto: as many as Discord recommends',
    example: '2',
    form: shards,
  },
  DISCORD_GUILD_IDS: {
    meaning: 'Guilds in which slash commands are registered (fast), instead of globally (slow).',
    fallback: 'empty: registered globally',
    example: '123456789012345678',
    form: ids,
  },
  DISCORD_ALLOWED_GUILDS: {
    meaning: 'Guilds in which the bot answers.',
    fallback: 'empty: all',
    example: '123456789012345678,234567890123456789',
    form: ids,
  },
  DISCORD_DM_ALLOWLIST: {
    meaning: 'People whose direct messages are answered.',
    fallback: 'empty: nobody',
    example: '345678901234567890',
    form: ids,
  },
  DISCORD_EDITOR_ROLES: {
    meaning: 'Roles whose members are editors: they manage automations.',
    fallback: 'empty: whoever may manage channels',
    example: '456789012345678901',
    form: ids,
  },
} as const;
