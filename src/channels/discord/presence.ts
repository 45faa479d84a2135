/**
 * The bot's presence: when the next job runs. Discord allows few changes per minute, so changes are collected
 * first.
 *
 * Everybody on every server of the bot sees it, so a job's name is included only where there is one server and
 * everybody there can see the job's channel.
 */
import { ActivityType } from 'discord.js';
import type { Client } from 'discord.js';
import { channelOf, chatIdOf } from '../../sessions/key.ts';
import type { Clock } from '../../time/clock.ts';
import { dayAndTime } from '../../time/zone.ts';
import type { DiscordDeps } from './discord-deps.ts';
import type { PlaceMemory } from './place-memory.ts';
import { plainLabel } from './plain-label.ts';

interface PresenceDeps {
  readonly clock: Clock;
  readonly zone: string;
  readonly client: () => Client<true> | undefined;
  readonly nextRun: DiscordDeps['nextRun'];
  readonly memory: Pick<PlaceMemory, 'of'>;
}

type NextRun = Exclude<Awaited<ReturnType<DiscordDeps['nextRun']>>, string | undefined>;

const GATHER_MS = 5_000;

export class Presence {
  readonly #deps: PresenceDeps;
  readonly #closing = new AbortController();
  #pending = false;
  #shown: string | undefined;

  constructor(deps: PresenceDeps) {
    this.#deps = deps;
  }

  /** Show it in a session that has just begun. */
  async renew(): Promise<void> {
    this.#shown = undefined;
    await this.#show();
  }

  /** The schedule has changed. Returns at once. */
  changed(): void {
    if (this.#pending || this.#closing.signal.aborted) return;
    this.#pending = true;
    const { clock } = this.#deps;
    clock
      .until(clock.now() + GATHER_MS, this.#closing.signal)
      .finally(() => (this.#pending = false))
      .then(() => this.#show())
      .catch(() => {}); // The desk closes, or the next change shows it.
  }

  close(): void {
    this.#closing.abort(new Error('the desk is closing'));
  }

  async #show(): Promise<void> {
    const next = await this.#deps.nextRun();
    const client = this.#deps.client();
    if (!client) return;
    const state =
      next === 'stopped'
        ? 'Scheduled work is stopped'
        : next
          ? `${this.#what(client, next)} ${dayAndTime(next.atMs, this.#deps.zone)}`
          : 'Nothing is scheduled';
    if (state === this.#shown) return;
    this.#shown = state;
    client.user.setPresence({ activities: [{ type: ActivityType.Custom, name: 'schedule', state }] });
  }

  #what({ guilds }: Client<true>, { name, session }: NextRun): string {
    const isOpen =
      guilds.cache.size === 1 &&
      session !== undefined &&
      channelOf(session) === 'discord' &&
      this.#deps.memory.of(chatIdOf(session)).isOpen;
    return isOpen ? `Next: ${plainLabel(name)},` : 'Next scheduled run:';
  }
}
