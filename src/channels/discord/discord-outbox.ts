/**
 * Discord as an outbox: each op is one request, made once.
 *
 * - One op at a time in a channel, for sending and reading back, so that two ops with the same text can't be
 *   confused.
 * - After a lost answer, nothing is sent again before the channel was read back.
 * - Discord's own nonce, made from the op's key, is a second safeguard: Discord forgets it after minutes and has
 *   none for forums.
 * - A channel that refuses isn't asked again until something changed, or ten minutes have passed.
 * - Nothing that is sent notifies anybody.
 */
import { RESTJSONErrorCodes, Routes } from 'discord-api-types/v10';
import type { REST } from 'discord.js';
import { following } from '../../async/joined.ts';
import { Queues } from '../../async/one-at-a-time.ts';
import type { Claimed, Loss, Outbox, ReadBack, Sendable, Sent } from '../../sessions/op.ts';
import type { Clock } from '../../time/clock.ts';
import { NotYetSent, idOf } from './asking.ts';
import { cardBody, hasCard } from './card-body.ts';
import { ChannelTroubles } from './channel-troubles.ts';
import { discordRest, failureOf } from './discord-rest.ts';
import type { RestSettings } from './discord-rest.ts';
import { InvalidAnswers } from './invalid-answers.ts';
import { Unsendable, bodyOf } from './message-body.ts';
import type { ReadFile } from './message-body.ts';
import { perform } from './perform.ts';
import { HistoryClosed, channelExists, findForumPost, findMessage } from './read-back.ts';
import type { ChineseNames } from '../../commands/chinese-names.ts';
import { ABOUT_THE_MESSAGE, BUSY, HISTORY_CLOSED } from './refusal-codes.ts';
import { UNAUTHORIZED, lossOf } from './say-refusal.ts';
import type { Refused, Where } from './say-refusal.ts';
import { plainLabel } from './plain-label.ts';
import { PlainPlaces } from './plain-places.ts';
import { rightsThere } from './rights-there.ts';
import { ShutDoors, doorOf } from './shut-doors.ts';
import { DISCORD } from './traits.ts';

export interface OutboxDeps {
  readonly rest: RestSettings;
  readonly clock: Clock;
  /** The key for signing button ids. */
  readonly key: Uint8Array;
  /** The commands that a message may name. */
  readonly names: ChineseNames;
  readonly readFile: ReadFile;
  /** The bot's user id, once it is known. */
  readonly me: () => string | undefined;
  /** The newest message id that the client has seen in a channel. */
  readonly newestKnown: (channel: string) => string | undefined;
  /** Discord refuses the token. */
  readonly unauthorized: () => void;
  /** Shared by everything that uses this token; its own by default. */
  readonly invalid?: InvalidAnswers;
  /** After `unauthorized`: a request succeeded again. */
  readonly authorized?: () => void;
  /** A channel refuses cards: posts there are plain text for a while. */
  readonly noCards?: (channel: string, because: string) => void;
  /** How long a message whose answer was lost may take to appear, in ms. */
  readonly settleMs?: number;
}

const SETTLE_MS = 15_000;
/** The wait where Discord doesn't give one. */
const AGAIN_MS = 1_000;
const OFTEN_MS = 60_000;
/** Requests per second reserved for messages: a typing indicator that has to wait would come after its answer. */
const KEPT_FOR_MESSAGES = 35;
/** Results kept until they are certainly in the op book. */
const MOST_GIVEN = 1_000;
/** Between two checks whether the connection is up. */
const CONNECTING_MS = 1_000;
export class DiscordOutbox implements Outbox {
  readonly settleMs: number;
  readonly #deps: OutboxDeps;
  readonly #rest: REST;
  readonly #doors: ShutDoors;
  readonly #plain: PlainPlaces;
  readonly #invalid: InvalidAnswers;
  readonly #troubles: ChannelTroubles;
  /** One thing at a time in a channel. */
  readonly #queues = new Queues();
  /** Ids given to ops that the op book may not have stored yet. */
  readonly #given = new Map<string, string>();

  constructor(deps: OutboxDeps) {
    this.#deps = deps;
    this.settleMs = deps.settleMs ?? SETTLE_MS;
    this.#invalid = deps.invalid ?? new InvalidAnswers(deps.clock, deps.unauthorized);
    this.#troubles = new ChannelTroubles(deps.clock);
    this.#rest = discordRest({ ...deps.rest, invalid: this.#invalid });
    this.#doors = new ShutDoors(deps.clock);
    this.#plain = new PlainPlaces(deps.clock, (channel, because) => deps.noCards?.(channel, because));
  }

  /** A channel's own id is lower than that of any of its messages. Never makes a request. */
  newest(channel: string): Promise<string | undefined> {
    // Before the connection is up nothing is known and nothing is sent; a value recorded now would stay forever.
    const known = this.#deps.me() === undefined ? undefined : (this.#deps.newestKnown(channel) ?? channel);
    return Promise.resolve(known);
  }

  send(op: Sendable, signal: AbortSignal): Promise<Sent> {
    return this.#queues.do(op.spec.channel, async () => {
      if (signal.aborted) return this.#again(0, 'the desk is closing');
      const me = this.#deps.me();
      if (me === undefined) return this.#again(CONNECTING_MS, 'Discord is not connected yet');
      // Deletion doesn't depend on rights to post.
      const doors = op.spec.kind === 'remove' ? [] : [op.spec.channel];
      const locked = this.#invalid.lockedMs;
      if (locked > 0) return this.#again(locked, UNAUTHORIZED);
      const shut = this.#doors.why(...doors, doorOf(op));
      if (shut !== undefined) return { kind: 'refused', ...shut };
      const troubled = this.#troubles.waitMs(op.spec.channel, op.key);
      if (troubled > 0) return this.#again(troubled, 'Discord fails in this channel');
      // The SDK never removes its listeners from a signal, so each op gets its own.
      const own = following(signal);
      try {
        const { key, names, readFile } = this.#deps;
        const means = { rest: this.#rest, key, names, readFile, me, plain: this.#plain, signal: own.signal };
        const id = await perform(op, means);
        this.#give(id, op.key);
        this.#troubles.worked(op.spec.channel);
        this.#unlocked();
        return { kind: 'sent', id };
      } catch (error) {
        return await this.#outcome(op, error);
      } finally {
        own.leave();
      }
    });
  }

  readBack(op: Sendable, claimed: Claimed): Promise<ReadBack> {
    return this.#queues.do(op.spec.channel, async () => {
      const locked = this.#invalid.lockedMs;
      if (locked > 0) return this.#later(UNAUTHORIZED, locked);
      try {
        const id = await this.#find(op, async (ids) => {
          const others = ids.filter((one) => (this.#given.get(one) ?? op.key) !== op.key);
          return new Set([...(await claimed(ids)), ...others]);
        });
        if (id === undefined) return { kind: 'absent' };
        this.#give(id, op.key);
        this.#troubles.worked(op.spec.channel);
        return { kind: 'arrived', id };
      } catch (error) {
        return this.#unread(op, error);
      }
    });
  }

  /** Show the typing indicator, unless many requests are pending. Failures are ignored. */
  async typing(channel: string): Promise<void> {
    const { globalRemaining: left, globalReset: until } = this.#rest;
    if (left <= KEPT_FOR_MESSAGES && this.#deps.clock.now() < until) return;
    const door = `${channel}/typing`;
    if (this.#invalid.lockedMs > 0 || this.#doors.why(channel, `${channel}/post`, door) !== undefined) return;
    await this.#rest.post(Routes.channelTyping(channel)).catch((error: unknown) => {
      const failure = failureOf(error);
      if (failure.kind === 'refused' || failure.kind === 'unknown')
        this.#doors.shut(door, { because: failure.says });
    });
  }

  /** @returns the channel of direct messages with this person. @throws with a sentence. */
  async startDm(user: string): Promise<string> {
    if (this.#invalid.lockedMs > 0) throw new Error(UNAUTHORIZED);
    return idOf(await this.#rest.post(Routes.userChannels(), { body: { recipient_id: user } }));
  }

  /** The bot's rights were changed somewhere: refused ops may be tried again. */
  accessChanged(): void {
    this.#doors.open();
    this.#invalid.forgive();
  }

  async #find(op: Sendable, claimed: Claimed): Promise<string | undefined> {
    const { spec, after } = op;
    if (spec.kind === 'thread')
      return (await channelExists(this.#rest, spec.message)) ? spec.message : undefined;
    if (spec.kind !== 'post' && spec.kind !== 'forum' && spec.kind !== 'direct') return undefined; // They can be repeated safely.
    const me = this.#deps.me();
    if (me === undefined) throw new NotYetSent('Discord is not connected yet');
    const channel = spec.kind === 'direct' ? await this.startDm(spec.channel) : spec.channel;
    const audience = { channel: spec.kind === 'forum' ? '*' : channel };
    const { key, names } = this.#deps;
    // It may have been sent in either form.
    const bodies = [
      ...(hasCard(spec) ? [cardBody(spec, { key, audience })] : []),
      bodyOf(spec, { key, names }, audience),
    ];
    const search = { rest: this.#rest, me, channel, after: after ?? channel, bodies, claimed };
    return spec.kind === 'forum' ? findForumPost({ ...search, name: spec.name }) : findMessage(search);
  }

  async #outcome(op: Sendable, error: unknown): Promise<Sent> {
    if (error instanceof Unsendable) return { kind: 'refused', because: error.message };
    const isBefore = error instanceof NotYetSent;
    const failure = failureOf(isBefore && error.cause !== undefined ? error.cause : error);
    switch (failure.kind) {
      case 'refused':
        if (BUSY.includes(failure.code)) return this.#again(OFTEN_MS, failure.says);
        return { kind: 'refused', ...(await this.#refused(op, failure)) };
      case 'unauthorized':
        // The message is kept: it is sent once the token is accepted again.
        return this.#again(this.#invalid.lockedMs, UNAUTHORIZED);
      case 'limited':
        return this.#again(failure.waitMs, "Discord's rate limit");
      case 'not sent':
        return this.#again(failure.atOnce ? AGAIN_MS : OFTEN_MS, failure.says);
      case 'unknown':
        if (failure.isDown === true) this.#troubles.failed(op.spec.channel, op.key);
        return isBefore
          ? this.#again(AGAIN_MS, failure.says)
          : { kind: 'fate unknown', because: failure.says };
    }
  }

  async #unread(op: Sendable, error: unknown): Promise<ReadBack> {
    if (error instanceof Unsendable) return { kind: 'unreadable', because: error.message };
    if (error instanceof NotYetSent) return { kind: 'later', because: error.message };
    if (error instanceof HistoryClosed) {
      const loss = lossOf(op, HISTORY_CLOSED, await this.#where(op, HISTORY_CLOSED));
      return { kind: 'unreadable', ...loss, because: `Nobody can say whether it arrived. ${loss.because}` };
    }
    const failure = failureOf(error);
    switch (failure.kind) {
      case 'refused':
        if (BUSY.includes(failure.code)) return this.#later(failure.says, OFTEN_MS);
        return { kind: 'unreadable', ...(await this.#refused(op, failure)) };
      case 'unauthorized':
        return {
          kind: 'later',
          because: UNAUTHORIZED,
          atMs: this.#deps.clock.now() + this.#invalid.lockedMs,
        };
      case 'limited':
        return this.#later("Discord's rate limit", failure.waitMs);
      case 'not sent':
        return this.#later(failure.says, failure.atOnce ? AGAIN_MS : OFTEN_MS);
      case 'unknown':
        return { kind: 'later', because: failure.says, isFault: true };
    }
  }

  /** @returns the reason; permanent refusals are remembered. */
  async #refused(op: Sendable, refused: Refused): Promise<Loss> {
    const { channel } = op.spec;
    const loss = lossOf(op, refused, await this.#where(op, refused));
    const { status, code } = refused;
    if (code === RESTJSONErrorCodes.MissingPermissions || op.spec.kind === 'remove')
      this.#doors.shut(doorOf(op), loss);
    else if (code === RESTJSONErrorCodes.UnknownChannel || code === RESTJSONErrorCodes.MissingAccess)
      this.#doors.shut(channel, loss);
    else if (status === 403 && !ABOUT_THE_MESSAGE.includes(code)) this.#doors.shut(channel, loss);
    return loss;
  }

  /** Discord doesn't say which permission is missing, so the bot's permissions there are looked up. */
  async #where({ spec: { channel, kind } }: Sendable, { code }: Refused): Promise<Where> {
    const unknown = { name: DISCORD.writes[kind === 'direct' ? 'person' : 'chat'](channel) };
    const me = this.#deps.me();
    if (code !== RESTJSONErrorCodes.MissingPermissions || me === undefined) return unknown;
    try {
      const { bits, isThread, channel: there } = await rightsThere(this.#rest, me, channel);
      const name = there.name ? `#${plainLabel(there.name)}` : unknown.name;
      return { name, isThread, ...(bits !== undefined && { bits }) };
    } catch {
      return unknown; // The channel can't be seen, or not now.
    }
  }

  /** Discord accepts requests again. */
  #unlocked(): void {
    if (this.#invalid.unlock()) this.#deps.authorized?.();
  }

  #later(because: string, afterMs: number): ReadBack {
    return { kind: 'later', because, atMs: this.#deps.clock.now() + afterMs };
  }

  #again(afterMs: number, because: string): Sent {
    return { kind: 'again', atMs: this.#deps.clock.now() + afterMs, because };
  }

  #give(id: string, key: string): void {
    this.#given.delete(id);
    this.#given.set(id, key);
    const [oldest] = this.#given.keys();
    if (this.#given.size > MOST_GIVEN && oldest !== undefined) this.#given.delete(oldest);
  }
}
