/**
 * Detects places that disappear: channels, threads and servers that were deleted, or that the bot can no longer
 * see.
 *
 * It listens to raw events, because archived threads aren't cached and the deletion of a channel doesn't mention
 * its threads. At start and every hour it checks each place with jobs: only 10003 is a deletion; 50001 and 403 are
 * lost access; an unavailable server is neither.
 *
 * Discord's events are handled at once and never wait for checks. A place waits for one check at a time, however
 * many rounds request it: after an outage every server returns separately, each requesting only its own places.
 */
import { DiscordAPIError, Routes } from 'discord.js';
import type { Client } from 'discord.js';
import type {
  GatewayChannelDeleteDispatchData,
  GatewayGuildDeleteDispatchData,
  GatewayThreadDeleteDispatchData,
} from 'discord-api-types/v10';
import { following } from '../../async/joined.ts';
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
  readonly #changed: () => void;
  readonly #closing = new AbortController();
  /** Events, in order. */
  #work: Promise<void> = Promise.resolve();
  #asking: Promise<void> | undefined;
  /** Servers whose places are to be checked. */
  readonly #rounds = new Set<string | typeof ALL>();
  /** Places to be checked, in order. */
  #waiting = new Set<SessionKey>();
  #hourly: Promise<void> | undefined;

  /** @param changed called when places have changed, because there may be notices. */
  constructor(deps: DiscordDeps, memory: Pick<PlaceMemory, 'leaving'>, changed: () => void) {
    this.#deps = deps;
    this.#memory = memory;
    this.#changed = changed;
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
    if (data.unavailable === true) return; // An outage.
    this.#then(async () => {
      for (const { key, guildId } of await this.#deps.places.list())
        if (guildId === data.id)
          await this.#deps.places.lost(key, 'the bot was removed from the server, or the server was deleted');
    });
  }

  /** The visibility of a channel has changed: check it next. */
  accessChanged(client: Connected, channelId: string): void {
    const session = sessionKey('discord', channelId);
    if (!this.#deps.isBound(session)) return;
    this.#waiting = new Set([session, ...this.#waiting]);
    this.#ask(client);
  }

  /** Check every place with jobs, now and every hour. */
  ready(client: Connected): void {
    this.#round(client, ALL);
    this.#hourly ??= this.#everyHour(client);
  }

  /** A server is back, or new: its places may be reachable again. */
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
        this.#changed(); // In every round: there may be notices that couldn't be sent before.
      });
  }

  /** Check one place after the other, until none waits. */
  async #askWaiting(client: Connected): Promise<void> {
    await this.#work; // Earlier events go first.
    while (this.#rounds.size > 0 || this.#waiting.size > 0) {
      const connected = client();
      if (!connected || this.#closing.signal.aborted) return this.#forget();
      await this.#gather(connected);
      const [next] = this.#waiting;
      if (next === undefined) continue;
      this.#waiting.delete(next);
      if (await this.#isMissing(connected, next)) this.#changed();
    }
  }

  /** Everything is checked again at the next connection. */
  #forget(): void {
    this.#rounds.clear();
    this.#waiting.clear();
  }

  /** Queue the places of the requested servers. */
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

  /** @returns whether there may be a notice. */
  async #isMissing(client: Client<true>, session: SessionKey): Promise<boolean> {
    const { places } = this.#deps;
    // The SDK never removes its listeners from a signal, so each check gets its own.
    const { signal, leave } = following(this.#closing.signal);
    try {
      await client.rest.get(Routes.channel(chatIdOf(session)), { signal });
      await places.found(session);
      return false;
    } catch (error) {
      if (!(error instanceof DiscordAPIError)) return false; // Out of reach: checked again in an hour.
      if (error.code === UNKNOWN_CHANNEL) await this.#isGone(session, 'the channel was deleted in Discord');
      else if (error.status === FORBIDDEN)
        await places.lost(session, 'the bot may no longer see the channel (permission View Channel)');
      return true;
    } finally {
      leave();
    }
  }

  #gone(channelId: string, because: string): void {
    this.#then(() => this.#isGone(sessionKey('discord', channelId), because));
  }

  /** Deletions by the desk itself are ignored. */
  async #isGone(session: SessionKey, because: string): Promise<void> {
    const { places } = this.#deps;
    if (!(await places.isDeleting(session))) await places.gone(session, because);
  }

  #then(work: () => Promise<void>): void {
    this.#work = this.#work
      .then(work)
      .then(this.#changed)
      .catch((error: unknown) => this.#deps.log.error({ err: error }, 'a place that disappeared'));
  }
}
