/** What an embedded home has as files, and several desks have as rows of one database. */
import type { Migration } from './migration.ts';

export const SHARED_MIGRATIONS: readonly Migration[] = [
  `
  CREATE TABLE transcript_files (
    name TEXT PRIMARY KEY,
    session TEXT NOT NULL,
    length INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX transcript_files_by_session ON transcript_files(session);
  CREATE TABLE transcript_lines (
    file TEXT NOT NULL,
    start INTEGER NOT NULL,
    entry TEXT,
    line TEXT NOT NULL,
    PRIMARY KEY (file, start)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX transcript_lines_by_entry ON transcript_lines(file, entry);
  CREATE TABLE fences (
    role TEXT PRIMARY KEY,
    token INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE leases (
    role TEXT PRIMARY KEY,
    token INTEGER NOT NULL,
    owner TEXT NOT NULL,
    taken_at INTEGER NOT NULL,
    renewed_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  `,
  // Desks that work at the same time: who has which role, and what they tell each other.
  `
  CREATE TABLE roles (
    role TEXT PRIMARY KEY,
    desk TEXT NOT NULL,
    taken_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE signals (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    desk TEXT NOT NULL,
    at INTEGER NOT NULL,
    body TEXT NOT NULL
  ) STRICT;
  CREATE INDEX signals_by_time ON signals(at);
  `,
  // Job files, pictures and newsletters' files. `folder` is relative to the home.
  `
  CREATE TABLE files (
    folder TEXT NOT NULL,
    name TEXT NOT NULL,
    bytes INTEGER NOT NULL,
    sha256 TEXT NOT NULL,
    written_at INTEGER NOT NULL,
    content BLOB NOT NULL,
    PRIMARY KEY (folder, name)
  ) STRICT;
  `,
];

/** The fewest steps that a desk must know to work on these tables beside one that knows them all; see `SchemaPart`. */
export const SHARED_OLDEST = 3;
