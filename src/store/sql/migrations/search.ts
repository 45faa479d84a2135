/** The search index. It can be rebuilt, so a migration may drop everything. */
import type { Migration } from './migration.ts';

export const SEARCH_MIGRATIONS: readonly Migration[] = [
  [
    `
  CREATE TABLE search_parts (
    part TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    position INTEGER NOT NULL,
    identity TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE search_rows (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    part TEXT NOT NULL,
    id TEXT NOT NULL,
    kind TEXT NOT NULL,
    session TEXT NOT NULL,
    place TEXT NOT NULL,
    at INTEGER NOT NULL,
    author TEXT,
    folded_author TEXT,
    category TEXT,
    outlet TEXT,
    language TEXT,
    url TEXT,
    story TEXT,
    title TEXT NOT NULL,
    words TEXT NOT NULL,
    folded_title TEXT NOT NULL,
    folded_words TEXT NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX search_rows_by_part ON search_rows(part, id);
  CREATE INDEX search_rows_by_time ON search_rows(at, seq);
  CREATE INDEX search_rows_by_author ON search_rows(author) WHERE author IS NOT NULL;
  CREATE INDEX search_rows_by_outlet ON search_rows(outlet) WHERE outlet IS NOT NULL;
  CREATE INDEX search_rows_by_category ON search_rows(category) WHERE category IS NOT NULL;
  `,
    {
      // Rows are never updated, only deleted and inserted, so two triggers are enough.
      sqlite: `
  CREATE VIRTUAL TABLE search_words USING fts5(
    folded_title, folded_words, content='search_rows', content_rowid='seq', tokenize='trigram case_sensitive 1'
  );
  INSERT INTO search_words(search_words, rank) VALUES ('secure-delete', 1);
  CREATE TRIGGER search_rows_put AFTER INSERT ON search_rows BEGIN
    INSERT INTO search_words(rowid, folded_title, folded_words) VALUES (new.seq, new.folded_title, new.folded_words);
  END;
  CREATE TRIGGER search_rows_gone AFTER DELETE ON search_rows BEGIN
    INSERT INTO search_words(search_words, rowid, folded_title, folded_words)
      VALUES ('delete', old.seq, old.folded_title, old.folded_words);
  END;
  `,
      postgres: `
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  CREATE INDEX search_rows_words ON search_rows USING gin (folded_words gin_trgm_ops, folded_title gin_trgm_ops);
  `,
    },
  ],
  // Quotation marks and hyphens are folded as well (`search/fold.ts`): everything is indexed anew.
  [
    {
      // At once, not row by row through the trigger.
      sqlite: `
  DROP TRIGGER search_rows_gone;
  DELETE FROM search_rows;
  INSERT INTO search_words(search_words) VALUES ('delete-all');
  CREATE TRIGGER search_rows_gone AFTER DELETE ON search_rows BEGIN
    INSERT INTO search_words(search_words, rowid, folded_title, folded_words)
      VALUES ('delete', old.seq, old.folded_title, old.folded_words);
  END;
  `,
      postgres: `DELETE FROM search_rows;`,
    },
    `DELETE FROM search_parts;`,
  ],
];

/** The fewest steps that a desk must know to work on these tables beside one that knows them all; see `SchemaPart`. */
export const SEARCH_OLDEST = 1;
