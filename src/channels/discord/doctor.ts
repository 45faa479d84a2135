/**
 * Checks what the desk needs of Discord over plain REST. It works whether or not a desk runs, and changes nothing.
 * Every problem is a finding; nothing is thrown.
 */
import { ApplicationFlags, RESTJSONErrorCodes, Routes } from 'discord-api-types/v10';
import type { APIApplication, APIUser, RESTGetAPICurrentUserGuildsResult } from 'discord-api-types/v10';
import type { REST } from 'discord.js';
import { chatIdOf } from '../../sessions/key.ts';
import type { Finding } from '../../feature/finding.ts';
import type { Examined as ExaminedChannel } from '../channel.ts';
import { commandPayloads } from './command-payload.ts';
import { alertTrouble } from './alert-role.ts';
import { discordRest, failureOf } from './discord-rest.ts';
import { bitsOf, invited, inviteAddress, missingFrom, neededIn, sayPermissions } from './permissions.ts';
import { plainLabel } from './plain-label.ts';
import { isForum } from './read-back.ts';
import { GLOBAL, differences, registeredIn } from './registered-commands.ts';
import type { Permission } from './permissions.ts';
import { rightsThere } from './rights-there.ts';
import type { GuildAndMe } from './rights-there.ts';
import { UNAUTHORIZED, remedyFor } from './say-refusal.ts';

export interface Examined extends ExaminedChannel {
  readonly token: string;
  readonly apiBase?: string;
  /** Where commands are registered; empty: globally. */
  readonly guildIds: readonly string[];
  /** Empty: all. */
  readonly allowedGuilds: readonly string[];
  readonly editorRoles: readonly string[];
}

const PORTAL = 'https://discord.com/developers/applications';
const GUILDS_A_PAGE = 200;

/** Check the token, intents, commands and permissions. Changes nothing. */
export async function examineDiscord(examined: Examined): Promise<Finding[]> {
  const { token, apiBase } = examined;
  const rest = discordRest({ token, ...(apiBase !== undefined && { apiBase }) });
  const findings: Finding[] = [];
  try {
    const me = (await rest.get(Routes.user())) as APIUser;
    findings.push({ check: 'token', state: 'ok', text: `The bot is ${me.username} (${me.id}).` });
    const application = (await rest.get(Routes.currentApplication())) as APIApplication;
    const { id, flags = 0 } = application;
    const wanted = invited(examined.alertRole !== undefined);
    const invite = inviteAddress(id, wanted);
    findings.push(intentFinding(flags));
    const guilds = await guildsOf(rest);
    findings.push(...guildFindings(examined, guilds, invite));
    const asked = new Map<string, GuildAndMe>();
    for (const place of examined.boundChannels)
      findings.push(
        ...(await attempt(`channel ${place.title}`, () => channelFindings(rest, me.id, place, asked))),
      );
    findings.push(...alertFindings(examined.alertRole, [...asked.values()]));
    findings.push(...(await commandFindings(rest, id, examined)));
    findings.push(inviteFinding(invite, wanted));
  } catch (error) {
    findings.push(trouble('Discord', error));
  }
  return findings;
}

async function attempt(check: string, look: () => Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await look();
  } catch (error) {
    return [trouble(check, error)];
  }
}

/** The finding for a failed request. */
function trouble(check: string, error: unknown): Finding {
  const failure = failureOf(error);
  switch (failure.kind) {
    case 'unauthorized':
      return {
        check: 'token',
        state: 'problem',
        text: 'Discord refuses the token.',
        remedy: UNAUTHORIZED,
      };
    case 'limited':
      return {
        check,
        state: 'warning',
        text: 'Discord limits how often it is asked.',
        remedy: 'Try again later.',
      };
    case 'not sent':
    case 'unknown':
      return {
        check,
        state: 'problem',
        text: `${failure.says}.`,
        remedy: "Check this machine's network, DISCORD_API_BASE, and https://discordstatus.com.",
      };
    case 'refused':
      return { check, state: 'problem', text: `Discord refuses to tell: ${failure.says} (${failure.code}).` };
  }
}

function intentFinding(flags: number): Finding {
  const check = 'MessageContent intent';
  const granted = ApplicationFlags.GatewayMessageContent | ApplicationFlags.GatewayMessageContentLimited;
  if ((flags & granted) !== 0)
    return { check, state: 'ok', text: 'It is granted: the bot hears the talk around it.' };
  return {
    check,
    state: 'warning',
    text:
      'It is not granted. Commands, mentions, replies to the bot and direct messages work; what people write to each ' +
      'other in channels with automations is not heard, and scheduled work does not know of it.',
    remedy: `Switch it on: ${PORTAL} → the application → Bot → Privileged Gateway Intents → Message Content Intent; then restart the desk.`,
  };
}

type PartialGuild = RESTGetAPICurrentUserGuildsResult[number];

async function guildsOf(rest: REST): Promise<PartialGuild[]> {
  const guilds: PartialGuild[] = [];
  for (;;) {
    const after = guilds.at(-1)?.id;
    const query = new URLSearchParams({
      limit: String(GUILDS_A_PAGE),
      ...(after !== undefined && { after }),
    });
    const page = (await rest.get(Routes.userGuilds(), { query })) as PartialGuild[];
    const fresh = page.filter(({ id }) => !guilds.some((known) => known.id === id));
    guilds.push(...fresh);
    if (page.length < GUILDS_A_PAGE || fresh.length === 0) return guilds;
  }
}

function guildFindings(
  { guildIds, allowedGuilds }: Examined,
  guilds: readonly PartialGuild[],
  invite: string,
): Finding[] {
  const check = 'servers';
  const there = new Set(guilds.map(({ id }) => id));
  const named = (all: readonly PartialGuild[]) => all.map(({ name, id }) => `${name} (${id})`).join(', ');
  const remedy = `Invite the bot there: ${invite}`;
  if (guilds.length === 0)
    return [{ check, state: 'problem', text: 'The bot is on no server.', remedy: `Invite it: ${invite}` }];
  const ignored = guilds.filter(({ id }) => allowedGuilds.length > 0 && !allowedGuilds.includes(id));
  const absent = (name: string, ids: readonly string[]): Finding[] =>
    ids
      .filter((id) => !there.has(id))
      .map((id) => ({ check, state: 'problem', text: `${name} names ${id}, where the bot is not.`, remedy }));
  return [
    { check, state: 'ok', text: `The bot is on ${named(guilds)}.` },
    ...absent('DISCORD_ALLOWED_GUILDS', allowedGuilds),
    ...absent('DISCORD_GUILD_IDS', guildIds),
    ...(ignored.length === 0
      ? []
      : [
          {
            check,
            state: 'warning' as const,
            text: `The bot does not answer on ${named(ignored)}.`,
            remedy: 'Add them to DISCORD_ALLOWED_GUILDS, or let the bot leave them.',
          },
        ]),
  ];
}

async function channelFindings(
  rest: REST,
  me: string,
  place: Examined['boundChannels'][number],
  asked: Map<string, GuildAndMe>,
): Promise<Finding[]> {
  const { key } = place;
  let { title } = place;
  const rights = await rightsThere(rest, me, chatIdOf(key), asked).catch((error: unknown) => {
    const failure = failureOf(error);
    if (failure.kind !== 'refused') throw error;
    return failure;
  });
  if ('kind' in rights) {
    const check = `channel ${title}`;
    const isGone = rights.code === RESTJSONErrorCodes.UnknownChannel;
    return [
      {
        check,
        state: 'problem',
        text: isGone ? `${title} is gone.` : `The bot can't see ${title}: it lacks View Channel.`,
        remedy: isGone
          ? 'Bind its jobs to another channel, or remove them: npx nightdesk cron list --all.'
          : remedyFor(title),
      },
    ];
  }
  const { bits, isThread, channel } = rights;
  // A channel named by an edition has no other title yet.
  if (title === key && channel.name) title = `#${plainLabel(channel.name)}`;
  const check = `channel ${title}`;
  if (bits === undefined) return [{ check, state: 'ok', text: 'Direct messages need no permission.' }];
  const { needed, wanted } = neededIn(isThread ? 'thread' : isForum(channel) ? 'forum' : 'channel');
  const missing = missingFrom(needed, bits);
  const useful = missingFrom(wanted, bits);
  if (missing.length + useful.length === 0)
    return [{ check, state: 'ok', text: `The bot may do in ${title} what it needs.` }];
  const lacks = [...missing, ...useful];
  return [
    {
      check,
      state: missing.length > 0 ? 'problem' : 'warning',
      text: `In ${title} the bot lacks ${sayPermissions(lacks)}: ${lacks.map(({ why }) => why).join('; ')}.`,
      remedy: remedyFor(title),
    },
  ];
}

async function commandFindings(rest: REST, application: string, examined: Examined): Promise<Finding[]> {
  const { guildIds, commands, editorRoles } = examined;
  const scopes = guildIds.length > 0 ? guildIds : [GLOBAL];
  const findings: Finding[] = [];
  const remedy = 'Start the desk, or restart it: it registers them.';
  for (const scope of scopes) {
    const place = scope === GLOBAL ? 'globally' : `on the server ${scope}`;
    const look = async (): Promise<Finding[]> => {
      const terms = {
        scope: scope === GLOBAL ? 'global' : 'guild',
        editorRoles: editorRoles.length > 0,
      } as const;
      const there = await registeredIn(rest, application, scope);
      const differing = differences(there, commandPayloads(commands, terms), scope);
      if (differing.length === 0)
        return [{ check: 'commands', state: 'ok', text: `They are registered ${place}.` }];
      const names = differing.map((name) => `/${name}`).join(', ');
      const text =
        there.length === 0
          ? `They are not registered ${place}.`
          : `Not as they should be ${place}: ${names}.`;
      return [{ check: 'commands', state: 'warning', text, remedy }];
    };
    findings.push(...(await attempt('commands', look)));
  }
  return findings;
}

/** Whether the alert role can be mentioned on the checked servers. */
function alertFindings(role: string | undefined, servers: readonly GuildAndMe[]): Finding[] {
  return servers.flatMap(({ guild, member }): Finding[] => {
    const named = guild.roles.find(({ id }) => id === role);
    if (!named) return [];
    const own = guild.roles.filter(({ id }) => id === guild.id || member.roles.includes(id));
    const mine = own.reduce((all, { permissions }) => all | BigInt(permissions), 0n);
    const { name, mentionable } = named;
    const trouble = alertTrouble({ name, server: guild.name, mentionable, mine });
    return trouble ? [{ check: 'alerts', state: 'warning', ...trouble }] : [];
  });
}

function inviteFinding(invite: string, wanted: readonly Permission[]): Finding {
  const explained = wanted.map(({ name, why }) => `${name} ${why}`).join('; ');
  return {
    check: 'invite',
    state: 'ok',
    text: `${invite} asks for the permissions ${bitsOf(wanted)}: ${explained}. Manage Channels, to delete channels, is given by hand where that is wanted.`,
  };
}
