/**
 * Actions that need confirmation. An action waits for the same person's "yes" in the same conversation, as a message
 * of its own, or for a button; a model can't confirm. Kept in memory: after a restart people are told to ask again.
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

/** Older questions are forgotten, because a "yes" would be to something else. */
const WAITS_MS = 15 * 60_000;

/** The latest question of each conversation. */
export class AskedBack<Wish> {
  readonly #open = new Map<SessionKey, Question<Wish>>();

  /** @returns the id for a button. */
  ask(context: Asked, wish: Wish): string {
    const { session, turn, nowMs } = context;
    const id = randomBytes(6).toString('hex');
    this.#open.set(session, { id, wish, person: personOf(context), turn: turn.id, atMs: nowMs });
    return id;
  }

  /** What this turn's message confirms; `done` forgets the question. */
  answered(context: Asked): Wish | undefined {
    const { session, turn, nowMs } = context;
    const open = this.#open.get(session);
    // A job's message may be "yes", which doesn't count.
    if (turn.kind !== 'person' || turn.run) return undefined;
    if (open === undefined || open.turn === turn.id || open.person !== personOf(context)) return undefined;
    return nowMs - open.atMs <= WAITS_MS && isYes(turn.text) ? open.wish : undefined;
  }

  /** The action of a pressed button, once; undefined when another question came or it is too late. */
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
