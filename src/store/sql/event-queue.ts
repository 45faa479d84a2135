import type { EventQueue, SystemEvent } from '../../cron/event-queue.ts';
import type { SessionKey } from '../../sessions/key.ts';
import type { EffectMark } from '../../sessions/turn-book.ts';
import { markEffect } from './effects.ts';
import { addEvent, eventOf } from './event-rows.ts';
import type { Sql } from './sql.ts';

export class SqlEventQueue implements EventQueue {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  add(session: SessionKey, event: SystemEvent, mark?: EffectMark): Promise<void> {
    return this.#sql.transaction(async (tx) => {
      await markEffect(tx, mark);
      await addEvent(tx, session, event);
    });
  }

  async pending(session: SessionKey): Promise<SystemEvent[]> {
    const rows = await this.#sql.all(
      `SELECT * FROM system_events WHERE session = ? AND turn IS NULL ORDER BY seq`,
      session,
    );
    return rows.map(eventOf);
  }

  async takenBy(turn: string): Promise<SystemEvent[]> {
    return (await this.#sql.all(`SELECT * FROM system_events WHERE turn = ? ORDER BY seq`, turn)).map(
      eventOf,
    );
  }
}
