/**
 * A deed that is asked back before it is done. It waits for the "yes" of the same person in the same conversation, a
 * message of its own; a model's word is none. Kept in memory: whoever answers after a restart is told to ask again.
 */
import { agrees } from '../newsroom/asked-deed.ts';
import type { SessionKey } from '../sessions/key.ts';
import type { ToolContext } from '../sessions/tool.ts';

interface Question {
  readonly story: string;
  readonly why: string | undefined;
  readonly person: string;
  readonly turn: string;
  readonly atMs: number;
}

type Asked = Pick<ToolContext, 'session' | 'actor' | 'turn' | 'nowMs'>;

/** An old question is forgotten: its "yes" would be to something else. */
const WAITS_MS = 15 * 60_000;

export class AskedBack {
  readonly #open = new Map<SessionKey, Question>();

  ask(context: Asked, story: string, why: string | undefined): void {
    const { session, turn, nowMs } = context;
    this.#open.set(session, { story, why, person: personOf(context), turn: turn.id, atMs: nowMs });
  }

  /** What this turn's message says yes to; `done` forgets the question. */
  answered(context: Asked): Pick<Question, 'story' | 'why'> | undefined {
    const { session, turn, nowMs } = context;
    const open = this.#open.get(session);
    if (open === undefined || open.turn === turn.id || open.person !== personOf(context)) return undefined;
    return nowMs - open.atMs <= WAITS_MS && agrees(turn.text) ? open : undefined;
  }

  done(session: SessionKey): void {
    this.#open.delete(session);
  }
}

function personOf({ actor, turn }: Asked): string {
  return actor.id ?? turn.author?.name ?? actor.name;
}
