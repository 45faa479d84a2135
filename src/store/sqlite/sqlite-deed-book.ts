import type { DeedBook, DeedOutcome, KilledStory, SeenStory } from '../../newsroom/deed-book.ts';
import type { NewDeed } from '../../newsroom/deed.ts';
import type { StoryDeed } from '../../newsroom/deed.ts';
import type { EffectMark } from '../../sessions/turn-book.ts';
import { aboutOf, deedOf, deedOfKey, deedsOf, insertDeed } from './deed-rows.ts';
import { markEffect } from './effects.ts';
import type { GroupCommit } from './group-commit.ts';
import { insertOps } from './op-rows.ts';
import { journal } from './session-rows.ts';
import { Statements, number, text } from './statements.ts';
import { findStory, insertRun, isOpen } from './story-rows.ts';

const WITHDRAWN = 'the story was withdrawn';

export class SqliteDeedBook implements DeedBook {
  readonly #commits: GroupCommit;
  readonly #sql: Statements;

  constructor(commits: GroupCommit) {
    this.#commits = commits;
    this.#sql = new Statements(commits.db);
  }

  act(
    deed: NewDeed,
    decide: (seen: SeenStory) => DeedOutcome | undefined,
    mark?: EffectMark,
  ): Promise<StoryDeed | undefined> {
    return this.#commits.run(() => {
      const sql = this.#sql;
      const known = deed.key === undefined ? undefined : deedOfKey(sql, deed.story, deed.key);
      if (known) return known;
      const outcome = decide(this.#seen(deed.story));
      if (!outcome) return undefined;
      markEffect(sql, mark);
      this.#carryOut(outcome);
      return insertDeed(sql, { ...deed, ...(outcome.text !== undefined && { text: outcome.text }) });
    });
  }

  async of(story: string): Promise<StoryDeed[]> {
    return deedsOf(this.#sql, story);
  }

  async killedSince(sinceMs: number): Promise<KilledStory[]> {
    const rows = this.#sql.all(`SELECT * FROM deeds WHERE kind = 'kill' AND at >= ? ORDER BY seq`, sinceMs);
    return rows.flatMap((row) => {
      const about = aboutOf(row);
      const { story, by, atMs, why } = deedOf(row);
      return about ? [{ story, by, atMs, ...(why !== undefined && { why }), ...about }] : [];
    });
  }

  async costOf(story: string): Promise<{ attempts: number; tokens: number; usd?: number }> {
    // A worker's session is `story:<run>/<story>/<phase>`.
    const row = this.#sql.get(
      `SELECT count(*) AS attempts, coalesce(sum(counted_tokens), 0) AS tokens, coalesce(sum(cost_usd), 0) AS usd,
         coalesce(sum(cost_usd IS NULL), 0) AS unpriced
       FROM receipts WHERE session >= ? AND session < ?`,
      `story:${story}/`,
      `story:${story}0`,
    );
    const [attempts, tokens, usd, unpriced] = ['attempts', 'tokens', 'usd', 'unpriced'].map((name) =>
      number(row?.[name] ?? 0),
    ) as [number, number, number, number];
    return { attempts, tokens, ...(unpriced === 0 && { usd }) };
  }

  #seen(story: string): SeenStory {
    const published = findStory(this.#sql, story);
    const posts = published
      ? this.#sql
          .all(
            `SELECT key, state FROM ops WHERE key >= $from AND key < $to AND state NOT IN ('failed', 'unknown')
               AND json_extract(spec, '$.kind') = 'post' AND json_extract(spec, '$.channel.op') = $thread
             ORDER BY seq`,
            { from: `story:${story}/`, to: `story:${story}0`, thread: published.threadOp },
          )
          .map((row) => ({ key: text(row['key']), isTried: text(row['state']) !== 'ready' }))
      : [];
    return { deeds: deedsOf(this.#sql, story), posts, ...(published && { published }) };
  }

  #carryOut({ ops = [], withdrawn = [], remembered = [], run, deeds = [] }: DeedOutcome): void {
    const sql = this.#sql;
    for (const key of withdrawn)
      sql.run(`UPDATE ops SET state = 'failed', error = ? WHERE key = ? AND state = 'ready'`, WITHDRAWN, key);
    // A channel that was deleted meanwhile gets no messages.
    for (const op of ops) insertOps(sql, [op], { state: isOpen(sql, op.lane) ? 'ready' : 'failed' });
    for (const { session, entry } of remembered)
      if (isOpen(sql, session)) journal(sql, session, null, entry, false);
    if (run) insertRun(sql, run, null);
    for (const deed of deeds) insertDeed(sql, deed);
  }
}
