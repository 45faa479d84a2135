/**
 * PostgreSQL as the repositories' port.
 *
 * - A transaction is serializable. One that the server ends because it collided with another (SQLSTATE 40001, 40P01) is
 *   run again from the start. One that has collided often has the newsroom for itself, so this ends.
 * - With a fence, a transaction first checks that nobody has taken over from this process. As it is serializable, nothing
 *   that the next owner has read can change afterwards.
 * - Work waits for one of the connections in `ConnectionQueue`, not in the pool, whose wait counts as one for the server.
 * - A connection prepares each statement once. One whose statements a later desk's migration has made stale is closed, and
 *   the work is done again on another.
 * - PostgreSQL's text has no NUL: U+FFFD replaces it.
 * - A server that can't be reached, shuts down or has no room is `CannotWrite`: nothing happened.
 */
import type { Pool, PoolClient, QueryResult } from 'pg';
import { CannotWrite } from '../../sessions/cannot-write.ts';
import type { Reads, Row, Sql, SqlValue, Transaction } from '../sql/sql.ts';
import { text } from '../sql/values.ts';
import { ConnectionQueue } from './connection-queue.ts';
import { StatementTexts } from './statement-texts.ts';
import type { Bilingual } from '../../time/locale.ts';

type Query = (sql: string, values: readonly SqlValue[]) => Promise<QueryResult<Row>>;

/** How often a transaction is retried before its caller gets the error. */
const MOST_ATTEMPTS = 100;

/** After so many collisions a transaction waits for those under way, and all others for it. */
const FAIR_ATTEMPTS = 5;

/** serialization_failure, deadlock_detected. */
const COLLIDED = new Set(['40001', '40P01']);

/** unique_violation: a collision, too, where another has committed the row that was found missing; not when alone. */
const TAKEN = '23505';

/** The lease under which this process writes (`leases.ts`). */
export interface Fence {
  readonly process: string;
  readonly token: number;
}

/** Another process has taken over: nothing was written. */
export class FencedOff extends Error {
  override readonly name = 'FencedOff';

  constructor({ process }: Fence) {
    super(`another desk has taken over from this ${process.split(':', 1)[0]}: nothing was written`);
  }
}

interface Terms {
  readonly fence?: Fence;
  readonly isUrgent?: boolean;
  /** Both are of all that use the pool. */
  readonly queue?: ConnectionQueue;
  /** A connection knows each statement by one name. */
  readonly texts?: StatementTexts;
}

export class PostgresSql implements Sql {
  readonly #pool: Pool;
  readonly #queue: ConnectionQueue;
  readonly #texts: StatementTexts;
  readonly #fence: Fence | undefined;
  readonly #isUrgent: boolean;
  #trouble: CannotWrite | undefined;

  constructor(pool: Pool, { fence, isUrgent = false, queue, texts }: Terms = {}) {
    this.#pool = pool;
    this.#queue = queue ?? new ConnectionQueue(pool.options.max);
    this.#texts = texts ?? new StatementTexts();
    this.#fence = fence;
    this.#isUrgent = isUrgent;
  }

  /** The same database, written under a lease. */
  fenced(fence: Fence): PostgresSql {
    return new PostgresSql(this.#pool, { fence, queue: this.#queue, texts: this.#texts });
  }

  /** The same database, for what must not wait behind a burst: leases, and what desks tell each other. */
  urgent(): PostgresSql {
    return new PostgresSql(this.#pool, { isUrgent: true, queue: this.#queue, texts: this.#texts });
  }

  /** Why nothing can be written now; undefined when it can. */
  get trouble(): Bilingual | undefined {
    return this.#trouble?.words;
  }

  async get(sql: string, ...values: readonly SqlValue[]): Promise<Row | undefined> {
    return (await this.#single(sql, values)).rows[0];
  }

  async all(sql: string, ...values: readonly SqlValue[]): Promise<Row[]> {
    return (await this.#single(sql, values)).rows;
  }

  async transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#within(this.#beginning(attempt), work, this.#fence);
      } catch (error) {
        const most =
          codeOf(error) === TAKEN ? FAIR_ATTEMPTS + 1 : COLLIDED.has(codeOf(error)) ? MOST_ATTEMPTS : 1;
        if (attempt >= most) throw error;
      }
    }
  }

  /** Every fenced transaction reads `fences` first. The lock comes before this one sees anything. */
  #beginning(attempt: number): string {
    const begin = 'BEGIN ISOLATION LEVEL SERIALIZABLE';
    if (!this.#fence || attempt <= FAIR_ATTEMPTS) return begin;
    return `${begin}; LOCK TABLE fences IN ACCESS EXCLUSIVE MODE`;
  }

  snapshot<T>(work: (reads: Reads) => Promise<T>): Promise<T> {
    return this.#within('BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY', work);
  }

  /** Remove deleted rows from the tables' pages. The server's log and backups keep them for their own time. */
  async forget(): Promise<void> {
    const tables = await this.all(
      `SELECT schemaname, tablename FROM pg_tables WHERE schemaname = ANY (current_schemas(false))`,
    );
    for (const { schemaname, tablename } of tables)
      await this.#pool.query(`VACUUM "${text(schemaname)}"."${text(tablename)}"`);
  }

  /** Always none: the server reuses free space by itself. */
  async spare(): Promise<number> {
    return 0;
  }

  #single(sql: string, values: readonly SqlValue[]): Promise<QueryResult<Row>> {
    return this.#told(() => this.#query(this.#pool, sql, values));
  }

  #query(on: Pool | PoolClient, sql: string, values: readonly SqlValue[]): Promise<QueryResult<Row>> {
    return on.query<Row>({ ...this.#texts.of(sql), values: values.map(asGiven) });
  }

  #within<T>(begin: string, work: (tx: Transaction) => Promise<T>, fence?: Fence): Promise<T> {
    return this.#told(async () => {
      const client = await this.#pool.connect();
      const open = new OpenTransaction((sql, values) => this.#query(client, sql, values));
      let broken: Error | undefined;
      try {
        await (fence ? beginFenced(client, begin, fence) : client.query(begin));
        const value = await work(open);
        await client.query('COMMIT');
        return value;
      } catch (error) {
        broken = isStale(error)
          ? error
          : await client.query('ROLLBACK').then(
              () => undefined,
              (failed: Error) => failed,
            );
        throw error;
      } finally {
        open.end();
        // A connection that can't roll back is closed, and the server rolls back.
        client.release(broken);
      }
    });
  }

  async #told<T>(work: () => Promise<T>): Promise<T> {
    try {
      const value = await this.#queue.run(this.#isUrgent, () => onFresh(work));
      this.#trouble = undefined;
      return value;
    } catch (error) {
      const told = asTrouble(error);
      if (told instanceof CannotWrite) this.#trouble = told;
      throw told;
    }
  }
}

/** @throws FencedOff */
async function beginFenced(client: PoolClient, begin: string, fence: Fence): Promise<void> {
  // In one message: statements without values answer with a result each.
  const asked = client.query(`${begin}; SELECT token FROM fences WHERE role = '${fence.process}'`);
  const results = (await asked) as unknown as QueryResult<Row>[];
  if (Number(results.at(-1)?.rows[0]?.['token']) !== fence.token) throw new FencedOff(fence);
}

/** Statements run while it is open. */
class OpenTransaction implements Transaction {
  readonly #query: Query;
  #isOver = false;

  constructor(query: Query) {
    this.#query = query;
  }

  end(): void {
    this.#isOver = true;
  }

  async get(sql: string, ...values: readonly SqlValue[]): Promise<Row | undefined> {
    return (await this.#run(sql, values)).rows[0];
  }

  async all(sql: string, ...values: readonly SqlValue[]): Promise<Row[]> {
    return (await this.#run(sql, values)).rows;
  }

  async run(sql: string, ...values: readonly SqlValue[]): Promise<number> {
    return (await this.#run(sql, values)).rowCount ?? 0;
  }

  async #run(sql: string, values: readonly SqlValue[]): Promise<QueryResult<Row>> {
    if (this.#isOver) throw new Error('the transaction of this statement is over');
    return this.#query(sql, values);
  }
}

function asGiven(value: SqlValue): unknown {
  return typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\uFFFD') : value;
}

/** Work that failed on a connection with stale statements has changed nothing. The pool has closed that connection. */
async function onFresh<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === MOST_ATTEMPTS || !isStale(error)) throw error;
    }
  }
}

/** A table has columns that it hadn't when the connection prepared the statement (feature_not_supported). */
function isStale(error: unknown): error is Error {
  return codeOf(error) === '0A000' && /cached plan must not change/.test((error as Error).message);
}

function codeOf(error: unknown): string {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? code : '';
}

/**
 * SQLSTATE classes of a server that can't serve now: 08 connection, 53 resources (a full disk, too many
 * connections), 57P operator (shutdown, starting up), 25006 read-only; and the errors of sockets.
 */
const CANNOT_SERVE =
  /^(?:08...|53...|57P0[1-5]|25006|25P03|ECONN\w+|EPIPE|ETIMEDOUT|ENOTFOUND|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN)$/;

/** Messages of `pg` that have no code: the connection ended, or none was available in time. */
const LOST =
  /^Connection terminated|timeout exceeded when trying to connect|^Client has encountered a connection error/;

function asTrouble(error: unknown): unknown {
  const { message = '' } = error as { message?: string };
  const isDown = CANNOT_SERVE.test(codeOf(error)) || LOST.test(message);
  return isDown ? new CannotWrite(message || codeOf(error), { cause: error }) : error;
}
