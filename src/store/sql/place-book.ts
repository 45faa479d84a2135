import type { Job } from '../../cron/job.ts';
import { placeNotices } from '../../cron/place-notices.ts';
import { decideBack, decideGone, decideLost } from '../../sessions/decide-place.ts';
import type { Disappearance, Member } from '../../sessions/decide-place.ts';
import type { Origin } from '../../sessions/entry.ts';
import { channelOf, chatIdOf } from '../../sessions/key.ts';
import type { SessionKey } from '../../sessions/key.ts';
import type { BoundPlace, GonePlace, Loss, PlaceBook, PlaceNotice } from '../../sessions/place-book.ts';
import type { Stopped } from '../../sessions/session-removal.ts';
import { inOrder } from './in-order.ts';
import { SELECT_JOBS, jobOf } from './job-rows.ts';
import {
  dropOps,
  endPlans,
  familyOf,
  pauseJobs,
  resumeJobs,
  skipRuns,
  stopSession,
  together,
} from './place-rows.ts';
import { openSession } from './session-rows.ts';
import type { Reads, Row, Sql, Transaction } from './sql.ts';
import { json, maybe, text } from './values.ts';

/**
 * A session's `state`: `open`; `deleting` (by the desk); `leaving` (gone, its transcript is still to be archived);
 * `gone`. A place to which access was lost is still `open`.
 */
export class SqlPlaceBook implements PlaceBook {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  gone(session: SessionKey, because: string, nowMs: number): Promise<Stopped | undefined> {
    return this.#sql.transaction(async (tx) => {
      const family = await openFamily(tx, session, nowMs);
      if (family.length === 0) return undefined;
      const gone = { kind: 'gone' as const, because, atMs: nowMs, place: session };
      await notify(tx, gone, await jobsOf(tx, family));
      const members = decideGone(gone, await membersOf(tx, family));
      const stopped = await inOrder(members, async ({ key, loss, resumed }) => {
        if (resumed !== undefined) await resumeJobs(tx, key, resumed);
        await mark(tx, key, 'leaving', loss);
        await endPlans(tx, key, nowMs);
        await dropOps(tx, key, because);
        return stopSession(tx, key, { id: `gone:${session}:${nowMs}`, because }, nowMs);
      });
      return together(stopped);
    });
  }

  async leaving(): Promise<SessionKey[]> {
    const rows = await this.#sql.all(`SELECT key FROM sessions WHERE state = 'leaving' ORDER BY key`);
    return rows.map((row) => text(row['key']) as SessionKey);
  }

  left(sessions: readonly SessionKey[]): Promise<void> {
    return this.#sql.transaction(async (tx) => {
      for (const key of sessions)
        await tx.run(
          `UPDATE sessions SET state = 'gone', flushed_length = 0, entries = 0 WHERE key = ? AND state = 'leaving'`,
          key,
        );
    });
  }

  lost(session: SessionKey, because: string, nowMs: number): Promise<Stopped & { isNews: boolean }> {
    return this.#sql.transaction(async (tx) => {
      const family = await openFamily(tx, session, nowMs);
      const lost = { kind: 'lost' as const, because, atMs: nowMs, place: session };
      const { losses, isNews } = decideLost(lost, await membersOf(tx, family));
      const jobs = (await jobsOf(tx, family)).filter(({ enabled }) => enabled);
      const stopped = await inOrder(losses, async ({ key, loss }): Promise<Stopped> => {
        await mark(tx, key, 'open', loss);
        const retries = await pauseJobs(tx, key, loss.because, nowMs);
        return { turns: await skipRuns(tx, key, loss.because, nowMs), retries };
      });
      if (isNews) await notify(tx, lost, jobs);
      return { ...together(stopped), isNews };
    });
  }

  back(session: SessionKey, from: Loss): Promise<boolean> {
    return this.#sql.transaction(async (tx) => {
      if ((await disappearance(tx, session))?.kind !== from) return false;
      const family = await membersOf(tx, await familyOf(tx, session, ['open', 'leaving', 'gone']));
      for (const { key, loss } of decideBack(session, from, family)) {
        await tx.run(`UPDATE sessions SET state = 'open', gone = NULL WHERE key = ?`, key);
        await resumeJobs(tx, key, loss.because);
      }
      await tx.run(`DELETE FROM notices WHERE place = ?`, session);
      return true;
    });
  }

  bound(platform: string): Promise<BoundPlace[]> {
    const prefix = `${platform}:`;
    return this.#sql.snapshot(async (reads) => {
      const rows = await reads.all(
        `SELECT DISTINCT jobs.session AS job_session, sessions.* FROM jobs
         LEFT JOIN sessions ON sessions.key = jobs.session
         WHERE substr(jobs.session, 1, ?) = ? AND coalesce(state, 'open') = 'open' ORDER BY jobs.session`,
        prefix.length,
        prefix,
      );
      return inOrder(rows, (row) => boundPlace(reads, row));
    });
  }

  find(session: SessionKey): Promise<GonePlace | undefined> {
    return this.#sql.snapshot(async (reads) => {
      const row = await reads.get(`SELECT * FROM sessions WHERE key = ? AND gone IS NOT NULL`, session);
      if (!row) return undefined;
      const { because, atMs } = json<Disappearance>(row['gone']);
      const family: SessionKey[] = [];
      for (const key of await familyOf(reads, session, ['open', 'leaving', 'gone']))
        if (key === session || (await disappearance(reads, key))?.place === session) family.push(key);
      const guildId = await guildOf(reads, session);
      const origin: Origin = { ...json<Origin>(row['origin']), ...(guildId !== undefined && { guildId }) };
      return { key: session, title: text(row['title']), origin, because, atMs, family };
    });
  }

  async pendingNotices(): Promise<PlaceNotice[]> {
    const rows = await this.#sql.all(`SELECT notice FROM notices ORDER BY id`);
    return rows.map((row) => json<PlaceNotice>(row['notice']));
  }

  noticeSent(id: string): Promise<void> {
    return this.#sql.transaction(async (tx) => {
      await tx.run(`DELETE FROM notices WHERE id = ?`, id);
    });
  }
}

async function boundPlace(sql: Reads, row: Row): Promise<BoundPlace> {
  const key = text(row['job_session']) as SessionKey;
  const guildId = await guildOf(sql, key);
  return {
    key,
    title: row['title'] === null ? chatIdOf(key) : text(row['title']),
    ...(guildId !== undefined && { guildId }),
    ...(row['gone'] !== null && { lost: true as const }),
  };
}

/** The open sessions of a place and its threads. A place that only jobs refer to gets its row here. */
async function openFamily(tx: Transaction, session: SessionKey, nowMs: number): Promise<SessionKey[]> {
  const origin: Origin = { channel: channelOf(session), chatId: chatIdOf(session) };
  if (await tx.get(`SELECT 1 FROM jobs WHERE session = ?`, session))
    await openSession(tx, { key: session, origin }, nowMs);
  const family = await familyOf(tx, session, ['open']);
  return family.includes(session) ? family : [];
}

async function mark(
  tx: Transaction,
  key: SessionKey,
  state: 'open' | 'leaving',
  loss: Disappearance,
): Promise<void> {
  const gone = JSON.stringify(loss);
  await tx.run(`UPDATE sessions SET state = ?, gone = ? WHERE key = ?`, state, gone, key);
}

async function membersOf(sql: Reads, family: readonly SessionKey[]): Promise<Member[]> {
  return inOrder(family, async (key) => {
    const loss = await disappearance(sql, key);
    return { key, ...(loss && { loss }) };
  });
}

async function disappearance(sql: Reads, key: SessionKey): Promise<Disappearance | undefined> {
  const row = await sql.get(`SELECT gone FROM sessions WHERE key = ? AND gone IS NOT NULL`, key);
  return row && json<Disappearance>(row['gone']);
}

/** All jobs of the sessions, paused ones included. */
async function jobsOf(sql: Reads, family: readonly SessionKey[]): Promise<Job[]> {
  const jobs = await inOrder(family, (key) =>
    sql.all(`${SELECT_JOBS} WHERE session = ? ORDER BY created_at, id`, key),
  );
  return jobs.flat().map(jobOf);
}

/** Leave a notice for everybody who made one of the jobs, replacing earlier undelivered notices about this place. */
async function notify(
  tx: Transaction,
  { kind, because, atMs, place }: Disappearance,
  jobs: readonly Job[],
): Promise<void> {
  await tx.run(`DELETE FROM notices WHERE place = ?`, place);
  const row = await tx.get(`SELECT title FROM sessions WHERE key = ?`, place);
  const guildId = await guildOf(tx, place);
  const title = text(row?.['title']);
  const lost = { kind, key: place, title, because, atMs, ...(guildId !== undefined && { guildId }) };
  for (const notice of placeNotices(lost, jobs)) {
    const told = JSON.stringify(notice);
    await tx.run(`INSERT INTO notices (id, place, notice) VALUES (?, ?, ?)`, notice.id, place, told);
  }
}

/** A thread without a server of its own is in its parent's. */
async function guildOf(sql: Reads, key: SessionKey): Promise<string | undefined> {
  const seen = new Set<string>();
  for (let at: string | undefined = key; at !== undefined && !seen.has(at);) {
    seen.add(at);
    const row: Row | undefined = await sql.get(`SELECT origin, parent FROM sessions WHERE key = ?`, at);
    const guildId = row && json<Origin>(row['origin']).guildId;
    if (guildId !== undefined) return guildId;
    at = maybe(row?.['parent'], text);
  }
  return undefined;
}
