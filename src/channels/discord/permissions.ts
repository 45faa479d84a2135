/**
 * The permissions that the bot needs, in words; a member's permissions in a channel, by Discord's rules; the
 * address that invites the bot with exactly these permissions.
 */
import { ChannelType, OverwriteType, PermissionFlagsBits } from 'discord-api-types/v10';
import type { Sendable } from '../../sessions/op.ts';

export interface Permission {
  readonly flag: bigint;
  /** The name in Discord's settings. */
  readonly name: string;
  readonly why: string;
}

const ALL = {
  view: {
    flag: PermissionFlagsBits.ViewChannel,
    name: 'View Channel',
    why: 'to see the channels that it works in',
  },
  send: {
    flag: PermissionFlagsBits.SendMessages,
    name: 'Send Messages',
    why: 'to answer and to post stories',
  },
  sendInThreads: {
    flag: PermissionFlagsBits.SendMessagesInThreads,
    name: 'Send Messages in Threads',
    why: "to post a story's text into its thread and to answer there",
  },
  createThreads: {
    flag: PermissionFlagsBits.CreatePublicThreads,
    name: 'Create Public Threads',
    why: 'to open a thread for each story',
  },
  embed: {
    flag: PermissionFlagsBits.EmbedLinks,
    name: 'Embed Links',
    why: "so that a story's link shows its preview",
  },
  attach: { flag: PermissionFlagsBits.AttachFiles, name: 'Attach Files', why: 'to post pictures' },
  history: {
    flag: PermissionFlagsBits.ReadMessageHistory,
    name: 'Read Message History',
    why: 'to see what was said while it was away, and whether a message of its own arrived',
  },
  manageThreads: {
    flag: PermissionFlagsBits.ManageThreads,
    name: 'Manage Threads',
    why: 'to delete a thread when an editor asks for it',
  },
  manageChannels: {
    flag: PermissionFlagsBits.ManageChannels,
    name: 'Manage Channels',
    why: 'to delete a channel when an editor asks for it',
  },
} as const satisfies Record<string, Permission>;

/** What every channel of the newsroom needs: 309237763072. */
export const NEEDED: readonly Permission[] = [
  ALL.view,
  ALL.send,
  ALL.sendInThreads,
  ALL.createThreads,
  ALL.embed,
  ALL.attach,
  ALL.history,
];

/**
 * What the invitation asks for: also to delete threads, 326417632256. The right to delete channels has to be
 * granted by hand.
 */
export const INVITED: readonly Permission[] = [...NEEDED, ALL.manageThreads];

/** Requested where an edition has alerts: needed to mention a role that not everybody may mention. */
const MENTION: Permission = {
  flag: PermissionFlagsBits.MentionEveryone,
  name: 'Mention Everyone',
  why: 'to call the role of alerts, and nobody else',
};

/** The permissions that the invitation asks for. */
export function invited(hasAlerts: boolean): readonly Permission[] {
  return hasAlerts ? [...INVITED, MENTION] : INVITED;
}

/** Permissions as bits of Discord's API. */
export function bitsOf(permissions: readonly Permission[]): bigint {
  return permissions.reduce((bits, { flag }) => bits | flag, 0n);
}

/** What an op needs. A channel's id doesn't say whether it is a thread, so both ways to send are included. */
export function neededFor({ spec }: Pick<Sendable, 'spec'>, inThread?: boolean): readonly Permission[] {
  const files = 'files' in spec && spec.files !== undefined && spec.files.length > 0 ? [ALL.attach] : [];
  switch (spec.kind) {
    case 'post':
      if (inThread === undefined) return [ALL.view, ALL.send, ALL.sendInThreads, ALL.history, ...files];
      return [ALL.view, inThread ? ALL.sendInThreads : ALL.send, ALL.history, ...files];
    case 'direct':
      return [];
    case 'forum':
      return [ALL.view, ALL.send, ALL.history, ...files];
    case 'thread':
      return [ALL.view, ALL.createThreads, ALL.history];
    case 'edit':
    case 'delete':
      return [ALL.view, ALL.history, ...files];
    case 'tags':
      return [ALL.view, ALL.sendInThreads];
    case 'publish':
      return [ALL.view, ALL.send];
    case 'remove':
      if (inThread === undefined) return [ALL.view, ALL.manageChannels, ALL.manageThreads];
      return [ALL.view, inThread ? ALL.manageThreads : ALL.manageChannels];
  }
}

/** What a place with jobs requires, and what is desirable in addition. */
export function neededIn(kind: 'channel' | 'thread' | 'forum'): {
  needed: readonly Permission[];
  wanted: readonly Permission[];
} {
  const { view, send, sendInThreads, createThreads, embed, attach, history } = ALL;
  switch (kind) {
    case 'channel':
      return { needed: [view, send, history], wanted: [sendInThreads, createThreads, embed, attach] };
    case 'thread':
      return { needed: [view, sendInThreads, history], wanted: [embed, attach] };
    case 'forum':
      return { needed: [view, send, sendInThreads, history], wanted: [embed, attach] };
  }
}

/** The permissions that `bits` lacks. */
export function missingFrom(needed: readonly Permission[], bits: bigint): readonly Permission[] {
  if ((bits & PermissionFlagsBits.Administrator) !== 0n) return [];
  return needed.filter(({ flag }) => (bits & flag) === 0n);
}

/** "Send Messages and Attach Files" */
export function sayPermissions(permissions: readonly Permission[]): string {
  const names = permissions.map(({ name }) => name);
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`;
}

/** The page where a server's administrator invites the bot. @param permissions those to ask for. */
export function inviteAddress(applicationId: string, permissions: readonly Permission[] = INVITED): string {
  const asked = bitsOf(permissions).toString();
  return `https://discord.com/oauth2/authorize?client_id=${applicationId}&permissions=${asked}&scope=bot+applications.commands`;
}

/** The parts of Discord's objects that determine permissions. */
export interface GuildRules {
  readonly id: string;
  readonly owner_id: string;
  readonly roles: readonly { readonly id: string; readonly permissions: string }[];
}
export interface ChannelRules {
  readonly type: ChannelType;
  readonly permission_overwrites?: readonly Overwrite[];
}
interface Overwrite {
  readonly id: string;
  readonly type: OverwriteType;
  readonly allow: string;
  readonly deny: string;
}

/**
 * A member's permissions in a channel; for a thread, pass its parent. The owner and administrators have all.
 * Otherwise the roles apply, then the channel's overwrites for everyone, for the member's roles together, and for
 * the member. Without permission to see a channel there are none.
 */
export function permissionsIn(
  guild: GuildRules,
  member: { readonly id: string; readonly roles: readonly string[] },
  channel: ChannelRules,
): bigint {
  const everything = Object.values(PermissionFlagsBits).reduce((bits, flag) => bits | flag, 0n);
  if (guild.owner_id === member.id) return everything;
  const mine = new Set([guild.id, ...member.roles]);
  let bits = guild.roles
    .filter(({ id }) => mine.has(id))
    .reduce((all, { permissions }) => all | BigInt(permissions), 0n);
  if ((bits & PermissionFlagsBits.Administrator) !== 0n) return everything;
  const overwrites = channel.permission_overwrites ?? [];
  const everyone = overwrites.filter(({ id }) => id === guild.id);
  const roles = overwrites.filter(
    ({ id, type }) => type === OverwriteType.Role && id !== guild.id && mine.has(id),
  );
  const own = overwrites.filter(({ id, type }) => type === OverwriteType.Member && id === member.id);
  for (const layer of [everyone, roles, own]) {
    for (const { deny } of layer) bits &= ~BigInt(deny);
    for (const { allow } of layer) bits |= BigInt(allow);
  }
  return (bits & PermissionFlagsBits.ViewChannel) === 0n ? 0n : bits;
}
