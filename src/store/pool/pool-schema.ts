/** The pool's tables, as numbered steps forward. `user_version` is the number of steps taken. */
import type { Database } from 'better-sqlite3';

/** Times (`_ts`) are milliseconds since the epoch, UTC. Never edit a step that was released: add one. */
const STEPS: readonly string[] = [
  `CREATE TABLE events (
     id INTEGER PRIMARY KEY AUTOINCREMENT,
     parent_event_id INTEGER REFERENCES events(id) ON DELETE SET NULL,
     category TEXT NOT NULL,
     title TEXT NOT NULL,
     primary_url TEXT NOT NULL,
     link_count INTEGER NOT NULL DEFAULT 0,
     best_published_ts INTEGER,
     status TEXT NOT NULL DEFAULT 'new' CHECK (status IN ('new', 'active', 'posted')),
     created_at_ts INTEGER NOT NULL,
     updated_at_ts INTEGER NOT NULL,
     expires_at_ts INTEGER NOT NULL,
     posted_at_ts INTEGER,
     thread_id TEXT,
     run_id TEXT,
     reserved_until_ts INTEGER,
     released_at_ts INTEGER,
     released_why TEXT
   ) STRICT;
   CREATE INDEX events_open ON events(status, expires_at_ts);
   CREATE INDEX events_parent ON events(parent_event_id);
   CREATE TABLE links (
     id INTEGER PRIMARY KEY AUTOINCREMENT,
     url TEXT NOT NULL,
     norm_url TEXT NOT NULL UNIQUE,
     domain TEXT NOT NULL,
     title TEXT NOT NULL,
     description TEXT NOT NULL,
     lang_hint TEXT NOT NULL,
     first_seen_ts INTEGER NOT NULL,
     last_seen_ts INTEGER NOT NULL,
     seen_count INTEGER NOT NULL DEFAULT 1,
     last_query TEXT NOT NULL,
     feed_category TEXT,
     published_at_ts INTEGER,
     event_id INTEGER REFERENCES events(id) ON DELETE SET NULL,
     decided_at_ts INTEGER,
     skip_cluster_reason TEXT
   ) STRICT;
   CREATE INDEX links_event ON links(event_id);
   CREATE INDEX links_pending ON links(id) WHERE decided_at_ts IS NULL;
   CREATE TABLE fetch_state (
     feed_key TEXT PRIMARY KEY,
     etag TEXT,
     last_modified TEXT,
     last_success_ts INTEGER,
     last_attempt_ts INTEGER NOT NULL,
     failures_in_a_row INTEGER NOT NULL DEFAULT 0,
     last_error TEXT,
     run_count INTEGER NOT NULL DEFAULT 0
   ) STRICT;
   CREATE TABLE article_cache (
     norm_url TEXT PRIMARY KEY,
     final_url TEXT NOT NULL,
     title TEXT NOT NULL,
     text TEXT NOT NULL,
     byline TEXT,
     outlet TEXT,
     published_at_ts INTEGER,
     extractor TEXT NOT NULL,
     fetched_at_ts INTEGER NOT NULL
   ) STRICT;
   CREATE TABLE pool_runs (
     id INTEGER PRIMARY KEY AUTOINCREMENT,
     kind TEXT NOT NULL,
     started_at_ts INTEGER NOT NULL,
     finished_at_ts INTEGER NOT NULL,
     detail TEXT NOT NULL
   ) STRICT;
   CREATE TABLE clustering_decisions (
     id INTEGER PRIMARY KEY AUTOINCREMENT,
     link_id INTEGER NOT NULL REFERENCES links(id) ON DELETE CASCADE,
     event_id INTEGER REFERENCES events(id) ON DELETE SET NULL,
     action TEXT NOT NULL,
     score REAL NOT NULL,
     ambiguous INTEGER NOT NULL,
     candidates TEXT NOT NULL,
     decided_at_ts INTEGER NOT NULL
   ) STRICT;
   CREATE INDEX decisions_link ON clustering_decisions(link_id);`,
];

/** Bring a database up to date. Throws when it was written by a newer Nightdesk. */
export function migratePool(database: Database): void {
  const taken = database.pragma('user_version', { simple: true }) as number;
  if (taken > STEPS.length)
    throw new Error(
      `the pool has schema ${taken}, this Nightdesk knows ${STEPS.length}: it was written by a newer one`,
    );
  STEPS.slice(taken).forEach((step, n) =>
    database.transaction(() => {
      database.exec(step);
      database.pragma(`user_version = ${taken + n + 1}`);
    })(),
  );
}
