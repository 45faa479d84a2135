/**
 * PostgreSQL as the repositories' port.
 *
 * - Transactions are written in groups (`write-groups.ts`), each on one connection: their statements are sent without
 *   waiting for those of the others, and they share a commit. A group holds locks of the names that its transactions are
 *   about, taken in one order, so that no other desk is about the same meanwhile; one without names holds the lock of the
 *   whole part of the database. So what a transaction has read stays as it is until it is written, and each statement sees
 *   what was committed before it: READ COMMITTED is enough, and nothing is ever rolled back for having collided.
 * - The urgent ones (leases) wait for nobody: each is SERIALIZABLE, and run again when the server ends it because it collided
 *   with another (SQLSTATE 40001, 40P01). Of those that collide at least one goes through, so this ends.
 * - With a fence, a transaction checks at its end that nobody has taken over from this process. Until it is committed
 *   nobody can, so nothing that the next owner has read changes afterwards.
 * - Work waits for one of the connections in `ConnectionQueue`, not in the pool, whose wait counts as one for the server.
 * - A connection prepares each statement once. One whose statements a later desk's migration has made stale is closed, and
 *   the work is done again on another.
 * - PostgreSQL's text has no NUL: U+FFFD replaces it.
 * - A server that can't be reached, shuts down or has no room is `CannotWrite`: nothing happened. When the connection
 *   breaks while COMMIT runs, another one asks what became of the transaction (`commit-outcome.ts`).
 */
import type { Pool, PoolClient, QueryResult } from 'pg';
import { CannotWrite } from '../../sessions/cannot-write.ts';
import type { Reads, Row, Scope, Sql, SqlValue, Transaction } from '../sql/sql.ts';
import { text } from '../sql/values.ts';
import { LostAnswer, XID, wasCommitted } from './commit-outcome.ts';
import { ConnectionQueue } from './connection-queue.ts';
import { FencedOff, fenceCheck, isFencedOff } from './fence.ts';
import type { Fence } from './fence.ts';
import { OpenTransaction } from './open-transaction.ts';
import { asTrouble, codeOf, meansTrouble, stopsWriting } from './server-trouble.ts';
import { allowSilence, streamOf } from './silent-connections.ts';
import { StatementTexts } from './statement-texts.ts';
import type { Bilingual } from '../../time/locale.ts';
import { lockOf, locksOf } from './scope-locks.ts';
import { ReadGroups } from './read-groups.ts';
import { isStale, onFresh } from './stale-statements.ts';
import { WriteGroups } from './write-groups.ts';
import type { WriteGroup } from './write-groups.ts';

/** How often a transaction is retried before its caller gets the error. */
const MOST_ATTEMPTS = 100;

/** serialization_failure, deadlock_detected. */
const COLLIDED = new Set(['40001', '40P01']);

/** unique_violation: a collision, too, where another has committed the row that was found missing. */
const TAKEN = '23505';
const FEW_ATTEMPTS = 5;

interface Terms {
  readonly fence?: Fence;
  readonly isUrgent?: boolean;
  /** Tables that no transaction changes together with others. */
  readonly part?: string;
  /** Both are of all that use the pool. */
  readonly queue?: ConnectionQueue;
  /** A connection knows each statement by one name. */
  readonly texts?: StatementTexts;
}

export class PostgresSql implements Sql {
  readonly #pool: Pool;
  readonly #queue: ConnectionQueue;
  readonly #texts: StatementTexts;
  readonly #terms: Terms;
  readonly #writes: WriteGroups;
  readonly #reads: ReadGroups<PoolClient>;
  readonly #stale = new WeakMap<PoolClient, Error>();
  #trouble: CannotWrite | undefined;

  /** @param pool its connections are pipelined: statements are sent without waiting for the answers of those before. */
  constructor(pool: Pool, terms: Terms = {}) {
    this.#pool = pool;
    this.#queue = terms.queue ?? new ConnectionQueue(pool.options.max);
    this.#texts = terms.texts ?? new StatementTexts();
    this.#terms = terms;
    this.#reads = new ReadGroups((use) => this.#reading(use));
    this.#writes = new WriteGroups({
      commit: (group) => this.#retried(() => this.#commit(group)),
      isOfAll: (error) => error instanceof CannotWrite || error instanceof FencedOff,
    });
  }

  /** The same database, written under a lease. */
  fenced(fence: Fence): PostgresSql {
    return this.#with({ fence });
  }

  /** The same database, for tables that no transaction changes together with those of another part. */
  part(part: string): PostgresSql {
    return this.#with({ part });
  }

  /** The same database, for what must not wait behind a burst: leases, and what desks tell each other. */
  urgent(): PostgresSql {
    return this.#with({ isUrgent: true });
  }

  #with(terms: Terms): PostgresSql {
    return new PostgresSql(this.#pool, { ...this.#terms, ...terms, queue: this.#queue, texts: this.#texts });
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

  transaction<T>(work: (tx: Transaction) => Promise<T>, scope?: Scope): Promise<T> {
    if (!this.#terms.isUrgent) return this.#writes.run(work, scope);
    const end = this.#end();
    const begin = [`BEGIN ISOLATION LEVEL SERIALIZABLE; SELECT ${XID}`];
    return this.#retried(() => this.#within({ begin, work, end }));
  }

  snapshot<T>(work: (reads: Reads) => Promise<T>): Promise<T> {
    return this.#within({
      begin: ['BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY'],
      work,
      end: 'COMMIT',
      reads: true,
    });
  }

  /** Remove deleted rows from the tables' pages. The server's log and backups keep them for their own time. */
  async forget(): Promise<void> {
    const tables = await this.all(
      `SELECT schemaname, tablename FROM pg_tables WHERE schemaname = ANY (current_schemas(false))`,
    );
    const client = await this.#pool.connect();
    allowSilence(client);
    try {
      for (const { schemaname, tablename } of tables)
        await client.query(`VACUUM "${text(schemaname)}"."${text(tablename)}"`);
    } finally {
      client.release();
    }
  }

  /** Always none: the server reuses free space by itself. */
  async spare(): Promise<number> {
    return 0;
  }

  async #single(sql: string, values: readonly SqlValue[]): Promise<QueryResult<Row>> {
    try {
      return await onFresh(() => this.#reads.run((client) => this.#query(client, sql, values)));
    } catch (error) {
      throw this.#asTrouble(error);
    }
  }

  async #query(client: PoolClient, sql: string, values: readonly SqlValue[]): Promise<QueryResult<Row>> {
    holdBack(client);
    try {
      return await client.query<Row>({ ...this.#texts.of(sql), values: values.map(asGiven) });
    } catch (error) {
      if (isStale(error)) this.#stale.set(client, error);
      throw error;
    }
  }

  async #reading(use: (client: PoolClient) => Promise<unknown>): Promise<unknown> {
    return this.#told(async () => {
      const client = await this.#pool.connect();
      try {
        return await use(client);
      } finally {
        client.release(this.#stale.get(client));
      }
    }, true);
  }

  #commit({ works, about }: WriteGroup): Promise<readonly unknown[]> {
    const { part = '' } = this.#terms;
    const whole = `SELECT pg_advisory_xact_lock${about ? '_shared' : ''}(${lockOf(part)}), ${XID}`;
    return this.#within({
      begin: [`BEGIN; ${whole}`, ...(about?.length ? [locksOf(part, about)] : [])],
      work: (tx) => Promise.all(works.map((work) => work(tx))),
      end: this.#end(),
    });
  }

  #end(): string {
    const { fence } = this.#terms;
    return fence ? `${fenceCheck(fence)}; COMMIT` : 'COMMIT';
  }

  #within<T>(steps: Steps<T>): Promise<T> {
    return this.#told(async () => {
      try {
        return await this.#once(steps);
      } catch (error) {
        if (!(error instanceof LostAnswer)) throw error;
        const failed = (because: unknown) => void this.#asTrouble(because);
        failed(error.cause);
        if (await wasCommitted(error.xid, { pool: this.#pool, failed })) return error.value as T;
        throw error.cause;
      }
    }, steps.reads === true);
  }

  /** @throws LostAnswer */
  async #once<T>({ begin, work, end }: Steps<T>): Promise<T> {
    const client = await this.#pool.connect();
    const open = new OpenTransaction((sql, values) => this.#query(client, sql, values));
    let broken: Error | undefined;
    try {
      holdBack(client);
      const begun = Promise.all(begin.map((statement) => client.query(statement)));
      const [value, answers] = await Promise.all([work(open), begun]);
      open.end();
      const xid = xidIn(answers);
      const lost = (error: unknown) => {
        throw xid !== undefined && meansTrouble(error) ? new LostAnswer(xid, value, error) : error;
      };
      mustBeCommitted(await client.query(end).catch(lost));
      return value;
    } catch (error) {
      open.end();
      broken = await client.query('ROLLBACK').then(
        () => undefined,
        (failed: Error) => failed,
      );
      throw error;
    } finally {
      // A connection that can't roll back is closed, and the server rolls back.
      client.release(broken ?? this.#stale.get(client));
    }
  }

  async #retried<T>(write: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await write();
      } catch (error) {
        const most = codeOf(error) === TAKEN ? FEW_ATTEMPTS : COLLIDED.has(codeOf(error)) ? MOST_ATTEMPTS : 1;
        if (attempt >= most) throw error;
      }
    }
  }

  /** @param reads it changes nothing, so its success doesn't show that something can be written. */
  async #told<T>(work: () => Promise<T>, reads: boolean): Promise<T> {
    const { fence, isUrgent = false } = this.#terms;
    try {
      const value = await this.#queue.run(isUrgent, () => onFresh(work));
      if (!reads || !stopsWriting(this.#trouble?.cause)) this.#trouble = undefined;
      return value;
    } catch (error) {
      throw fence && isFencedOff(error) ? new FencedOff(fence) : this.#asTrouble(error);
    }
  }

  #asTrouble(error: unknown): unknown {
    const told = asTrouble(error);
    if (told instanceof CannotWrite) this.#trouble = told;
    return told;
  }
}

interface Steps<T> {
  /** It changes nothing. */
  readonly reads?: boolean;
  /** What is sent before the first statement, without waiting for its answer. */
  readonly begin: readonly string[];
  readonly work: (tx: Transaction) => Promise<T>;
  readonly end: string;
}

/** What is sent until the program waits again goes in one write, as each costs both machines time. */
function holdBack(client: PoolClient): void {
  const stream = streamOf(client);
  stream.cork();
  process.nextTick(() => stream.uncork());
}

/** The transaction's id, where its beginning asks for it. */
function xidIn([first]: readonly (QueryResult | readonly QueryResult[])[]): string | undefined {
  const last = Array.isArray(first) ? (first.at(-1) as QueryResult<{ xid?: string }>) : undefined;
  return last?.rows[0]?.xid;
}

/** The server answers COMMIT with ROLLBACK when a statement had failed. */
function mustBeCommitted(answer: QueryResult | readonly QueryResult[]): void {
  const last = Array.isArray(answer) ? (answer.at(-1) as QueryResult) : (answer as QueryResult);
  if (last.command !== 'COMMIT') throw new Error('a statement of the transaction had failed');
}

function asGiven(value: SqlValue): unknown {
  return typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\uFFFD') : value;
}
