/** English for texts in other languages, found by the text's hash. */
import { createHash } from 'node:crypto';
import type { Database } from 'better-sqlite3';
import type { Translations } from '../../newsroom/intake/pool/event-book.ts';

const ENGLISH = 'en';

export class SqliteTranslations implements Translations {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async find(texts: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const find = this.#database
      .prepare('SELECT text FROM translations WHERE text_sha256 = ? AND language = ?')
      .pluck();
    const found = new Map<string, string>();
    for (const text of texts) {
      const english = find.get(hashOf(text), ENGLISH) as string | undefined;
      if (english !== undefined) found.set(text, english);
    }
    return found;
  }

  async keep(english: ReadonlyMap<string, string>, model: string, atMs: number): Promise<void> {
    const keep = this.#database.prepare('INSERT OR IGNORE INTO translations VALUES (?, ?, ?, ?, ?)');
    this.#database.transaction(() => {
      for (const [text, translated] of english) keep.run(hashOf(text), ENGLISH, translated, model, atMs);
    })();
  }
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
