/**
 * Transcripts as rows: one per line of the file that an embedded home would have, with the byte at which the line starts
 * there. So the offsets that the turn book keeps mean the same, and writing the files out is a copy.
 */
import { parseEntry } from '../../sessions/entry.ts';
import type { Entry, Header } from '../../sessions/entry.ts';
import { erasedEntry } from '../../sessions/erased-entry.ts';
import { fitted, padded } from '../../sessions/fitted-entry.ts';
import { transcriptName } from '../../sessions/key.ts';
import type { SessionKey } from '../../sessions/key.ts';
import { repliedTo } from '../../sessions/message-id.ts';
import type { Appended, Stretch, Transcripts } from '../../sessions/transcripts.ts';
import type { Reads, Row, Sql, Transaction } from './sql.ts';
import { maybe, number, text } from './values.ts';

/** How many lines are loaded at a time. */
const PAGE = 100;

export class SqlTranscripts implements Transcripts {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  async open(header: Header): Promise<void> {
    const name = transcriptName(header.key);
    if ((await lengthOf(this.#sql, name)) !== undefined) return;
    await this.#changing(header.key, async (tx) => {
      if ((await lengthOf(tx, name)) !== undefined) return;
      await tx.run(`INSERT INTO transcript_files (name, session, length) VALUES (?, ?, 0)`, name, header.key);
      await write(tx, name, 0, [{ id: null, line: JSON.stringify(header) }]);
    });
  }

  append(session: SessionKey, entries: readonly Entry[], from: number): Promise<Appended> {
    return this.#changing(session, async (tx) => {
      const name = transcriptName(session);
      const length = await mustBeThere(tx, name);
      const fresh: Entry[] = [];
      for (const entry of entries)
        if (!(await standsPast(tx, name, entry.id, from))) fresh.push(fitted(entry));
      return { length: await write(tx, name, length, fresh.map(asLine)), fresh };
    });
  }

  jot(session: SessionKey, entries: readonly Entry[]): Promise<void> {
    return this.#changing(session, async (tx) => {
      const name = transcriptName(session);
      await write(tx, name, await mustBeThere(tx, name), entries.map(fitted).map(asLine));
    });
  }

  /** Files, lines and archived files are one session's. */
  #changing<T>(session: SessionKey, work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.#sql.transaction(work, { about: [session] });
  }

  async sync(): Promise<void> {}

  erase(session: SessionKey, messages: ReadonlySet<string>): Promise<readonly string[]> {
    return this.#changing(session, async (tx) => {
      const current = transcriptName(session);
      const { left, answers } = await eraseIn(tx, current, messages);
      // The session may have been deleted and started again since; its old files are archived.
      const archived = await tx.all(
        `SELECT name FROM transcript_files WHERE session = ? AND name <> ? ORDER BY name`,
        session,
        current,
      );
      if (left.size > 0) for (const { name } of archived) await eraseIn(tx, text(name), left);
      return answers;
    });
  }

  async tail(session: SessionKey, limit: number, before?: string): Promise<Entry[]> {
    const file = transcriptName(session);
    let end = Number.MAX_SAFE_INTEGER;
    if (before !== undefined) {
      const row = await this.#sql.get(
        `SELECT max(start) AS start FROM transcript_lines WHERE file = ? AND entry = ?`,
        file,
        before,
      );
      end = maybe(row?.['start'], number) ?? 0;
    }
    return (await pageOf(this.#sql, file, end, limit)).map(entryOf).reverse();
  }

  async *backwards(session: SessionKey): AsyncIterable<Entry> {
    for await (const row of backwardsIn(this.#sql, transcriptName(session))) yield entryOf(row);
  }

  forwards(session: SessionKey, from: number, lines: number): Promise<Stretch | undefined> {
    return this.#sql.snapshot(async (reads) => {
      const file = transcriptName(session);
      const length = await lengthOf(reads, file);
      if (length === undefined) return undefined;
      const rows = await reads.all(
        `SELECT start, entry, line FROM transcript_lines WHERE file = ? AND start >= ? ORDER BY start LIMIT ?`,
        file,
        from,
        lines + 1,
      );
      const begins = from === length || (rows[0] !== undefined && number(rows[0]['start']) === from);
      if (!begins) return { entries: [], end: from, isLast: true, isAnother: true };
      const next = rows[lines];
      return {
        entries: rows
          .slice(0, lines)
          .filter((row) => row['entry'] !== null)
          .map(entryOf),
        end: next ? number(next['start']) : length,
        isLast: next === undefined,
        isAnother: false,
      };
    });
  }

  async header(session: SessionKey): Promise<Header | undefined> {
    const row = await this.#sql.get(
      `SELECT line FROM transcript_lines WHERE file = ? AND start = 0`,
      transcriptName(session),
    );
    return row && (JSON.parse(text(row['line'])) as Header);
  }

  archive(session: SessionKey, stamp: string): Promise<void> {
    return this.#changing(session, async (tx) => {
      const name = transcriptName(session);
      const archived = `archive/${stamp}-${name}`;
      await tx.run(`UPDATE transcript_files SET name = ? WHERE name = ?`, archived, name);
      await tx.run(`UPDATE transcript_lines SET file = ? WHERE file = ?`, archived, name);
    });
  }
}

/** Entries that start before a byte, newest first. */
function pageOf(sql: Reads, file: string, end: number, limit: number): Promise<Row[]> {
  return sql.all(
    `SELECT start, line FROM transcript_lines
     WHERE file = ? AND start < ? AND entry IS NOT NULL ORDER BY start DESC LIMIT ?`,
    file,
    end,
    limit,
  );
}

/** A file's entries, newest first. */
async function* backwardsIn(sql: Reads, file: string): AsyncIterable<Row> {
  for (let end = Number.MAX_SAFE_INTEGER; ;) {
    const rows = await pageOf(sql, file, end, PAGE);
    yield* rows;
    const last = rows.at(-1);
    if (!last) return;
    end = number(last['start']);
  }
}

interface Line {
  /** The entry's; null for the header. */
  readonly id: string | null;
  readonly line: string;
}

function asLine(entry: Entry): Line {
  return { id: entry.id, line: JSON.stringify(entry) };
}

function entryOf(row: Row): Entry {
  const entry = parseEntry(text(row['line']));
  if (!entry) throw new Error('a line of a transcript in the database is no entry');
  return entry;
}

async function lengthOf(sql: Pick<Transaction, 'get'>, name: string): Promise<number | undefined> {
  return maybe(
    (await sql.get(`SELECT length FROM transcript_files WHERE name = ?`, name))?.['length'],
    number,
  );
}

async function mustBeThere(tx: Transaction, name: string): Promise<number> {
  const length = await lengthOf(tx, name);
  if (length === undefined) throw new Error(`the transcript ${name} was not opened`);
  return length;
}

async function standsPast(tx: Transaction, file: string, entry: string, from: number): Promise<boolean> {
  return (
    (await tx.get(
      `SELECT 1 FROM transcript_lines WHERE file = ? AND entry = ? AND start >= ?`,
      file,
      entry,
      from,
    )) !== undefined
  );
}

/** @returns the file's length afterwards. */
async function write(tx: Transaction, file: string, length: number, lines: readonly Line[]): Promise<number> {
  let end = length;
  for (const { id, line } of lines) {
    await tx.run(
      `INSERT INTO transcript_lines (file, start, entry, line) VALUES (?, ?, ?, ?)`,
      file,
      end,
      id,
      line,
    );
    end += Buffer.byteLength(line) + 1;
  }
  if (end > length) await tx.run(`UPDATE transcript_files SET length = ? WHERE name = ?`, end, file);
  return end;
}

/** Erase messages in a file, newest line first; each line keeps its length. */
async function eraseIn(
  tx: Transaction,
  file: string,
  messages: ReadonlySet<string>,
): Promise<{ readonly left: Set<string>; readonly answers: string[] }> {
  const left = new Set(messages);
  const answers: string[] = [];
  for await (const row of backwardsIn(tx, file)) {
    const entry = entryOf(row);
    const line = text(row['line']);
    const versions = erasedEntry(entry, messages);
    if (versions)
      await tx.run(
        `UPDATE transcript_lines SET line = ? WHERE file = ? AND start = ?`,
        padded(versions, Buffer.byteLength(line)),
        file,
        number(row['start']),
      );
    if (messages.has(repliedTo(entry) ?? '')) answers.push(entry.id);
    // Entries about a message come after it.
    if (left.delete(entry.id) && left.size === 0) break;
  }
  return { left, answers };
}
