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
import type { GroupCommit } from './group-commit.ts';
import { describeSession, headerOf, isOpenSession, journal, openUnified } from './session-rows.ts';
import { Statements, json, maybe, number, text } from './statements.ts';

export class SqliteIntakeBook implements IntakeBook {
  readonly #commits: GroupCommit;
  readonly #sql: Statements;

  constructor(commits: GroupCommit) {
    this.#commits = commits;
    this.#sql = new Statements(commits.db);
  }

  async look(session: SessionKey): Promise<KnownSession | undefined> {
    const row = this.#sql.get(`SELECT * FROM sessions WHERE key = ?`, session);
    if (!row) return undefined;
    return { header: headerOf(row), title: text(row['title']), isOpen: row['state'] === 'open' };
  }

  describe(
    session: DescribedSession,
    { nowMs, unified }: { nowMs: number; unified: boolean },
  ): Promise<void> {
    return this.#commits.run(() => {
      describeSession(this.#sql, session, nowMs);
      if (memoryKey(session.key, unified) === UNIFIED) openUnified(this.#sql, nowMs);
    });
  }

  async isTurn(turn: string): Promise<boolean> {
    return this.#sql.get(`SELECT 1 FROM turns WHERE id = ?`, turn) !== undefined;
  }

  async seen(session: SessionKey): Promise<string | undefined> {
    return maybe(this.#sql.get(`SELECT seen FROM sessions WHERE key = ?`, session)?.['seen'], text);
  }

  note(seen: ReadonlyMap<SessionKey, SeenNote>): Promise<void> {
    return this.#commits.run(() => {
      for (const [session, { id, talkMs }] of seen) {
        this.#sql.run(`UPDATE sessions SET updated_at = max(updated_at, ?) WHERE key = ?`, talkMs, session);
        this.#sql.run(
          // Numbers without leading zeros: the longer one is the larger.
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

  edit({ session, files, turn, entry }: NewEdit): Promise<boolean> {
    return this.#commits.run(() => {
      if (!isOpenSession(this.#sql, session)) return false;
      for (const file of files) journal(this.#sql, file, null, entry, false);
      this.#sql.run(
        `UPDATE turns SET inbound = json_set(inbound, '$.text', ?) WHERE id = ? AND state <> 'closed'`,
        entry.content,
        turn,
      );
      return true;
    });
  }

  takeBack({ session, files, messages, atMs }: TakenBack): Promise<boolean> {
    return this.#commits.run(() => {
      if (!isOpenSession(this.#sql, session)) return false;
      for (const { turn, target, entry } of messages) {
        for (const file of files) {
          journal(this.#sql, file, null, entry, false);
          this.#sql.run(
            `INSERT OR IGNORE INTO erasures (session, entry, at) VALUES (?, ?, ?)`,
            file,
            target,
            atMs,
          );
        }
        this.#withdraw(turn, atMs);
      }
      return true;
    });
  }

  /** Nobody answers what was taken back: a turn that has not read it is closed; one that runs never reads it again. */
  #withdraw(turn: string, atMs: number): void {
    this.#sql.run(
      `UPDATE turns SET state = 'closed', joined = NULL, ended_at = ?, ending = ?, released = 1
       WHERE id = ? AND (state = 'waiting' OR (state = 'joined' AND joined_read = 0))`,
      atMs,
      JSON.stringify(skipped(MESSAGE_TAKEN_BACK)),
      turn,
    );
    this.#sql.run(
      `UPDATE turns SET inbound = json_set(inbound, '$.text', ?) WHERE id = ? AND state <> 'closed'`,
      `(${MESSAGE_TAKEN_BACK})`,
      turn,
    );
  }

  async erasures(): Promise<Erasure[]> {
    const rows = this.#sql.all(
      // An entry is called like its turn, and ":0".
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
    await this.#commits.run(() => {
      for (const turn of own)
        this.#change(turn, ({ prompt, material, replyTo, attachments, ...inbound }) => ({
          ...inbound,
          text: '',
        }));
      for (const turn of quoting)
        this.#change(turn, ({ replyTo, ...inbound }) => ({
          ...inbound,
          ...(replyTo && { replyTo: { id: replyTo.id } }),
        }));
      for (const entry of entries)
        this.#sql.run(`DELETE FROM erasures WHERE session = ? AND entry = ?`, file, entry);
    });
    // The log of changes still has the words, until it is folded into the database.
    this.#commits.fold();
  }

  #change(turn: string, change: (inbound: Inbound) => Inbound): void {
    const row = this.#sql.get(`SELECT inbound FROM turns WHERE id = ?`, turn);
    if (!row) return;
    const inbound = change(json<Inbound>(row['inbound']));
    this.#sql.run(`UPDATE turns SET inbound = ? WHERE id = ?`, JSON.stringify(inbound), turn);
  }
}
