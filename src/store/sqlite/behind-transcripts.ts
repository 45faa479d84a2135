/**
 * A database that was copied without its log and without its mark: it says nothing of what it lacks, but transcripts that
 * came along do. What was said is in the database before it is in a file, so a file that speaks of a turn which the
 * database has never heard of is newer.
 */
import Database from 'better-sqlite3';
import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { parseEntry } from '../../sessions/entry.ts';
import { transcriptName } from '../../sessions/key.ts';
import type { SessionKey } from '../../sessions/key.ts';
import { StoreError } from './database.ts';
import { markOf, readRecord } from './home-record.ts';

/** So much of a file is looked at after what the database knows of it. */
const MOST_BYTES = 1024 * 1024;

/** @throws StoreError `older` when the database has lost its mark, and transcripts know more than it does. */
export function mustKnowTranscripts(database: string, folder: string): void {
  if (existsSync(markOf(database)) || (readRecord(database)?.written ?? 0) === 0) return;
  const newer = newerTranscript(database, folder);
  if (newer === undefined) return;
  throw new StoreError(
    'older',
    `${database} is older than the transcripts beside it: ${newer} speaks of what it has never heard of. It was copied ` +
      `without its log, ${database}-wal, and without ${markOf(database)}. Copy all of them (or stop the desk before ` +
      'copying), or restore a whole backup of the home. To go on with the older state, without what came after it, make ' +
      `an empty file ${markOf(database)}.`,
  );
}

function newerTranscript(database: string, folder: string): string | undefined {
  const db = new Database(database, { readonly: true, timeout: 5_000 });
  try {
    const knows = db.prepare<[string]>(`SELECT 1 FROM turns WHERE id = ?`);
    const sessions = db
      .prepare<[], { key: string; length: number }>(
        `SELECT key, flushed_length AS length FROM sessions WHERE flushed_length > 0 AND state = 'open'`,
      )
      .all();
    for (const { key, length } of sessions) {
      const file = join(folder, transcriptName(key as SessionKey));
      if (turnsAfter(file, length).some((turn) => !knows.get(turn))) return file;
    }
    return undefined;
  } catch {
    return undefined; // whoever opens it to write says what is wrong with it
  } finally {
    db.close();
  }
}

/** The turns that a file speaks of from there on; none where it can't be read. */
function turnsAfter(path: string, from: number): string[] {
  let file: number | undefined;
  try {
    file = openSync(path, 'r');
    const { size } = fstatSync(file);
    const block = Buffer.alloc(Math.min(Math.max(0, size - from), MOST_BYTES));
    const read = readSync(file, block, 0, block.length, from);
    const lines = block.toString('utf8', 0, read).split('\n').slice(0, -1); // the last one may be cut off
    return lines.flatMap((line) => parseEntry(line)?.meta?.turn ?? []);
  } catch {
    return [];
  } finally {
    if (file !== undefined) closeSync(file);
  }
}
