import type { SessionKey } from '../../sessions/key.ts';
import type { Inbound, Turn } from '../../sessions/turn.ts';
import type { Reads, Scope } from './sql.ts';
import { maybe, text } from './values.ts';

/** How many turns are remembered; of others the row is read first. */
const MOST = 20_000;

/**
 * What transactions on a turn are about: its session and its memory, and for a run its job. A turn keeps all three, so they
 * are remembered.
 */
export class TurnScopes {
  readonly #known = new Map<string, Scope>();

  /** Of a turn that is accepted, which may be known already. */
  ofNew(inbound: Inbound, lane: SessionKey): Scope {
    const { about } = this.#learnFrom(inbound, lane);
    return { about: [...about, `turn ${inbound.id}`], isFirst: inbound.kind === 'person' };
  }

  learn(turn: Turn): void {
    this.#learnFrom(turn, turn.lane);
  }

  /** Undefined when there is no such turn. What else its row says need not be readable. */
  async of(sql: Reads, turn: string): Promise<Scope | undefined> {
    const known = this.#known.get(turn);
    if (known) return known;
    const row = await sql.get(
      `SELECT turns.session, turns.lane, runs.job FROM turns LEFT JOIN runs ON runs.id = turns.id WHERE turns.id = ?`,
      turn,
    );
    return row && this.#learn(turn, [text(row['session']), text(row['lane'])], maybe(row['job'], text));
  }

  #learnFrom({ id, session, run }: Inbound, lane: SessionKey): Scope {
    return this.#learn(id, [session, lane], run?.jobId);
  }

  #learn(turn: string, sessions: readonly string[], job: string | undefined): Scope {
    const scope = { about: job === undefined ? sessions : [...sessions, `job ${job}`] };
    this.#known.delete(turn);
    this.#known.set(turn, scope);
    const [oldest] = this.#known.keys();
    if (this.#known.size > MOST && oldest !== undefined) this.#known.delete(oldest);
    return scope;
  }
}
