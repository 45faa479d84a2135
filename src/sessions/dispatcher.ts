/**
 * The dispatcher: sends the outbox, in order, one op at a time in a lane.
 *
 * It sends exactly once where the channel can be read back, else at most once. Before sending, it records the
 * newest message id in the channel. When an op's fate is unknown, it reads everything after that id: a message
 * found there is `sent`, a missing one is sent again. If the channel can't be read, the op is `unknown`, is never
 * sent again, and the editors are told. An op that the platform keeps failing on is given up too, so that it
 * doesn't block the lane forever.
 */
import { setMaxListeners } from 'node:events';
import type { Clock } from '../time/clock.ts';
import type { Entry, Origin } from './entry.ts';
import { UNREADABLE, fittedOp, hasNoHistory } from './fitted-op.ts';
import { channelOf, chatIdOf, sessionKey } from './key.ts';
import type { Channel, SessionKey } from './key.ts';
import type { Landing, OpBook } from './op-book.ts';
import { resolvedOp, threadOf } from './resolved-op.ts';
import { OpFaults, waitAfter } from './op-faults.ts';
import type { SendingPeers } from './peers.ts';
import { SettledOps } from './settled-ops.ts';
import type { Loss, Op, OpSpec, Outbox, Sendable } from './op.ts';

export interface DispatcherDeps {
  readonly ops: OpBook;
  readonly outboxes: Partial<Record<Channel, Outbox>>;
  /** Whether another process sends the ops of this lane. */
  readonly leaves?: (lane: SessionKey) => boolean;
  /** One desk sends for all that work beside each other. */
  readonly peers?: SendingPeers | undefined;
  readonly clock: Clock;
  /** How many platform failures one op may have before it is given up. */
  readonly tries?: number;
  /** An op was sent or lost: its record waits in the journal of these sessions. */
  readonly landed: (sessions: readonly SessionKey[]) => void;
  /**
   * An op will not arrive, or its fate is unknown: tell the editors. Not called for ops that depend on a lost one.
   */
  readonly lost: (op: Op, loss: Loss) => void;
  readonly failed: (what: string, error: unknown) => void;
}

/** How the loss of an op that is not a message is described. */
const LOST: Partial<Record<OpSpec['kind'], string>> = {
  remove: 'This place was not deleted',
  tags: 'The tags of a post were not changed',
  publish: 'A message was not published to those who follow this channel',
};
const FAILS = 'The platform fails on this message';
const GIVEN_UP = 'given up';
/** About 15 minutes: the first retry is immediate, then these waits double. */
const TRIES = 8;
const FAULT_WAIT_MS = 12_000;
/** Attempts before an undelivered op is given up: about a day of the longest waits. */
const MOST_ATTEMPTS = 1_440;

export class Dispatcher {
  readonly ends = new SettledOps();
  readonly #deps: DispatcherDeps;
  readonly #active = new Map<SessionKey, Promise<void>>();
  readonly #again = new Set<SessionKey>();
  readonly #closing = new AbortController();
  /** Aborts requests when the time to finish is over. */
  readonly #cutOff = new AbortController();
  /** When the fate of an op became unknown. */
  readonly #unknownSince = new Map<string, number>();
  readonly #faults = new OpFaults();
  /** Ops that wait for a time of their own without blocking their lane, and until when. */
  readonly #later = new Map<string, number>();
  #startedAtMs: number;
  #looking: Promise<void> | undefined;
  #isLookDue = false;
  /** How many times in a row the op book has failed. */
  #troubles = 0;

  constructor(deps: DispatcherDeps) {
    this.#deps = deps;
    this.#startedAtMs = deps.clock.now();
    // Every sending lane listens to these signals.
    setMaxListeners(0, this.#closing.signal, this.#cutOff.signal);
  }

  /** There may be something to send. Returns at once. */
  poke(): void {
    const { peers } = this.#deps;
    if (this.#isLookDue || this.#closing.signal.aborted) return;
    if (peers?.sends() === false) return peers.signal({ kind: 'outbox' });
    this.#isLookDue = true;
    this.#looking = (this.#looking ?? Promise.resolve()).then(() => this.#look());
  }

  /** From now on this desk sends; another one did before. */
  takeOver(): void {
    this.#startedAtMs = this.#deps.clock.now();
    this.poke();
  }

  async #look(): Promise<void> {
    this.#isLookDue = false;
    try {
      const { ops, leaves } = this.#deps;
      for (const lane of await ops.lanes()) if (!leaves?.(lane)) this.#serve(lane);
    } catch (error) {
      this.#failed('the outbox', error);
    }
  }

  /** The op book failed, not the platform: look for work again soon. */
  #failed(what: string, error: unknown): void {
    if (this.#closing.signal.aborted) return;
    const { clock, failed } = this.#deps;
    failed(what, error);
    clock.until(clock.now() + waitAfter(this.#troubles++), this.#closing.signal).then(
      () => this.poke(),
      () => {}, // The desk closes.
    );
  }

  /**
   * Resolves when an op was sent or given up. Call it before asking the book, because it never resolves for an op
   * that is already settled, nor when the desk closes first.
   */
  settled(key: string): Promise<void> {
    return this.ends.wait(key);
  }

  /** Resolves when nothing is being sent. */
  async idle(): Promise<void> {
    await this.#looking;
    while (this.#active.size > 0) await Promise.allSettled(this.#active.values());
  }

  /** Stop before the next op. Requests under way may finish until `until`. */
  async close(until: Promise<void>): Promise<void> {
    this.#closing.abort(new Error('the desk is closing'));
    await Promise.race([this.idle(), until]);
    this.#cutOff.abort(new Error('the desk is closed'));
  }

  #serve(lane: SessionKey): void {
    if (this.#active.has(lane)) {
      this.#again.add(lane);
      return;
    }
    const work = this.#drain(lane)
      .catch((error: unknown) => this.#failed(`sending to ${lane}`, error))
      .finally(() => {
        this.#active.delete(lane);
        if (this.#again.delete(lane)) this.#serve(lane);
      });
    this.#active.set(lane, work);
  }

  async #drain(lane: SessionKey): Promise<void> {
    while (!this.#closing.signal.aborted) {
      const next = await this.#deps.ops.next(lane, [...this.#later.keys()]);
      if (!next) return;
      const sendable = resolvedOp(next.op, next.results);
      if (typeof sendable === 'string') await this.#follow(next.op, sendable);
      else await this.#dispatch(next.op, sendable);
    }
  }

  async #dispatch(op: Op, given: Sendable): Promise<void> {
    const { ops, clock } = this.#deps;
    const outbox = this.#deps.outboxes[channelOf(op.lane)];
    this.#faults.seen(op);
    if (!outbox) return this.#lose(op, 'failed', { because: `there is no connection to ${channelOf(op.lane)}` });
    const sendable = fittedOp(given);
    if (typeof sendable === 'string') return this.#lose(op, 'failed', { because: sendable });
    if (op.state === 'sending' && !(await this.#isAbsent(op, sendable, outbox))) return;
    const after = op.after ?? (await outbox.newest(sendable.spec.channel));
    await ops.sending(op.key, after, clock.now());
    const noted = { ...sendable, ...(after !== undefined && { after }) };
    const sent = await outbox.send(noted, this.#cutOff.signal);
    switch (sent.kind) {
      case 'sent':
        return this.#land(op, sendable, sent.id);
      case 'refused':
        return this.#lose(op, 'failed', sent);
      case 'again':
        if (op.attempts + 1 >= MOST_ATTEMPTS) return this.#lose(op, 'failed', { because: sent.because });
        await ops.postpone(op.key, sent.because);
        return this.#untilAgain(op, Math.max(sent.atMs, clock.now() + waitAfter(op.attempts)));
      case 'fate unknown':
        this.#unknownSince.set(op.key, clock.now());
        this.#faults.unsent(op.key);
        return; // Still `sending`: read back next.
    }
  }

  /**
   * Read back an op whose fate is unknown, once its message had time to appear after the request ended (with its
   * answer lost, or with its process, which outlived no request). @returns whether it has to be sent (again).
   */
  async #isAbsent(op: Op, sendable: Sendable, outbox: Outbox): Promise<boolean> {
    const { settleMs } = outbox;
    const begunAtMs = op.attemptedAtMs ?? 0;
    const endedAtMs =
      this.#unknownSince.get(op.key) ??
      Math.max(begunAtMs, Math.min(this.#startedAtMs, begunAtMs + settleMs));
    const { clock } = this.#deps;
    // A clock that was set back must not delay it for hours.
    await clock.until(Math.min(endedAtMs, clock.now()) + settleMs, this.#closing.signal);
    const noted = { ...sendable, ...(op.after !== undefined && { after: op.after }) };
    const found = hasNoHistory(op.lane)
      ? UNREADABLE
      : await outbox.readBack(noted, (ids) => this.#deps.ops.claimed(ids));
    switch (found.kind) {
      case 'absent':
        this.#faults.read(op.key);
        if (op.unread > 0) await this.#deps.ops.unread(op.key, 0);
        return !(await this.#isGivenUp(op, FAILS));
      case 'arrived':
        await this.#land(op, sendable, found.id);
        return false;
      case 'later':
        if (found.isFault) {
          this.#faults.unread(op.key);
          await this.#deps.ops.unread(op.key, op.unread + 1);
        }
        if (await this.#isGivenUp(op, found.because)) return false;
        await this.#wait(Math.max(found.atMs ?? 0, this.#deps.clock.now() + waitAfter(op.attempts)));
        return false; // Still `sending`: read back again.
      case 'unreadable':
        await this.#lose(op, 'unknown', found);
        return false;
    }
  }

  /** Give up an op that the platform has failed on too often; else wait before the next attempt. */
  async #isGivenUp(op: Op, because: string): Promise<boolean> {
    const { tries = TRIES, clock } = this.#deps;
    const faults = this.#faults.of(op.key);
    if (faults >= tries) {
      const said = `${because.replace(/\.$/u, '')}. It was given up after ${faults} tries, and nobody can say whether it arrived.`;
      await this.#lose(op, 'unknown', { because: said, lacks: [GIVEN_UP] });
      return true;
    }
    if (faults > 1) await this.#wait(clock.now() + FAULT_WAIT_MS * 2 ** (faults - 2));
    return false;
  }

  /**
   * No op depends on a message's publication, and a platform may delay it for hours: the lane continues meanwhile.
   */
  async #untilAgain({ key, spec }: Op, atMs: number): Promise<void> {
    if (spec.kind !== 'publish') return this.#wait(atMs);
    this.#later.set(key, atMs);
    void this.#wait(atMs)
      .then(() => {
        this.#later.delete(key);
        this.poke();
      })
      .catch(() => {}); // The desk closes.
  }

  #wait(untilMs: number): Promise<void> {
    return this.#deps.clock.until(untilMs, this.#closing.signal);
  }

  async #land(op: Op, sendable: Sendable, id: string): Promise<void> {
    const channel = channelOf(op.lane);
    // A private message is not a conversation of the desk, so it opens no session.
    const place = sendable.spec.kind === 'direct' ? chatIdOf(op.lane) : sendable.spec.channel;
    const key = sessionKey(channel, place);
    const origin: Origin = { channel, chatId: place };
    const landing: Landing = { session: { key, origin }, ...threadOf(channel, key, sendable, id) };
    await this.#deps.ops.sent(op.key, id, landing, this.#deps.clock.now());
    this.#troubles = 0;
    this.#deps.landed([key, ...(landing.opens ? [landing.opens.key] : [])]);
    this.#signalSettled(op.key);
  }

  async #lose(op: Op, state: 'failed' | 'unknown', loss: Loss): Promise<void> {
    if (op.spec.kind === 'edit' && op.spec.unsaid) return this.#follow(op, loss.because, state);
    const ts = this.#deps.clock.now();
    const content = `${LOST[op.spec.kind] ?? 'A message could not be delivered'}: ${loss.because}`;
    const remark: Entry = { v: 1, id: `lost:${op.key}`, ts, role: 'system', content };
    await this.#deps.ops.failed(op.key, state, loss.because, remark);
    this.#deps.lost(op, loss);
    this.#deps.landed([op.lane]);
    this.#signalSettled(op.key);
  }

  /**
   * Ops that depend on a lost op are lost for the same reason, which was already reported. Some edits are never
   * reported.
   */
  async #follow(op: Op, because: string, state: 'failed' | 'unknown' = 'failed'): Promise<void> {
    await this.#deps.ops.failed(op.key, state, because);
    this.#signalSettled(op.key);
  }

  #signalSettled(key: string): void {
    this.#unknownSince.delete(key);
    this.#faults.forget(key);
    this.ends.settle(key);
    this.#deps.peers?.signal({ kind: 'settled', op: key });
  }
}
