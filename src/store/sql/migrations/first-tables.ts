/** The first migration of the desk's database. Never edit it. */
export const FIRST_TABLES = `
  CREATE TABLE sessions (
    key TEXT PRIMARY KEY,
    title TEXT NOT NULL,
    origin TEXT NOT NULL,
    parent TEXT,
    generation INTEGER NOT NULL DEFAULT 0,
    state TEXT NOT NULL DEFAULT 'open',
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    flushed_length INTEGER NOT NULL DEFAULT 0,
    entries INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX sessions_by_parent ON sessions(parent);

  CREATE TABLE turns (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    session TEXT NOT NULL,
    lane TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('waiting', 'joined', 'running', 'closed')),
    joined TEXT,
    joined_read INTEGER NOT NULL DEFAULT 0,
    inbound TEXT NOT NULL,
    accepted_at INTEGER NOT NULL,
    overdue_at INTEGER,
    starts INTEGER NOT NULL DEFAULT 0,
    generation INTEGER,
    deadline INTEGER,
    ended_at INTEGER,
    ending TEXT,
    released INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX turns_open ON turns(lane, state) WHERE state <> 'closed';
  CREATE INDEX turns_unreleased ON turns(released) WHERE state = 'closed' AND released = 0;
  CREATE INDEX turns_joined ON turns(joined) WHERE joined IS NOT NULL;

  CREATE TABLE journal (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    entry_id TEXT NOT NULL,
    session TEXT NOT NULL,
    turn TEXT,
    entry TEXT NOT NULL,
    file_length INTEGER NOT NULL,
    held INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE UNIQUE INDEX journal_once ON journal(session, entry_id);
  CREATE INDEX journal_by_turn ON journal(turn);

  CREATE TABLE effects (
    turn TEXT NOT NULL,
    n INTEGER NOT NULL,
    what TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (turn, n)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE ops (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    key TEXT NOT NULL UNIQUE,
    lane TEXT NOT NULL,
    turn TEXT,
    state TEXT NOT NULL CHECK (state IN ('held', 'ready', 'sending', 'sent', 'failed', 'unknown')),
    spec TEXT NOT NULL,
    record TEXT,
    after TEXT,
    attempts INTEGER NOT NULL DEFAULT 0,
    attempted_at INTEGER,
    result TEXT,
    error TEXT
  ) STRICT;
  CREATE INDEX ops_open ON ops(lane, seq) WHERE state IN ('ready', 'sending');
  CREATE INDEX ops_by_turn ON ops(turn) WHERE turn IS NOT NULL;

  CREATE TABLE jobs (
    id TEXT PRIMARY KEY,
    job TEXT NOT NULL,
    session TEXT,
    enabled INTEGER NOT NULL,
    system INTEGER NOT NULL,
    next_run_at INTEGER,
    last_run_at INTEGER,
    last_status TEXT,
    last_error TEXT,
    last_duration INTEGER,
    failures INTEGER NOT NULL DEFAULT 0,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX jobs_due ON jobs(next_run_at) WHERE enabled = 1 AND next_run_at IS NOT NULL;
  CREATE INDEX jobs_by_session ON jobs(session);

  CREATE TABLE runs (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    job TEXT NOT NULL,
    job_name TEXT NOT NULL,
    session TEXT NOT NULL,
    trigger TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN
      ('queued', 'deferred', 'running', 'ok', 'quiet', 'failed', 'timed_out', 'skipped', 'interrupted')),
    slot INTEGER NOT NULL,
    queued_at INTEGER NOT NULL,
    deferred_at INTEGER,
    started_at INTEGER,
    finished_at INTEGER,
    summary TEXT,
    error TEXT,
    attempts INTEGER NOT NULL DEFAULT 0,
    prompt_ref TEXT NOT NULL,
    prompt TEXT NOT NULL,
    variables TEXT NOT NULL
  ) STRICT;
  CREATE INDEX runs_by_job ON runs(job, seq);
  CREATE INDEX runs_open ON runs(job) WHERE status IN ('queued', 'deferred', 'running');

  CREATE TABLE notes (
    id TEXT PRIMARY KEY,
    session TEXT NOT NULL,
    note TEXT NOT NULL,
    until INTEGER,
    at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX notes_by_session ON notes(session, at);

  CREATE TABLE newsroom_runs (
    id TEXT PRIMARY KEY,
    session TEXT NOT NULL,
    turn TEXT,
    state TEXT NOT NULL CHECK (state IN ('planned', 'done')),
    plan TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    finished_at INTEGER
  ) STRICT;
  CREATE INDEX newsroom_runs_open ON newsroom_runs(created_at) WHERE state = 'planned';

  CREATE TABLE stories (
    id TEXT PRIMARY KEY,
    run TEXT NOT NULL,
    event INTEGER,
    category TEXT NOT NULL,
    title TEXT NOT NULL,
    primary_url TEXT NOT NULL,
    language_model INTEGER NOT NULL,
    desk TEXT NOT NULL,
    thread_op TEXT NOT NULL,
    thread TEXT,
    pack TEXT NOT NULL,
    story TEXT NOT NULL,
    published_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX stories_recent ON stories(published_at);
  CREATE INDEX stories_by_thread ON stories(thread);
  CREATE INDEX stories_by_thread_op ON stories(thread_op);

  CREATE TABLE inputs (
    turn TEXT PRIMARY KEY,
    snapshot TEXT NOT NULL,
    at INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE desk (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
  ) STRICT;
`;
