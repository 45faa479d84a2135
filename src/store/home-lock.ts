/**
 * The lock of a home: one writer at a time. It is an exclusive transaction on a file of its own, so the operating
 * system releases it when the process dies. A pid alone could name another process after a reboot or in another
 * container.
 *
 * A detached runner (`runner`) gives way: whoever wants the home holds a second lock (`wanted`) while waiting; the
 * runner sees that, stops between two steps and releases the home.
 *
 * The lock is on the open file, not on its name. If somebody removes the file, the next process could lock a new file
 * of that name. Therefore `sqlite/home-record.ts` also checks the database, and the holder locks the new file as soon
 * as it notices.
 */
import Database from 'better-sqlite3';
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeFolder } from '../async/make-folder.ts';
import type { Clock } from '../time/clock.ts';
import { asHomeTrouble } from './home-trouble.ts';

/** `desk`: `nightdesk start`. `runner`: writes stories without a desk. `command`: a command that runs briefly. */
export type HomeHolder = 'desk' | 'runner' | 'command';

export class HomeLocked extends Error {
  readonly pid: number | undefined;
  readonly holder: HomeHolder;

  /** @param besides what else may hold the home, as a sentence */
  constructor(file: string, { pid, holder }: Held, besides?: string) {
    const held = sayHeld(dirname(dirname(file)), pid === undefined ? '' : ` (process ${pid})`)[holder];
    super(besides === undefined ? held : `${held} ${besides}`);
    this.name = 'HomeLocked';
    this.pid = pid;
    this.holder = holder;
  }
}

export interface HomeLock {
  readonly holder: HomeHolder;
  /** The locked file's inode; a new file of the same name has another. */
  readonly id: string;
  /** Whether the locked file still has its name. */
  isInPlace(): boolean;
  /**
   * Lock the file that now has the name, creating it if needed; the old lock is held until that succeeds.
   * @returns false while another process holds that file.
   */
  renew(): boolean;
  release(): void;
}

export interface Held {
  readonly pid?: number;
  readonly holder: HomeHolder;
}

/**
 * Lock a home.
 * @throws HomeLocked with the holder's pid; HomeTrouble when the home can't be written.
 */
export function lockHome(file: string, pid: number, holder: HomeHolder = 'desk'): HomeLock {
  const first = holdNamed(file);
  if (!first) throw new HomeLocked(file, readHeld(pidFile(file)));
  let held = first;
  try {
    sayWho(file, pid, holder);
  } catch (error) {
    held.db.close();
    throw asHomeTrouble(error, dirname(file));
  }
  return {
    holder,
    get id() {
      return held.id;
    },
    isInPlace: () => fileId(file) === held.id,
    renew: () => {
      const next = holdNamed(file);
      if (!next) return false;
      held.db.close();
      held = next;
      sayWho(file, pid, holder);
      return true;
    },
    release: () => {
      rmSync(pidFile(file), { force: true });
      held.db.close();
    },
  };
}

function sayWho(file: string, pid: number, holder: HomeHolder): void {
  // Never write through a symbolic link, or into a pipe that somebody put there.
  rmSync(pidFile(file), { force: true });
  writeFileSync(pidFile(file), holder === 'desk' ? `${pid}\n` : `${pid} ${holder}\n`, { flag: 'wx' });
}

/** How often to check whether a lock is free, or wanted. */
const LOOK_MS = 100;
/** How long to wait for a runner to stop between two steps. */
const PATIENCE_MS = 60_000;
/** How long to wait for a command to finish. */
const COMMAND_PATIENCE_MS = 10_000;

/**
 * Lock a home; ask a runner that holds it to give way (unless `askRunner` is false), and wait for a command to
 * finish.
 * @throws HomeLocked when a desk holds it, or when a runner or command doesn't end in time.
 */
export async function claimHome(
  file: string,
  terms: {
    readonly pid: number;
    readonly holder: HomeHolder;
    readonly clock: Clock;
    readonly askRunner?: boolean;
  },
): Promise<HomeLock> {
  const { pid, holder, clock, askRunner = true } = terms;
  const sinceMs = clock.elapsed();
  let wanted: Database.Database | undefined;
  try {
    for (;;) {
      try {
        return lockHome(file, pid, holder);
      } catch (error) {
        if (!(error instanceof HomeLocked)) throw error;
        if (clock.elapsed() - sinceMs >= patienceFor(error, askRunner)) throw error;
        // If another process already holds the `wanted` lock, the runner has been asked.
        if (error.holder === 'runner') wanted ??= holdFile(wantedFile(file));
      }
      await clock.until(clock.now() + LOOK_MS);
    }
  } finally {
    wanted?.close();
    if (wanted) rmSync(wantedFile(file), { force: true });
  }
}

/** How long to wait for the holder, ms. A holder without a record has just started or is about to leave. */
function patienceFor({ holder, pid }: HomeLocked, askRunner: boolean): number {
  if (holder === 'runner') return askRunner ? PATIENCE_MS : 0;
  return holder === 'command' || pid === undefined ? COMMAND_PATIENCE_MS : 0;
}

/** Resolves when another process wants the home that this runner holds. Rejects with the signal's reason. */
export async function homeWanted(file: string, clock: Clock, signal: AbortSignal): Promise<void> {
  while (!isWanted(file)) await clock.until(clock.now() + LOOK_MS, signal);
}

/**
 * Lock a home again for a runner that gave way, once the other process is done. If another runner was faster, wait
 * for it: it works on the same stories.
 * @throws HomeLocked when a desk holds the home; the desk continues the stories.
 */
export async function reclaimHome(
  file: string,
  { pid, clock, signal }: { readonly pid: number; readonly clock: Clock; readonly signal: AbortSignal },
): Promise<HomeLock> {
  for (;;) {
    await clock.until(clock.now() + LOOK_MS, signal);
    if (isWanted(file)) continue;
    try {
      return lockHome(file, pid, 'runner');
    } catch (error) {
      if (!(error instanceof HomeLocked)) throw error;
      // A holder without a record has just started.
      if (error.holder === 'desk' && error.pid !== undefined) throw error;
    }
  }
}

function isWanted(file: string): boolean {
  if (!existsSync(wantedFile(file))) return false;
  const free = holdFile(wantedFile(file));
  free?.close(); // the process that wanted it has died
  return free === undefined;
}

/** Lock a file and read its inode, making sure that both belong to the same file. */
function holdNamed(file: string): { readonly db: Database.Database; readonly id: string } | undefined {
  for (;;) {
    const before = fileId(file);
    const db = holdFile(file);
    if (!db) return undefined;
    const id = fileId(file);
    // A file that was just created had no inode before; the next round checks again.
    if (id !== undefined && id === before) return { db, id };
    db.close();
  }
}

function fileId(file: string): string | undefined {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false });
  return found && `${found.dev}:${found.ino}`;
}

/** @returns undefined when another process holds the lock. */
function holdFile(file: string): Database.Database | undefined {
  let db: Database.Database | undefined;
  try {
    makeFolder(dirname(file));
    db = new Database(file, { timeout: 0 });
    db.pragma('journal_mode = DELETE');
    db.exec('BEGIN EXCLUSIVE');
    return db;
  } catch (error) {
    db?.close();
    const { code, message } = error as { code?: string; message: string };
    if (code === 'SQLITE_BUSY') return undefined;
    if (code === 'SQLITE_NOTADB' || code === 'SQLITE_CORRUPT')
      throw new Error(`the lock file ${file} can't be used (${message}); remove it`, { cause: error });
    throw asHomeTrouble(error, dirname(file));
  }
}

const pidFile = (file: string) => `${file}.pid`;
const wantedFile = (file: string) => `${file}.wanted`;

function readHeld(file: string): Held {
  try {
    const [pid, holder] = readFileSync(file, 'utf8').trim().split(' ');
    return {
      ...(Number(pid) > 0 && { pid: Number(pid) }),
      holder: holder === 'runner' || holder === 'command' ? holder : 'desk',
    };
  } catch {
    return { holder: 'desk' };
  }
}

function sayHeld(home: string, process: string): Record<HomeHolder, string> {
  return {
    desk:
      `another desk${process} runs on this home: ${home}. ` +
      'Stop it first, or give this one a home of its own with NIGHTDESK_HOME.',
    runner:
      `a runner${process} works on this home: ${home}. ` +
      'Wait until it is done; or start the desk, which takes its stories over.',
    command: `a command${process} works on this home: ${home}. Try again when it is done.`,
  };
}
