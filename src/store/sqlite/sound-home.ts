/** Checks a home before its database is opened: private, complete, and not in use. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { HomeLock } from '../home-lock.ts';
import { keepPrivate } from '../private-folder.ts';
import { mustKnowTranscripts } from './behind-transcripts.ts';
import { StoreError } from '../store-error.ts';
import { markOf, mustBeLeft, mustBeWhole, readRecord } from './home-record.ts';

/** How the folder begins in which a newsroom that was moved leaves its former data. */
export const MOVED = 'moved-';

interface HomePaths {
  readonly data: string;
  readonly database: string;
  readonly lock: string;
  /** The folder of the transcripts. */
  readonly sessions: string;
}

/**
 * Check a home, and make its folders private.
 * @throws HomeLocked or StoreError, which say what to do.
 */
export function mustBeSound(paths: HomePaths, lock: HomeLock): void {
  const { data, database, sessions } = paths;
  keepPrivate(data);
  keepPrivate(sessions);
  mustNotBeEmptied(paths);
  mustBeLeft(database, lock, paths.lock);
  mustBeWhole(database);
  mustKnowTranscripts(database, sessions);
}

/**
 * Transcripts or a mark without a database mean that it was lost; an empty desk would hide that.
 * @throws StoreError `corrupt`, or `moved`
 */
export function mustNotBeEmptied({ database, sessions }: Pick<HomePaths, 'database' | 'sessions'>): void {
  const isThere = existsSync(database) && statSync(database).size > 0;
  if (isThere && readRecord(database)?.isEmpty !== true) return;
  const isMarked = existsSync(markOf(database));
  const isSpokenIn = hasTranscripts(sessions);
  if (!isMarked && !isSpokenIn) return mustNotBeMoved(database);
  throw new StoreError(
    'corrupt',
    `${database} is missing or empty, though ${isSpokenIn ? `there are transcripts in ${sessions}` : 'a desk has run on this home'}. ` +
      `If it was copied, its log, ${database}-wal, was left behind: copy both. Restore a backup of it, or ` +
      `${[...(isSpokenIn ? ['move the transcripts away'] : []), ...(isMarked ? [`remove ${markOf(database)}`] : [])].join(' and ')} ` +
      `to start with an empty desk.`,
  );
}

/** Beside a newsroom that was moved to PostgreSQL an empty one would post once more what that one posts. */
function mustNotBeMoved(database: string): void {
  const data = dirname(database);
  const names = existsSync(data) ? readdirSync(data).filter((name) => name.startsWith(MOVED)) : [];
  const moved = names
    .map((name) => join(data, name))
    .find((folder) => existsSync(join(folder, basename(database))));
  if (moved === undefined) return;
  throw new StoreError(
    'moved',
    `this home's newsroom was moved to PostgreSQL, its former data are in ${moved}: set DATABASE_URL to that database, ` +
      'or move that folder out of the home to begin with an empty desk',
  );
}

function hasTranscripts(folder: string): boolean {
  return existsSync(folder) && readdirSync(folder).some((name) => name.endsWith('.jsonl'));
}
