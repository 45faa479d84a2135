/** Which news a session hears, by its intents and by what the bot may see. */
import {
  ApplicationFlags,
  ChannelType,
  GatewayIntentBits as Intent,
  PermissionFlagsBits as Can,
  type APIMessage,
  type GatewayGuildMemberUpdateDispatchData,
} from 'discord-api-types/v10';
import { blanked } from './blanking.ts';
import { permissionsIn } from './permissions.ts';
import type { Place } from './realm.ts';
import type { Channel, World } from './world.ts';

const PRIVILEGED: readonly (readonly [Intent, number])[] = [
  [Intent.GuildMembers, ApplicationFlags.GatewayGuildMembers | ApplicationFlags.GatewayGuildMembersLimited],
  [Intent.GuildPresences, ApplicationFlags.GatewayPresence | ApplicationFlags.GatewayPresenceLimited],
  [
    Intent.MessageContent,
    ApplicationFlags.GatewayMessageContent | ApplicationFlags.GatewayMessageContentLimited,
  ],
];

export const MESSAGE_CONTENT =
  ApplicationFlags.GatewayMessageContent | ApplicationFlags.GatewayMessageContentLimited;

/** Whether an application with these flags may ask for these intents. */
export function mayAskFor(intents: number, applicationFlags: number): boolean {
  return PRIVILEGED.every(([intent, flags]) => !(intents & intent) || Boolean(applicationFlags & flags));
}

/** The news as the session hears it, or undefined. */
export function heard(
  world: World,
  intents: number,
  name: string,
  data: object,
  place: Place,
): object | undefined {
  if (!(intents & intentOf(name, data, place, world))) return undefined;
  const { channel } = place;
  const needsSight = name.startsWith('MESSAGE_') || (channel?.thread && name.startsWith('THREAD_'));
  if (channel && needsSight && !isSeen(world, channel)) return undefined;
  if (name !== 'MESSAGE_CREATE' && name !== 'MESSAGE_UPDATE') return data;
  if (intents & Intent.MessageContent) return data;
  return blanked(data as APIMessage, world.bot.id, channel?.guildId === undefined);
}

function isSeen(world: World, channel: Channel): boolean {
  return Boolean(permissionsIn(world, world.bot.id, channel) & Can.ViewChannel);
}

function intentOf(name: string, data: object, { channel }: Place, world: World): number {
  const isDirect = channel?.type === ChannelType.DM;
  if (name.startsWith('MESSAGE_REACTION_'))
    return isDirect ? Intent.DirectMessageReactions : Intent.GuildMessageReactions;
  if (name.startsWith('MESSAGE_')) return isDirect ? Intent.DirectMessages : Intent.GuildMessages;
  // The bot hears of its own membership in any case.
  if (
    name === 'GUILD_MEMBER_UPDATE' &&
    (data as GatewayGuildMemberUpdateDispatchData).user.id === world.bot.id
  )
    return ~0;
  if (name.startsWith('GUILD_MEMBER_')) return Intent.GuildMembers;
  if (name === 'GUILD_AUDIT_LOG_ENTRY_CREATE') return Intent.GuildModeration;
  if (/^(GUILD|CHANNEL|THREAD)_/.test(name)) return Intent.Guilds;
  return ~0;
}
