import type { NewEditorialAction } from '../../newsroom/model/editorial-action.ts';
import type { EditorialAction } from '../../newsroom/model/editorial-action.ts';
import { json, number, text } from './statements.ts';
import type { Row, Statements } from './statements.ts';

/** Pieces of transactions over what editors did with stories; each must run inside one. */

/** Write an action down under the next number of its story. @returns the one of before where its key is known. */
export function insertAction(sql: Statements, { key, ...action }: NewEditorialAction): EditorialAction {
  const known = key === undefined ? undefined : actionOfKey(sql, action.story, key);
  if (known) return known;
  const n = countActions(sql, action.story) + 1;
  sql.run(
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

export function actionOfKey(sql: Statements, story: string, key: string): EditorialAction | undefined {
  const row = sql.get(`SELECT * FROM deeds WHERE story = ? AND key = ?`, story, key);
  return row && actionOf(row);
}

export function countActions(sql: Statements, story: string): number {
  return number(sql.get(`SELECT count(*) AS n FROM deeds WHERE story = ?`, story)?.['n'] ?? 0);
}

/** Oldest first. */
export function actionsOf(sql: Statements, story: string): EditorialAction[] {
  return sql
    .all(
      `SELECT *, kind = 'update' AND EXISTS (SELECT 1 FROM deeds AS kills WHERE kills.kind = 'kill'
         AND deeds.key = 'story:' || kills.story || '/update') AS withdrawn
       FROM deeds WHERE story = ? ORDER BY n`,
      story,
    )
    .map((row) => ({ ...actionOf(row), ...(row['withdrawn'] === 1 && { isWithdrawn: true }) }));
}

/** What a killed story was about, as its action has it. */
export function aboutOf(row: Row): NewEditorialAction['about'] {
  return json<NewEditorialAction>(row['deed']).about;
}

export function actionOf(row: Row): EditorialAction {
  const { about: _, ...action } = json<Omit<NewEditorialAction, 'key'>>(row['deed']);
  return { ...action, story: text(row['story']), n: number(row['n']) };
}
