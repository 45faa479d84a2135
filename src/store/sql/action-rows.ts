import type { NewEditorialAction } from '../../newsroom/model/editorial-action.ts';
import type { EditorialAction } from '../../newsroom/model/editorial-action.ts';
import type { Reads, Row, Transaction } from './sql.ts';
import { flag, json, number, text } from './values.ts';

/** Statements on editorial actions. Those that change something must run in a transaction. */

/**
 * Store an action under its story's next number.
 * @returns the stored action; the earlier one when its key is known.
 */
export async function insertAction(
  tx: Transaction,
  { key, ...action }: NewEditorialAction,
): Promise<EditorialAction> {
  const known = key === undefined ? undefined : await actionOfKey(tx, action.story, key);
  if (known) return known;
  const n = (await countActions(tx, action.story)) + 1;
  await tx.run(
    `INSERT INTO deeds (story, n, key, kind, at, deed) VALUES (?, ?, ?, ?, ?, ?)`,
    action.story,
    n,
    key ?? null,
    action.kind,
    action.atMs,
    JSON.stringify(action),
  );
  const { about: _, ...kept } = action;
  return { ...kept, n };
}

/** The action that was stored for a request's key, if any. */
export async function actionOfKey(
  sql: Reads,
  story: string,
  key: string,
): Promise<EditorialAction | undefined> {
  const row = await sql.get(`SELECT * FROM deeds WHERE story = ? AND key = ?`, story, key);
  return row && actionOf(row);
}

/** How many actions of editors a story has. */
export async function countActions(sql: Reads, story: string): Promise<number> {
  return number((await sql.get(`SELECT count(*) AS n FROM deeds WHERE story = ?`, story))?.['n'] ?? 0);
}

/** Clear the record that readers were told of an update. */
export async function withdrawUpdate(tx: Transaction, key: string): Promise<void> {
  for (const row of await tx.all(`SELECT seq, deed FROM deeds WHERE key = ? AND kind = 'update'`, key))
    await tx.run(
      `UPDATE deeds SET deed = ? WHERE seq = ?`,
      JSON.stringify({ ...json<object>(row['deed']), isWithdrawn: true }),
      number(row['seq']),
    );
}

/** Oldest first. */
export async function actionsOf(sql: Reads, story: string): Promise<EditorialAction[]> {
  return (
    await sql.all(
      `SELECT *, kind = 'update' AND EXISTS (SELECT 1 FROM deeds AS kills WHERE kills.kind = 'kill'
         AND deeds.key = 'story:' || kills.story || '/update') AS withdrawn
       FROM deeds WHERE story = ? ORDER BY n`,
      story,
    )
  ).map((row) => ({ ...actionOf(row), ...(flag(row['withdrawn']) && { isWithdrawn: true }) }));
}

/** What a killed story was about, as its action records it. */
export function aboutOf(row: Row): NewEditorialAction['about'] {
  return json<NewEditorialAction>(row['deed']).about;
}

export function actionOf(row: Row): EditorialAction {
  const { about: _, ...action } = json<Omit<NewEditorialAction, 'key'>>(row['deed']);
  return { ...action, story: text(row['story']), n: number(row['n']) };
}
