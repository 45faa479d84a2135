import { cutTo } from '../../sessions/actor.ts';
import { MESSAGE_TAKEN_BACK, skipped } from '../../sessions/endings.ts';
import type {
  DescribedSession,
  ErasedTurns,
  Erasure,
  IntakeBook,
  KnownSession,
  NewEdit,
  SeenNote,
  TakenBack,
} from '../../sessions/intake-book.ts';
import { UNIFIED, memoryKey } from '../../sessions/key.ts';
import type { SessionKey } from '../../sessions/key.ts';
import type { Inbound } from '../../sessions/turn.ts';
import { describeSession, headerOf, isOpenSession, journal, openUnified } from './session-rows.ts';
import type { Row, Sql, Transaction } from './sql.ts';
import { json, maybe, number, text } from './values.ts';

export class SqlIntakeBook implements IntakeBook {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  async look(session: SessionKey): Promise<KnownSession | undefined> {
    const row = await this.#sql.get(`SELECT * FROM sessions WHERE key = ?`, session);
    if (!row) return undefined;
    return { header: headerOf(row), title: text(row['title']), isOpen: row['state'] === 'open' };
  }

  describe(
    session: DescribedSession,
    { nowMs, unified }: { nowMs: number; unified: boolean },
  ): Promise<void> {
    return this.#sql.transaction(async (tx) => {
      await describeSession(tx, session, nowMs);
      if (memoryKey(session.key, unified) === UNIFIED) await openUnified(tx, nowMs);
    });
  }

  async isTurn(turn: string): Promise<boolean> {
    return (await this.#sql.get(`SELECT 1 FROM turns WHERE id = ?`, turn)) !== undefined;
  }

  async seen(session: SessionKey): Promise<string | undefined> {
    return maybe((await this.#sql.get(`SELECT seen FROM sessions WHERE key = ?`, session))?.['seen'], text);
  }

  note(seen: ReadonlyMap<SessionKey, SeenNote>): Promise<void> {
    return this.#sql.transaction(async (tx) => {
      for (const [session, { id, talkMs }] of seen) {
        await tx.run(
          `UPDATE sessions SET updated_at = ? WHERE key = ? AND updated_at < ?`,
          talkMs,
          session,
          talkMs,
        );
        await tx.run(
          // Numbers without leading zeros: compare lengths first.
          `UPDATE sessions SET seen = ? WHERE key = ?
             AND (seen IS NULL OR (length(seen), seen) < (length(?), ?))`,
          id,
          session,
          id,
          id,
        );
      }
    });
  }

  edit({ session, files, turn, entry, rights }: NewEdit): Promise<boolean> {
    return this.#sql.transaction(async (tx) => {
      if (!(await isOpenSession(tx, session))) return false;
      for (const file of files) await journal(tx, file, null, entry, false);
      await changeOpen(tx, turn, (inbound) => ({
        ...inbound,
        text: entry.content,
        actor: rights ? cutTo(inbound.actor, rights) : inbound.actor,
      }));
      return true;
    });
  }

  takeBack({ session, files, messages, atMs }: TakenBack): Promise<boolean> {
    return this.#sql.transaction(async (tx) => {
      if (!(await isOpenSession(tx, session))) return false;
      for (const { turn, target, entry } of messages) {
        for (const file of files) {
          await journal(tx, file, null, entry, false);
          await tx.run(
            `INSERT INTO erasures (session, entry, at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING`,
            file,
            target,
            atMs,
          );
        }
        await withdraw(tx, turn, atMs);
      }
      return true;
    });
  }

  async erasures(): Promise<Erasure[]> {
    const rows = await this.#sql.all(
      // An entry's id is its turn's id and ":0".
      `SELECT * FROM erasures WHERE NOT EXISTS (
         SELECT 1 FROM turns WHERE id = substr(entry, 1, length(entry) - 2) AND state <> 'closed') ORDER BY at`,
    );
    return rows.map((row) => ({
      file: text(row['session']) as SessionKey,
      entry: text(row['entry']),
      atMs: number(row['at']),
    }));
  }

  async erased(file: SessionKey, entries: readonly string[], { own, quoting }: ErasedTurns): Promise<void> {
    await this.#sql.transaction(async (tx) => {
      for (const turn of own)
        await change(tx, turn, ({ prompt, material, replyTo, attachments, ...inbound }) => ({
          ...inbound,
          text: '',
        }));
      for (const turn of quoting)
        await change(tx, turn, ({ replyTo, ...inbound }) => ({
          ...inbound,
          ...(replyTo && { replyTo: { id: replyTo.id } }),
        }));
      for (const entry of entries)
        await tx.run(`DELETE FROM erasures WHERE session = ? AND entry = ?`, file, entry);
    });
    // The write-ahead log still contains the words until it is checkpointed.
    await this.#sql.forget();
  }
}

/**
 * A deleted message gets no answer: a turn that has not been read yet is closed, and a running one never reads it.
 */
async function withdraw(tx: Transaction, turn: string, atMs: number): Promise<void> {
  await tx.run(
    `UPDATE turns SET state = 'closed', joined = NULL, ended_at = ?, ending = ?, released = 1
     WHERE id = ? AND (state = 'waiting' OR (state = 'joined' AND joined_read = 0))`,
    atMs,
    JSON.stringify(skipped(MESSAGE_TAKEN_BACK)),
    turn,
  );
  await changeOpen(tx, turn, (inbound) => ({ ...inbound, text: `(${MESSAGE_TAKEN_BACK})` }));
}

type Change = (inbound: Inbound) => Inbound;

async function change(tx: Transaction, turn: string, by: Change): Promise<void> {
  await rewrite(tx, turn, await tx.get(`SELECT inbound FROM turns WHERE id = ?`, turn), by);
}

async function changeOpen(tx: Transaction, turn: string, by: Change): Promise<void> {
  const row = await tx.get(`SELECT inbound FROM turns WHERE id = ? AND state <> 'closed'`, turn);
  await rewrite(tx, turn, row, by);
}

async function rewrite(tx: Transaction, turn: string, row: Row | undefined, by: Change): Promise<void> {
  if (!row) return;
  const inbound = JSON.stringify(by(json<Inbound>(row['inbound'])));
  await tx.run(`UPDATE turns SET inbound = ? WHERE id = ?`, inbound, turn);
}
