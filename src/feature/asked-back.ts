/**
 * Actions that need confirmation. An action waits for the same person's "yes" in the same conversation, as a message
 * of its own, or for a button; a model can't confirm. Kept with the session, so that the answer may come to another desk
 * of the newsroom, or after a restart.
 */
import { randomBytes } from 'node:crypto';
import { oneAtATime } from '../async/one-at-a-time.ts';
import type { SessionKey } from '../sessions/key.ts';
import type { SessionStateBook } from '../sessions/session-state.ts';
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
  readonly #book: SessionStateBook;
  readonly #feature: string;

  /** @param feature the name under which the questions are kept; they are JSON. */
  constructor(book: SessionStateBook, feature: string) {
    this.#book = book;
    this.#feature = feature;
  }

  /** @returns the id for a button. */
  async ask(context: Asked, wish: Wish): Promise<string> {
    const { session, turn, nowMs } = context;
    const id = randomBytes(6).toString('hex');
    const question: Question<Wish> = { id, wish, person: personOf(context), turn: turn.id, atMs: nowMs };
    await this.#book.set(session, this.#feature, question);
    return id;
  }

  /** What this turn's message confirms; `done` forgets the question. */
  async answered(context: Asked): Promise<Wish | undefined> {
    const { session, turn, nowMs } = context;
    // A job's message may be "yes", which doesn't count.
    if (turn.kind !== 'person' || turn.run) return undefined;
    const open = await this.#open(session);
    if (open === undefined || open.turn === turn.id || open.person !== personOf(context)) return undefined;
    return nowMs - open.atMs <= WAITS_MS && isYes(turn.text) ? open.wish : undefined;
  }

  /** The action of a pressed button, once; undefined when another question came or it is too late. */
  take(session: SessionKey, id: string, nowMs: number): Promise<Wish | undefined> {
    return oneAtATime(`${this.#feature} ${session}`, async () => {
      const open = await this.#open(session);
      if (open?.id !== id) return undefined;
      await this.done(session);
      return nowMs - open.atMs <= WAITS_MS ? open.wish : undefined;
    });
  }

  async done(session: SessionKey): Promise<void> {
    await this.#book.set(session, this.#feature, null);
  }

  async #open(session: SessionKey): Promise<Question<Wish> | undefined> {
    return ((await this.#book.get(session, this.#feature)) ?? undefined) as Question<Wish> | undefined;
  }
}

function personOf({ actor, turn }: Asked): string {
  return actor.id ?? turn.author?.name ?? actor.name;
}
