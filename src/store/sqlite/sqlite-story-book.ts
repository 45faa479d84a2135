import type { InputsSnapshot } from '../../newsroom/model/candidate.ts';
import type { NewEditorialAction, EditorialAction } from '../../newsroom/model/editorial-action.ts';
import type {
  NewBatch,
  OrderedBatch,
  PlannersEnd,
  PublishedStory,
  StoryBook,
} from '../../newsroom/model/story-book.ts';
import { storyOpKey } from '../../newsroom/publish/title-post.ts';
import type { Entry } from '../../sessions/entry.ts';
import type { SessionKey } from '../../sessions/key.ts';
import type { NewOp } from '../../sessions/op.ts';
import type { EffectMark } from '../../sessions/turn-book.ts';
import { markEffect } from './effects.ts';
import type { GroupCommit } from './group-commit.ts';
import { countActions, actionsOf, insertAction } from './action-rows.ts';
import { insertOps } from './op-rows.ts';
import { isOpenSession, journal } from './session-rows.ts';
import { Statements, json } from './statements.ts';
import { endOf, findStory, insertRun, isGone, runOf, storyOf } from './story-rows.ts';

export class SqliteStoryBook implements StoryBook {
  readonly #commits: GroupCommit;
  readonly #sql: Statements;

  constructor(commits: GroupCommit) {
    this.#commits = commits;
    this.#sql = new Statements(commits.db);
  }

  saveInputs(turn: string, snapshot: InputsSnapshot): Promise<void> {
    return this.#commits.run(() => {
      this.#sql.run(
        `INSERT OR REPLACE INTO inputs (turn, snapshot, at) VALUES (?, ?, ?)`,
        turn,
        JSON.stringify(snapshot),
        snapshot.preparedAtMs,
      );
      this.#sql.run(
        `DELETE FROM inputs WHERE turn NOT IN (SELECT turn FROM inputs ORDER BY at DESC LIMIT 100)`,
      );
    });
  }

  async inputs(turn: string): Promise<InputsSnapshot | undefined> {
    const row = this.#sql.get(`SELECT snapshot FROM inputs WHERE turn = ?`, turn);
    return row && json<InputsSnapshot>(row['snapshot']);
  }

  async replies(of: Parameters<StoryBook['replies']>[0]): Promise<PlannersEnd[]> {
    const [turn, desk, limit] = 'turn' in of ? [of.turn, null, 1] : [null, of.desk, of.limit];
    return this.#sql
      .all(
        `SELECT ending, ended_at FROM turns JOIN inputs ON inputs.turn = turns.id
         WHERE turns.state = 'closed' AND (turns.id = $turn OR turns.session = $desk)
         ORDER BY ended_at DESC, seq DESC LIMIT $limit`,
        { turn, desk, limit },
      )
      .map(endOf);
  }

  order(run: NewBatch, mark?: EffectMark, action?: NewEditorialAction): Promise<void> {
    return this.#commits.run(() => {
      markEffect(this.#sql, mark);
      insertRun(this.#sql, run, mark?.turn ?? null);
      if (action) insertAction(this.#sql, action);
    });
  }

  async openBatches(): Promise<OrderedBatch[]> {
    return this.#sql
      .all(`SELECT * FROM newsroom_runs WHERE state = 'planned' ORDER BY created_at, id`)
      .map(runOf);
  }

  async run(id: string): Promise<OrderedBatch | undefined> {
    const row = this.#sql.get(`SELECT * FROM newsroom_runs WHERE id = ?`, id);
    return row && runOf(row);
  }

  async runsOf(desk: SessionKey, limit: number): Promise<OrderedBatch[]> {
    return this.#sql
      .all(
        `SELECT * FROM newsroom_runs WHERE session = ? ORDER BY created_at DESC, id DESC LIMIT ?`,
        desk,
        limit,
      )
      .map(runOf);
  }

  finish(run: string, nowMs: number): Promise<void> {
    return this.#commits.run(() => {
      this.#sql.run(`UPDATE newsroom_runs SET state = 'done', finished_at = ? WHERE id = ?`, nowMs, run);
    });
  }

  publish(
    story: PublishedStory,
    ops: readonly NewOp[],
    { actionsSeen, original }: Parameters<StoryBook['publish']>[2] = {},
  ): Promise<boolean | 'gone'> {
    return this.#commits.run((): boolean | 'gone' => {
      if (actionsSeen !== undefined && countActions(this.#sql, story.id) !== actionsSeen) return false;
      if (ops.length > 0 && isGone(this.#sql, story.place)) return 'gone';
      if (original && !isAsSeen(actionsOf(this.#sql, original.update.story), original.actions)) return false;
      const { pack, thread, ...rest } = story;
      this.#sql.run(
        `INSERT OR IGNORE INTO stories (id, run, event, category, title, primary_url, language_model, desk, place,
           thread_op, thread, pack, story, published_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        story.id,
        story.runId,
        story.eventId ?? null,
        story.category,
        story.title,
        story.primaryUrl,
        story.languageModel ? 1 : 0,
        story.desk,
        story.place,
        story.threadOp,
        thread ?? null,
        JSON.stringify(pack),
        JSON.stringify(rest),
        story.publishedAtMs,
      );
      insertOps(this.#sql, ops, { state: 'ready' });
      if (original) insertAction(this.#sql, original.update);
      return true;
    });
  }

  remember(desk: SessionKey, entry: Entry): Promise<void> {
    return this.#commits.run(() => {
      if (isOpenSession(this.#sql, desk)) journal(this.#sql, desk, null, entry, false);
    });
  }

  unpublish(id: string, ops: readonly NewOp[]): Promise<void> {
    return this.#commits.run(() => {
      this.#sql.run(`DELETE FROM stories WHERE id = ?`, id);
      this.#sql.run(
        `UPDATE deeds SET deed = json_set(deed, '$.isWithdrawn', json('true')) WHERE key = ? AND kind = 'update'`,
        storyOpKey(id, 'update'),
      );
      for (const op of ops)
        insertOps(this.#sql, [op], { state: isGone(this.#sql, op.lane) ? 'failed' : 'ready' });
    });
  }

  async find(id: string): Promise<PublishedStory | undefined> {
    return findStory(this.#sql, id);
  }

  async ofThread(thread: SessionKey): Promise<PublishedStory | undefined> {
    const row = this.#sql.get(
      `SELECT * FROM stories WHERE thread = ? ORDER BY published_at, id LIMIT 1`,
      thread,
    );
    return row && storyOf(row);
  }

  async recent({
    sinceMs,
    desk,
    channel,
    limit,
  }: Parameters<StoryBook['recent']>[0]): Promise<PublishedStory[]> {
    const rows = this.#sql.all(
      `SELECT * FROM stories WHERE published_at >= $since AND ($desk IS NULL OR desk = $desk)
         AND ($channel IS NULL OR $channel IN (desk, place)) ORDER BY published_at DESC, id DESC LIMIT $limit`,
      { since: sinceMs, desk: desk ?? null, channel: channel ?? null, limit },
    );
    return rows.map(storyOf);
  }
}

/** Both were read from the same rows: the same actions are the same text. */
function isAsSeen(actions: readonly EditorialAction[], seen: readonly EditorialAction[]): boolean {
  return JSON.stringify(actions) === JSON.stringify(seen);
}
