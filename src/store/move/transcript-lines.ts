/** Transcripts between files and rows: the same lines at the same bytes. */
import { createWriteStream } from 'node:fs';
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseEntry } from '../../sessions/entry.ts';
import type { Reads, Row, Transaction } from '../sql/sql.ts';
import { number, text } from '../sql/values.ts';
import { insertRows } from './copy-tables.ts';

const PAGE = 500;

/** The files of a folder and of its archive, by their names in it. */
async function transcriptsIn(folder: string): Promise<string[]> {
  const named = async (inside: string) => {
    const names = await readdir(join(folder, inside)).catch(() => [] as string[]);
    return names.filter((name) => name.endsWith('.jsonl')).map((name) => join(inside, name));
  };
  return [...(await named('')), ...(await named('archive'))].toSorted();
}

/** Copy files into rows. A last line that a crash left incomplete stays behind. @returns how many lines there are. */
export async function linesIntoRows(
  folder: string,
  to: Transaction,
): Promise<{ files: number; lines: number }> {
  const names = await transcriptsIn(folder);
  let lines = 0;
  for (const name of names) {
    const bytes = await readFile(join(folder, name));
    const rows: Row[] = [];
    let start = 0;
    for (let end = bytes.indexOf(10); end !== -1; end = bytes.indexOf(10, start)) {
      const line = bytes.subarray(start, end).toString();
      rows.push({ file: name, start, entry: start === 0 ? null : (parseEntry(line)?.id ?? null), line });
      start = end + 1;
    }
    if (!rows[0]) continue;
    const session = sessionOf(text(rows[0]['line']), name);
    await insertRows(to, 'transcript_files', [{ name, session, length: start }]);
    await insertRows(to, 'transcript_lines', rows);
    lines += rows.length;
  }
  return { files: names.length, lines };
}

/** By the header; where it can't be read, by the file's name. */
function sessionOf(header: string, name: string): string {
  try {
    const { key } = JSON.parse(header) as { key?: unknown };
    if (typeof key === 'string') return key;
  } catch {
    // as without a key
  }
  const encoded = basename(name, '.jsonl').replace(/^.*Z-/u, ''); // an archived one begins with when that was
  return encoded.replaceAll(/(?:%[\dA-F]{2})+/gu, (bytes) =>
    Buffer.from(bytes.replaceAll('%', ''), 'hex').toString(),
  );
}

/** Write rows out as files, replacing those of the same name. @returns how many. */
export async function rowsIntoFiles(from: Reads, folder: string): Promise<number> {
  const files = await from.all(`SELECT name FROM transcript_files ORDER BY name`);
  for (const { name } of files) {
    const path = join(folder, text(name));
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await pipeline(
      Readable.from(linesOf(from, text(name))),
      createWriteStream(path, { mode: 0o600, flush: true }),
    );
  }
  return files.length;
}

/** Copy files as they are, but for a last line that is being written. @returns how many. */
export async function copyTranscripts(from: string, folder: string): Promise<number> {
  const names = await transcriptsIn(from);
  for (const name of names) {
    const bytes = await readFile(join(from, name));
    await mkdir(dirname(join(folder, name)), { recursive: true, mode: 0o700 });
    await writeFile(join(folder, name), bytes.subarray(0, bytes.lastIndexOf(10) + 1), { mode: 0o600 });
  }
  return names.length;
}

async function* linesOf(from: Reads, file: string): AsyncIterable<string> {
  for (let start = 0; ;) {
    const rows = await from.all(
      `SELECT start, line FROM transcript_lines WHERE file = ? AND start >= ? ORDER BY start LIMIT ?`,
      ...[file, start, PAGE],
    );
    for (const row of rows) yield `${text(row['line'])}\n`;
    const last = rows.at(-1);
    if (!last) return;
    start = number(last['start']) + 1;
  }
}
