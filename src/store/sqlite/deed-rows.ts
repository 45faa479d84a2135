import type { NewDeed } from '../../newsroom/model/deed.ts';
import type { StoryDeed } from '../../newsroom/model/deed.ts';
import { json, number, text } from './statements.ts';
import type { Row, Statements } from './statements.ts';

/** Pieces of transactions over what editors did with stories; each must run inside one. */

/** Write a deed down under the next number of its story. @returns the one of before where its key is known. */
export function insertDeed(sql: Statements, { key, ...deed }: NewDeed): StoryDeed {
  const known = key === undefined ? undefined : deedOfKey(sql, deed.story, key);
  if (known) return known;
  const n = countDeeds(sql, deed.story) + 1;
  sql.run(
    `INSERT INTO deeds (story, n, key, kind, at, deed) VALUES (?, ?, ?, ?, ?, ?)`,
    deed.story,
    n,
    key ?? null,
    deed.kind,
    deed.atMs,
    JSON.stringify(deed),
  );
  const { about: _, ...kept } = deed;
  return { ...kept, n };
}

export function deedOfKey(sql: Statements, story: string, key: string): StoryDeed | undefined {
  const row = sql.get(`SELECT * FROM deeds WHERE story = ? AND key = ?`, story, key);
  return row && deedOf(row);
}

export function countDeeds(sql: Statements, story: string): number {
  return number(sql.get(`SELECT count(*) AS n FROM deeds WHERE story = ?`, story)?.['n'] ?? 0);
}

/** Oldest first. */
export function deedsOf(sql: Statements, story: string): StoryDeed[] {
  return sql
    .all(
      `SELECT *, kind = 'update' AND EXISTS (SELECT 1 FROM deeds AS kills WHERE kills.kind = 'kill'
         AND deeds.key = 'story:' || kills.story || '/update') AS withdrawn
       FROM deeds WHERE story = ? ORDER BY n`,
      story,
    )
    .map((row) => ({ ...deedOf(row), ...(row['withdrawn'] === 1 && { isWithdrawn: true }) }));
}

/** What a killed story was about, as its deed has it. */
export function aboutOf(row: Row): NewDeed['about'] {
  return json<NewDeed>(row['deed']).about;
}

export function deedOf(row: Row): StoryDeed {
  const { about: _, ...deed } = json<Omit<NewDeed, 'key'>>(row['deed']);
  return { ...deed, story: text(row['story']), n: number(row['n']) };
}
