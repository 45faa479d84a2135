/**
 * Actions that need confirmation. An action waits for the same person's "yes" in the same conversation, as their next
 * message, or for a button; a model can't confirm. Kept with the session, so that the answer may come to another desk
 * of the newsroom, or after a restart.
 */
import { randomBytes } from 'node:crypto';
import type { SessionKey } from '../sessions/key.ts';
import type { SessionStateBook } from '../sessions/session-state.ts';
import type { ToolContext } from '../sessions/tool.ts';
import { isYes } from '../text/yes.ts';

interface Question<Action> {
  readonly id: string;
  /** The action, under its name on disk. */
  readonly wish: Action;
  readonly person: string;
  readonly turn: string;
  readonly atMs: number;
}

/** A question that somebody has answered. */
interface Answered {
  readonly answered: string;
  readonly by: string;
}

type Kept<Action> = Question<Action> | Answered;

/** What becomes of a press: nobody has answered before, or whose answer it was; else the question is gone. */
export type Taken<Action> =
  | { readonly kind: 'taken'; readonly action: Action }
  | { readonly kind: 'answered'; readonly by: string }
  | { readonly kind: 'gone' };

type Asked = Pick<ToolContext, 'session' | 'actor' | 'turn' | 'nowMs' | 'answeredIn'>;

/** Older questions are forgotten, because a "yes" would be to something else. */
const WAITS_MS = 15 * 60_000;

/** The latest question of each conversation. */
export class AskedBack<Action> {
  readonly #book: SessionStateBook;
  readonly #feature: string;

  /** @param feature the name under which the questions are kept; they are JSON. */
  constructor(book: SessionStateBook, feature: string) {
    this.#book = book;
    this.#feature = feature;
  }

  /** @returns the id for a button. */
  async ask(context: Asked, action: Action): Promise<string> {
    const { session, turn, nowMs } = context;
    const id = randomBytes(6).toString('hex');
    const question: Question<Action> = {
      id,
      wish: action,
      person: personOf(context),
      turn: turn.id,
      atMs: nowMs,
    };
    await this.#book.set(session, this.#feature, question);
    return id;
  }

  /** What this turn's message confirms; `done` forgets the question. */
  async answered(context: Asked): Promise<Action | undefined> {
    const { session, turn, nowMs } = context;
    // A job's message may be "yes", which doesn't count.
    if (turn.kind !== 'person' || turn.run) return undefined;
    const open = openIn<Action>(await this.#book.get(session, this.#feature));
    if (open === undefined || !isFor(open, context)) return undefined;
    // They have said something else since: the "yes" is to what was answered to that.
    if ((context.answeredIn ?? open.turn) !== open.turn) return undefined;
    return nowMs - open.atMs <= WAITS_MS && isYes(turn.text) ? open.wish : undefined;
  }

  /**
   * The action of a pressed button: the first press gets it, on whichever desk.
   * @param by who presses.
   */
  take(
    session: SessionKey,
    id: string,
    { by, nowMs }: { by: string; nowMs: number },
  ): Promise<Taken<Action>> {
    return this.#book.change<Taken<Action>>(session, this.#feature, (state) => {
      const kept = keptIn<Action>(state);
      if (kept && 'answered' in kept && kept.answered === id)
        return { result: { kind: 'answered', by: kept.by } };
      if (!kept || 'answered' in kept || kept.id !== id) return { result: { kind: 'gone' } };
      if (nowMs - kept.atMs > WAITS_MS) return { result: { kind: 'gone' } };
      return { state: { answered: id, by } satisfies Answered, result: { kind: 'taken', action: kept.wish } };
    });
  }

  /** The turn has carried out what its message confirmed. */
  done(context: Asked): Promise<void> {
    const { session, actor, turn } = context;
    const by = turn.author?.name ?? actor.name;
    return this.#book.change(session, this.#feature, (state) => {
      const open = openIn<Action>(state);
      // Somebody else's may have come since.
      const isTheirs = open !== undefined && isFor(open, context);
      return { ...(isTheirs && { state: { answered: open.id, by } satisfies Answered }), result: undefined };
    });
  }
}

function keptIn<Action>(state: unknown): Kept<Action> | undefined {
  return (state ?? undefined) as Kept<Action> | undefined;
}

function openIn<Action>(state: unknown): Question<Action> | undefined {
  const kept = keptIn<Action>(state);
  return kept && 'answered' in kept ? undefined : kept;
}

/** Whether this turn may answer it: it is the same person's, and not the one that asked. */
function isFor(open: Question<unknown>, context: Asked): boolean {
  return open.turn !== context.turn.id && open.person === personOf(context);
}

function personOf({ actor, turn }: Asked): string {
  return actor.id ?? turn.author?.name ?? actor.name;
}
