/**
 * The connection: one discord.js client, kept alive.
 *
 * - The SDK resumes and reconnects. A client that stays down, or whose session can't be recovered, is replaced by a
 *   new one.
 * - Without the privileged MessageContent intent (close code 4014) it connects without it.
 * - A token that Discord refuses ends it, because more attempts would only bring a ban closer.
 */
import { Client, DefaultRestOptions, Events, GatewayIntentBits, Options, Partials, Status } from 'discord.js';
import type { ClientOptions, REST } from 'discord.js';
import type { Logger } from 'pino';
import type { Clock } from '../../time/clock.ts';
import { LastingRest } from './discord-rest.ts';
import type { InvalidAnswers } from './invalid-answers.ts';
import type { Bilingual } from '../../time/locale.ts';

export interface ConnectionDeps {
  readonly token: string;
  /** Of the one client; `auto`: as many as Discord recommends. */
  readonly shards: number | 'auto';
  readonly apiBase?: string;
  readonly clock: Clock;
  /** Shared by everything that uses this token. */
  readonly invalid: InvalidAnswers;
  readonly log: Logger;
  /** Called with each new client, to add listeners. */
  readonly wire: (client: Client, readsContent: boolean) => void;
  /** A session began: the first one, and each one after a failed resume. */
  readonly ready: (client: Client<true>, readsContent: boolean) => void;
  readonly remark: (remark: Bilingual | undefined) => void;
}

type Ending =
  | { readonly kind: 'closing' | 'without content' | 'lost' }
  | { readonly kind: 'refused'; readonly because: Bilingual };

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;
/** A client that is down at this many checks in a row is replaced. */
const LOOK_EVERY_MS = 30_000;
const LOOKS = 4;

const DISALLOWED_INTENTS = 4014;
const BAD_TOKEN = 4004;

export class Connection {
  readonly #deps: ConnectionDeps;
  readonly #closing = new AbortController();
  #client: Client | undefined;
  #kept: Promise<void> = Promise.resolve();

  constructor(deps: ConnectionDeps) {
    this.#deps = deps;
  }

  /** The client, while it is connected. */
  get client(): Client<true> | undefined {
    return this.#client?.isReady() ? this.#client : undefined;
  }

  start(): void {
    this.#kept = this.#keep().catch((error: unknown) =>
      this.#deps.log.error({ err: error }, 'the connection to Discord ended'),
    );
  }

  async close(): Promise<void> {
    this.#closing.abort(new Error('the desk is closing'));
    await this.#kept;
  }

  async #keep(): Promise<void> {
    const { clock, log, remark } = this.#deps;
    let readsContent = true;
    let waitMs = FIRST_WAIT_MS;
    while (!this.#closing.signal.aborted) {
      const begunAt = clock.elapsed();
      const ending = await this.#serve(readsContent);
      if (ending.kind === 'closing') return;
      if (ending.kind === 'refused') {
        log.error({ module: 'discord' }, ending.because.en);
        return remark(ending.because);
      }
      if (ending.kind === 'without content') {
        readsContent = false;
        log.warn({ module: 'discord' }, WITHOUT_CONTENT.en);
        continue;
      }
      remark(OUT_OF_REACH);
      waitMs =
        clock.elapsed() - begunAt > LONGEST_WAIT_MS ? FIRST_WAIT_MS : Math.min(2 * waitMs, LONGEST_WAIT_MS);
      await clock.until(clock.now() + waitMs, this.#closing.signal).catch(() => {});
    }
  }

  /** Runs one client until it ends. */
  async #serve(readsContent: boolean): Promise<Ending> {
    const { log, token, wire, ready, remark } = this.#deps;
    const client = new Client(this.#options(readsContent));
    client.rest = lasting(client.rest);
    this.#client = client;
    client.on(Events.Error, (error) => log.warn({ err: error }, 'discord'));
    client.on(Events.Warn, (text) => log.warn({ module: 'discord' }, text));
    client.on(Events.ShardError, (error) => log.warn({ err: error }, 'the socket to Discord'));
    client.on(Events.Debug, (text) => log.trace({ module: 'discord' }, text));
    client.rest.on('invalidRequestWarning', (data) =>
      log.error({ module: 'discord', ...data }, 'Discord refuses much of what is asked of it'),
    );
    client.on(Events.ShardReady, () => {
      if (!client.isReady() && client.user === null) return;
      remark(readsContent ? undefined : WITHOUT_CONTENT);
      ready(client as Client<true>, readsContent);
    });
    wire(client, readsContent);
    const ended = new Promise<Ending>((resolve) => {
      client.on(Events.ShardDisconnect, ({ code }) => resolve(endingOf(code)));
      client.login(token).catch((error: unknown) => resolve(failureOf(error)));
      this.#watch(client).then(
        () => resolve({ kind: 'lost' }),
        () => resolve({ kind: 'closing' }),
      );
    });
    const ending = await ended;
    this.#client = undefined;
    await client.destroy().catch((error: unknown) => log.debug({ err: error }, 'closing a client'));
    return ending;
  }

  /** Resolves when the client has been down for long and no shard has joined; rejects when the desk closes. */
  async #watch(client: Client): Promise<void> {
    const { clock } = this.#deps;
    let most = 0;
    for (let down = 0; down < LOOKS;) {
      await clock.until(clock.now() + LOOK_EVERY_MS, this.#closing.signal);
      if (client !== this.#client) return;
      const { shards } = client.ws;
      const up = shards.filter(({ status }) => status === Status.Ready).size;
      const isUp = client.isReady() && up === shards.size;
      // Discord lets one shard in every five seconds.
      down = isUp || up > most ? 0 : down + 1;
      most = Math.max(most, up);
    }
  }

  #options(readsContent: boolean): ClientOptions {
    const { apiBase, invalid, shards } = this.#deps;
    const { Guilds, GuildMessages, GuildMessageReactions, DirectMessages, MessageContent } =
      GatewayIntentBits;
    const always = [Guilds, GuildMessages, GuildMessageReactions, DirectMessages];
    return {
      intents: [...always, ...(readsContent ? [MessageContent] : [])],
      partials: [Partials.Channel],
      // An unavailable server must not delay the others: it is read back when it returns.
      waitGuildTimeout: 1_500,
      ...(shards === 'auto' ? { shards } : { shards: [...Array(shards).keys()], shardCount: shards }),
      allowedMentions: { parse: [], repliedUser: false },
      rest: {
        ...(apiBase !== undefined && { api: apiBase }),
        makeRequest: invalid.guard(DefaultRestOptions.makeRequest),
      },
      // The desk's own stores hold what matters, so the client's cache can be small.
      makeCache: Options.cacheWithLimits({
        ...Options.DefaultMakeCacheSettings,
        // Enough for replies: the message replied to comes with them.
        MessageManager: 4,
        GuildMemberManager: { maxSize: 100, keepOverLimit: (member) => member.id === member.client.user.id },
        UserManager: { maxSize: 500, keepOverLimit: (user) => user.id === user.client.user.id },
        PresenceManager: 0,
        ReactionManager: 0,
        GuildEmojiManager: 0,
        GuildStickerManager: 0,
        GuildInviteManager: 0,
        GuildScheduledEventManager: 0,
        StageInstanceManager: 0,
        VoiceStateManager: 0,
        AutoModerationRuleManager: 0,
        ThreadMemberManager: 0,
      }),
    };
  }
}

/** The SDK's own requests continue too, once the token is accepted again. */
function lasting(rest: REST): REST {
  rest.clearHashSweeper();
  rest.clearHandlerSweeper();
  return new LastingRest(rest.options);
}

const OUT_OF_REACH: Bilingual = {
  en: 'Discord is out of reach at the moment; the desk goes on trying.',
  zh: '暫時未能連接 Discord；編輯台會繼續嘗試。',
};

const WITHOUT_CONTENT: Bilingual = {
  en:
    'The Message Content intent is not granted to the bot: it hears mentions, replies and direct messages only. ' +
    'Switch it on at discord.com/developers (Bot, Privileged Gateway Intents) and restart the desk.',
  zh:
    '機械人沒有 Message Content 權限：只會收到提及、回覆和私人訊息。' +
    '請到 discord.com/developers（Bot → Privileged Gateway Intents）開啟，然後重新啟動編輯台。',
};

function endingOf(code: number): Ending {
  if (code === DISALLOWED_INTENTS) return { kind: 'without content' };
  if (code === BAD_TOKEN) return refusedToken;
  return { kind: 'lost' };
}

function failureOf(error: unknown): Ending {
  const { code, message } = error as { code?: unknown; message?: string };
  if (code === 'TokenInvalid') return refusedToken;
  return /disallowed intents/i.test(message ?? '') ? { kind: 'without content' } : { kind: 'lost' };
}

const refusedToken: Ending = {
  kind: 'refused',
  because: {
    en: 'Discord refuses the token in DISCORD_TOKEN. Set the current one (discord.com/developers) and restart.',
    zh: 'Discord 拒絕 DISCORD_TOKEN 的權杖。請設定現時的權杖（discord.com/developers），然後重新啟動。',
  },
};
