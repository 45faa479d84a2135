/** English translations of texts, keyed by the text's hash. */
import { createHash } from 'node:crypto';
import type { Translations } from '../../../newsroom/intake/pool/event-book.ts';
import type { Sql } from '../sql.ts';
import { text as words } from '../values.ts';

const ENGLISH = 'en';

export class SqlTranslations implements Translations {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  async find(texts: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const found = new Map<string, string>();
    for (const text of texts) {
      const row = await this.#sql.get(
        `SELECT text FROM translations WHERE text_sha256 = ? AND language = ?`,
        hashOf(text),
        ENGLISH,
      );
      if (row) found.set(text, words(row['text']));
    }
    return found;
  }

  keep(english: ReadonlyMap<string, string>, model: string, atMs: number): Promise<void> {
    return this.#sql.transaction(async (tx) => {
      for (const [text, translated] of english)
        await tx.run(
          `INSERT INTO translations (text_sha256, language, text, model, made_at_ts) VALUES (?, ?, ?, ?, ?)
           ON CONFLICT DO NOTHING`,
          hashOf(text),
          ENGLISH,
          translated,
          model,
          atMs,
        );
    });
  }
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
