/** Connects Discord's events to their handlers. */
import { Events, GatewayDispatchEvents } from 'discord.js';
import type { Client } from 'discord.js';
import type {
  GatewayChannelDeleteDispatchData,
  GatewayGuildDeleteDispatchData,
  GatewayMessageDeleteBulkDispatchData,
  GatewayMessageDeleteDispatchData,
  GatewayMessageReactionAddDispatchData,
  GatewayMessageReactionRemoveDispatchData,
  GatewayMessageUpdateDispatchData,
  GatewayThreadDeleteDispatchData,
} from 'discord-api-types/v10';
import type { DiscordDeps } from './discord-deps.ts';
import type { DiscordIntake } from './discord-intake.ts';
import type { Interactions } from './interactions.ts';
import { placeOf } from './place.ts';
import type { Reactions } from './reactions.ts';
import type { Vanished } from './vanished.ts';

interface WiredDeps {
  readonly deps: DiscordDeps;
  readonly intake: DiscordIntake;
  readonly interactions: Interactions;
  readonly reactions: Reactions;
  readonly vanished: Vanished;
  /** The currently connected client; it changes with each new connection. */
  readonly current: () => Client<true> | undefined;
  /** The bot's rights changed: in this channel, or anywhere. */
  readonly accessChanged: (channel?: string) => void;
  /** A server was added or changed. */
  readonly guildChanged: () => void;
  readonly servesTooMany: (client: Client<true>) => boolean;
}

type Listen = <Data>(event: GatewayDispatchEvents, take: (data: Data) => void) => void;

const RIGHTS_CHANGE = [
  GatewayDispatchEvents.GuildRoleUpdate,
  GatewayDispatchEvents.GuildRoleDelete,
  GatewayDispatchEvents.GuildMemberUpdate,
] as const;

/** Listen to a client. Deletions use raw events, because archived threads aren't in its cache. */
export function wireEvents(client: Client, wired: WiredDeps): void {
  const listen = listener(client, wired.deps);
  wireMessages(client, listen, wired);
  wireReactions(client, listen, wired);
  wireDeletions(listen, wired);
  wireServers(client, listen, wired);
}

function wireMessages(client: Client, listen: Listen, { intake, interactions }: WiredDeps): void {
  client.ws.on(GatewayDispatchEvents.Ready, () => intake.hold());
  client.on(Events.MessageCreate, (message) => intake.receive(message));
  client.on(Events.InteractionCreate, (interaction) => interactions.arrived(interaction));
  listen<GatewayMessageUpdateDispatchData>(GatewayDispatchEvents.MessageUpdate, (data) =>
    intake.edited(data, client),
  );
  listen<GatewayMessageDeleteDispatchData>(
    GatewayDispatchEvents.MessageDelete,
    ({ channel_id: channel, id }) => intake.removed(channel, [id]),
  );
  listen<GatewayMessageDeleteBulkDispatchData>(
    GatewayDispatchEvents.MessageDeleteBulk,
    ({ channel_id: channel, ids }) => intake.removed(channel, ids),
  );
}

function wireReactions(client: Client, listen: Listen, { reactions }: WiredDeps): void {
  listen<GatewayMessageReactionAddDispatchData>(GatewayDispatchEvents.MessageReactionAdd, (data) =>
    reactions.arrived(client, data, 'reacted'),
  );
  listen<GatewayMessageReactionRemoveDispatchData>(GatewayDispatchEvents.MessageReactionRemove, (data) =>
    reactions.arrived(client, data, 'unreacted'),
  );
}

function wireDeletions(listen: Listen, { vanished }: WiredDeps): void {
  listen<GatewayChannelDeleteDispatchData>(GatewayDispatchEvents.ChannelDelete, (data) =>
    vanished.channelDeleted(data),
  );
  listen<GatewayThreadDeleteDispatchData>(GatewayDispatchEvents.ThreadDelete, (data) =>
    vanished.threadDeleted(data),
  );
  listen<GatewayGuildDeleteDispatchData>(GatewayDispatchEvents.GuildDelete, (data) =>
    vanished.guildDeleted(data),
  );
}

function wireServers(client: Client, listen: Listen, wired: WiredDeps): void {
  const { deps, intake, vanished, current, accessChanged } = wired;
  for (const event of RIGHTS_CHANGE) listen(event, () => accessChanged());
  listen(GatewayDispatchEvents.GuildCreate, () => wired.guildChanged());
  client.on(Events.GuildCreate, ({ id }) => {
    if (client.isReady() && !wired.servesTooMany(client)) vanished.guildCame(current, id);
  });
  client.on(Events.GuildAvailable, ({ id }) => {
    if (!client.isReady()) return;
    vanished.guildCame(current, id);
    intake.catchUp(client, id).catch((error: unknown) => deps.log.error({ err: error }, 'a server is back'));
  });
  client.on(Events.ChannelUpdate, (_, channel) => {
    accessChanged(channel.id);
    if (!client.isReady()) return;
    vanished.accessChanged(current, channel.id);
    const { session, origin, title } = placeOf(channel, client.user.id);
    if (!deps.isBound(session)) return;
    deps
      .open(session, origin, title)
      .catch((error: unknown) => deps.log.warn({ err: error, session }, 'a channel was renamed'));
  });
}

/** Handles raw events. An invalid one is logged. */
function listener(client: Client, { log }: DiscordDeps): Listen {
  return <Data>(event: GatewayDispatchEvents, take: (data: Data) => void) => {
    client.ws.on(event, (data: Data) => {
      try {
        take(data);
      } catch (error) {
        log.warn({ err: error, event }, 'an event of Discord could not be read');
      }
    });
  };
}
