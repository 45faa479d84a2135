/**
 * A Discord on the loopback for benchmarks: guilds full of channels and people, in this process; the desk that is
 * measured runs in its own. Requests are seen as they arrive, by the clock of this process.
 */
import type { APIMessage, APIUser } from 'discord-api-types/v10';
import { LoopbackDiscord } from '../test/support/discord/loopback-discord.ts';
import type { Channel, Guild } from '../test/support/discord/world.ts';

export interface Size {
  readonly guilds: number;
  /** In each guild. */
  readonly channels: number;
  readonly members: number;
}

/** A request that has arrived. */
export interface Seen {
  readonly method: string;
  readonly path: string;
  /** By `performance.now()`. */
  readonly atMs: number;
}

export class DiscordTown {
  readonly discord: LoopbackDiscord;
  readonly guilds: Guild[] = [];
  readonly channels: Channel[] = [];
  readonly #members = new Map<string, APIUser[]>();
  readonly #watchers = new Set<(seen: Seen) => void>();

  private constructor(discord: LoopbackDiscord, size: Size) {
    this.discord = discord;
    for (let g = 0; g < size.guilds; g++) {
      const guild = discord.addGuild({ name: `Newsroom ${g}` });
      this.guilds.push(guild);
      const people = Array.from({ length: size.members }, (_, n) =>
        discord.addPerson(`reader-${g}-${n}`, { guilds: [guild] }),
      );
      this.#members.set(guild.id, people);
      for (let n = 0; n < size.channels; n++)
        this.channels.push(discord.addChannel(guild, { name: `news-${g}-${n}` }));
    }
    this.observe();
  }

  static async build(size: Size): Promise<DiscordTown> {
    return new DiscordTown(await LoopbackDiscord.start(), size);
  }

  /** A rule that meets no request sees every one. Faults that come after it don't hide any. */
  observe(): void {
    const when = ({ method, path }: { method: string; path: string }) => {
      const seen = { method, path, atMs: performance.now() };
      for (const watch of this.#watchers) watch(seen);
      return false;
    };
    this.discord.faults.answer(500, { when, times: Infinity });
  }

  /** @returns what ends it. */
  watch(watch: (seen: Seen) => void): () => void {
    this.#watchers.add(watch);
    return () => void this.#watchers.delete(watch);
  }

  /** Somebody writes in a channel: another member each time. */
  say(channel: Channel, n: number, text: string): APIMessage {
    const people = this.#members.get(channel.guildId!)!;
    return this.discord.say(people[n % people.length]!, channel, text);
  }

  person(channel: Channel): APIUser {
    return this.#members.get(channel.guildId!)![0]!;
  }

  /** `hello` to the desk. */
  ask(channel: Channel, n: number): APIMessage {
    return this.say(channel, n, `<@${this.discord.bot.id}> hello`);
  }

  /** Resolves with the time when a request arrived. */
  arrival(method: string, path: string): Promise<number> {
    return new Promise((resolve) => {
      const stop = this.watch((seen) => {
        if (seen.method !== method || seen.path !== path) return;
        stop();
        resolve(seen.atMs);
      });
    });
  }

  /** What people do in `actions` happens, and the desk hears of all of it at once. @returns when it was told. */
  atOnce(actions: () => void): number {
    const { faults } = this.discord;
    faults.silenceGateway();
    actions();
    const begun = performance.now();
    faults.letGatewaySpeak();
    return begun;
  }

  close(): Promise<void> {
    return this.discord.close({ allowViolations: true }); // the suite looks for them
  }
}

/** Where messages of a channel are posted, and where it is shown that the bot types. */
export function routesOf({ id }: Channel): { messages: string; typing: string } {
  return { messages: `/channels/${id}/messages`, typing: `/channels/${id}/typing` };
}
