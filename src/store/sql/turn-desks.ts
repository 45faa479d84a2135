/**
 * Which desk has which turns, where several share the book: all open turns of a lane are one desk's, or nobody's. One desk
 * alone on its home leaves the column empty.
 */
import type { SessionKey } from '../../sessions/key.ts';
import type { Turn } from '../../sessions/turn.ts';
import type { Reads, Sql, Transaction } from './sql.ts';
import { OPEN, turnOf } from './turn-rows.ts';
import { maybe, places, text } from './values.ts';

/** A condition: a turn that waits for a desk. */
const NOBODYS = `${OPEN} AND state = 'waiting' AND desk IS NULL`;

/** A condition: no other desk has turns of its lane. */
const NOT_OF_OTHERS = `NOT EXISTS (
  SELECT 1 FROM turns AS other WHERE other.lane = turns.lane AND other.${OPEN} AND other.desk <> ?)`;

const READ_AT_ONCE = 256;
/** With more lanes than this, no other transaction runs meanwhile. */
const MOST_NAMES = 256;

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

/** The ids of the turns that wait for this desk to run them, in order; of all that wait, where it is alone. */
export async function waitingIds(sql: Reads, desk: string | undefined): Promise<string[]> {
  const ofDesk = desk === undefined ? '' : ' AND desk = ?';
  const rows = await sql.all(
    `SELECT id FROM turns WHERE ${OPEN} AND state = 'waiting'${ofDesk} ORDER BY seq`,
    ...(desk === undefined ? [] : [desk]),
  );
  return rows.map((row) => text(row['id']));
}

/** The turns that wait for this desk to run them, in order; all that wait, where it is alone. */
export async function waitingFor(sql: Reads, desk: string | undefined): Promise<Turn[]> {
  return turnsOf(sql, await waitingIds(sql, desk));
}

/** Turns by id, in order. */
export async function turnsOf(sql: Reads, ids: readonly string[]): Promise<Turn[]> {
  const turns: Turn[] = [];
  for (let from = 0; from < ids.length; from += READ_AT_ONCE) {
    const some = ids.slice(from, from + READ_AT_ONCE);
    const rows = await sql.all(`SELECT * FROM turns WHERE id IN (${places(some)})`, ...some);
    turns.push(...rows.map(turnOf));
  }
  return turns.toSorted((a, b) => a.seq - b.seq);
}

/** Give a desk the lanes that have waited longest for one, those where people wait before others. */
export async function takeLanes(sql: Sql, desk: string, most: number): Promise<void> {
  // When others take all of these meanwhile, there may be more.
  for (let given = 0; given === 0;) {
    const lanes = await freeLanes(sql, desk, most);
    if (lanes.length === 0) return;
    const scope = lanes.length <= MOST_NAMES ? { about: lanes } : undefined;
    given = await sql.transaction((tx) => give(tx, desk, lanes), scope);
  }
}

async function freeLanes(sql: Reads, desk: string, most: number): Promise<string[]> {
  const rows = await sql.all(
    `SELECT lane FROM turns WHERE ${NOBODYS} AND ${NOT_OF_OTHERS}
     GROUP BY lane ORDER BY min(CASE WHEN kind = 'scheduled' THEN 1 ELSE 0 END), min(seq) LIMIT ?`,
    desk,
    most,
  );
  return rows.map((row) => text(row['lane']));
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

/** @returns how many turns it got. */
async function give(tx: Transaction, desk: string, lanes: readonly string[]): Promise<number> {
  let given = 0;
  for (const lane of lanes)
    given += await tx.run(
      `UPDATE turns SET desk = ? WHERE lane = ? AND ${OPEN} AND desk IS NULL AND ${NOT_OF_OTHERS}`,
      desk,
      lane,
      desk,
    );
  return given;
}
