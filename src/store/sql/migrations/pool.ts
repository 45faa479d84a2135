import type { Migration } from './migration.ts';

/** Changes made by hand are never rewritten. */
const CHANGES_STAY = {
  sqlite: `CREATE TRIGGER event_changes_stand BEFORE UPDATE ON event_changes
     BEGIN SELECT raise(ABORT, 'event_changes is append-only'); END;
   CREATE TRIGGER event_changes_stay BEFORE DELETE ON event_changes
     BEGIN SELECT raise(ABORT, 'event_changes is append-only'); END;`,
  postgres: `CREATE FUNCTION event_changes_refused() RETURNS trigger LANGUAGE plpgsql AS
     $$ BEGIN RAISE EXCEPTION 'event_changes is append-only'; END $$;
   CREATE TRIGGER event_changes_stand BEFORE UPDATE OR DELETE ON event_changes
     FOR EACH ROW EXECUTE FUNCTION event_changes_refused();`,
};

/**
 * The pool's tables. Forward only; never edit a migration that was released. Times (`_ts`) are milliseconds since the
 * epoch, UTC.
 */
export const POOL_MIGRATIONS: readonly Migration[] = [
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
  // Feed health and delivery preview, searches, inputs of clustering, changes by hand, and indexes for 100,000 links.
  [
    `ALTER TABLE fetch_state ADD COLUMN next_due_ts INTEGER;
   ALTER TABLE fetch_state ADD COLUMN disabled_at_ts INTEGER;
   ALTER TABLE fetch_state ADD COLUMN first_success_ts INTEGER;
   ALTER TABLE fetch_state ADD COLUMN last_new_ts INTEGER;
   ALTER TABLE fetch_state ADD COLUMN last_item_ts INTEGER;
   ALTER TABLE fetch_state ADD COLUMN last_items INTEGER;
   ALTER TABLE fetch_state ADD COLUMN last_new_items INTEGER;
   ALTER TABLE fetch_state ADD COLUMN new_items INTEGER NOT NULL DEFAULT 0;
   ALTER TABLE fetch_state ADD COLUMN failures INTEGER NOT NULL DEFAULT 0;
   ALTER TABLE fetch_state ADD COLUMN last_error_detail TEXT;
   ALTER TABLE fetch_state ADD COLUMN url TEXT;
   ALTER TABLE fetch_state ADD COLUMN gap_ms INTEGER;
   CREATE TABLE feed_items (
     feed_key TEXT NOT NULL,
     item_key TEXT NOT NULL,
     url TEXT NOT NULL,
     title TEXT NOT NULL,
     published_at_ts INTEGER,
     first_seen_ts INTEGER NOT NULL,
     last_seen_ts INTEGER NOT NULL,
     outcome TEXT NOT NULL,
     dated_ahead INTEGER NOT NULL DEFAULT 0,
     PRIMARY KEY (feed_key, item_key)
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX feed_items_seen ON feed_items(feed_key, last_seen_ts);
   CREATE TABLE search_state (
     state_key TEXT PRIMARY KEY,
     last_call_ts INTEGER,
     next_offset INTEGER NOT NULL DEFAULT 0,
     run_count INTEGER NOT NULL DEFAULT 0,
     remaining INTEGER,
     cooldown_until_ts INTEGER,
     last_error TEXT
   ) STRICT;
   ALTER TABLE article_cache ADD COLUMN quality REAL;
   ALTER TABLE article_cache ADD COLUMN language TEXT;
   ALTER TABLE article_cache ADD COLUMN image TEXT;
   ALTER TABLE article_cache ADD COLUMN error TEXT;
   CREATE INDEX article_cache_fetched ON article_cache(fetched_at_ts);
   ALTER TABLE clustering_decisions ADD COLUMN decided_by TEXT
     CHECK (decided_by IN ('rule', 'model', 'desk', 'editor'));
   ALTER TABLE clustering_decisions ADD COLUMN model TEXT;
   ALTER TABLE clustering_decisions ADD COLUMN prompt_sha256 TEXT;
   ALTER TABLE clustering_decisions ADD COLUMN raw_action TEXT;
   ALTER TABLE clustering_decisions ADD COLUMN validated_action TEXT;
   ALTER TABLE clustering_decisions ADD COLUMN enforced_action TEXT;
   ALTER TABLE clustering_decisions ADD COLUMN confidence REAL;
   ALTER TABLE clustering_decisions ADD COLUMN basis TEXT;
   CREATE INDEX decisions_event ON clustering_decisions(event_id);
   CREATE TABLE event_changes (
     id INTEGER PRIMARY KEY AUTOINCREMENT,
     kind TEXT NOT NULL,
     into_event_id INTEGER,
     from_event_id INTEGER,
     link_ids TEXT NOT NULL,
     by TEXT NOT NULL,
     at_ts INTEGER NOT NULL,
     why TEXT NOT NULL
   ) STRICT;
   CREATE INDEX event_changes_into ON event_changes(into_event_id);
   CREATE INDEX event_changes_from ON event_changes(from_event_id);`,
    CHANGES_STAY,
    `ALTER TABLE events ADD COLUMN merged_into INTEGER;
   ALTER TABLE events ADD COLUMN summary_en TEXT;
   ALTER TABLE events ADD COLUMN jurisdiction TEXT;
   ALTER TABLE events ADD COLUMN model TEXT;
   ALTER TABLE events ADD COLUMN reserved_by TEXT;
   CREATE TABLE event_features (
     event_id INTEGER PRIMARY KEY REFERENCES events(id) ON DELETE CASCADE,
     entities TEXT NOT NULL DEFAULT '[]',
     numbers TEXT NOT NULL DEFAULT '[]',
     flags TEXT NOT NULL DEFAULT '[]',
     time_hints TEXT NOT NULL DEFAULT '[]',
     updated_at_ts INTEGER NOT NULL
   ) STRICT;
   CREATE TABLE event_verdicts (
     event_id INTEGER NOT NULL REFERENCES events(id) ON DELETE CASCADE,
     kind TEXT NOT NULL,
     at_ts INTEGER NOT NULL,
     taken INTEGER NOT NULL,
     reason TEXT NOT NULL,
     PRIMARY KEY (event_id, kind)
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE translations (
     text_sha256 TEXT NOT NULL,
     language TEXT NOT NULL,
     text TEXT NOT NULL,
     model TEXT,
     made_at_ts INTEGER NOT NULL,
     PRIMARY KEY (text_sha256, language)
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX events_reserved ON events(reserved_by) WHERE reserved_by IS NOT NULL;
   CREATE INDEX links_loose ON links(last_seen_ts) WHERE event_id IS NULL;
   CREATE INDEX links_first_seen ON links(first_seen_ts);
   CREATE INDEX pool_runs_finished ON pool_runs(finished_at_ts);`,
  ],
  // Both engines find links without an event by the index on their age.
  `DROP INDEX links_loose;
   CREATE INDEX links_loose ON links(event_id, last_seen_ts) WHERE event_id IS NULL;`,
];

/** The fewest steps that a desk must know to work on these tables beside one that knows them all; see `SchemaPart`. */
export const POOL_OLDEST = 3;
