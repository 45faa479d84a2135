/**
 * Hearing: what people write becomes turns, or talk that was overheard.
 *
 * - Messages of a channel are taken in the order they came, one after the other.
 * - At ready, and after a RESUME that failed, each watched channel is read from the newest message that was seen;
 *   what comes in meanwhile waits behind that. The same message is taken once, however often it comes.
 * - Watched are channels with jobs and the desk's own threads, nothing else.
 */
import type { Channel, Client, Message } from 'discord.js';
import type { GatewayMessageUpdateDispatchData } from 'discord-api-types/v10';
import { sessionKey } from '../../sessions/key.ts';
import type { SessionKey } from '../../sessions/key.ts';
import { isAddressed } from './addressed.ts';
import { ChannelQueues } from './channel-queues.ts';
import type { KnownSession, RepliedTo } from '../channel-deps.ts';
import type { DiscordDeps } from './discord-deps.ts';
import { FewAtOnce } from './few-at-once.ts';
import { attachedTo, readWords, repliedTo, wordsOf } from './message-words.ts';
import { actorOf, isServed } from './person.ts';
import { placeOf } from './place.ts';
import type { Place } from './place.ts';
import { plainLabel } from './plain-label.ts';
import { isAfter, readMissed } from './read-missed.ts';
import type { Missed } from './read-missed.ts';
import type { Typing } from './typing.ts';
import { idAt, mayRead, nameOf, personOf } from './writer.ts';

/** A mention that was missed is answered while it is this fresh. */
const FRESH_MS = 10 * 60_000;
/** Own threads fall silent: past this they are no longer looked after at start. */
const SILENT_MS = 7 * 24 * 3_600_000;
/** In how many channels deletions are looked for at ready, most recently active first: each costs a request. */
const MOST_COMPARED = 200;
/** A message that is younger may not be in what Discord reads out yet. */
const SETTLED_MS = 5_000;
/** How many channels are read back at the same time. */
const FEW = 8;

export class DiscordIntake {
  readonly #deps: DiscordDeps;
  readonly #typing: Typing;
  readonly #queues: ChannelQueues;
  readonly #reading = new FewAtOnce(FEW);
  /** Channels that are to be read back, and weren't wholly. */
  readonly #unread = new Set<string>();
  #gate: Promise<void> = Promise.resolve();
  #open: () => void = () => {};

  constructor(deps: DiscordDeps, typing: Typing) {
    this.#deps = deps;
    this.#typing = typing;
    this.#queues = new ChannelQueues(deps);
  }

  /** A session with Discord begins: what comes in now waits until it is known what was missed. */
  hold(): void {
    this.#open();
    this.#gate = new Promise((resolve) => (this.#open = resolve));
  }

  /** Read what was missed, everywhere or in one server that is back, and let in what waits. */
  async catchUp(client: Client<true>, guildId?: string): Promise<void> {
    try {
      let looks = MOST_COMPARED;
      const sessions = [...(await this.#deps.sessions())].sort((a, b) => b.updatedAtMs - a.updatedAtMs);
      for (const known of sessions) {
        if (guildId !== undefined && known.origin.guildId !== guildId) continue;
        const channel = client.channels.cache.get(chatId(known.key));
        if (!this.#isWatched(known, channel, client.user.id)) continue;
        const compares = looks-- > 0;
        this.#queues.enter(chatId(known.key), () => this.#readBack(client, known, channel, compares));
      }
    } finally {
      this.#open();
    }
  }

  /** Somebody wrote something. */
  heard(message: Message): void {
    this.#enterOpen(message.channelId, async () => {
      // Then it is read back at the next start, after what comes before it.
      if (this.#queues.closing.aborted && this.#unread.has(message.channelId)) return;
      await this.#take(message, true);
    });
  }

  /**
   * Something was done in a place at this moment: from here on, what people say there can be read back. What was
   * said before is in the channel's queue, and may still wait to be written down.
   */
  marked(place: Place, id: string): void {
    const { intake } = this.#deps;
    const wasWatched = this.#watches(place);
    this.#enterOpen(chatId(place.session), async () => {
      const isKnown = wasWatched && (await intake.newestSeen(place.session)) !== undefined;
      if (!isKnown) intake.seen(place.session, id);
    });
  }

  /** Somebody changed what they had written. */
  edited(data: GatewayMessageUpdateDispatchData, me: string): void {
    const { author, content, edited_timestamp: editedAt } = data;
    if (!editedAt || author.bot === true || content === '') return;
    const text = readWords(content, {
      user: (id) => (id === me ? '' : data.mentions.find((user) => user.id === id)?.username),
      role: () => undefined,
      channel: () => undefined,
    });
    const session = sessionKey('discord', data.channel_id);
    const name = plainLabel(data.member?.nick ?? author.global_name ?? author.username);
    const edit = { session, id: data.id, text, author: { id: author.id, name }, atMs: Date.parse(editedAt) };
    this.#enterOpen(data.channel_id, () => this.#deps.intake.edited(edit));
  }

  /** Messages were deleted. */
  removed(channelId: string, ids: readonly string[]): void {
    const session = sessionKey('discord', channelId);
    const atMs = this.#deps.clock.now();
    this.#enterOpen(channelId, () => this.#deps.intake.removed({ session, ids, atMs }));
  }

  /** Resolves when what was heard before is written down. What was not read yet is, at the next start. */
  async close(): Promise<void> {
    this.#open();
    await this.#gate; // What waited there is in its queue now.
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
    this.#unread.add(chatId(known.key));
    await this.#reading.run(async () => {
      this.#queues.closing.throwIfAborted();
      await this.#deps.intake.readBack(known.key, (seen) =>
        this.#page(client, known, channel, compares, seen),
      );
    });
    this.#unread.delete(chatId(known.key));
  }

  /** Read a channel after the newest message that was seen there. */
  async #page(
    client: Client<true>,
    known: KnownSession,
    cached: Channel | undefined,
    compares: boolean,
    seen: string | undefined,
  ): Promise<void> {
    const { intake } = this.#deps;
    const channel = cached ?? (await client.channels.fetch(chatId(known.key)).catch(() => null));
    if (!channel?.isTextBased()) return;
    const newest = channel.lastMessageId ?? null;
    if (seen === undefined) return intake.seen(known.key, newest ?? channel.id); // no flood at first
    if (!compares && newest !== null && !isAfter(newest, seen)) return;
    const { closing } = this.#queues;
    const missed = await readMissed(channel, seen, closing);
    const { messages, isCut } = missed;
    const [oldest] = messages;
    if (isCut && oldest)
      await intake.skipped({ session: known.key, id: oldest.id, atMs: oldest.createdTimestamp });
    for (const message of messages) {
      closing.throwIfAborted();
      await this.#take(message, false);
    }
    for (const message of missed.edited) await this.#changed(message, known.key);
    const me = client.user.id;
    if (compares && mayRead(channel, me)) await this.#compare(known.key, missed);
  }

  /** A message that was seen before has other words now. */
  async #changed(message: Message, session: SessionKey): Promise<void> {
    const { author, client, editedTimestamp, id } = message;
    if (author.bot || message.webhookId !== null || editedTimestamp === null) return;
    await this.#deps.intake.edited({
      session,
      id,
      text: wordsOf(message, client.user.id),
      author: { id: author.id, name: nameOf(message) },
      atMs: editedTimestamp,
    });
  }

  /** What is known here of the newest messages, and is no longer there, was deleted while nobody listened. */
  async #compare(session: SessionKey, { newest, isAll }: Missed): Promise<void> {
    // No message at all: the history may be closed.
    const oldest = newest.at(-1);
    if (oldest === undefined) return;
    const { intake, clock } = this.#deps;
    const from = isAll ? chatId(session) : oldest;
    const to = idAt(clock.now() - SETTLED_MS);
    await intake.compared({ session, from, to, ids: newest, atMs: clock.now() });
  }

  async #take(message: Message, live: boolean): Promise<void> {
    const { client, author, channel } = message;
    const me = client.user.id;
    if (message.system || message.webhookId !== null || (author.bot && author.id !== me)) return;
    const place = placeOf(channel, me);
    if (place.guild && !isServed(place.guild.id, this.#deps.settings)) return;
    const watched = this.#watches(place);
    if (author.id === me) {
      if (watched) this.#deps.intake.seen(place.session, message.id);
      return;
    }
    const isFresh = live || message.createdTimestamp > this.#deps.clock.now() - FRESH_MS;
    const addressed = isAddressed(message, place, me);
    if (addressed && isFresh) {
      await this.#say(message, place).catch((error: unknown) => {
        if (watched) this.#deps.intake.missed(place.session, message.id);
        throw error;
      });
    } else if (watched && place.origin.kind !== 'dm') await this.#observe(message, place);
    if (watched) this.#deps.intake.seen(place.session, message.id);
  }

  async #say(message: Message, place: Place): Promise<void> {
    const actor = actorOf(await personOf(message, place), this.#deps.settings);
    if (!actor) return;
    const taken = await this.#deps.say(await this.#wordsIn(message, place, 'You called me.'), actor);
    if (taken.kind === 'taken') return this.#typing.shown(place.session);
    await this.#deps.post([
      {
        key: `${place.session}/${message.id}/refused`,
        lane: place.session,
        spec: {
          kind: 'post',
          channel: { id: message.channelId },
          text: `I can't take this: ${taken.because}`,
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
    const text = wordsOf(message, message.client.user.id);
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

  /** Discord is not waited for while the desk closes. */
  async #unlessClosing<T>(asked: Promise<T>, otherwise: T): Promise<T> {
    const { closing } = this.#queues;
    if (closing.aborted) return otherwise;
    return new Promise((resolve, reject) => {
      const leave = () => resolve(otherwise);
      closing.addEventListener('abort', leave, { once: true });
      void asked.then(resolve, reject).finally(() => closing.removeEventListener('abort', leave));
    });
  }

  #enterOpen(channelId: string, work: () => Promise<unknown>): void {
    void this.#gate.then(() => this.#queues.enter(channelId, work));
  }
}

function chatId(session: SessionKey): string {
  return session.slice('discord:'.length);
}
