/**
 * The dispatcher: sends what the outbox holds, in order, one at a time in a lane.
 *
 * The promise: exactly once where the channel can be read back, else at most once. Before sending, the newest
 * message known there is noted; when nobody can say whether an op arrived, everything after it is read. What is
 * there is `sent`; what is not is sent again; where nothing can be read, the op is `unknown`, never sent again,
 * and said.
 */
import type { Clock } from '../time/clock.ts';
import type { Origin } from './entry.ts';
import { channelOf, sessionKey } from './key.ts';
import type { Channel, SessionKey } from './key.ts';
import type { Landing, OpBook } from './op-book.ts';
import type { Op, Outbox, Sendable, Target } from './op.ts';

export interface DispatcherHouse {
  readonly ops: OpBook;
  readonly outboxes: Partial<Record<Channel, Outbox>>;
  readonly clock: Clock;
  /** An op was sent, or lost: its record waits in the journal of these sessions. */
  readonly landed: (sessions: readonly SessionKey[]) => void;
  /** An op will not arrive, or nobody can say: it is said where the editors are. */
  readonly lost: (op: Op, because: string) => void;
  readonly failed: (what: string, error: unknown) => void;
}

/** Attempts before an op that is refused for now is given up. */
const MOST_ATTEMPTS = 8;

export class Dispatcher {
  readonly #house: DispatcherHouse;
  readonly #active = new Map<SessionKey, Promise<void>>();
  readonly #again = new Set<SessionKey>();
  readonly #closing = new AbortController();
  #looking: Promise<void> | undefined;

  constructor(house: DispatcherHouse) {
    this.#house = house;
  }

  /** There may be something to send. Returns at once. */
  poke(): void {
    if (this.#closing.signal.aborted) return;
    this.#looking = (this.#looking ?? Promise.resolve()).then(async () => {
      for (const lane of await this.#house.ops.lanes()) this.#serve(lane);
    });
    this.#looking.catch((error: unknown) => this.#house.failed('the outbox', error));
  }

  /** Resolves when nothing is being sent. */
  async idle(): Promise<void> {
    await this.#looking?.catch(() => {});
    while (this.#active.size > 0) await Promise.allSettled(this.#active.values());
  }

  /** Stop before the next op; what is being sent may finish until `until`. */
  async close(until: Promise<void>): Promise<void> {
    this.#closing.abort(new Error('the desk is closing'));
    await Promise.race([this.idle(), until]);
  }

  #serve(lane: SessionKey): void {
    if (this.#active.has(lane)) {
      this.#again.add(lane);
      return;
    }
    const work = this.#drain(lane)
      .catch((error: unknown) => {
        if (!this.#closing.signal.aborted) this.#house.failed(`sending to ${lane}`, error);
      })
      .finally(() => {
        this.#active.delete(lane);
        if (this.#again.delete(lane)) this.#serve(lane);
      });
    this.#active.set(lane, work);
  }

  async #drain(lane: SessionKey): Promise<void> {
    while (!this.#closing.signal.aborted) {
      const next = await this.#house.ops.next(lane);
      if (!next) return;
      const sendable = this.#resolve(next.op, next.results);
      if (typeof sendable === 'string') await this.#lose(next.op, 'failed', sendable);
      else await this.#dispatch(next.op, sendable);
    }
  }

  async #dispatch(op: Op, sendable: Sendable): Promise<void> {
    const { ops, clock } = this.#house;
    const outbox = this.#house.outboxes[channelOf(op.lane)];
    if (!outbox) return this.#lose(op, 'failed', `there is no connection to ${channelOf(op.lane)}`);
    if (op.state === 'sending' && !(await this.#isAbsent(op, sendable, outbox))) return;
    const after = op.after ?? (await outbox.newest(sendable.spec.channel));
    await ops.sending(op.key, after, clock.now());
    const noted = { ...sendable, ...(after !== undefined && { after }) };
    const sent = await outbox.send(noted, this.#closing.signal);
    switch (sent.kind) {
      case 'sent':
        return this.#land(op, sendable, sent.id);
      case 'refused':
        return this.#lose(op, 'failed', sent.because);
      case 'again':
        if (op.attempts + 1 >= MOST_ATTEMPTS) return this.#lose(op, 'failed', sent.because);
        await ops.postpone(op.key, sent.because);
        return clock.until(sent.atMs, this.#closing.signal);
      case 'fate unknown':
        return; // it is still `sending`: read back next
    }
  }

  /** Read back an op whose fate is unknown. @returns whether it has to be sent (again). */
  async #isAbsent(op: Op, sendable: Sendable, outbox: Outbox): Promise<boolean> {
    await this.#house.clock.until((op.attemptedAtMs ?? 0) + outbox.settleMs, this.#closing.signal);
    const found = await outbox.readBack({ ...sendable, ...(op.after !== undefined && { after: op.after }) });
    if (found.kind === 'absent') return true;
    if (found.kind === 'arrived') await this.#land(op, sendable, found.id);
    else await this.#lose(op, 'unknown', found.because);
    return false;
  }

  async #land(op: Op, sendable: Sendable, id: string): Promise<void> {
    const channel = channelOf(op.lane);
    const key = sessionKey(channel, sendable.spec.channel);
    const origin: Origin = { channel, chatId: sendable.spec.channel };
    const landing: Landing = { session: { key, origin }, ...threadOf(channel, key, sendable, id) };
    await this.#house.ops.sent(op.key, id, landing, this.#house.clock.now());
    this.#house.landed([key, ...(landing.opens ? [landing.opens.key] : [])]);
  }

  async #lose(op: Op, state: 'failed' | 'unknown', because: string): Promise<void> {
    const ts = this.#house.clock.now();
    const content = `A message could not be delivered (${op.key}): ${because}`;
    await this.#house.ops.failed(op.key, state, because, { v: 1, id: `lost:${op.key}`, ts, role: 'system', content });
    this.#house.lost(op, because);
    this.#house.landed([op.lane]);
  }

  /** @returns the op with ids in place of the ops that it names, or why it can't be sent. */
  #resolve(op: Op, results: ReadonlyMap<string, Op>): Sendable | string {
    const missing: string[] = [];
    const id = (target: Target): string => {
      if ('id' in target) return target.id;
      const result = results.get(target.op)?.result;
      if (result === undefined) missing.push(target.op);
      return result ?? '';
    };
    const { spec } = op;
    const channel = id(spec.channel);
    const known = { key: op.key, lane: op.lane };
    const sendable: Sendable =
      spec.kind === 'post'
        ? { ...known, spec: { ...spec, channel } }
        : { ...known, spec: { ...spec, channel, message: id(spec.message) } };
    return missing.length === 0 ? sendable : `what it builds on was not sent (${missing.join(', ')})`;
  }
}

/** A thread that was opened is a session of its own, with its channel as parent. */
function threadOf(channel: Channel, parent: SessionKey, { spec }: Sendable, id: string): Partial<Landing> {
  if (spec.kind !== 'thread') return {};
  const origin: Origin = { channel, chatId: id, kind: 'thread', parent };
  return { opens: { key: sessionKey(channel, id), origin, title: spec.name } };
}
