/**
 * The lock of a home: one writer at a time. It is an exclusive transaction on a file of its own, so any death
 * releases it; a pid alone could name another process after a restart, or in another container.
 *
 * A detached runner holds it as `runner` and gives way: whoever wants the home holds a second lock beside it
 * (`wanted`) for as long as they wait, the runner sees it, stops between two steps and releases.
 *
 * What is locked is the open file, not its name: who takes the name away lets nobody in, for `sqlite/home-record.ts` asks
 * the database as well, and whoever holds the home locks the name anew as soon as it is missed.
 */
import Database from 'better-sqlite3';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Clock } from '../time/clock.ts';
import { asHomeTrouble } from './home-trouble.ts';

/** `desk`: `nightdesk start`. `runner`: stories without a desk. `command`: a command for a moment. */
export type HomeHolder = 'desk' | 'runner' | 'command';

export class HomeLocked extends Error {
  readonly pid: number | undefined;
  readonly holder: HomeHolder;

  /** @param besides what else may be in the way, a sentence. */
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
  /** The file that is locked, by number: a file that is made anew under the same name is another one. */
  readonly id: string;
  /** Whether the locked file still has its name. */
  isInPlace(): boolean;
  /**
   * Lock the file that has the name now, or is made under it; what was held is held until then.
   * @returns false while another process holds that one.
   */
  renew(): boolean;
  release(): void;
}

export interface Held {
  readonly pid?: number;
  readonly holder: HomeHolder;
}

/** @throws HomeLocked with the pid of whoever holds it; HomeTrouble where the home can't be written. */
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
  writeFileSync(pidFile(file), holder === 'desk' ? `${pid}\n` : `${pid} ${holder}\n`);
}

/** How often it is looked whether a lock is free, or wanted. */
const LOOK_MS = 100;
/** How long a runner may take to stop between two steps. */
const PATIENCE_MS = 60_000;
/** How long a command may take that somebody else waits for. */
const COMMAND_PATIENCE_MS = 10_000;

/**
 * Lock a home, have a runner that works on it give way (`askRunner: false`: don't ask), and wait a moment for a command.
 * @throws HomeLocked when a desk holds it, or a runner or a command that doesn't end in time.
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
        // Another may want it, too: then that is said already.
        if (error.holder === 'runner') wanted ??= holdFile(wantedFile(file));
      }
      await clock.until(clock.now() + LOOK_MS);
    }
  } finally {
    wanted?.close();
    if (wanted) rmSync(wantedFile(file), { force: true });
  }
}

/** How long to wait for whoever holds a home, ms. One who doesn't say who they are has just come, or is about to leave. */
function patienceFor({ holder, pid }: HomeLocked, askRunner: boolean): number {
  if (holder === 'runner') return askRunner ? PATIENCE_MS : 0;
  return holder === 'command' || pid === undefined ? COMMAND_PATIENCE_MS : 0;
}

/** Resolves when somebody wants the home that this process holds as a runner; rejects with the signal's reason. */
export async function homeWanted(file: string, clock: Clock, signal: AbortSignal): Promise<void> {
  while (!isWanted(file)) await clock.until(clock.now() + LOOK_MS, signal);
}

/**
 * Lock a home again for a runner that gave way, once whoever wanted it has done what they came for. Another runner that
 * was faster is waited for: it works on the same stories.
 * @throws HomeLocked when a desk holds it now: it goes on with the stories.
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
      // Who doesn't say who they are has just come.
      if (error.holder === 'desk' && error.pid !== undefined) throw error;
    }
  }
}

function isWanted(file: string): boolean {
  if (!existsSync(wantedFile(file))) return false;
  const free = holdFile(wantedFile(file));
  free?.close(); // whoever wanted it has died
  return free === undefined;
}

/** Hold a file together with its number, which must not change meanwhile: the name could be given to another file. */
function holdNamed(file: string): { readonly db: Database.Database; readonly id: string } | undefined {
  for (;;) {
    const before = fileId(file);
    const db = holdFile(file);
    if (!db) return undefined;
    const id = fileId(file);
    // One that was just made has no number before; the next round looks again.
    if (id !== undefined && id === before) return { db, id };
    db.close();
  }
}

function fileId(file: string): string | undefined {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false });
  return found && `${found.dev}:${found.ino}`;
}

/** @returns undefined when another process holds the file. */
function holdFile(file: string): Database.Database | undefined {
  let db: Database.Database | undefined;
  try {
    mkdirSync(dirname(file), { recursive: true });
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
