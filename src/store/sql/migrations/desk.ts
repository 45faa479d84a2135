import { FIRST_TABLES } from './first-tables.ts';
import type { Migration } from './migration.ts';

/** Forward only: migration n brings a database from version n-1 to n. Never edit one that was released. */
export const DESK_MIGRATIONS: readonly Migration[] = [
  FIRST_TABLES,
  `
  ALTER TABLE jobs ADD COLUMN retry_at INTEGER;
  ALTER TABLE jobs ADD COLUMN retry TEXT;
  ALTER TABLE jobs ADD COLUMN paused_because TEXT;
  CREATE INDEX jobs_retry ON jobs(retry_at) WHERE enabled = 1 AND retry_at IS NOT NULL;

  CREATE TABLE system_events (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    session TEXT NOT NULL,
    text TEXT NOT NULL,
    at INTEGER NOT NULL,
    turn TEXT
  ) STRICT;
  CREATE INDEX system_events_pending ON system_events(session) WHERE turn IS NULL;
  CREATE INDEX system_events_by_turn ON system_events(turn) WHERE turn IS NOT NULL;
  `,
  // A turn that was handed back has one start less, but its fence is never used again.
  `
  ALTER TABLE turns ADD COLUMN fence INTEGER NOT NULL DEFAULT 0;
  UPDATE turns SET fence = starts;
  `,
  // What was read from platforms: the newest message seen of a session (`seen`), and deleted texts to erase. Places
  // that disappeared (`gone`) or are being deleted (`removal`), and the notices to their people. Where a story's
  // title message is (`place`), if not in its desk channel.
  `
  CREATE INDEX ops_by_result ON ops(result) WHERE result IS NOT NULL;
  ALTER TABLE sessions ADD COLUMN seen TEXT;
  ALTER TABLE sessions ADD COLUMN gone TEXT;
  ALTER TABLE sessions ADD COLUMN removal TEXT;
  ALTER TABLE stories ADD COLUMN place TEXT;
  CREATE TABLE notices (
    id TEXT PRIMARY KEY,
    place TEXT NOT NULL,
    notice TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE erasures (
    session TEXT NOT NULL,
    entry TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (session, entry)
  ) STRICT, WITHOUT ROWID;
  `,
  // What calls of models cost, one row per attempt.
  `
  CREATE TABLE receipts (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    at INTEGER NOT NULL,
    task TEXT NOT NULL,
    provider TEXT NOT NULL,
    model TEXT NOT NULL,
    profile INTEGER,
    input_tokens INTEGER,
    output_tokens INTEGER,
    counted_tokens INTEGER NOT NULL,
    cost_usd REAL,
    latency INTEGER NOT NULL,
    outcome TEXT NOT NULL,
    error TEXT,
    turn TEXT,
    run TEXT,
    session TEXT
  ) STRICT;
  CREATE INDEX receipts_by_time ON receipts(at);
  CREATE INDEX receipts_by_run ON receipts(run) WHERE run IS NOT NULL;
  `,
  // What editors did with stories.
  `
  CREATE TABLE deeds (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    story TEXT NOT NULL,
    n INTEGER NOT NULL,
    key TEXT,
    kind TEXT NOT NULL,
    at INTEGER NOT NULL,
    deed TEXT NOT NULL,
    UNIQUE (story, n)
  ) STRICT;
  CREATE UNIQUE INDEX deeds_once ON deeds(story, key) WHERE key IS NOT NULL;
  CREATE INDEX deeds_killed ON deeds(at) WHERE kind = 'kill';
  CREATE INDEX receipts_by_session ON receipts(session) WHERE session IS NOT NULL;
  CREATE INDEX newsroom_runs_by_session ON newsroom_runs(session, created_at);
  `,
  // Who asked in a conversation, and in which channel.
  `
  ALTER TABLE receipts ADD COLUMN person TEXT;
  ALTER TABLE receipts ADD COLUMN place TEXT;
  `,
  // How often in a row it could not be checked whether an op has arrived.
  `
  ALTER TABLE ops ADD COLUMN unread INTEGER NOT NULL DEFAULT 0;
  `,
  // Durable tasks. Every task that is added gets a row of its own, so that a replaced one is known to be gone.
  `
  CREATE TABLE tasks (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    task TEXT NOT NULL,
    key TEXT NOT NULL UNIQUE,
    queue TEXT NOT NULL,
    payload TEXT NOT NULL,
    priority INTEGER NOT NULL,
    run_at INTEGER NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0,
    given_up_at INTEGER,
    error TEXT
  ) STRICT;
  CREATE INDEX tasks_in_order ON tasks(priority, run_at, seq) WHERE given_up_at IS NULL;
  `,
  // What features store for a session.
  `
  CREATE TABLE session_state (
    session TEXT NOT NULL,
    feature TEXT NOT NULL,
    state TEXT NOT NULL,
    PRIMARY KEY (session, feature)
  ) STRICT, WITHOUT ROWID;
  `,
  // Newsletters: one row per started step, and the articles that readers have had.
  `
  CREATE TABLE newsletters (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    session TEXT NOT NULL UNIQUE,
    edition TEXT NOT NULL,
    state TEXT NOT NULL,
    terms TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX newsletters_open ON newsletters(seq) WHERE state IN ('running', 'sending');
  CREATE TABLE newsletter_steps (
    id TEXT PRIMARY KEY,
    session TEXT NOT NULL,
    step TEXT NOT NULL,
    status TEXT NOT NULL,
    message TEXT NOT NULL,
    counts TEXT NOT NULL,
    started_at INTEGER,
    ended_at INTEGER
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX newsletter_steps_by_session ON newsletter_steps(session);
  CREATE TABLE newsletter_articles (
    edition TEXT NOT NULL,
    url TEXT NOT NULL,
    session TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (edition, url, session)
  ) STRICT, WITHOUT ROWID;
  `,
  // What became of each recipient's e-mail.
  `
  CREATE TABLE newsletter_mails (
    session TEXT NOT NULL,
    recipient TEXT NOT NULL,
    state TEXT NOT NULL,
    attempts INTEGER NOT NULL,
    at INTEGER NOT NULL,
    words TEXT,
    PRIMARY KEY (session, recipient)
  ) STRICT, WITHOUT ROWID;
  `,
  // Slots that were skipped before they came.
  `CREATE INDEX runs_skipped_ahead ON runs(job, slot) WHERE status = 'skipped' AND finished_at < slot;`,
  // What people thought of stories: one vote a person a story.
  `
  CREATE TABLE votes (
    story TEXT NOT NULL,
    person TEXT NOT NULL,
    name TEXT NOT NULL,
    likes INTEGER NOT NULL,
    at INTEGER NOT NULL,
    outlet TEXT NOT NULL,
    category TEXT NOT NULL,
    title TEXT NOT NULL,
    PRIMARY KEY (story, person)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX votes_by_time ON votes(at);
  `,
  // Which of several desks runs a turn.
  `ALTER TABLE turns ADD COLUMN desk TEXT;`,
  // When a paused job resumes by itself.
  `ALTER TABLE jobs ADD COLUMN resumes_at INTEGER;`,
];

/** The fewest steps that a desk must know to work on these tables beside one that knows them all; see `SchemaPart`. */
export const DESK_OLDEST = 15;
