/**
 * The lock of a home: one desk at a time. It is an exclusive transaction on a file of its own, so any death
 * releases it; a pid alone could name another process after a restart, or in another container.
 */
import Database from 'better-sqlite3';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

export class HomeLocked extends Error {
  readonly pid: number | undefined;

  constructor(file: string, pid: number | undefined) {
    super(
      `another desk${pid === undefined ? '' : ` (process ${pid})`} runs on this home: ${dirname(dirname(file))}. ` +
        'Stop it first, or give this one a home of its own with NIGHTDESK_HOME.',
    );
    this.name = 'HomeLocked';
    this.pid = pid;
  }
}

export interface HomeLock {
  release(): void;
}

/** @throws HomeLocked with the pid of whoever holds it. */
export function lockHome(file: string, pid: number): HomeLock {
  mkdirSync(dirname(file), { recursive: true });
  const beside = `${file}.pid`;
  const db = new Database(file, { timeout: 0 });
  try {
    db.pragma('journal_mode = DELETE');
    db.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    db.close();
    const { code, message } = error as { code?: string; message: string };
    if (code !== 'SQLITE_BUSY')
      throw new Error(`the lock file ${file} can't be used (${message}); remove it`, { cause: error });
    throw new HomeLocked(file, readPid(beside));
  }
  writeFileSync(beside, `${pid}\n`);
  return {
    release: () => {
      rmSync(beside, { force: true });
      db.close();
    },
  };
}

function readPid(file: string): number | undefined {
  try {
    return Number(readFileSync(file, 'utf8').trim()) || undefined;
  } catch {
    return undefined;
  }
}
