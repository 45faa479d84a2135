/**
 * The message that shows how far a turn has come: posted once, edited while the turn goes on, and the answer in the end.
 *
 * - It is posted under the turn's own key: a turn that starts again after a crash goes on with the same message.
 * - An edit that was not sent when a newer one comes is dropped: it would be stale before it is seen.
 * - The turn's end takes the message's place, whatever it is (`channels/reply-ops.ts`).
 */
import type { Entry } from '../sessions/entry.ts';
import { chatIdOf } from '../sessions/key.ts';
import type { OpBook } from '../sessions/op-book.ts';
import type { NewOp } from '../sessions/op.ts';
import { progressKey, showsProgress } from '../sessions/progress.ts';
import type { StartedTurn } from '../sessions/turn.ts';
import type { Clock } from '../time/clock.ts';

interface ProgressDeps {
  readonly ops: Pick<OpBook, 'put' | 'find' | 'failed'>;
  /** The outbox has something to send. */
  readonly posted: () => void;
  readonly clock: Pick<Clock, 'now'>;
}

const SUPERSEDED = 'a newer edit took its place';

export class Progress {
  readonly #deps: ProgressDeps;
  readonly #started: StartedTurn;
  #edits = 0;
  #last: string | undefined;

  constructor(started: StartedTurn, deps: ProgressDeps) {
    this.#started = started;
    this.#deps = deps;
  }

  /** When it resolves, it is written down, and will be sent. */
  async say(text: string): Promise<void> {
    const { turn } = this.#started;
    if (!showsProgress(turn)) return;
    const { ops, posted } = this.#deps;
    const key = progressKey(turn.id);
    const isPosted = this.#last !== undefined || (await ops.find(key)) !== undefined;
    await this.dropUnsent();
    const op = isPosted ? this.#edit(key, text) : this.#post(key, text);
    await ops.put([op]);
    this.#last = op.key;
    posted();
  }

  /** The last edit is dropped if it was not sent yet: something newer is to be said. */
  async dropUnsent(): Promise<void> {
    const { ops } = this.#deps;
    if (this.#last === undefined || this.#edits === 0) return;
    if ((await ops.find(this.#last))?.state === 'ready') await ops.failed(this.#last, 'failed', SUPERSEDED);
  }

  /** Nobody can see it: it never arrived, or somebody has deleted it. */
  async isLost(): Promise<boolean> {
    const { ops } = this.#deps;
    const keys = [progressKey(this.#started.turn.id), ...(this.#last === undefined ? [] : [this.#last])];
    const shown = await Promise.all(keys.map((key) => ops.find(key)));
    return shown.some((op) => op?.state === 'unknown' || (op?.state === 'failed' && op.error !== SUPERSEDED));
  }

  #post(key: string, text: string): NewOp {
    const { session } = this.#started.turn;
    const channel = { id: chatIdOf(session) };
    const record = this.#record(key, text, {});
    return { key, lane: session, spec: { kind: 'post', channel, text, previews: false }, record };
  }

  #edit(message: string, text: string): NewOp {
    const { turn, fence } = this.#started;
    const channel = { id: chatIdOf(turn.session) };
    const key = `${message}-${fence}-${++this.#edits}`;
    return {
      key,
      lane: turn.session,
      spec: { kind: 'edit', channel, message: { op: message }, text, previews: false, unsaid: true },
      record: this.#record(key, text, { kind: 'edit', target: message, passing: true }),
    };
  }

  #record(id: string, content: string, meta: NonNullable<Entry['meta']>): Entry {
    const { turn } = this.#started;
    return {
      v: 1,
      id,
      ts: this.#deps.clock.now(),
      role: 'system',
      content,
      meta: { turn: turn.id, ...meta },
    };
  }
}
