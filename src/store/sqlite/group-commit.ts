/**
 * Group commit: methods called in one tick share one transaction, and so one wait for the disk.
 *
 * Each piece of work runs in a savepoint of its own: one that throws is undone alone and rejects for its own
 * caller. Nobody's promise resolves before the shared transaction is on disk; when it can't be committed,
 * everybody's rejects and nothing happened.
 */
import { CannotWrite } from '../../sessions/cannot-write.ts';
import type { Sqlite } from './database.ts';
import type { HomeRecorder } from './home-record.ts';

interface Piece {
  readonly work: () => unknown;
  readonly resolve: (value: never) => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * Another program that holds the database is waited for in short steps (`busy_timeout` each), between which the desk
 * goes on: together about five seconds.
 */
const BUSY_STEPS = 25;

/** How many pieces share a transaction at most: so that one commit doesn't hold the loop for long. */
const MOST = 512;

export class GroupCommit {
  readonly db: Sqlite;
  readonly #record: HomeRecorder | undefined;
  #waiting: Piece[] = [];
  #armed = false;
  #busySteps = 0;
  #trouble: CannotWrite | undefined;

  constructor(db: Sqlite, record?: HomeRecorder) {
    this.db = db;
    this.#record = record;
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

  /** Run `work`, synchronously and atomically, soon; resolves with its value once it is durable. */
  run<T>(work: () => T): Promise<T> {
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
      this.#commit(pieces);
    });
  }

  #commit(pieces: readonly Piece[]): void {
    const settle: (() => void)[] = [];
    if (!this.#begin(pieces)) return;
    try {
      for (const piece of pieces) settle.push(this.#one(piece));
      this.db.exec('COMMIT');
    } catch (error) {
      if (this.db.open && this.db.inTransaction) this.db.exec('ROLLBACK');
      const trouble = asTrouble(error);
      this.#trouble = trouble instanceof CannotWrite ? trouble : undefined;
      for (const piece of pieces) piece.reject(trouble);
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
      const trouble = asTrouble(error);
      this.#trouble = trouble instanceof CannotWrite ? trouble : undefined;
      for (const piece of pieces) piece.reject(trouble);
      return false;
    }
  }

  #one(piece: Piece): () => void {
    this.db.exec('SAVEPOINT piece');
    try {
      const value = piece.work();
      this.db.exec('RELEASE piece');
      return () => piece.resolve(value as never);
    } catch (error) {
      // A full disk ends the whole transaction by itself: then there is nothing to roll back to.
      if (!this.db.inTransaction) throw error;
      this.db.exec('ROLLBACK TO piece; RELEASE piece');
      return () => piece.reject(asTrouble(error));
    }
  }
}

/** A disk that is full, broken or read-only, in the desk's words; any other error as it is. */
function asTrouble(error: unknown): unknown {
  const { code = '', message = '' } = error as { code?: string; message?: string };
  return /^SQLITE_(FULL|IOERR|READONLY)/.test(code) ? new CannotWrite(message, { cause: error }) : error;
}
