/**
 * Which desk has which turns, where several share the book: all open turns of a lane are one desk's, or nobody's. One desk
 * alone on its home leaves the column empty.
 */
import type { SessionKey } from '../../sessions/key.ts';
import type { Turn } from '../../sessions/turn.ts';
import type { Reads, Transaction } from './sql.ts';
import { OPEN, turnOf } from './turn-rows.ts';
import { maybe, places, text } from './values.ts';

/** A condition: a turn that waits for a desk. */
export const NOBODYS = `${OPEN} AND state = 'waiting' AND desk IS NULL`;

/** Whose the open turns of a lane are; undefined when it has none. */
export async function openOf(sql: Reads, lane: SessionKey): Promise<{ readonly desk?: string } | undefined> {
  const row = await sql.get(
    `SELECT max(desk) AS desk, count(*) AS n FROM turns WHERE lane = ? AND ${OPEN}`,
    lane,
  );
  if (!row || Number(row['n']) === 0) return undefined;
  const desk = maybe(row['desk'], text);
  return desk === undefined ? {} : { desk };
}

/** The turns that wait for this desk to run them, in order; all that wait, where it is alone. */
export async function waitingFor(sql: Reads, desk: string | undefined): Promise<Turn[]> {
  const ofDesk = desk === undefined ? '' : ' AND desk = ?';
  const rows = await sql.all(
    `SELECT * FROM turns WHERE ${OPEN} AND state = 'waiting'${ofDesk} ORDER BY seq`,
    ...(desk === undefined ? [] : [desk]),
  );
  return rows.map(turnOf);
}

/** Give a desk the lanes that have waited longest for one. */
export async function takeLanes(tx: Transaction, desk: string, most: number): Promise<void> {
  const rows = await tx.all(
    `SELECT lane FROM turns WHERE ${NOBODYS} AND NOT EXISTS (
       SELECT 1 FROM turns AS other WHERE other.lane = turns.lane AND other.${OPEN} AND other.desk <> ?)
     GROUP BY lane ORDER BY min(seq) LIMIT ?`,
    desk,
    most,
  );
  await give(
    tx,
    desk,
    rows.map((row) => text(row['lane'])),
  );
}

/**
 * Take open turns away from desks that are gone. Lanes in which one was cut off become this desk's, which closes it
 * first; the others are nobody's.
 * @param from all desks by default
 */
export async function handOver(
  tx: Transaction,
  desk: string,
  { from, cutOff }: { readonly from: readonly string[] | undefined; readonly cutOff: readonly string[] },
): Promise<void> {
  const ofDesks = from ? ` AND desk IN (${places(from)})` : '';
  await tx.run(`UPDATE turns SET desk = NULL WHERE ${OPEN}${ofDesks}`, ...(from ?? []));
  for (const turn of cutOff) {
    const row = await tx.get(`SELECT lane FROM turns WHERE id = ?`, turn);
    await give(tx, desk, [text(row?.['lane'])]);
  }
}

async function give(tx: Transaction, desk: string, lanes: readonly string[]): Promise<void> {
  for (const lane of lanes)
    await tx.run(`UPDATE turns SET desk = ? WHERE lane = ? AND ${OPEN} AND desk IS NULL`, desk, lane);
}
