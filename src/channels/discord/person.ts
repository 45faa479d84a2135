/** Discord users as actors: their rights follow from permissions in the channel, or from a role. */
import { PermissionFlagsBits } from 'discord.js';
import type { PermissionsBitField } from 'discord.js';
import type { Actor, Right } from '../../sessions/actor.ts';
import type { DiscordSettings } from './discord-deps.ts';
import type { Place } from './place.ts';
import { plainLabel } from './plain-label.ts';

export interface Person {
  readonly id: string;
  readonly name: string;
  /** Where the person acts; absent in direct messages. */
  readonly guildId?: string;
  /** The person's permissions in the channel; null where they aren't known. */
  readonly permissions: Readonly<PermissionsBitField> | null;
  readonly roles: readonly string[];
}

/**
 * Everybody on an allowed server may talk. People who may manage the channel, or have an editor's role, may manage
 * its automations; people who may manage the server may manage the desk in it. In direct messages, people on the
 * allow-list may manage their own.
 * @returns undefined where the desk doesn't answer this person.
 */
export function actorOf(person: Person, settings: DiscordSettings): Actor | undefined {
  const { id, guildId } = person;
  const known = { kind: 'person', id, name: plainLabel(person.name) } as const;
  if (guildId === undefined)
    return settings.dmAllowlist.includes(id) ? { ...known, rights: ['talk', 'jobs'] } : undefined;
  if (!isServed(guildId, settings)) return undefined;
  return { ...known, guild: guildId, rights: rightsOf(person, settings) };
}

/** Everybody may talk; Manage Channels or an editor role may manage jobs; Manage Server may manage the desk. */
export function rightsOf(
  { permissions, roles }: Pick<Person, 'permissions' | 'roles'>,
  { editorRoles }: DiscordSettings,
): Right[] {
  const has = (flag: bigint) => permissions?.has(flag) ?? false;
  const isEditor = roles.some((role) => editorRoles.includes(role));
  const managesDesk = has(PermissionFlagsBits.ManageGuild);
  return [
    'talk',
    ...(isEditor || managesDesk || has(PermissionFlagsBits.ManageChannels) ? (['jobs'] as const) : []),
    ...(managesDesk ? (['desk'] as const) : []),
  ];
}

/** Without a list, every server is served. */
export function isServed(guildId: string, { allowedGuilds }: DiscordSettings): boolean {
  return allowedGuilds.length === 0 || allowedGuilds.includes(guildId);
}

/** Whether what somebody says there is remembered without an answer: directly, only of people on the allow-list. */
export function isRemembered({ origin }: Place, person: string, { dmAllowlist }: DiscordSettings): boolean {
  return origin.kind !== 'dm' || dmAllowlist.includes(person);
}
