import type { EventQueue, SystemEvent } from '../../cron/event-queue.ts';
import type { SessionKey } from '../../sessions/key.ts';
import type { EffectMark } from '../../sessions/turn-book.ts';
import { markEffect } from './effects.ts';
import { addEvent, eventOf } from './event-rows.ts';
import type { GroupCommit } from './group-commit.ts';
import { Statements } from './statements.ts';

export class SqliteEventQueue implements EventQueue {
  readonly #commits: GroupCommit;
  readonly #sql: Statements;

  constructor(commits: GroupCommit) {
    this.#commits = commits;
    this.#sql = new Statements(commits.db);
  }

  add(session: SessionKey, event: SystemEvent, mark?: EffectMark): Promise<void> {
    return this.#commits.run(() => {
      markEffect(this.#sql, mark);
      addEvent(this.#sql, session, event);
    });
  }

  async pending(session: SessionKey): Promise<SystemEvent[]> {
    const rows = this.#sql.all(
      `SELECT * FROM system_events WHERE session = ? AND turn IS NULL ORDER BY seq`,
      session,
    );
    return rows.map(eventOf);
  }

  async takenBy(turn: string): Promise<SystemEvent[]> {
    return this.#sql.all(`SELECT * FROM system_events WHERE turn = ? ORDER BY seq`, turn).map(eventOf);
  }
}
