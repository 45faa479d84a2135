/**
 * Intake: people's messages become turns or overheard talk.
 *
 * - Messages of a channel are handled one after the other, in order of arrival.
 * - At ready, and after a failed RESUME, each watched channel is read from its newest seen message; new messages
 *   wait behind that. The same message is handled once, however often it arrives.
 * - Watched are only channels with jobs and the desk's own threads.
 */
import type { Channel, Client, Message } from 'discord.js';
import type { GatewayMessageUpdateDispatchData } from 'discord-api-types/v10';
import { readsAsCjk } from '../../text/cjk.ts';
import { unlessAborted } from '../../async/joined.ts';
import { chatIdOf, sessionKey } from '../../sessions/key.ts';
import type { SessionKey } from '../../sessions/key.ts';
import { isAddressed, isCalled } from './addressed.ts';
import { ChannelQueues } from './channel-queues.ts';
import type { KnownSession, RepliedTo } from '../channel-deps.ts';
import type { DiscordDeps } from './discord-deps.ts';
import { editRead, editTold } from './edited-message.ts';
import { FewAtOnce } from './few-at-once.ts';
import { isFresh } from './fresh.ts';
import { Gate } from './gate.ts';
import { CALLED, localeOfGuild, sayUntaken } from './interaction-words.ts';
import { attachedTo, repliedTo, saidIn } from './message-words.ts';
import { actorOf, isRemembered, isServed } from './person.ts';
import { placeOf } from './place.ts';
import type { Place } from './place.ts';
import { beginningOf, isAfter, readMissed } from './read-missed.ts';
import type { Missed } from './read-missed.ts';
import type { Typing } from './typing.ts';
import { idAt, mayRead, nameOf, personOf } from './writer.ts';

/** Own threads that are silent for longer are no longer read at start. */
const SILENT_MS = 7 * 24 * 3_600_000;
/** In how many channels deletions are looked for at ready, most recently active first; each costs a request. */
const MOST_COMPARED = 200;
/** A younger message may be missing from Discord's history. */
const SETTLED_MS = 5_000;
/** How many channels are read at the same time. */
const FEW = 8;

export class DiscordIntake {
  readonly #deps: DiscordDeps;
  readonly #typing: Typing;
  readonly #queues: ChannelQueues;
  readonly #reading = new FewAtOnce(FEW);
  /** Channels that still have to be read. */
  readonly #unread = new Set<string>();
  /** It isn't known yet which these are. */
  #isBehind = false;
  /** New messages pass it. */
  readonly #gate = new Gate();

  constructor(deps: DiscordDeps, typing: Typing) {
    this.#deps = deps;
    this.#typing = typing;
    this.#queues = new ChannelQueues(deps);
  }

  /** A session with Discord begins: new messages wait until the missed ones are read. */
  hold(): void {
    this.#isBehind = true;
    this.#gate.shut();
  }

  /** Read missed messages in one server that is back, or everywhere, and then let waiting ones continue. */
  async catchUp(client: Client<true>, guildId?: string): Promise<void> {
    try {
      let looks = MOST_COMPARED;
      const list = () => this.#deps.sessions();
      const sessions = await this.#queues.untilDone('what was missed in Discord waits to be read', list);
      if (!sessions) return; // At the next start.
      for (const known of [...sessions].sort((a, b) => b.updatedAtMs - a.updatedAtMs)) {
        if (guildId !== undefined && known.origin.guildId !== guildId) continue;
        const channel = client.channels.cache.get(chatIdOf(known.key));
        if (!this.#isWatched(known, channel, client.user.id)) continue;
        const compares = looks-- > 0;
        this.#queues.enter(chatIdOf(known.key), () => this.#readBack(client, known, channel, compares));
      }
      if (guildId === undefined) this.#isBehind = false;
    } finally {
      // Of one server, the others may still have to be read.
      if (guildId === undefined) this.#gate.open();
    }
  }

  /** A new message. */
  receive(message: Message): void {
    this.#enterOpen(message.channelId, async () => {
      // It is read back at the next start, after the messages before it.
      const isUnread = this.#isBehind || this.#unread.has(message.channelId);
      if (isUnread && this.#queues.closing.aborted) return;
      await this.#take(message, true);
    });
  }

  /**
   * Something happened in a place at this moment, so its history can be read from here. Earlier messages are in the
   * channel's queue and may not be stored yet.
   */
  marked(place: Place, id: string): void {
    const { intake } = this.#deps;
    const wasWatched = this.#watches(place);
    this.#enterOpen(chatIdOf(place.session), async () => {
      const isKnown = wasWatched && (await intake.newestSeen(place.session)) !== undefined;
      if (!isKnown) intake.seen(place.session, id);
    });
  }

  /** A message was edited. */
  edited(data: GatewayMessageUpdateDispatchData, client: Client): void {
    const edit = editTold(data, client, this.#deps.settings);
    if (edit) this.#enterOpen(data.channel_id, () => this.#deps.intake.edited(edit));
  }

  /** Messages were deleted. */
  removed(channelId: string, ids: readonly string[]): void {
    const gone = { session: sessionKey('discord', channelId), ids, atMs: this.#deps.clock.now() };
    this.#enterOpen(channelId, () => this.#deps.intake.removed(gone));
  }

  /** Resolves when the messages handled before are stored. The rest is read at the next start. */
  async close(): Promise<void> {
    this.#gate.open();
    await this.#gate.passed(); // Waiting messages are in its queue now.
    await this.#queues.close();
  }

  #watches({ session, origin, own }: Place): boolean {
    return own || origin.kind === 'dm' || this.#deps.isBound(session);
  }

  #isWatched(known: KnownSession, channel: Channel | undefined, me: string): boolean {
    if (this.#deps.isBound(known.key)) return true;
    if (known.origin.kind === 'dm') return true;
    if (known.origin.kind !== 'thread') return false;
    if (channel) return placeOf(channel, me).own;
    return known.updatedAtMs > this.#deps.clock.now() - SILENT_MS;
  }

  async #readBack(
    client: Client<true>,
    known: KnownSession,
    channel: Channel | undefined,
    compares: boolean,
  ): Promise<void> {
    this.#unread.add(chatIdOf(known.key));
    await this.#reading.run(async () => {
      this.#queues.closing.throwIfAborted();
      await this.#deps.intake.readBack(known.key, (seen) =>
        this.#page(client, known, channel, compares, seen),
      );
    });
    this.#unread.delete(chatIdOf(known.key));
  }

  /** Read a channel from its newest seen message. */
  async #page(
    client: Client<true>,
    known: KnownSession,
    cached: Channel | undefined,
    compares: boolean,
    noted: string | undefined,
  ): Promise<void> {
    const { intake } = this.#deps;
    const channel = cached ?? (await client.channels.fetch(chatIdOf(known.key)).catch(() => null));
    if (!channel?.isTextBased()) return;
    const newest = channel.lastMessageId ?? null;
    const seen = noted ?? beginningOf(channel, client.user.id, this.#deps.boundSince(known.key));
    if (seen === undefined) return intake.seen(known.key, newest ?? channel.id);
    if (!compares && newest !== null && !isAfter(newest, seen)) return;
    const { closing } = this.#queues;
    const missed = await readMissed(channel, seen, closing);
    const { messages, isCut } = missed;
    if (isCut && messages[0])
      await intake.skipped({ session: known.key, id: messages[0].id, atMs: messages[0].createdTimestamp });
    for (const message of messages) {
      closing.throwIfAborted();
      await this.#take(message, false);
    }
    for (const message of missed.edited) {
      const edit = editRead(message, this.#deps.settings);
      if (edit) await intake.edited(edit);
    }
    if (compares && mayRead(channel, client.user.id)) await this.#compare(known.key, missed);
  }

  /** Known messages that are missing from the newest history were deleted while the desk wasn't connected. */
  async #compare(session: SessionKey, { newest, isAll }: Missed): Promise<void> {
    // No message at all: the history may be closed to the bot.
    const oldest = newest.at(-1);
    if (oldest === undefined) return;
    const { intake, clock } = this.#deps;
    const from = isAll ? chatIdOf(session) : oldest;
    const to = idAt(clock.now() - SETTLED_MS);
    await intake.compared({ session, from, to, ids: newest, atMs: clock.now() });
  }

  async #take(message: Message, live: boolean): Promise<void> {
    const { client, author, channel } = message;
    const me = client.user.id;
    // Only a real id can be answered.
    if (typeof message.id !== 'string' || !/^\d+$/.test(message.id)) return;
    if (message.system || message.webhookId !== null || (author.bot && author.id !== me)) return;
    const place = placeOf(channel, me);
    if (place.guild && !isServed(place.guild.id, this.#deps.settings)) return;
    const watched = this.#watches(place);
    if (author.id === me) {
      if (watched) this.#deps.intake.seen(place.session, message.id);
      return;
    }
    const addressed = isAddressed(message, place, me);
    if (addressed && (live || (await isFresh(message, place.session, this.#deps)))) {
      await this.#say(message, place).catch((error: unknown) => {
        if (watched) this.#deps.intake.missed(place.session, message.id);
        throw error;
      });
    } else if (watched && isRemembered(place, author.id, this.#deps.settings))
      await this.#observe(message, place);
    if (watched) this.#deps.intake.seen(place.session, message.id);
  }

  async #say(message: Message, place: Place): Promise<void> {
    const actor = actorOf(await personOf(message, place), this.#deps.settings);
    if (!actor) return;
    const language = localeOfGuild(place.guild);
    const whenEmpty = isCalled(message, message.client.user.id) ? CALLED[language] : '';
    const said = await this.#wordsIn(message, place, whenEmpty);
    if (said.text === '' && !said.attachments) return; // A sticker by itself is no question.
    const taken = await this.#deps.say(said, actor);
    if (taken.kind === 'taken') return this.#typing.shown(place.session);
    await this.#deps.post([
      {
        key: `${place.session}/${message.id}/refused`,
        lane: place.session,
        spec: {
          kind: 'post',
          channel: { id: message.channelId },
          text: sayUntaken(taken.because, readsAsCjk(said.text) ? 'zh' : language),
          replyTo: message.id,
        },
      },
    ]);
  }

  async #observe(message: Message, place: Place): Promise<void> {
    const heard = await this.#wordsIn(message, place, '');
    if (heard.text === '' && !heard.attachments) return;
    await this.#deps.intake.observe({ ...heard, atMs: message.createdTimestamp });
  }

  async #wordsIn(message: Message, { session, origin, title }: Place, whenEmpty: string) {
    const attachments = attachedTo(message);
    const answered = message.reference?.messageId;
    const replyTo = await this.#unlessClosing<RepliedTo | undefined>(
      repliedTo(message),
      answered === undefined ? undefined : { id: answered },
    );
    const text = saidIn(message);
    return {
      id: message.id,
      session,
      origin,
      title,
      text: text === '' && attachments.length === 0 ? whenEmpty : text,
      author: { id: message.author.id, name: nameOf(message) },
      ...(replyTo && { replyTo }),
      ...(attachments.length > 0 && { attachments }),
    };
  }

  /** Don't wait for Discord while the desk closes. */
  async #unlessClosing<T>(asked: Promise<T>, otherwise: T): Promise<T> {
    const { closing } = this.#queues;
    return unlessAborted(asked, closing).catch((error: unknown) => {
      if (closing.aborted) return otherwise;
      throw error;
    });
  }

  #enterOpen(channelId: string, work: () => Promise<unknown>): void {
    void this.#gate.passed().then(() => this.#queues.enter(channelId, work));
  }
}
