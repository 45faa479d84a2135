import type {
  EditorialActionBook,
  ActionOutcome,
  KilledStory,
  SeenStory,
} from '../../newsroom/model/editorial-action-book.ts';
import { STORY_WITHDRAWN } from '../../newsroom/model/editorial-action-book.ts';
import type { NewEditorialAction } from '../../newsroom/model/editorial-action.ts';
import { storyOpKey, titleTarget } from '../../newsroom/publish/title-post.ts';
import type { PublishedStory } from '../../newsroom/model/story-book.ts';
import type { EditorialAction } from '../../newsroom/model/editorial-action.ts';
import type { EffectMark } from '../../sessions/turn-book.ts';
import { aboutOf, actionOf, actionOfKey, actionsOf, insertAction } from './action-rows.ts';
import { markEffect } from './effects.ts';
import type { GroupCommit } from './group-commit.ts';
import { insertOps } from './op-rows.ts';
import { isOpenSession, journal } from './session-rows.ts';
import { Statements, number, text } from './statements.ts';
import { findStory, insertRun } from './story-rows.ts';
import { putTasks } from './task-rows.ts';

export class SqliteEditorialActionBook implements EditorialActionBook {
  readonly #commits: GroupCommit;
  readonly #sql: Statements;

  constructor(commits: GroupCommit) {
    this.#commits = commits;
    this.#sql = new Statements(commits.db);
  }

  act(
    action: NewEditorialAction,
    decide: (seen: SeenStory) => ActionOutcome | undefined,
    mark?: EffectMark,
  ): Promise<EditorialAction | undefined> {
    return this.#commits.run(() => {
      const sql = this.#sql;
      const known = action.key === undefined ? undefined : actionOfKey(sql, action.story, action.key);
      if (known) return known;
      const outcome = decide(this.#seen(action.story));
      if (!outcome) return undefined;
      markEffect(sql, mark);
      this.#carryOut(outcome);
      return insertAction(sql, { ...action, ...(outcome.text !== undefined && { text: outcome.text }) });
    });
  }

  async of(story: string): Promise<EditorialAction[]> {
    return actionsOf(this.#sql, story);
  }

  async killedSince(sinceMs: number): Promise<KilledStory[]> {
    const rows = this.#sql.all(`SELECT * FROM deeds WHERE kind = 'kill' AND at >= ? ORDER BY seq`, sinceMs);
    return rows.flatMap((row) => {
      const about = aboutOf(row);
      const { story, by, atMs, why } = actionOf(row);
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
    const whole = published?.updateOf === undefined ? undefined : findStory(this.#sql, published.updateOf);
    return {
      actions: actionsOf(this.#sql, story),
      posts,
      ...(published && { published }),
      ...this.#sendingOf(published),
      updates: published && !whole ? this.#updatesOf(published).map((id) => this.#seen(id)) : [],
      ...(whole && { whole: { published: whole, actions: this.#deedsWithout(story, whole.id) } }),
    };
  }

  /** What of it is on its way: an update has its story's title. */
  #sendingOf(story: PublishedStory | undefined): Pick<SeenStory, 'isShown' | 'unsent'> {
    if (!story) return { isShown: false, unsent: [] };
    const { message } = titleTarget({ ...story, id: story.updateOf ?? story.id });
    const title = 'op' in message ? message.op : '';
    const opening = this.#sql.get(`SELECT state FROM ops WHERE key = ?`, title)?.['state'];
    const unsent = this.#sql
      .all(
        `SELECT key FROM ops WHERE key >= $from AND key < $to AND state = 'ready'
           AND (key IN ($title, $thread) OR json_extract(spec, '$.channel.op') = $thread
             OR json_extract(spec, '$.message.op') = $title) ORDER BY seq`,
        { from: `story:${story.id}/`, to: `story:${story.id}0`, title, thread: story.threadOp },
      )
      .map((row) => text(row['key']));
    return { isShown: opening !== 'ready' && opening !== 'failed', unsent };
  }

  #updatesOf({ id, publishedAtMs }: PublishedStory): string[] {
    return this.#sql
      .all(
        `SELECT id FROM stories WHERE published_at >= ? AND json_extract(story, '$.updateOf') = ?
         ORDER BY published_at, id`,
        publishedAtMs,
        id,
      )
      .map((row) => text(row['id']));
  }

  #deedsWithout(update: string, story: string): EditorialAction[] {
    const told = actionOfKey(this.#sql, story, storyOpKey(update, 'update'));
    return actionsOf(this.#sql, story).filter(({ n }) => n !== told?.n);
  }

  #carryOut({
    ops = [],
    withdrawn = [],
    remembered = [],
    run,
    tasks = [],
    actions = [],
  }: ActionOutcome): void {
    const sql = this.#sql;
    for (const key of withdrawn)
      sql.run(
        `UPDATE ops SET state = 'failed', error = ? WHERE key = ? AND state = 'ready'`,
        STORY_WITHDRAWN,
        key,
      );
    // A channel that was deleted meanwhile gets no messages.
    for (const op of ops) insertOps(sql, [op], { state: isOpenSession(sql, op.lane) ? 'ready' : 'failed' });
    for (const { session, entry } of remembered)
      if (isOpenSession(sql, session)) journal(sql, session, null, entry, false);
    if (run) insertRun(sql, run, null);
    putTasks(sql, tasks);
    for (const action of actions) insertAction(sql, action);
  }
}
