/** Numbered, forward only: migration n brings a database from version n-1 to n. Never edit one that shipped. */
export const MIGRATIONS: readonly string[] = [
  `
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
  `,
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
  // A turn that was handed back has one start less, but never again the fence that it had.
  `
  ALTER TABLE turns ADD COLUMN fence INTEGER NOT NULL DEFAULT 0;
  UPDATE turns SET fence = starts;
  `,
  // What was heard: the newest message seen in a session, and texts that people took back and are to be erased.
  // Places that disappeared (`gone`), that the desk deletes (`removal`), and what their people are still to be told.
  // Where a story's title stands (`place`), when that isn't its desk channel.
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
  // What attempts at models cost, one row each.
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
  // How often in a row nobody could look whether an op had arrived.
  `
  ALTER TABLE ops ADD COLUMN unread INTEGER NOT NULL DEFAULT 0;
  `,
  // Durable tasks: work outside turns. A new row for each that is put under a key, so that an older one is known as gone.
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
  // What features keep of a session.
  `
  CREATE TABLE session_state (
    session TEXT NOT NULL,
    feature TEXT NOT NULL,
    state TEXT NOT NULL,
    PRIMARY KEY (session, feature)
  ) STRICT, WITHOUT ROWID;
  `,
  // Newsletters: how far each is, a row for each step that was begun, and the articles that readers were told of.
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
  // What became of a newsletter's e-mails, one for each recipient.
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
];
