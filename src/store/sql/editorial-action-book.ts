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
import type { Op, OpSpec, Target } from '../../sessions/op.ts';
import type { EffectMark } from '../../sessions/turn-book.ts';
import { aboutOf, actionOf, actionOfKey, actionsOf, insertAction } from './action-rows.ts';
import { SUMS, costOf } from './board-book.ts';
import { markEffect } from './effects.ts';
import { inOrder } from './in-order.ts';
import { insertOps, opOf } from './op-rows.ts';
import { isOpenSession, journal } from './session-rows.ts';
import type { Reads, Sql, Transaction } from './sql.ts';
import { findStory, insertRun, updatesOf } from './story-rows.ts';
import { putTasks } from './task-rows.ts';

export class SqlEditorialActionBook implements EditorialActionBook {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  act(
    action: NewEditorialAction,
    decide: (seen: SeenStory) => ActionOutcome | undefined,
    mark?: EffectMark,
  ): Promise<EditorialAction | undefined> {
    return this.#sql.transaction(async (tx) => {
      const known = action.key === undefined ? undefined : await actionOfKey(tx, action.story, action.key);
      if (known) return known;
      const outcome = decide(await seenStory(tx, action.story));
      if (!outcome) return undefined;
      await markEffect(tx, mark);
      await carryOut(tx, outcome);
      return insertAction(tx, { ...action, ...(outcome.text !== undefined && { text: outcome.text }) });
    });
  }

  of(story: string): Promise<EditorialAction[]> {
    return actionsOf(this.#sql, story);
  }

  async killedSince(sinceMs: number): Promise<KilledStory[]> {
    const rows = await this.#sql.all(
      `SELECT * FROM deeds WHERE kind = 'kill' AND at >= ? ORDER BY seq`,
      sinceMs,
    );
    return rows.flatMap((row) => {
      const about = aboutOf(row);
      const { story, by, atMs, why } = actionOf(row);
      return about ? [{ story, by, atMs, ...(why !== undefined && { why }), ...about }] : [];
    });
  }

  async costOf(story: string): Promise<{ attempts: number; tokens: number; usd?: number }> {
    // A worker's session key is `story:<run>/<story>/<phase>`.
    const row = await this.#sql.get(
      `SELECT ${SUMS} FROM receipts WHERE session >= ? AND session < ?`,
      `story:${story}/`,
      `story:${story}0`,
    );
    const { attempts, tokens, usd, unpriced } = costOf(row!);
    return { attempts, tokens, ...(unpriced === 0 && { usd }) };
  }
}

/** What decisions about a story's actions are given. */
async function seenStory(sql: Reads, story: string): Promise<SeenStory> {
  const published = await findStory(sql, story);
  const whole = published?.updateOf === undefined ? undefined : await findStory(sql, published.updateOf);
  const updates = published && !whole ? await updatesOf(sql, published) : [];
  return {
    actions: await actionsOf(sql, story),
    ...(await sendingOf(sql, published)),
    ...(published && { published }),
    updates: await inOrder(updates, ({ id }) => seenStory(sql, id)),
    ...(whole && { whole: { published: whole, actions: await actionsWithout(sql, story, whole.id) } }),
  };
}

type Sending = Pick<SeenStory, 'posts' | 'isShown' | 'unsent'>;

/** The story's messages that are being sent. An update is recognised by its story's title. */
async function sendingOf(sql: Reads, story: PublishedStory | undefined): Promise<Sending> {
  if (!story) return { posts: [], isShown: false, unsent: [] };
  const { message } = titleTarget({ ...story, id: story.updateOf ?? story.id });
  const title = 'op' in message ? message.op : '';
  const thread = story.threadOp;
  const opening = (await sql.get(`SELECT state FROM ops WHERE key = ?`, title))?.['state'];
  const rows = await sql.all(
    `SELECT * FROM ops WHERE key >= ? AND key < ? AND state NOT IN ('failed', 'unknown') ORDER BY seq`,
    `story:${story.id}/`,
    `story:${story.id}0`,
  );
  const ops = rows.map(opOf);
  const isOf = ({ key, spec }: Op) =>
    key === title ||
    key === thread ||
    opOfTarget(spec, 'channel') === thread ||
    (title !== '' && opOfTarget(spec, 'message') === title);
  return {
    posts: ops
      .filter(({ spec }) => spec.kind === 'post' && opOfTarget(spec, 'channel') === thread)
      .map(({ key, state }) => ({ key, isTried: state !== 'ready' })),
    isShown: opening !== 'ready' && opening !== 'failed',
    unsent: ops.filter((op) => op.state === 'ready' && isOf(op)).map(({ key }) => key),
  };
}

/** The op whose result is this op's target. */
function opOfTarget(spec: OpSpec, what: 'channel' | 'message'): string | undefined {
  const target = (spec as Partial<Record<typeof what, Target>>)[what];
  return target && 'op' in target ? target.op : undefined;
}

async function actionsWithout(sql: Reads, update: string, story: string): Promise<EditorialAction[]> {
  const told = await actionOfKey(sql, story, storyOpKey(update, 'update'));
  return (await actionsOf(sql, story)).filter(({ n }) => n !== told?.n);
}

async function carryOut(tx: Transaction, outcome: ActionOutcome): Promise<void> {
  const { ops = [], withdrawn = [], remembered = [], run, tasks = [], actions = [] } = outcome;
  for (const key of withdrawn)
    await tx.run(
      `UPDATE ops SET state = 'failed', error = ? WHERE key = ? AND state = 'ready'`,
      STORY_WITHDRAWN,
      key,
    );
  // A deleted channel gets no messages.
  for (const op of ops)
    await insertOps(tx, [op], { state: (await isOpenSession(tx, op.lane)) ? 'ready' : 'failed' });
  for (const { session, entry } of remembered)
    if (await isOpenSession(tx, session)) await journal(tx, session, null, entry, false);
  if (run) await insertRun(tx, run, null);
  await putTasks(tx, tasks);
  for (const action of actions) await insertAction(tx, action);
}
