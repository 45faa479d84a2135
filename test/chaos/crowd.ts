/** The people of a chaos: who speak to the desk in channels and in the threads of its stories, whatever state it is in. */
import { setTimeout as pause } from 'node:timers/promises';
import type { APIMessage, APIUser } from 'discord-api-types/v10';
import type { Chance } from '../crash/chance.ts';
import type { Channel } from '../support/discord/world.ts';
import { OUTLETS } from './happenings.ts';
import type { Keeper } from './keeper.ts';
import type { Scene } from './scene.ts';

/** What somebody said to the desk: it has to be remembered, and answered once. */
export interface Said {
  readonly channel: string;
  readonly message: string;
  readonly text: string;
}

const BRIEFS_ON = 'the ferry and its engine fire';

export class Crowd {
  readonly said: Said[] = [];
  /** Turns that the gateway acknowledged, each with its session. */
  readonly acknowledged = new Map<string, string>();
  /** What the gateway said instead. */
  readonly refusals: string[] = [];
  readonly #scene: Scene;
  readonly #keepers: readonly Keeper[];
  readonly #chance: Chance;
  #isSilent = true;
  #talking: Promise<unknown> = Promise.resolve();
  #count = 0;

  constructor(scene: Scene, keepers: readonly Keeper[], chance: Chance) {
    this.#scene = scene;
    this.#keepers = keepers;
    this.#chance = chance;
  }

  speak(): void {
    this.#isSilent = false;
    const again = async (act: () => void | Promise<void>, least: number, most: number) => {
      while (!this.#isSilent) {
        await act();
        await pause(this.#chance.between(least, most));
      }
    };
    this.#talking = Promise.all([
      again(() => this.#talk(), 400, 2_500),
      again(() => this.#write(), 100, 1_000),
      again(() => this.#schedule(), 4_000, 9_000),
    ]);
  }

  async fallSilent(): Promise<void> {
    this.#isSilent = true;
    await this.#talking;
  }

  /** A mention in a channel. */
  mention(channel: Channel, person: APIUser = this.#scene.editors[0]!): APIMessage {
    return this.#say(person, channel, `<@${this.#scene.discord.bot.id}> what about heron-${this.#count++}?`);
  }

  #talk(): void {
    const { discord, channels, editors } = this.#scene;
    const person = this.#chance.one(editors);
    const threads = discord.realm.world.threadsOf(channels[0]!).filter(({ thread }) => !thread?.archived);
    const most = this.#chance.happens(0.15) ? 3 : 1;
    for (let n = 0; n < most; n++) {
      if (threads.length > 0 && this.#chance.happens(0.3))
        this.#say(person, this.#chance.one(threads.slice(-3)), `What about heron-${this.#count++}?`);
      else this.mention(this.#chance.one(channels), person);
    }
  }

  #say(person: APIUser, channel: Channel, text: string): APIMessage {
    const message = this.#scene.discord.say(person, channel, text);
    this.said.push({ channel: channel.id, message: message.id, text });
    return message;
  }

  /** A program at the gateway, in the console. */
  async #write(): Promise<void> {
    const n = this.#count++;
    const sessionKey = `console:${this.#chance.one(['politics', 'front page'])}`;
    const request = {
      sessionKey,
      clientId: `m${n}`,
      text: `what about heron-${n}?`,
      author: { name: 'Ann' },
    };
    const { turnId } = (await this.#ask<{ turnId: string }>('chat.send', request)) ?? {};
    if (turnId !== undefined) this.acknowledged.set(turnId, sessionKey);
  }

  /** A job that comes due in a moment, in one of the channels; now and then it makes a brief. Or a newsletter is wanted. */
  async #schedule(): Promise<void> {
    // A feed that failed is left alone for ten minutes, unless somebody wants it read.
    for (const feed of OUTLETS) await this.#ask('newsroom.pool.enable', { feed });
    const n = this.#count++;
    if (this.#chance.happens(0.15)) {
      const session = `newsletter_${20_260_101 + (n % 28)}`;
      await this.#ask('newsletter.run', { session });
      return;
    }
    const sessionKey = `discord:${this.#chance.one(this.#scene.channels).id}`;
    const at = new Date(Date.now() + this.#chance.between(500, 6_000)).toISOString();
    const what = this.#chance.happens(0.2)
      ? { message: BRIEFS_ON, profile: 'brief' }
      : { message: `Say tide-${n}.` };
    const payload = { kind: 'agentTurn', sessionKey, ...what };
    await this.#ask('cron.add', { name: `once ${n}`, schedule: { kind: 'at', at }, payload });
  }

  /** A desk that is closing, or has lost what it needs, may refuse. */
  async #ask<T>(method: string, params: object): Promise<T | undefined> {
    return this.#chance
      .one(this.#keepers)
      .rpc<T>(method, params)
      .catch((error: unknown) => void this.refusals.push(String(error)));
  }
}
