/**
 * Detects a database that was copied without its log and its mark. Everything is written to the database before it
 * goes to a transcript; so if a transcript mentions a turn that the database doesn't know, the database is older.
 */
import Database from 'better-sqlite3';
import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { parseEntry } from '../../sessions/entry.ts';
import { transcriptName } from '../../sessions/key.ts';
import type { SessionKey } from '../../sessions/key.ts';
import { StoreError } from '../store-error.ts';
import { markOf, readRecord } from './home-record.ts';

/** How many bytes of a transcript are checked beyond what the database knows. */
const MOST_BYTES = 1024 * 1024;

/** @throws StoreError `older` when the database has no mark and a transcript knows more than it does. */
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
    return undefined; // opening it for writing will report the problem
  } finally {
    db.close();
  }
}

/** The turns that a transcript mentions from an offset on; none when it can't be read. */
function turnsAfter(path: string, from: number): string[] {
  let file: number | undefined;
  try {
    file = openSync(path, 'r');
    const { size } = fstatSync(file);
    const block = Buffer.alloc(Math.min(Math.max(0, size - from), MOST_BYTES));
    const read = readSync(file, block, 0, block.length, from);
    const lines = block.toString('utf8', 0, read).split('\n').slice(0, -1); // the last line may be incomplete
    return lines.flatMap((line) => parseEntry(line)?.meta?.turn ?? []);
  } catch {
    return [];
  } finally {
    if (file !== undefined) closeSync(file);
  }
}
