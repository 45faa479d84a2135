import type { InputsSnapshot } from '../../newsroom/candidate.ts';
import type { OrderedRun, PublishedStory, StoryBook } from '../../newsroom/story-book.ts';
import type { Entry } from '../../sessions/entry.ts';
import type { SessionKey } from '../../sessions/key.ts';
import type { NewOp } from '../../sessions/op.ts';
import type { EffectMark } from '../../sessions/turn-book.ts';
import { markEffect } from './effects.ts';
import type { GroupCommit } from './group-commit.ts';
import { insertOps } from './op-rows.ts';
import { journal } from './session-rows.ts';
import { Statements, json, maybe, number, text } from './statements.ts';
import type { Row } from './statements.ts';

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

  order(run: OrderedRun, mark?: EffectMark): Promise<void> {
    return this.#commits.run(() => {
      markEffect(this.#sql, mark);
      this.#sql.run(
        `INSERT OR IGNORE INTO newsroom_runs (id, session, turn, state, plan, created_at) VALUES (?, ?, ?, 'planned', ?, ?)`,
        run.id,
        run.session,
        mark?.turn ?? null,
        JSON.stringify(run.plan),
        run.createdAtMs,
      );
    });
  }

  async openRuns(): Promise<OrderedRun[]> {
    const rows = this.#sql.all(`SELECT * FROM newsroom_runs WHERE state = 'planned' ORDER BY created_at, id`);
    return rows.map((row) => ({
      id: text(row['id']),
      session: text(row['session']) as SessionKey,
      plan: json(row['plan']),
      createdAtMs: number(row['created_at']),
    }));
  }

  finish(run: string, nowMs: number): Promise<void> {
    return this.#commits.run(() => {
      this.#sql.run(`UPDATE newsroom_runs SET state = 'done', finished_at = ? WHERE id = ?`, nowMs, run);
    });
  }

  publish(story: PublishedStory, ops: readonly NewOp[], remembered?: Entry): Promise<void> {
    return this.#commits.run(() => {
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
      // A channel that was deleted meanwhile gets no messages.
      insertOps(this.#sql, ops, { state: this.#isOpen(story.place) ? 'ready' : 'failed' });
      if (remembered && this.#isOpen(story.desk)) journal(this.#sql, story.desk, null, remembered, false);
    });
  }

  #isOpen(session: SessionKey): boolean {
    return this.#sql.get(`SELECT 1 FROM sessions WHERE key = ? AND state = 'open'`, session) !== undefined;
  }

  async find(id: string): Promise<PublishedStory | undefined> {
    const row = this.#sql.get(`SELECT * FROM stories WHERE id = ?`, id);
    return row && storyOf(row);
  }

  async ofThread(thread: SessionKey): Promise<PublishedStory | undefined> {
    const row = this.#sql.get(`SELECT * FROM stories WHERE thread = ?`, thread);
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

/** Stories of before place and flags were kept stand in their desk channel. */
type Kept = Omit<PublishedStory, 'pack' | 'thread' | 'place' | 'flags'> &
  Partial<Pick<PublishedStory, 'place' | 'flags'>>;

function storyOf(row: Row): PublishedStory {
  const thread = maybe(row['thread'], text);
  const story = json<Kept>(row['story']);
  return {
    ...story,
    place: story.place ?? story.desk,
    flags: story.flags ?? [],
    pack: json(row['pack']),
    ...(thread !== undefined && { thread: thread as SessionKey }),
  };
}
