import { expect, it } from 'vitest';
import { Leases } from '../../src/store/postgres/leases.ts';
import type { PostgresSql } from '../../src/store/postgres/postgres-sql.ts';
import { SqlTranscripts } from '../../src/store/sql/transcripts.ts';
import { DESK, entry } from './given.ts';

/** Transactions that collide with others. @param open a database with the tables of `SHARED_MIGRATIONS`. */
export function describeCollisions(open: () => Promise<PostgresSql>): void {
  const deskOn = async (sql: PostgresSql) => {
    const entered = await new Leases(sql).enter('command', 'a', 'a');
    if (!('lease' in entered)) throw new Error('somebody works already');
    return sql.fenced(entered.lease);
  };

  it('gets through although others write what it has read, all the time', async () => {
    const desk = await deskOn(await open());
    const write = (name: string, turns: number) =>
      desk.transaction(async (tx) => {
        await tx.all(`SELECT * FROM transcript_files`);
        // As many turns of others as it takes.
        for (let turn = 0; turn < turns; turn++) await tx.get(`SELECT pg_sleep(0.005)`);
        await tx.run(`INSERT INTO transcript_files (name, session, length) VALUES (?, ?, 0)`, name, name);
      });
    let isOver = false;
    const others = Array.from({ length: 4 }, async (_, other) => {
      for (let n = 0; !isOver; n++) await write(`${other} ${n}`, 0);
    });
    await write('slow', 20);
    isOver = true;
    await Promise.all(others);
    expect(await desk.all(`SELECT 1 FROM transcript_files WHERE name = 'slow'`)).toHaveLength(1);
  });

  it('is done once where several write the same lines at once', async () => {
    const transcripts = new SqlTranscripts(await deskOn(await open()));
    await transcripts.open({
      v: 1,
      header: true,
      key: DESK,
      origin: { channel: 'console', chatId: 'desk' },
      createdAtMs: 1,
    });
    const entries = ['a', 'b', 'c'].map((id) => entry(id));
    await Promise.all(Array.from({ length: 8 }, () => transcripts.append(DESK, entries, 0)));
    expect((await transcripts.tail(DESK, 10)).map(({ id }) => id)).toEqual(['a', 'b', 'c']);
  });
}
