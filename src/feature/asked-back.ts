/**
 * An action that is asked back before it is done. It waits for the same person's "yes" in the same conversation, a message
 * of its own, or for a button; a model's word is none. Kept in memory: whoever answers after a restart is told to ask
 * again.
 */
import { randomBytes } from 'node:crypto';
import type { SessionKey } from '../sessions/key.ts';
import type { ToolContext } from '../sessions/tool.ts';
import { isYes } from '../text/yes.ts';

interface Question<Wish> {
  readonly id: string;
  readonly wish: Wish;
  readonly person: string;
  readonly turn: string;
  readonly atMs: number;
}

type Asked = Pick<ToolContext, 'session' | 'actor' | 'turn' | 'nowMs'>;

/** An old question is forgotten: its "yes" would be to something else. */
const WAITS_MS = 15 * 60_000;

/** The newest question of each conversation. */
export class AskedBack<Wish> {
  readonly #open = new Map<SessionKey, Question<Wish>>();

  /** @returns what a button names the question by. */
  ask(context: Asked, wish: Wish): string {
    const { session, turn, nowMs } = context;
    const id = randomBytes(6).toString('hex');
    this.#open.set(session, { id, wish, person: personOf(context), turn: turn.id, atMs: nowMs });
    return id;
  }

  /** What this turn's message says yes to; `done` forgets the question. */
  answered(context: Asked): Wish | undefined {
    const { session, turn, nowMs } = context;
    const open = this.#open.get(session);
    // A job may have a "yes" for its message.
    if (turn.kind !== 'person' || turn.run) return undefined;
    if (open === undefined || open.turn === turn.id || open.person !== personOf(context)) return undefined;
    return nowMs - open.atMs <= WAITS_MS && isYes(turn.text) ? open.wish : undefined;
  }

  /** What somebody presses a button for, once; undefined when another question came, or it is too late. */
  take(session: SessionKey, id: string, nowMs: number): Wish | undefined {
    const open = this.#open.get(session);
    if (open?.id !== id) return undefined;
    this.#open.delete(session);
    return nowMs - open.atMs <= WAITS_MS ? open.wish : undefined;
  }

  done(session: SessionKey): void {
    this.#open.delete(session);
  }
}

function personOf({ actor, turn }: Asked): string {
  return actor.id ?? turn.author?.name ?? actor.name;
}
