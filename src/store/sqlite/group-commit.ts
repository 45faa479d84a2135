/**
 * Group commit: transactions requested in the same tick share one commit, and so one wait for the disk.
 *
 * They run one after the other, each in a savepoint of its own when there are several. One that throws is rolled back
 * alone and rejects for its own caller. No promise resolves before the shared commit is on disk; if that fails, all
 * reject and nothing has changed.
 *
 * A statement takes a microtask, so a transaction finishes before any other work of the program runs. One that awaits
 * anything else would block the others; it is rolled back as soon as no microtasks are left.
 */
import type { Statement } from 'better-sqlite3';
import { soon } from '../../async/soon.ts';
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
 * Steps of `busy_timeout` to wait for another program that holds the database, about five seconds in all. The desk
 * keeps running between the steps.
 */
const BUSY_STEPS = 25;

/** Rolls back one of several. */
const UNDO_PIECE = 'ROLLBACK TO piece; RELEASE piece';
/** Rolls back one that is alone in its transaction, leaving nothing to commit. */
const UNDO_ALL = 'ROLLBACK; BEGIN';

/** How many transactions share a commit at most, so that one commit doesn't block the event loop for long. */
const MOST = 512;

export class GroupCommit {
  readonly db: Sqlite;
  readonly statements: Statements;
  readonly #record: HomeRecorder | undefined;
  readonly #savepoint: Statement;
  readonly #release: Statement;
  #waiting: Piece[] = [];
  /** What is asked for in the same tick goes together. */
  readonly #arm = soon(() => {
    const pieces = this.#waiting.splice(0, MOST);
    if (this.#waiting.length > 0) this.#arm();
    if (!this.#begin(pieces)) return;
    void this.#commit(pieces);
    this.#watch();
  });
  #busySteps = 0;
  #trouble: CannotWrite | undefined;
  /** The one that runs now. */
  #open: OpenTransaction | undefined;

  constructor(db: Sqlite, record?: HomeRecorder) {
    this.db = db;
    this.statements = new Statements(db);
    this.#record = record;
    // What a savepoint may have to undo stays in memory; beyond 64 kB it would be written to a file.
    db.pragma('temp_store = MEMORY');
    this.#savepoint = db.prepare('SAVEPOINT piece');
    this.#release = db.prepare('RELEASE piece');
  }

  /** Checkpoint the write-ahead log, so that deleted data leaves the disk. */
  fold(): void {
    if (this.#record) this.#record.fold();
    else this.db.pragma('wal_checkpoint(TRUNCATE)');
  }

  /** Why nothing can be written at the moment, if so. */
  get trouble(): CannotWrite | undefined {
    return this.#trouble;
  }

  /** Run `work` atomically, soon. Resolves with its value once that is durable. */
  run<T>(work: (tx: Transaction) => T | Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push({ work, resolve: resolve as Piece['resolve'], reject });
      this.#arm();
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

  /** @returns false when these have to wait, or were rejected. */
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
   * Run one transaction. One that is alone needs no savepoint, which would cost a second copy of each changed page.
   * @returns how to settle its promise once everything is on disk
   */
  async #one({ work, resolve, reject }: Piece, isAlone: boolean): Promise<() => void> {
    if (!isAlone) this.#savepoint.run();
    const open = (this.#open = new OpenTransaction(this.db, this.statements));
    try {
      const value = await open.whole(work);
      if (!isAlone) this.#release.run();
      return () => resolve(value as never);
    } catch (error) {
      // On a full disk SQLite has ended the whole transaction, so there is nothing to roll back to.
      if (!this.db.inTransaction) throw error;
      this.db.exec(isAlone ? UNDO_ALL : UNDO_PIECE);
      return () => reject(asTrouble(error));
    } finally {
      open.end();
      this.#open = undefined;
    }
  }

  /** The timer fires when no microtask is left: a transaction that is still open then awaits something else. */
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

/**
 * Turn a full, broken or read-only disk, and a database that another program holds, into a `CannotWrite`; other errors are
 * returned unchanged.
 */
function asTrouble(error: unknown): unknown {
  const { code = '', message = '' } = error as { code?: string; message?: string };
  return /^SQLITE_(FULL|IOERR|READONLY|BUSY)/.test(code) ? new CannotWrite(message, { cause: error }) : error;
}
