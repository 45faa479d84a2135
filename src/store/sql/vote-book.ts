import type { StoryVote, VoteBook } from '../../newsroom/model/story-vote.ts';
import type { Row, Sql } from './sql.ts';
import { flag, number, text } from './values.ts';

export class SqlVoteBook implements VoteBook {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  change(
    story: string,
    person: string,
    decide: (current: StoryVote | undefined) => StoryVote | undefined,
  ): Promise<StoryVote | undefined> {
    return this.#sql.transaction(async (tx) => {
      const row = await tx.get(`SELECT * FROM votes WHERE story = ? AND person = ?`, story, person);
      const vote = decide(row && voteOf(row));
      await tx.run(`DELETE FROM votes WHERE story = ? AND person = ?`, story, person);
      if (vote !== undefined)
        await tx.run(
          `INSERT INTO votes (story, person, name, likes, at, outlet, category, title)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
          story,
          person,
          vote.by,
          vote.likes ? 1 : 0,
          vote.atMs,
          vote.outlet,
          vote.category,
          vote.title,
        );
      return vote;
    });
  }

  async of(stories: readonly string[]): Promise<StoryVote[]> {
    if (stories.length === 0) return [];
    const rows = await this.#sql.all(
      `SELECT * FROM votes WHERE story IN (${stories.map(() => '?').join(', ')}) ORDER BY at, story, person`,
      ...stories,
    );
    return rows.map(voteOf);
  }

  async since(atMs: number, limit: number): Promise<StoryVote[]> {
    const rows = await this.#sql.all(
      `SELECT * FROM votes WHERE at >= ? ORDER BY at DESC, story, person LIMIT ?`,
      atMs,
      limit,
    );
    return rows.map(voteOf);
  }

  forget(isForgotten: (vote: StoryVote) => boolean): Promise<number> {
    return this.#sql.transaction(async (tx) => {
      const forgotten = (await tx.all(`SELECT * FROM votes`)).map(voteOf).filter(isForgotten);
      for (const { story, person } of forgotten)
        await tx.run(`DELETE FROM votes WHERE story = ? AND person = ?`, story, person);
      return forgotten.length;
    });
  }

  async dropBefore(atMs: number): Promise<void> {
    await this.#sql.transaction(async (tx) => {
      await tx.run(`DELETE FROM votes WHERE at < ?`, atMs);
    });
  }
}

function voteOf(row: Row): StoryVote {
  return {
    story: text(row['story']),
    person: text(row['person']),
    by: text(row['name']),
    likes: flag(row['likes']),
    atMs: number(row['at']),
    outlet: text(row['outlet']),
    category: text(row['category']),
    title: text(row['title']),
  };
}
