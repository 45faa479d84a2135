/** Which newsrooms hold events of the pool, and what became of the events. */
import { mayHold } from '../../../newsroom/intake/pool/event-life.ts';
import type { Posting } from '../../../newsroom/intake/pool/pool.ts';
import type { Clock } from '../../../time/clock.ts';
import type { Sql, Transaction } from '../sql.ts';
import { maybe, number, text } from '../values.ts';
import { currentIdOf } from './event-statements.ts';

const LET_GO = `UPDATE events SET reserved_until_ts = NULL, reserved_by = NULL WHERE id = ?`;

export class EventHolds {
  readonly #sql: Sql;
  readonly #clock: Clock;

  constructor(sql: Sql, clock: Clock) {
    this.#sql = sql;
    this.#clock = clock;
  }

  reserve(eventIds: readonly number[], untilMs: number, by: string): Promise<readonly number[]> {
    const nowMs = this.#clock.now();
    return this.#sql.transaction(async (tx) => {
      const wanted: { readonly asked: number; readonly id: number }[] = [];
      for (const asked of eventIds) wanted.push({ asked, id: (await currentIdOf(tx, asked)) ?? asked });
      const kept = new Set(wanted.map(({ id }) => id));
      for (const row of await tx.all(`SELECT id FROM events WHERE reserved_by = ?`, by))
        if (!kept.has(number(row['id']))) await tx.run(LET_GO, number(row['id']));
      const got: number[] = [];
      for (const { asked, id } of wanted) if (await hold(tx, { id, untilMs, by, nowMs })) got.push(asked);
      return got;
    });
  }

  release(eventId: number, why: string): Promise<void> {
    const nowMs = this.#clock.now();
    return this.#sql.transaction(async (tx) => {
      const id = (await currentIdOf(tx, eventId)) ?? eventId;
      await tx.run(LET_GO, id);
      await tx.run(
        `UPDATE events SET released_at_ts = ?, released_why = ? WHERE id = ? AND status <> 'posted'`,
        nowMs,
        why,
        id,
      );
    });
  }

  markPosted(eventId: number, { threadId, runId, atMs }: Posting): Promise<void> {
    return this.#sql.transaction(async (tx) => {
      const id = (await currentIdOf(tx, eventId)) ?? eventId;
      await tx.run(LET_GO, id);
      await tx.run(
        `UPDATE events SET status = 'posted', posted_at_ts = ?, thread_id = ?, run_id = ?
         WHERE id = ? AND status <> 'posted'`,
        atMs,
        threadId,
        runId,
        id,
      );
    });
  }
}

interface Hold {
  readonly id: number;
  readonly untilMs: number;
  readonly by: string;
  readonly nowMs: number;
}

/** @returns whether the hold was granted. */
async function hold(tx: Transaction, { id, untilMs, by, nowMs }: Hold): Promise<boolean> {
  const row = await tx.get(`SELECT reserved_until_ts, reserved_by FROM events WHERE id = ?`, id);
  if (!row) return false;
  const reservedBy = maybe(row['reserved_by'], text);
  const held = {
    reservedUntilMs: maybe(row['reserved_until_ts'], number) ?? null,
    ...(reservedBy !== undefined && { reservedBy }),
  };
  if (!mayHold(held, by, nowMs)) return false;
  await tx.run(`UPDATE events SET reserved_until_ts = ?, reserved_by = ? WHERE id = ?`, untilMs, by, id);
  return true;
}
