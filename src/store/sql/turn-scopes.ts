import type { SessionKey } from '../../sessions/key.ts';
import type { Inbound, Turn } from '../../sessions/turn.ts';
import type { Reads, Scope } from './sql.ts';
import { turnOf } from './turn-rows.ts';

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
    const { about } = this.#learn(inbound, lane);
    return { about: [...about, `turn ${inbound.id}`], isFirst: inbound.kind === 'person' };
  }

  learn(turn: Turn): void {
    this.#learn(turn, turn.lane);
  }

  /** Undefined when there is no such turn. */
  async of(sql: Reads, turn: string): Promise<Scope | undefined> {
    const known = this.#known.get(turn);
    if (known) return known;
    const row = await sql.get(`SELECT * FROM turns WHERE id = ?`, turn);
    if (!row) return undefined;
    const read = turnOf(row);
    return this.#learn(read, read.lane);
  }

  #learn({ id, session, run }: Inbound, lane: SessionKey): Scope {
    const scope = { about: [session, lane, ...(run ? [`job ${run.jobId}`] : [])] };
    this.#known.delete(id);
    this.#known.set(id, scope);
    const [oldest] = this.#known.keys();
    if (this.#known.size > MOST && oldest !== undefined) this.#known.delete(oldest);
    return scope;
  }
}
