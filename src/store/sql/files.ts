/** Files of the home as rows, for desks that share a newsroom. */
import { createHash } from 'node:crypto';
import { MOST_SHARED_BYTES } from '../../async/shared-files.ts';
import type { FilePlace, SharedFile, SharedFiles } from '../../async/shared-files.ts';
import type { Row, Sql, Transaction } from './sql.ts';
import { maybe, number, text } from './values.ts';

export class SqlFiles implements SharedFiles {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  async put(place: FilePlace, content: Uint8Array, nowMs: number): Promise<number> {
    const file = rowOf(place, content);
    return this.#sql.transaction(async (tx) => {
      const before = await timeOf(tx, place);
      const atMs = before === undefined ? nowMs : Math.max(nowMs, before + 1);
      await tx.run(
        `INSERT INTO files (folder, name, bytes, sha256, written_at, content) VALUES (?, ?, ?, ?, ?, ?)
         ON CONFLICT (folder, name) DO UPDATE SET bytes = excluded.bytes, sha256 = excluded.sha256,
           written_at = excluded.written_at, content = excluded.content`,
        ...[place.folder, place.name, file.bytes, file.sha256, atMs, content],
      );
      return atMs;
    });
  }

  async add(place: FilePlace, content: Uint8Array, nowMs: number): Promise<number | undefined> {
    const file = rowOf(place, content);
    return this.#sql.transaction(async (tx) => {
      const added = await tx.run(
        `INSERT INTO files (folder, name, bytes, sha256, written_at, content) VALUES (?, ?, ?, ?, ?, ?)
         ON CONFLICT (folder, name) DO NOTHING`,
        ...[place.folder, place.name, file.bytes, file.sha256, nowMs, content],
      );
      return added > 0 ? nowMs : undefined;
    });
  }

  async find({ folder, name }: FilePlace): Promise<SharedFile | undefined> {
    const row = await this.#sql.get(
      `SELECT name, bytes, sha256, written_at FROM files WHERE folder = ? AND name = ?`,
      ...[folder, name],
    );
    return row && fileOf(row);
  }

  async list(folder: string): Promise<SharedFile[]> {
    const rows = await this.#sql.all(
      `SELECT name, bytes, sha256, written_at FROM files WHERE folder = ? ORDER BY name`,
      folder,
    );
    return rows.map(fileOf);
  }

  async fetch({ folder, name }: FilePlace) {
    const row = await this.#sql.get(
      `SELECT content, written_at FROM files WHERE folder = ? AND name = ?`,
      ...[folder, name],
    );
    return row && { content: row['content'] as Uint8Array, writtenAtMs: number(row['written_at']) };
  }

  rename({ folder, name }: FilePlace, to: string): Promise<void> {
    return this.#sql.transaction(async (tx) => {
      if ((await timeOf(tx, { folder, name })) === undefined) return;
      await tx.run(`DELETE FROM files WHERE folder = ? AND name = ?`, folder, to);
      await tx.run(`UPDATE files SET name = ? WHERE folder = ? AND name = ?`, to, folder, name);
    });
  }

  async idle(inside: string, beforeMs: number, after: string, most: number): Promise<string[]> {
    // “0” follows “/”.
    const rows = await this.#sql.all(
      `SELECT folder FROM files WHERE folder > ? AND folder < ? AND folder > ?
       GROUP BY folder HAVING max(written_at) < ? ORDER BY folder LIMIT ?`,
      ...[`${inside}/`, `${inside}0`, after, beforeMs, most],
    );
    return rows.map((row) => text(row['folder']));
  }

  drop(folder: string, beforeMs: number): Promise<number> {
    return this.#sql.transaction(async (tx) => {
      const young = await tx.get(
        `SELECT 1 FROM files WHERE folder = ? AND written_at >= ? LIMIT 1`,
        ...[folder, beforeMs],
      );
      return young ? 0 : tx.run(`DELETE FROM files WHERE folder = ?`, folder);
    });
  }
}

function rowOf({ name }: FilePlace, content: Uint8Array): { bytes: number; sha256: string } {
  if (content.length > MOST_SHARED_BYTES)
    throw new Error(`${name} has ${content.length} bytes; a shared file has ${MOST_SHARED_BYTES} at most`);
  return { bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') };
}

function fileOf(row: Row): SharedFile {
  return {
    name: text(row['name']),
    bytes: number(row['bytes']),
    sha256: text(row['sha256']),
    writtenAtMs: number(row['written_at']),
  };
}

async function timeOf(tx: Transaction, { folder, name }: FilePlace): Promise<number | undefined> {
  const row = await tx.get(`SELECT written_at FROM files WHERE folder = ? AND name = ?`, folder, name);
  return maybe(row?.['written_at'], number);
}
