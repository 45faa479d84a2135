/**
 * Discord as a channel: a thin mapping between the platform and the desk.
 *
 * Input becomes turns, observed talk and commands; output goes through the outbox. Nothing here decides what the
 * desk does.
 */
import type { Client } from 'discord.js';
import { within } from '../../async/within.ts';
import type { Choice, Locale } from '../../feature/command.ts';
import type { Right } from '../../sessions/actor.ts';
import { chatIdOf } from '../../sessions/key.ts';
import type { SessionKey } from '../../sessions/key.ts';
import { AtReady, warnOfAlerts } from './at-ready.ts';
import { channelIsThere } from './channel-is-there.ts';
import type { Loss, Op, Outbox } from '../../sessions/op.ts';
import { ChineseNames } from '../../commands/chinese-names.ts';
import { Connection } from './connection.ts';
import type { Connected, Pace } from '../channel.ts';
import type { DiscordDeps } from './discord-deps.ts';
import { DiscordOutbox } from './discord-outbox.ts';
import { DiscordIntake } from './discord-intake.ts';
import { Interactions } from './interactions.ts';
import { InvalidAnswers } from './invalid-answers.ts';
import { Notices } from './notices.ts';
import { Reactions } from './reactions.ts';
import { RefusedPlaces } from './refused-places.ts';
import { channelsFor, rightsAt, rightsOn, seenBy } from './people.ts';
import { isServed } from './person.ts';
import { PlaceMemory } from './place-memory.ts';
import { Presence } from './presence.ts';
import { Typing } from './typing.ts';
import { Vanished } from './vanished.ts';
import { wireEvents } from './wire-events.ts';
import type { Bilingual } from '../../time/locale.ts';

export interface DiscordOptions extends Pace {
  readonly deps: DiscordDeps;
  /** The key for signing button ids; the same after a restart. */
  readonly key: Buffer;
}

// ts-unused-exports:disable-next-line
export class Discord implements Connected {
  readonly outbox: Outbox;
  readonly #deps: DiscordDeps;
  readonly #connection: Connection;
  readonly #intake: DiscordIntake;
  readonly #interactions: Interactions;
  readonly #reactions: Reactions;
  readonly #vanished: Vanished;
  readonly #notices: Notices;
  readonly #refused: RefusedPlaces;
  readonly #memory: PlaceMemory;
  readonly #presence: Presence;
  readonly #typing: Typing;
  readonly #outbox: DiscordOutbox;
  readonly #atReady: AtReady;
  #readsContent = true;

  constructor({ deps, key, settleMs, perSecond }: DiscordOptions) {
    this.#deps = deps;
    const { settings, clock, log, zone } = deps;
    const { token, apiBase, shards } = settings;
    const client = () => this.#connection.client;
    const names = new ChineseNames(deps.commands.list());
    const invalid = new InvalidAnswers(clock, () => deps.remark(REFUSES_TOKEN));
    this.#outbox = new DiscordOutbox({
      invalid,
      rest: {
        token,
        ...(apiBase !== undefined && { apiBase }),
        ...(perSecond !== undefined && { perSecond }),
      },
      me: () => client()?.user.id,
      newestKnown: (channel) => newestIn(client(), channel),
      key,
      names,
      clock,
      readFile: deps.readFile,
      ...(settleMs !== undefined && { settleMs }),
      unauthorized: () => deps.remark(REFUSES_TOKEN),
      authorized: () => deps.remark(undefined),
      noCards: (channel, because) =>
        deps.log.warn(
          { module: 'discord', channel, because },
          'Discord: no cards there, plain words for an hour',
        ),
    });
    this.outbox = this.#outbox;
    this.#typing = new Typing((session) => this.#outbox.typing(chatIdOf(session)), clock);
    this.#intake = new DiscordIntake(deps, this.#typing);
    this.#interactions = new Interactions(deps, { key, names }, (place, id) =>
      this.#intake.marked(place, id),
    );
    this.#reactions = new Reactions(deps);
    this.#atReady = new AtReady(deps);
    const memory = new PlaceMemory(client);
    this.#memory = memory;
    const startDm = (user: string) => this.#outbox.startDm(user);
    this.#refused = new RefusedPlaces({
      state: deps.state,
      now: () => clock.now(),
      isOpen: (channel) => (client()?.guilds.cache.size ?? 0) === 1 && memory.of(channel).isOpen,
    });
    this.#notices = new Notices({ ...deps, client, startDm, memory, refused: this.#refused });
    this.#vanished = new Vanished(deps, memory, () => this.#notices.poke());
    this.#presence = new Presence({ clock, zone, client, memory, nextRun: () => deps.nextRun() });
    this.#connection = new Connection({
      token,
      shards,
      ...(apiBase !== undefined && { apiBase }),
      clock,
      log,
      invalid,
      wire: (made) =>
        wireEvents(made, {
          ...{ deps, intake: this.#intake, interactions: this.#interactions, vanished: this.#vanished },
          reactions: this.#reactions,
          current: client,
          accessChanged: (channel) => this.#accessChanged(channel),
          guildChanged: () => {
            this.#outbox.accessChanged();
            this.#presence.changed();
          },
          servesTooMany: (ready) => this.#servesTooMany(ready),
        }),
      ready: (connected, readsContent) => this.#ready(connected, readsContent),
      remark: (text) => deps.remark(text),
    });
  }

  /** Connect, and stay connected. Returns at once: the desk also runs without Discord. */
  start(): void {
    this.#connection.start();
  }

  /** Stop taking input. Answers under way may finish. */
  async close(): Promise<void> {
    this.#typing.close();
    this.#atReady.close();
    this.#presence.close();
    const work = [
      this.#connection.close(),
      this.#intake.close(),
      this.#interactions.idle(),
      this.#reactions.idle(),
      this.#vanished.close(),
      this.#notices.idle(),
    ];
    // A Discord that hangs must not keep the desk from closing.
    await within(CLOSING_MS, Promise.allSettled(work), this.#deps.clock);
  }

  /** The number of servers that the desk serves. */
  get guilds(): number {
    const { settings } = this.#deps;
    return this.#connection.client?.guilds.cache.filter(({ id }) => isServed(id, settings)).size ?? 0;
  }

  /** Whether the desk can read what people say in a channel, as a sentence. */
  describeIntake(session: SessionKey, locale: Locale): string | undefined {
    if (!this.#readsContent) return INTAKE_WORDS.addressed[locale] + INTAKE_WORDS['no intent'][locale];
    return INTAKE_WORDS[this.#deps.isBound(session) ? 'all' : 'addressed'][locale];
  }

  /** Whether the channel exists; undefined where Discord can't be asked now. */
  isThere(session: SessionKey): Promise<boolean | undefined> {
    return channelIsThere(() => this.#connection.client, chatIdOf(session), this.#deps.clock);
  }

  /** A person's rights in a channel. */
  async rightsAt(userId: string, session: SessionKey): Promise<readonly Right[]> {
    const { client } = this.#connection;
    return client ? rightsAt(client, this.#deps.settings, userId, chatIdOf(session)) : [];
  }

  /** A person's rights anywhere on a server; undefined where the bot isn't on it. */
  async rightsOn(userId: string, guildId: string): Promise<readonly Right[] | undefined> {
    const { client } = this.#connection;
    return client ? rightsOn(client, this.#deps.settings, userId, guildId) : [];
  }

  /** Those of the sessions whose channels somebody can see. */
  async seenBy(userId: string, sessions: readonly SessionKey[]): Promise<ReadonlySet<SessionKey>> {
    const { client } = this.#connection;
    return client ? seenBy(client, this.#deps.settings, userId, sessions) : new Set();
  }

  /** Channels of a server where a person may have jobs, those near their current place first. */
  async channelsFor(userId: string, guildId: string, from: SessionKey): Promise<Choice[]> {
    const { client } = this.#connection;
    const beside = { ...this.#memory.of(chatIdOf(from)), isBound: this.#deps.isBound };
    return client ? channelsFor(client, this.#deps.settings, { userId, guildId, beside }) : [];
  }

  /** A turn of this session began or ended, so somebody waits for its answer or not. */
  working(session: SessionKey, isWorking: boolean): void {
    if (isWorking) this.#typing.begun(session);
    else this.#typing.ended(session);
  }

  /** The schedule has changed. */
  scheduleChanged(): void {
    this.#presence.changed();
  }

  /** A message was given up. */
  lost(op: Op, loss: Loss): void {
    this.#notices.lost(op, loss);
  }

  /** Where messages are refused, one sentence per place. */
  refusals(): Promise<Bilingual[]> {
    return this.#refused.said();
  }

  /** @param channel the only channel affected; absent: the bot's rights may have changed anywhere. */
  #accessChanged(channel?: string): void {
    this.#outbox.accessChanged();
    this.#presence.changed(); // Who reads it, and who sees the channel.
    this.#refused
      .forgive(channel)
      .catch((error: unknown) => this.#deps.log.warn({ err: error }, 'refused places were not forgotten'));
  }

  /** In unified mode, what is said in one server must not be remembered in another. */
  #servesTooMany(client: Client<true>): boolean {
    const { unified, settings, log, remark } = this.#deps;
    if (!unified || settings.allowedGuilds.length === 1 || client.guilds.cache.size <= 1) return false;
    log.error({ module: 'discord' }, SEVERAL_SERVERS.en);
    remark(SEVERAL_SERVERS);
    void this.close();
    return true;
  }

  #ready(client: Client<true>, readsContent: boolean): void {
    const { log } = this.#deps;
    if (this.#servesTooMany(client)) return;
    this.#readsContent = readsContent;
    const { cache } = client.guilds;
    log.info(
      { module: 'discord', user: client.user.tag, guilds: cache.size, readsContent },
      'Discord: ready',
    );
    const failed = (what: string) => (error: unknown) => log.error({ err: error }, `Discord: ${what} failed`);
    this.#intake.catchUp(client).catch(failed('reading what was missed'));
    this.#presence.renew().catch(failed('presence'));
    this.#vanished.ready(() => this.#connection.client);
    this.#atReady.begin(client);
    this.#notices.poke();
    warnOfAlerts(client, this.#deps);
  }
}

/** How long work under way may take when the desk closes. */
const CLOSING_MS = 2_000;

const INTAKE_WORDS = {
  all: {
    en: 'What people say here is heard and remembered for scheduled runs; I answer mentions and replies.',
    zh: '這裡的對話會記下來供定時工作參考；提及或回覆我時我才會回答。',
  },
  addressed: {
    en: 'Only mentions of me and replies to me are heard here.',
    zh: '這裡只會留意提及我或回覆我的訊息。',
  },
  'no intent': {
    en: ' Discord has not granted the Message Content intent to the bot.',
    zh: 'Discord 未有向機械人開放 Message Content 權限。',
  },
} as const;

const SEVERAL_SERVERS: Bilingual = {
  en:
    'The bot is in several servers, and NIGHTDESK_UNIFIED_SESSION allows one: name it in DISCORD_ALLOWED_GUILDS. ' +
    'Until then the desk is not connected to Discord.',
  zh:
    '機械人在多個伺服器，但 NIGHTDESK_UNIFIED_SESSION 只容許一個：請在 DISCORD_ALLOWED_GUILDS 指明。' +
    '在此之前編輯台不會連接 Discord。',
};

const REFUSES_TOKEN: Bilingual = {
  en: 'Discord refuses the token: nothing can be sent.',
  zh: 'Discord 拒絕這個權杖：未能發出任何訊息。',
};

function newestIn(client: Client | undefined, id: string): string | undefined {
  const channel = client?.channels.cache.get(id);
  return (channel && 'lastMessageId' in channel ? channel.lastMessageId : undefined) ?? undefined;
}
