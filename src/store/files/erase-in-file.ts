/**
 * Erases messages that people deleted from a transcript; the only rewrite of one. A changed copy replaces the file,
 * so a crash leaves one or the other. Each line keeps its length in bytes, padded with spaces (which JSON allows), so
 * that offsets noted elsewhere stay valid.
 */
import { constants } from 'node:fs';
import { copyFile, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { parseEntry } from '../../sessions/entry.ts';
import { erasedEntry } from '../../sessions/erased-entry.ts';
import { padded } from '../../sessions/fitted-entry.ts';
import { repliedTo } from '../../sessions/message-id.ts';
import { LONGEST_LINE, linesBackwards } from './lines.ts';
import { PlainFile, existing } from './plain-file.ts';

interface Change {
  readonly start: number;
  readonly line: Buffer;
}

interface Found {
  readonly changes: Change[];
  /** Ids of entries that answer one of the messages. */
  readonly answers: string[];
  /** Ids of messages that the file doesn't contain. */
  readonly left: Set<string>;
}

/** Erase messages in a transcript. A missing file has nothing to erase. */
export async function eraseInFile(path: string, messages: ReadonlySet<string>): Promise<Found> {
  const found = await find(path, messages);
  if (found.changes.length > 0) await replace(path, found.changes);
  return found;
}

async function find(path: string, messages: ReadonlySet<string>): Promise<Found> {
  const found: Found = { changes: [], answers: [], left: new Set(messages) };
  const { changes, answers, left } = found;
  using file = existing(path);
  if (!file) return found;
  const { size } = file;
  let end = size;
  for await (const { start, text, ended } of linesBackwards(file, size, { longest: LONGEST_LINE })) {
    const bytes = end - start - (ended ? 1 : 0);
    end = start;
    const entry = start === 0 || !ended ? undefined : parseEntry(text);
    if (!entry) continue;
    const versions = erasedEntry(entry, messages);
    if (versions) changes.push({ start, line: Buffer.from(padded(versions, bytes)) });
    if (messages.has(repliedTo(entry) ?? '')) answers.push(entry.id);
    // Entries about a message come after it.
    if (left.delete(entry.id) && left.size === 0) break;
  }
  return found;
}

async function replace(path: string, changes: readonly Change[]): Promise<void> {
  const copy = `${path}.erasing`;
  await rm(copy, { force: true }); // left by an interrupted rewrite
  await copyFile(path, copy, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL);
  {
    using file = new PlainFile(copy, 'write');
    for (const { start, line } of changes) file.write(line, start);
    await file.sync();
  }
  await rename(copy, path);
  await using folder = await open(dirname(path), 'r');
  await folder.sync();
}
