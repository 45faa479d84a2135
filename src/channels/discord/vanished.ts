/**
 * Places that disappear: channels, threads and servers that were deleted, or that the bot can no longer see.
 *
 * Raw events are listened to, for archived threads are in nobody's cache and deleting a channel tells nothing of its
 * threads. At start and every hour each place with jobs is asked for: only 10003 is a deletion; 50001 and 403 are lost
 * access; a server that is unavailable is neither.
 *
 * What Discord tells is dealt with at once, and never waits for the asking. A place waits to be asked for once,
 * however many rounds want it: after an outage every server comes back by itself, each wanting its own places alone.
 */
import { DiscordAPIError, Routes } from 'discord.js';
import type { Client } from 'discord.js';
import type {
  GatewayChannelDeleteDispatchData,
  GatewayGuildDeleteDispatchData,
  GatewayThreadDeleteDispatchData,
} from 'discord-api-types/v10';
import { chatIdOf, sessionKey } from '../../sessions/key.ts';
import type { SessionKey } from '../../sessions/key.ts';
import type { DiscordDeps } from './discord-deps.ts';
import type { PlaceMemory } from './place-memory.ts';
import { plainLabel } from './plain-label.ts';

const UNKNOWN_CHANNEL = 10_003;
const FORBIDDEN = 403;
const HOUR_MS = 3_600_000;
const ALL = 'all servers';

type Connected = () => Client<true> | undefined;

export class Vanished {
  readonly #deps: DiscordDeps;
  readonly #memory: Pick<PlaceMemory, 'leaving'>;
  readonly #told: () => void;
  readonly #closing = new AbortController();
  /** What was told, in order. */
  #work: Promise<void> = Promise.resolve();
  #asking: Promise<void> | undefined;
  /** Servers whose places are to be asked for. */
  readonly #rounds = new Set<string | typeof ALL>();
  /** Places that are to be asked for, the next one first. */
  #waiting = new Set<SessionKey>();
  #hourly: Promise<void> | undefined;

  /** @param told places have changed: there may be notices to give. */
  constructor(deps: DiscordDeps, memory: Pick<PlaceMemory, 'leaving'>, told: () => void) {
    this.#deps = deps;
    this.#memory = memory;
    this.#told = told;
  }

  channelDeleted(data: GatewayChannelDeleteDispatchData): void {
    this.#memory.leaving(data.id);
    const name = 'name' in data && data.name ? `#${plainLabel(data.name)}` : 'the channel';
    this.#gone(data.id, `${name} was deleted in Discord`);
  }

  threadDeleted(data: GatewayThreadDeleteDispatchData): void {
    this.#memory.leaving(data.id, data.parent_id);
    this.#gone(data.id, 'the thread was deleted in Discord');
  }

  /** The server was deleted, or the bot was removed from it: Discord doesn't say which. */
  guildDeleted(data: GatewayGuildDeleteDispatchData): void {
    if (data.unavailable === true) return; // an outage
    this.#then(async () => {
      for (const { key, guildId } of await this.#deps.places.list())
        if (guildId === data.id)
          await this.#deps.places.lost(key, 'the bot was removed from the server, or the server was deleted');
    });
  }

  /** What may be seen in a channel has changed: it is asked for next. */
  accessChanged(client: Connected, channelId: string): void {
    const session = sessionKey('discord', channelId);
    if (!this.#deps.isBound(session)) return;
    this.#waiting = new Set([session, ...this.#waiting]);
    this.#ask(client);
  }

  /** Ask for every place with jobs, now and every hour. */
  ready(client: Connected): void {
    this.#round(client, ALL);
    this.#hourly ??= this.#everyHour(client);
  }

  /** A server is back, or new: what was out of reach there may be in reach again. */
  guildCame(client: Connected, guildId: string): void {
    this.#round(client, guildId);
  }

  async close(): Promise<void> {
    this.#closing.abort(new Error('the desk is closing'));
    await this.#hourly;
    await this.#asking;
    await this.#work;
  }

  async #everyHour(client: Connected): Promise<void> {
    const { clock } = this.#deps;
    while (!this.#closing.signal.aborted) {
      await clock.until(clock.now() + HOUR_MS, this.#closing.signal).catch(() => {});
      this.#round(client, ALL);
    }
  }

  #round(client: Connected, of: string): void {
    this.#rounds.add(of);
    this.#ask(client);
  }

  #ask(client: Connected): void {
    if (this.#closing.signal.aborted) return;
    this.#asking ??= this.#askWaiting(client)
      .catch((error: unknown) => this.#deps.log.error({ err: error }, 'asking for places'))
      .finally(() => {
        this.#asking = undefined;
        if (this.#rounds.size > 0 || this.#waiting.size > 0) return this.#ask(client);
        this.#told(); // at every round: there may be notices that could not be given before
      });
  }

  /** Ask for one place after the other, until none waits. */
  async #askWaiting(client: Connected): Promise<void> {
    await this.#work; // what was told before goes first
    while (this.#rounds.size > 0 || this.#waiting.size > 0) {
      const connected = client();
      if (!connected || this.#closing.signal.aborted) return this.#forget();
      await this.#gather(connected);
      const [next] = this.#waiting;
      if (next === undefined) continue;
      this.#waiting.delete(next);
      if (await this.#isMissing(connected, next)) this.#told();
    }
  }

  /** All is asked for anew when the connection is there again. */
  #forget(): void {
    this.#rounds.clear();
    this.#waiting.clear();
  }

  /** Let the places of the servers that are to be asked for wait. */
  async #gather({ guilds }: Client<true>): Promise<void> {
    if (this.#rounds.size === 0) return;
    const wanted = new Set(this.#rounds);
    this.#rounds.clear();
    for (const { key, guildId } of await this.#deps.places.list()) {
      const isWanted = wanted.has(ALL) || (guildId !== undefined && wanted.has(guildId));
      const isOut = guildId !== undefined && guilds.cache.get(guildId)?.available === false;
      if (isWanted && !isOut) this.#waiting.add(key);
    }
  }

  /** @returns whether there may be something to tell. */
  async #isMissing(client: Client<true>, session: SessionKey): Promise<boolean> {
    const { places } = this.#deps;
    // The SDK listens to a signal and never lets go of it: give it one that ends with the question.
    const own = new AbortController();
    const { signal } = this.#closing;
    const stop = () => own.abort(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    try {
      await client.rest.get(Routes.channel(chatIdOf(session)), { signal: own.signal });
      await places.found(session);
      return false;
    } catch (error) {
      if (!(error instanceof DiscordAPIError)) return false; // out of reach: asked again in an hour
      if (error.code === UNKNOWN_CHANNEL) await this.#isGone(session, 'the channel was deleted in Discord');
      else if (error.status === FORBIDDEN)
        await places.lost(session, 'the bot may no longer see the channel (permission View Channel)');
      return true;
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }

  #gone(channelId: string, because: string): void {
    this.#then(() => this.#isGone(sessionKey('discord', channelId), because));
  }

  /** What the desk deletes itself is no news to it. */
  async #isGone(session: SessionKey, because: string): Promise<void> {
    const { places } = this.#deps;
    if (!(await places.isDeleting(session))) await places.gone(session, because);
  }

  #then(work: () => Promise<void>): void {
    this.#work = this.#work
      .then(work)
      .then(this.#told)
      .catch((error: unknown) => this.#deps.log.error({ err: error }, 'a place that disappeared'));
  }
}
