/** Reads an interaction: who gave the command, where, and with which options. */
import type {
  AutocompleteInteraction,
  ChatInputCommandInteraction,
  CommandInteractionOption,
  Interaction,
  RepliableInteraction,
} from 'discord.js';
import type { CommandContext, Options } from '../../feature/command.ts';
import { sessionKey } from '../../sessions/key.ts';
import { notShownTo } from './command-payload.ts';
import type { DiscordSettings } from './discord-deps.ts';
import { localeOf } from './interaction-words.ts';
import { actorOf } from './person.ts';
import { placeOf } from './place.ts';
import type { Place } from './place.ts';

/**
 * The asker, place and language; undefined where the desk doesn't answer.
 * @param isForOwners the command is behind a button that owners of jobs get by direct message.
 */
export function contextOf(
  interaction: Interaction,
  settings: DiscordSettings,
  isForOwners = false,
): CommandContext | undefined {
  const { channelId, user, member, guildId, memberPermissions } = interaction;
  if (channelId === null) return undefined;
  const held = member?.roles;
  const roles = held === undefined ? [] : Array.isArray(held) ? held : [...held.cache.keys()];
  const name = member && 'displayName' in member ? member.displayName : user.displayName;
  const person = { id: user.id, name, permissions: memberPermissions, roles };
  const actor = actorOf({ ...person, ...(guildId !== null && { guildId }) }, settings);
  const asker =
    actor ??
    (isForOwners && isPressedDirectly(interaction)
      ? { kind: 'person' as const, id: user.id, name, rights: TALK }
      : undefined);
  return (
    asker && {
      session: sessionKey('discord', channelId),
      actor: asker,
      locale: localeOf(interaction),
      notShown: notShownTo(memberPermissions, { editorRoles: settings.editorRoles.length > 0 }),
    }
  );
}

const TALK = ['talk'] as const;

/**
 * Whether it is a control under a direct message that the desk sent. Job owners who aren't on the allow-list get
 * such messages when their place is gone, and may answer them, and nothing else.
 */
function isPressedDirectly(interaction: Interaction): boolean {
  return interaction.isMessageComponent() && !interaction.inGuild();
}

/** The place of an interaction; undefined where the client doesn't know the channel. */
export function placeIn(interaction: RepliableInteraction): Place | undefined {
  const { channel, client } = interaction;
  return channel ? placeOf(channel, client.user.id) : undefined;
}

/** `/cron add name:x` → "cron add" and its options. */
export function invoked({ commandName, options }: ChatInputCommandInteraction | AutocompleteInteraction): {
  name: string;
  options: Options;
} {
  const words = [commandName, options.getSubcommandGroup(false), options.getSubcommand(false)];
  const given: Record<string, string | number | boolean> = {};
  const read = (all: readonly CommandInteractionOption[]): void => {
    for (const { name, value, options: inner } of all) {
      if (inner) read(inner);
      else if (value !== undefined) given[name] = value;
    }
  };
  read(options.data);
  return { name: words.filter((word) => word !== null).join(' '), options: given };
}
