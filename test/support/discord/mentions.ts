/** Whom a text notifies: what it names, cut down to what `allowed_mentions` lets through and the author may ping. */
import {
  AllowedMentionsTypes as Parse,
  PermissionFlagsBits as Can,
  type APIAllowedMentions,
  type APIMessage,
  type APIUser,
} from 'discord-api-types/v10';
import { permissionsIn } from './permissions.ts';
import type { Channel, World } from './world.ts';

export interface Mentions {
  readonly users: readonly APIUser[];
  readonly roles: readonly string[];
  readonly everyone: boolean;
}

export interface Naming {
  readonly channel: Channel;
  readonly author: APIUser;
  readonly content: string;
  readonly allowed: APIAllowedMentions | undefined;
  readonly repliedTo: APIMessage | undefined;
}

export function mentionsIn(world: World, { channel, author, content, allowed, repliedTo }: Naming): Mentions {
  // Code is not parsed.
  const text = content.replace(/```[\s\S]*?```|``[^`]*``|`[^`\n]*`/g, '');
  const lets = (kind: Parse) => (!allowed?.parse ? !allowed : allowed.parse.includes(kind));
  const named = (pattern: RegExp) => [...new Set([...text.matchAll(pattern)].map((match) => match[1] ?? ''))];

  const users = named(/<@!?(\d+)>/g).filter((id) => lets(Parse.User) || allowed?.users?.includes(id));
  const pingsReplied = allowed ? allowed.replied_user === true : true;
  if (repliedTo && pingsReplied && !users.includes(repliedTo.author.id)) users.push(repliedTo.author.id);

  const mayPingAll = Boolean(permissionsIn(world, author.id, channel) & Can.MentionEveryone);
  const roles = channel.guildId === undefined ? undefined : world.guilds.get(channel.guildId)?.roles;
  const pingedRoles = named(/<@&(\d+)>/g)
    .filter((id) => lets(Parse.Role) || allowed?.roles?.includes(id))
    .filter((id) => roles?.has(id) && (mayPingAll || roles.get(id)?.mentionable));
  return {
    users: users.flatMap((id) => world.users.get(id) ?? []),
    roles: pingedRoles,
    everyone: mayPingAll && lets(Parse.Everyone) && /@(everyone|here)/.test(text),
  };
}
