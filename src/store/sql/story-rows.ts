import type {
  NewBatch,
  OrderedBatch,
  PlannersEnd,
  PostedMark,
  PublishedStory,
} from '../../newsroom/model/story-book.ts';
import type { SessionKey } from '../../sessions/key.ts';
import type { Reads, Row, Transaction } from './sql.ts';
import { putTasks } from './task-rows.ts';
import { json, maybe, number, text } from './values.ts';

/** Statements on batches and stories. Those that change something must run in a transaction. */

export async function insertRun(tx: Transaction, run: NewBatch, turn: string | null): Promise<void> {
  await putTasks(tx, run.tasks ?? []);
  await tx.run(
    `INSERT INTO newsroom_runs (id, session, turn, state, plan, created_at) VALUES (?, ?, ?, 'planned', ?, ?) ON CONFLICT DO NOTHING`,
    run.id,
    run.session,
    turn,
    JSON.stringify(run.plan),
    run.createdAtMs,
  );
}

export function runOf(row: Row): OrderedBatch {
  return {
    id: text(row['id']),
    session: text(row['session']) as SessionKey,
    plan: json(row['plan']),
    createdAtMs: number(row['created_at']),
  };
}

/** How a closed turn ended, as its planner sees it. */
export function endOf(row: Row): PlannersEnd {
  const { value } = json<{ readonly value?: unknown }>(row['ending']);
  return { atMs: number(row['ended_at']), value };
}

export async function findStory(sql: Reads, id: string): Promise<PublishedStory | undefined> {
  const row = await sql.get(`SELECT * FROM stories WHERE id = ?`, id);
  return row && storyOf(row);
}

/** The updates of a story, oldest first. */
export async function updatesOf(
  sql: Reads,
  { id, publishedAtMs }: Pick<PublishedStory, 'id' | 'publishedAtMs'>,
): Promise<PublishedStory[]> {
  const rows = await sql.all(
    // Preselects stories whose text contains the words, so that few are parsed.
    `SELECT * FROM stories WHERE published_at >= ? AND replace(story, ?, '') <> story ORDER BY published_at, id`,
    publishedAtMs,
    `"updateOf":${JSON.stringify(id)}`,
  );
  return rows.map(storyOf).filter(({ updateOf }) => updateOf === id);
}

/**
 * Whether a session's place is gone or being deleted. A place without a session yet is not: its first message creates
 * one.
 */
export async function isGone(sql: Reads, session: SessionKey): Promise<boolean> {
  return (await sql.get(`SELECT 1 FROM sessions WHERE key = ? AND state <> 'open'`, session)) !== undefined;
}

/** Stories stored before `place` and `flags` existed are in their desk channel. */
type Kept = Omit<PublishedStory, 'pack' | 'thread' | 'place' | 'flags'> &
  Partial<Pick<PublishedStory, 'place' | 'flags'>>;

export function markOf(row: Row): PostedMark {
  const thread = maybe(row['thread'], text);
  return {
    id: text(row['id']),
    publishedAtMs: number(row['published_at']),
    ...(thread !== undefined && { thread: thread as SessionKey }),
  };
}

/** Stories of old desks have no place and no flags; they get the desk channel and none. */
export function storyOf(row: Row): PublishedStory {
  const { thread } = markOf(row);
  const story = json<Kept>(row['story']);
  return {
    ...story,
    place: story.place ?? story.desk,
    flags: story.flags ?? [],
    pack: json(row['pack']),
    ...(thread !== undefined && { thread }),
  };
}
