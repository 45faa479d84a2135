/**
 * The gateway, version 10: hello, identify, ready, heartbeats, resume, dispatch. Sessions outlive their sockets
 * until they are invalidated or the client says goodbye (1000, 1001).
 */
import {
  GatewayCloseCodes as Close,
  GatewayOpcodes as Op,
  type GatewayIdentifyData,
  type GatewayPresenceUpdateData,
  type GatewayRequestGuildMembersData,
  type GatewayResumeData,
} from 'discord-api-types/v10';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocket, WebSocketServer, type RawData } from 'ws';
import { GatewaySession } from './gateway-session.ts';
import { heard, mayAskFor } from './hearing.ts';
import type { Place } from './realm.ts';
import type { Records } from './records.ts';
import { membersAsked, readyOf } from './ready.ts';
import { wireWholeGuild } from './wire.ts';
import type { World } from './world.ts';

interface GatewayParts {
  readonly world: World;
  readonly records: Records;
  readonly token: () => string;
  readonly heartbeatIntervalMs: number;
}

const ALL_INTENTS = 0x3ff_ffff;

export class Gateway {
  readonly #parts: GatewayParts;
  readonly #server = new WebSocketServer({ noServer: true });
  readonly #sessions = new Map<string, GatewaySession>();
  /** Where clients connect; known once the server listens. */
  address = '';
  /** What happens is lost to everyone who listens. */
  isDeaf = false;
  /** Zombie connections: heartbeats find no answer. */
  answersHeartbeats = true;
  #isHoldingBack = false;

  constructor(parts: GatewayParts) {
    this.#parts = parts;
  }

  /** Sessions that a client is connected to. */
  get connected(): GatewaySession[] {
    return [...this.#sessions.values()].filter(({ socket }) => socket?.readyState === WebSocket.OPEN);
  }

  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    this.#server.handleUpgrade(request, socket, head, (client) => this.#welcome(client, request));
  }

  /** Tell every session what it may hear. */
  announce(name: string, data: object, place: Place): void {
    if (this.isDeaf) return;
    const guildId = place.guildId ?? place.channel?.guildId;
    if (guildId !== undefined && !this.#reaches(name, guildId)) return;
    for (const session of this.#sessions.values()) {
      if (!carries(session, guildId)) continue;
      const told = heard(this.#parts.world, session.intents, name, data, place);
      if (told) session.dispatch(name, told);
    }
  }

  /** Send anything to every session, malformed payloads too. */
  dispatch(name: string, data: unknown): void {
    for (const session of this.#sessions.values()) session.dispatch(name, data);
  }

  /** Close every socket with that code; without one they break, as a cable does (1006). */
  dropSockets(code?: number): void {
    for (const client of this.#server.clients) {
      if (code === undefined) client.terminate();
      else client.close(code);
    }
  }

  /** Op 9. A session that can't be resumed is forgotten. */
  invalidate(canResume: boolean): void {
    for (const { socket } of this.connected)
      socket?.send(JSON.stringify({ op: Op.InvalidSession, d: canResume }));
    if (!canResume) this.#sessions.clear();
  }

  askToReconnect(): void {
    for (const { socket } of this.connected) socket?.send(JSON.stringify({ op: Op.Reconnect, d: null }));
  }

  /** No session can be resumed any more; those who are connected stay. */
  forgetSessions(): void {
    const connected = new Set(this.connected);
    for (const session of this.#sessions.values())
      if (!connected.has(session)) this.#sessions.delete(session.id);
  }

  /** Number and keep events without sending them; letting go sends what was kept. */
  holdBack(isHeld: boolean): void {
    this.#isHoldingBack = isHeld;
    for (const session of this.#sessions.values()) {
      if (session.isHeldBack && !isHeld)
        session.replayAfter(this.#heldFrom.get(session.id) ?? session.sequence);
      if (isHeld) this.#heldFrom.set(session.id, session.sequence);
      session.isHeldBack = isHeld;
    }
  }
  readonly #heldFrom = new Map<string, number>();

  close(): Promise<void> {
    for (const client of this.#server.clients) client.terminate();
    this.#sessions.clear();
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }

  /** Nothing comes from a guild that the bot is not in, nor during an outage, except that it is one. */
  #reaches(name: string, guildId: string): boolean {
    const { world } = this.#parts;
    const guild = world.guilds.get(guildId);
    const isThere = guild?.members.has(world.bot.id) ?? false;
    return isThere && (guild?.available !== false || name.startsWith('GUILD_'));
  }

  #welcome(client: WebSocket, request: IncomingMessage): void {
    const version = new URL(request.url ?? '/', 'ws://loopback').searchParams.get('v');
    client.on('error', () => client.terminate());
    if (version !== '10') return client.close(Close.InvalidAPIVersion);
    client.send(JSON.stringify({ op: Op.Hello, d: { heartbeat_interval: this.#parts.heartbeatIntervalMs } }));
    client.on('message', (data) => this.#hear(client, data));
    client.on('close', (code) => this.#left(client, code));
  }

  #left(client: WebSocket, code: number): void {
    this.#parts.records.closes.push(code);
    for (const session of this.#sessions.values()) {
      if (session.socket !== client) continue;
      session.socket = undefined;
      if (code === 1000 || code === 1001) this.#sessions.delete(session.id);
    }
  }

  #hear(client: WebSocket, data: RawData): void {
    let payload: { op: Op; d: unknown };
    try {
      payload = JSON.parse((data as Buffer).toString()) as typeof payload;
    } catch {
      return client.close(Close.DecodeError);
    }
    const session = this.connected.find(({ socket }) => socket === client);
    switch (payload.op) {
      case Op.Heartbeat:
        if (this.answersHeartbeats) client.send(JSON.stringify({ op: Op.HeartbeatAck }));
        return;
      case Op.Identify:
        if (session) return client.close(Close.AlreadyAuthenticated);
        return this.#identify(client, payload.d as GatewayIdentifyData);
      case Op.Resume:
        return this.#resume(client, payload.d as GatewayResumeData);
      case Op.PresenceUpdate:
        if (!session) return client.close(Close.NotAuthenticated);
        this.#parts.records.presences.push(payload.d as GatewayPresenceUpdateData);
        return;
      case Op.RequestGuildMembers:
        if (!session) return client.close(Close.NotAuthenticated);
        return this.#sendMembers(session, payload.d as GatewayRequestGuildMembersData);
      case Op.VoiceStateUpdate:
        return;
      default:
        return client.close(Close.UnknownOpcode);
    }
  }

  #identify(client: WebSocket, { token, intents, shard = [0, 1], presence }: GatewayIdentifyData): void {
    const { world, records } = this.#parts;
    if (token !== this.#parts.token()) return client.close(Close.AuthenticationFailed);
    if (shard[0] >= shard[1]) return client.close(Close.InvalidShard);
    if (intents & ~ALL_INTENTS) return client.close(Close.InvalidIntents);
    if (!mayAskFor(intents, world.application.flags)) return client.close(Close.DisallowedIntents);
    if (presence) records.presences.push(presence);
    const session = new GatewaySession({ id: randomUUID(), intents, shard }, client);
    this.#sessions.set(session.id, session);
    const guilds = [...world.guilds.values()].filter(
      (guild) => guild.members.has(world.bot.id) && carries(session, guild.id),
    );
    session.dispatch('READY', readyOf(world, session, { guilds, address: this.address }));
    session.isHeldBack = this.#isHoldingBack;
    if (session.isHeldBack) this.#heldFrom.set(session.id, session.sequence);
    for (const guild of guilds) {
      const told = guild.available ? wireWholeGuild(guild, world) : { id: guild.id, unavailable: true };
      const heardGuild = heard(world, intents, 'GUILD_CREATE', told, { guildId: guild.id });
      if (heardGuild) session.dispatch(guild.available ? 'GUILD_CREATE' : 'GUILD_DELETE', heardGuild);
    }
  }

  #resume(client: WebSocket, { token, session_id: id, seq }: GatewayResumeData): void {
    if (token !== this.#parts.token()) return client.close(Close.AuthenticationFailed);
    const session = this.#sessions.get(id);
    if (!session?.canReplayAfter(seq)) {
      this.#sessions.delete(id);
      client.send(JSON.stringify({ op: Op.InvalidSession, d: false }));
      return;
    }
    session.socket?.terminate();
    session.socket = client;
    session.isHeldBack = this.#isHoldingBack;
    if (session.isHeldBack) this.#heldFrom.set(id, seq);
    else session.replayAfter(seq);
    session.dispatch('RESUMED', {});
  }

  #sendMembers(session: GatewaySession, asked: GatewayRequestGuildMembersData): void {
    session.dispatch('GUILD_MEMBERS_CHUNK', membersAsked(this.#parts.world, asked));
  }
}

/** Guilds are spread over shards by their ids; direct messages come to the first. */
function carries({ shard: [number, count] }: GatewaySession, guildId: string | undefined): boolean {
  return guildId === undefined ? number === 0 : Number((BigInt(guildId) >> 22n) % BigInt(count)) === number;
}
