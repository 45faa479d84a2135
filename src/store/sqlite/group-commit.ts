/**
 * Group commit: transactions that are asked for in one tick share one of SQLite's, and so one wait for the disk.
 *
 * They run one after the other, each in a savepoint of its own if there are several: one that throws is undone alone and rejects for its own
 * caller. Nobody's promise resolves before the shared transaction is on disk; when it can't be committed, everybody's
 * rejects and nothing happened.
 *
 * A statement takes a microtask, so all of them are over before anything else of the program runs. One that awaits
 * something else would hold up everybody: it is given up and undone as soon as all microtasks have run.
 */
import type { Statement } from 'better-sqlite3';
import { CannotWrite } from '../../sessions/cannot-write.ts';
import type { Transaction } from '../sql/sql.ts';
import type { Sqlite } from './database.ts';
import type { HomeRecorder } from './home-record.ts';
import { OpenTransaction } from './open-transaction.ts';
import { Statements } from './statements.ts';

interface Piece {
  readonly work: (tx: Transaction) => unknown;
  readonly resolve: (value: never) => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * Another program that holds the database is waited for in short steps (`busy_timeout` each), between which the desk
 * goes on: together about five seconds.
 */
const BUSY_STEPS = 25;

/** How a piece among others is undone. */
const UNDO_PIECE = 'ROLLBACK TO piece; RELEASE piece';
/** How one that has the transaction to itself is undone: with nothing left to commit. */
const UNDO_ALL = 'ROLLBACK; BEGIN';

/** How many pieces share a transaction at most: so that one commit doesn't hold the loop for long. */
const MOST = 512;

export class GroupCommit {
  readonly db: Sqlite;
  readonly statements: Statements;
  readonly #record: HomeRecorder | undefined;
  readonly #savepoint: Statement;
  readonly #release: Statement;
  #waiting: Piece[] = [];
  #armed = false;
  #busySteps = 0;
  #trouble: CannotWrite | undefined;
  /** The piece that runs now. */
  #open: OpenTransaction | undefined;

  constructor(db: Sqlite, record?: HomeRecorder) {
    this.db = db;
    this.statements = new Statements(db);
    this.#record = record;
    this.#savepoint = db.prepare('SAVEPOINT piece');
    this.#release = db.prepare('RELEASE piece');
  }

  /** Bring the log of changes into the database: what was deleted is then gone from the disk. */
  fold(): void {
    if (this.#record) this.#record.fold();
    else this.db.pragma('wal_checkpoint(TRUNCATE)');
  }

  /** Why nothing can be written now, if that is so. */
  get trouble(): CannotWrite | undefined {
    return this.#trouble;
  }

  /** Run `work` atomically, soon; resolves with its value once it is durable. */
  run<T>(work: (tx: Transaction) => T | Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push({ work, resolve: resolve as Piece['resolve'], reject });
      this.#arm();
    });
  }

  #arm(): void {
    if (this.#armed) return;
    this.#armed = true;
    setImmediate(() => {
      this.#armed = false;
      const pieces = this.#waiting.splice(0, MOST);
      if (this.#waiting.length > 0) this.#arm();
      if (!this.#begin(pieces)) return;
      void this.#commit(pieces);
      this.#watch();
    });
  }

  /** Never rejects. */
  async #commit(pieces: readonly Piece[]): Promise<void> {
    const settle: (() => void)[] = [];
    try {
      for (const piece of pieces) settle.push(await this.#one(piece, pieces.length === 1));
      this.db.exec('COMMIT');
    } catch (error) {
      if (this.db.open && this.db.inTransaction) this.db.exec('ROLLBACK');
      this.#turnAway(pieces, error);
      return;
    }
    this.#trouble = undefined;
    for (const tell of settle) tell();
    this.#record?.committed();
  }

  /** @returns false when these pieces have to wait, or were turned away. */
  #begin(pieces: readonly Piece[]): boolean {
    try {
      this.db.exec('BEGIN IMMEDIATE');
      this.#busySteps = 0;
      return true;
    } catch (error) {
      const isBusy = (error as { code?: string }).code?.startsWith('SQLITE_BUSY') ?? false;
      if (isBusy && this.#busySteps < BUSY_STEPS) {
        this.#busySteps += 1;
        this.#waiting.unshift(...pieces);
        this.#arm();
        return false;
      }
      this.#busySteps = 0;
      this.#turnAway(pieces, error);
      return false;
    }
  }

  #turnAway(pieces: readonly Piece[], error: unknown): void {
    const trouble = asTrouble(error);
    this.#trouble = trouble instanceof CannotWrite ? trouble : undefined;
    for (const piece of pieces) piece.reject(trouble);
  }

  /**
   * A savepoint has SQLite write a second copy of each page that changes: what is alone needs none.
   * @returns how its caller is told, once all is on disk.
   */
  async #one({ work, resolve, reject }: Piece, isAlone: boolean): Promise<() => void> {
    if (!isAlone) this.#savepoint.run();
    const open = (this.#open = new OpenTransaction(this.db, this.statements));
    try {
      const value = await open.whole(work);
      if (!isAlone) this.#release.run();
      return () => resolve(value as never);
    } catch (error) {
      // A full disk ends the whole transaction by itself: then there is nothing to roll back to.
      if (!this.db.inTransaction) throw error;
      this.db.exec(isAlone ? UNDO_ALL : UNDO_PIECE);
      return () => reject(asTrouble(error));
    } finally {
      open.end();
      this.#open = undefined;
    }
  }

  /** The tick comes when no microtask is left: who is still open then awaits what no microtask brings. */
  #watch(): void {
    queueMicrotask(() =>
      process.nextTick(() => {
        if (!this.#open) return;
        this.#open.giveUp();
        this.#watch();
      }),
    );
  }
}

/** A disk that is full, broken or read-only, in the desk's words; any other error as it is. */
function asTrouble(error: unknown): unknown {
  const { code = '', message = '' } = error as { code?: string; message?: string };
  return /^SQLITE_(FULL|IOERR|READONLY)/.test(code) ? new CannotWrite(message, { cause: error }) : error;
}
