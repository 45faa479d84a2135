/**
 * Every step of every turn, as the database itself saw it: a trigger writes down who made it. Each life of a desk connects
 * under a name of its own, and deaths are written between the steps.
 */
import pg from 'pg';

export interface TurnStep {
  /** The life of a desk that made it, or that died. */
  readonly by: string;
  /** Absent: the life died. */
  readonly turn?: string;
  readonly lane?: string;
  readonly state?: string;
}

export class TurnWatch {
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  /** The address under which the database knows a life. */
  static address(url: string, life: string): string {
    return `${url}?application_name=${life}`;
  }

  /** Begin to watch; the tables of the desk are there. */
  async begin(): Promise<void> {
    await this.#pool.query(`
      CREATE SCHEMA watch;
      CREATE TABLE watch.steps (
        n BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, by TEXT NOT NULL, turn TEXT, lane TEXT, state TEXT);
      CREATE FUNCTION watch.step() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        INSERT INTO watch.steps (by, turn, lane, state)
          VALUES (current_setting('application_name'), NEW.id, NEW.lane, NEW.state);
        RETURN NULL; END $$;
      CREATE TRIGGER step AFTER UPDATE ON nightdesk.turns FOR EACH ROW
        WHEN (OLD.state IS DISTINCT FROM NEW.state OR OLD.fence <> NEW.fence) EXECUTE FUNCTION watch.step()`);
  }

  async died(life: string): Promise<void> {
    await this.#pool.query(`INSERT INTO watch.steps (by) VALUES ($1)`, [life]);
  }

  async steps(): Promise<TurnStep[]> {
    const { rows } = await this.#pool.query<Record<keyof TurnStep, string | null>>(
      `SELECT by, turn, lane, state FROM watch.steps ORDER BY n`,
    );
    return rows.map(({ by, turn, lane, state }) => ({
      by: by!,
      ...(turn !== null && { turn, lane: lane!, state: state! }),
    }));
  }
}

export interface TurnsSeen {
  readonly wrong: readonly string[];
  /** Turns that ran. */
  readonly ran: number;
  /** Turns that another life ran, of the same desk or another, as the first had died. */
  readonly moved: number;
  /** Sessions of which several lives ran turns. */
  readonly shared: number;
}

/**
 * A lane's turns run one at a time; what runs is its desk's until it is closed, handed back or its desk is dead; what was
 * closed stays closed.
 */
export function judgeSteps(steps: readonly TurnStep[]): TurnsSeen {
  const wrong: string[] = [];
  const dead = new Set<string>();
  const closed = new Set<string>();
  const running = new Map<string, { readonly turn: string; readonly by: string }>();
  const runners = new Map<string, Set<string>>();
  const lives = new Map<string, Set<string>>();
  const add = (to: Map<string, Set<string>>, key: string, life: string) =>
    to.set(key, (to.get(key) ?? new Set()).add(life));
  for (const { by, turn, lane = '', state } of steps) {
    if (turn === undefined) {
      dead.add(by);
      continue;
    }
    if (closed.has(turn)) wrong.push(`the turn ${turn} was closed, and ${by} made it ${state}`);
    const now = running.get(lane);
    if (now && now.turn !== turn && state === 'running' && !dead.has(now.by))
      wrong.push(`${by} began ${turn} while ${now.by} ran ${now.turn}, both in ${lane}`);
    if (now?.turn === turn && now.by !== by && !dead.has(now.by))
      wrong.push(`the turn ${turn} ran at ${now.by}, and ${by} made it ${state}`);
    if (now?.turn === turn && now.by === by && state === 'running') wrong.push(`${by} began ${turn} twice`);
    if (state === 'closed') closed.add(turn);
    if (state === 'running') {
      running.set(lane, { turn, by });
      add(runners, turn, by);
      add(lives, lane, by);
    } else if (now?.turn === turn) running.delete(lane);
  }
  const many = (of: Map<string, Set<string>>) => [...of.values()].filter(({ size }) => size > 1).length;
  return { wrong, ran: runners.size, moved: many(runners), shared: many(lives) };
}
