import type { InputsSnapshot } from '../../newsroom/model/candidate.ts';
import type { NewEditorialAction, EditorialAction } from '../../newsroom/model/editorial-action.ts';
import { KEPT_INPUTS } from '../../newsroom/model/story-book.ts';
import type {
  NewBatch,
  OrderedBatch,
  PlannersEnd,
  PostedMark,
  PublishedStory,
  StoryBook,
  StoryIds,
} from '../../newsroom/model/story-book.ts';
import { storyOpKey } from '../../newsroom/publish/title-post.ts';
import type { Entry } from '../../sessions/entry.ts';
import type { SessionKey } from '../../sessions/key.ts';
import type { NewOp } from '../../sessions/op.ts';
import type { EffectMark } from '../../sessions/turn-book.ts';
import { markEffect } from './effects.ts';
import { countActions, actionsOf, insertAction, withdrawUpdate } from './action-rows.ts';
import { insertOps } from './op-rows.ts';
import { isOpenSession, journal } from './session-rows.ts';
import type { Sql } from './sql.ts';
import { putTasks } from './task-rows.ts';
import { bit, json, text } from './values.ts';
import { endOf, findStory, insertRun, isGone, markOf, runOf, storyOf, updatesOf } from './story-rows.ts';

export class SqlStoryBook implements StoryBook {
  readonly #sql: Sql;
  /** Open batches by id. An order never changes, and those who work on it ask for it many times. */
  readonly #open = new Map<string, OrderedBatch>();

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  saveInputs(turn: string, snapshot: InputsSnapshot): Promise<void> {
    return this.#sql.transaction(async (tx) => {
      await tx.run(
        `INSERT INTO inputs (turn, snapshot, at) VALUES (?, ?, ?)
         ON CONFLICT (turn) DO UPDATE SET snapshot = excluded.snapshot, at = excluded.at`,
        turn,
        JSON.stringify(snapshot),
        snapshot.preparedAtMs,
      );
      await tx.run(
        `DELETE FROM inputs WHERE turn NOT IN (SELECT turn FROM inputs ORDER BY at DESC LIMIT ?)`,
        KEPT_INPUTS,
      );
    });
  }

  async inputs(turn: string): Promise<InputsSnapshot | undefined> {
    const row = await this.#sql.get(`SELECT snapshot FROM inputs WHERE turn = ?`, turn);
    return row && json<InputsSnapshot>(row['snapshot']);
  }

  async replies(of: Parameters<StoryBook['replies']>[0]): Promise<PlannersEnd[]> {
    const [whose, value, limit] = 'turn' in of ? ['id', of.turn, 1] : ['session', of.desk, of.limit];
    const rows = await this.#sql.all(
      `SELECT ending, ended_at FROM turns JOIN inputs ON inputs.turn = turns.id
       WHERE turns.state = 'closed' AND turns.${whose} = ? ORDER BY ended_at DESC, seq DESC LIMIT ?`,
      value,
      limit,
    );
    return rows.map(endOf);
  }

  order(run: NewBatch, mark?: EffectMark, action?: NewEditorialAction): Promise<void> {
    return this.#sql.transaction(async (tx) => {
      await markEffect(tx, mark);
      await insertRun(tx, run, mark?.turn ?? null);
      if (action) await insertAction(tx, action);
    });
  }

  async openBatches(): Promise<OrderedBatch[]> {
    const rows = await this.#sql.all(
      `SELECT id FROM newsroom_runs WHERE state = 'planned' ORDER BY created_at, id`,
    );
    const ids = rows.map((row) => text(row['id']));
    for (const id of this.#open.keys()) if (!ids.includes(id)) this.#open.delete(id);
    const orders = await Promise.all(ids.map(async (id) => this.#open.get(id) ?? this.run(id)));
    const there = orders.filter((order) => order !== undefined);
    for (const order of there) this.#open.set(order.id, order);
    return there;
  }

  async run(id: string): Promise<OrderedBatch | undefined> {
    const row = await this.#sql.get(`SELECT * FROM newsroom_runs WHERE id = ?`, id);
    return row && runOf(row);
  }

  async runsOf(desk: SessionKey, limit: number): Promise<OrderedBatch[]> {
    return (
      await this.#sql.all(
        `SELECT * FROM newsroom_runs WHERE session = ? ORDER BY created_at DESC, id DESC LIMIT ?`,
        desk,
        limit,
      )
    ).map(runOf);
  }

  finish(run: string, nowMs: number): Promise<void> {
    return this.#sql.transaction(async (tx) => {
      await tx.run(`UPDATE newsroom_runs SET state = 'done', finished_at = ? WHERE id = ?`, nowMs, run);
    });
  }

  publish(
    story: PublishedStory,
    ops: readonly NewOp[],
    { actionsSeen, tasks = [], original }: Parameters<StoryBook['publish']>[2] = {},
  ): Promise<boolean | 'gone'> {
    return this.#sql.transaction(async (tx): Promise<boolean | 'gone'> => {
      if (actionsSeen !== undefined && (await countActions(tx, story.id)) !== actionsSeen) return false;
      if (ops.length > 0 && (await isGone(tx, story.place))) return 'gone';
      if (original && !isAsSeen(await actionsOf(tx, original.update.story), original.actions)) return false;
      const { pack, thread, ...rest } = story;
      await tx.run(
        `INSERT INTO stories (id, run, event, category, title, primary_url, language_model, desk, place,
           thread_op, thread, pack, story, published_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
        story.id,
        story.runId,
        story.eventId ?? null,
        story.category,
        story.title,
        story.primaryUrl,
        bit(story.languageModel),
        story.desk,
        story.place,
        story.threadOp,
        thread ?? null,
        JSON.stringify(pack),
        JSON.stringify(rest),
        story.publishedAtMs,
      );
      await insertOps(tx, ops, { state: 'ready' });
      await putTasks(tx, tasks);
      if (original) await insertAction(tx, original.update);
      return true;
    });
  }

  remember(desk: SessionKey, entry: Entry): Promise<void> {
    return this.#sql.transaction(async (tx) => {
      if (await isOpenSession(tx, desk)) await journal(tx, desk, null, entry, false);
    });
  }

  unpublish(id: string, ops: readonly NewOp[]): Promise<void> {
    return this.#sql.transaction(async (tx) => {
      await tx.run(`DELETE FROM stories WHERE id = ?`, id);
      await withdrawUpdate(tx, storyOpKey(id, 'update'));
      for (const op of ops)
        await insertOps(tx, [op], { state: (await isGone(tx, op.lane)) ? 'failed' : 'ready' });
    });
  }

  find(id: string): Promise<PublishedStory | undefined> {
    return findStory(this.#sql, id);
  }

  async ofThread(thread: SessionKey): Promise<PublishedStory | undefined> {
    const row = await this.#sql.get(
      `SELECT * FROM stories WHERE thread = ? ORDER BY published_at, id LIMIT 1`,
      thread,
    );
    return row && storyOf(row);
  }

  updatesOf(story: Parameters<StoryBook['updatesOf']>[0]): Promise<PublishedStory[]> {
    return updatesOf(this.#sql, story);
  }

  async ids(): Promise<StoryIds> {
    return this.#sql.snapshot(async (reads) => {
      const stories = await reads.all(`SELECT id FROM stories ORDER BY id`);
      const runs = await reads.all(`SELECT id, state FROM newsroom_runs ORDER BY id`);
      const batches = runs.map((row) => ({ id: text(row['id']), isOpen: row['state'] === 'planned' }));
      return { posted: stories.map((row) => text(row['id'])), batches };
    });
  }

  async postedSince(sinceMs: number, desk: SessionKey): Promise<PostedMark[]> {
    const rows = await this.#sql.all(
      `SELECT id, thread, published_at FROM stories WHERE published_at >= ? AND desk = ?
       ORDER BY published_at DESC, id DESC`,
      sinceMs,
      desk,
    );
    return rows.map(markOf);
  }

  async recent({
    sinceMs,
    beforeMs,
    desk,
    channel,
    limit,
  }: Parameters<StoryBook['recent']>[0]): Promise<PublishedStory[]> {
    const before = beforeMs === undefined ? '' : 'AND published_at < ?';
    const inDesk = desk === undefined ? '' : 'AND desk = ?';
    const inChannel = channel === undefined ? '' : 'AND (desk = ? OR place = ?)';
    const rows = await this.#sql.all(
      `SELECT * FROM stories WHERE published_at >= ? ${before} ${inDesk} ${inChannel} ORDER BY published_at DESC, id DESC LIMIT ?`,
      sinceMs,
      ...(beforeMs === undefined ? [] : [beforeMs]),
      ...(desk === undefined ? [] : [desk]),
      ...(channel === undefined ? [] : [channel, channel]),
      limit,
    );
    return rows.map(storyOf);
  }
}

/** Both come from the same rows, so equal actions have equal text. */
function isAsSeen(actions: readonly EditorialAction[], seen: readonly EditorialAction[]): boolean {
  return JSON.stringify(actions) === JSON.stringify(seen);
}
