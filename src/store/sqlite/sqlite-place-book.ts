import type { Job } from '../../cron/job.ts';
import { placeNotices } from '../../cron/place-notices.ts';
import type { Origin } from '../../sessions/entry.ts';
import { channelOf, chatIdOf } from '../../sessions/key.ts';
import type { SessionKey } from '../../sessions/key.ts';
import type { BoundPlace, GonePlace, Loss, PlaceBook, PlaceNotice } from '../../sessions/place-book.ts';
import type { GroupCommit } from './group-commit.ts';
import type { Stopped } from '../../sessions/session-removal.ts';
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
import { Statements, json, text } from './statements.ts';
import type { Row } from './statements.ts';

/** How a row of `sessions` remembers that its place disappeared, and with which place. */
interface Disappearance {
  readonly kind: Loss;
  readonly because: string;
  readonly atMs: number;
  readonly place: SessionKey;
}

/**
 * States of a session's row: `open`, `deleting` (by the desk), `leaving` (gone; its transcript is still to be set
 * aside), `gone`. A place that is lost is `open`.
 */
export class SqlitePlaceBook implements PlaceBook {
  readonly #commits: GroupCommit;
  readonly #sql: Statements;

  constructor(commits: GroupCommit) {
    this.#commits = commits;
    this.#sql = new Statements(commits.db);
  }

  gone(session: SessionKey, because: string, nowMs: number): Promise<Stopped | undefined> {
    return this.#commits.run(() => {
      const family = this.#openFamily(session, nowMs);
      if (family.length === 0) return undefined;
      const loss: Disappearance = { kind: 'gone', because, atMs: nowMs, place: session };
      this.#notify(loss, this.#jobs(family, true));
      const stopped = family.map((key) => {
        // What was out of reach before, and paused for that, is gone now.
        const old = this.#disappearance(key);
        if (old) resumeJobs(this.#sql, key, old.because);
        this.#mark(key, 'leaving', loss);
        endPlans(this.#sql, key, nowMs);
        dropOps(this.#sql, key, because);
        return stopSession(this.#sql, key, { id: `gone:${session}:${nowMs}`, because }, nowMs);
      });
      return together(stopped);
    });
  }

  async leaving(): Promise<SessionKey[]> {
    const rows = this.#sql.all(`SELECT key FROM sessions WHERE state = 'leaving' ORDER BY key`);
    return rows.map((row) => text(row['key']) as SessionKey);
  }

  left(sessions: readonly SessionKey[]): Promise<void> {
    return this.#commits.run(() => {
      for (const key of sessions)
        this.#sql.run(
          `UPDATE sessions SET state = 'gone', flushed_length = 0, entries = 0 WHERE key = ? AND state = 'leaving'`,
          key,
        );
    });
  }

  lost(session: SessionKey, because: string, nowMs: number): Promise<Stopped & { isNews: boolean }> {
    return this.#commits.run(() => {
      const family = this.#openFamily(session, nowMs);
      const isKnown = this.#disappearance(session)?.kind === 'lost';
      const jobs = this.#jobs(family, false);
      const stopped = family.map((key): Stopped => {
        // A reason that was said stays what it was: by it the jobs are found again.
        const old = this.#disappearance(key);
        const loss = old ?? { kind: 'lost' as const, because, atMs: nowMs, place: session };
        this.#mark(key, 'open', loss);
        const retries = pauseJobs(this.#sql, key, loss.because, nowMs);
        return { turns: skipRuns(this.#sql, key, loss.because, nowMs), retries };
      });
      const isNews = !isKnown && family.length > 0;
      if (isNews) this.#notify({ kind: 'lost', because, atMs: nowMs, place: session }, jobs);
      return { ...together(stopped), isNews };
    });
  }

  back(session: SessionKey, from: Loss): Promise<boolean> {
    return this.#commits.run(() => {
      const known = this.#disappearance(session);
      if (known?.kind !== from) return false;
      const family = familyOf(this.#sql, session, ['open', 'leaving', 'gone']);
      for (const key of family) {
        const loss = this.#disappearance(key);
        if (loss?.kind !== from || (key !== session && loss.place !== session)) continue;
        this.#sql.run(`UPDATE sessions SET state = 'open', gone = NULL WHERE key = ?`, key);
        resumeJobs(this.#sql, key, loss.because);
      }
      this.#sql.run(`DELETE FROM notices WHERE place = ?`, session);
      return true;
    });
  }

  async bound(platform: string): Promise<BoundPlace[]> {
    const rows = this.#sql.all(
      `SELECT DISTINCT jobs.session AS job_session, sessions.* FROM jobs
       LEFT JOIN sessions ON sessions.key = jobs.session
       WHERE jobs.session GLOB ? AND coalesce(state, 'open') = 'open' ORDER BY jobs.session`,
      `${platform}:*`,
    );
    return rows.map((row) => {
      const key = text(row['job_session']) as SessionKey;
      const guildId = this.#guildOf(key);
      return {
        key,
        title: row['title'] === null ? chatIdOf(key) : text(row['title']),
        ...(guildId !== undefined && { guildId }),
        ...(row['gone'] !== null && { lost: true as const }),
      };
    });
  }

  async find(session: SessionKey): Promise<GonePlace | undefined> {
    const row = this.#sql.get(`SELECT * FROM sessions WHERE key = ? AND gone IS NOT NULL`, session);
    if (!row) return undefined;
    const { because, atMs } = json<Disappearance>(row['gone']);
    const states = ['open', 'leaving', 'gone'];
    const family = familyOf(this.#sql, session, states).filter(
      (key) => key === session || this.#disappearance(key)?.place === session,
    );
    const guildId = this.#guildOf(session);
    const origin: Origin = { ...json<Origin>(row['origin']), ...(guildId !== undefined && { guildId }) };
    return { key: session, title: text(row['title']), origin, because, atMs, family };
  }

  async pendingNotices(): Promise<PlaceNotice[]> {
    const rows = this.#sql.all(`SELECT notice FROM notices ORDER BY id`);
    return rows.map((row) => json<PlaceNotice>(row['notice']));
  }

  noticeTold(id: string): Promise<void> {
    return this.#commits.run(() => {
      this.#sql.run(`DELETE FROM notices WHERE id = ?`, id);
    });
  }

  /** The place with its threads, as far as they are open; a place that only jobs know of gets its row now. */
  #openFamily(session: SessionKey, nowMs: number): SessionKey[] {
    const origin: Origin = { channel: channelOf(session), chatId: chatIdOf(session) };
    if (this.#sql.get(`SELECT 1 FROM jobs WHERE session = ?`, session))
      openSession(this.#sql, { key: session, origin }, nowMs);
    const family = familyOf(this.#sql, session, ['open']);
    return family.includes(session) ? family : [];
  }

  #mark(key: SessionKey, state: 'open' | 'leaving', loss: Disappearance): void {
    this.#sql.run(`UPDATE sessions SET state = ?, gone = ? WHERE key = ?`, state, JSON.stringify(loss), key);
  }

  #disappearance(key: SessionKey): Disappearance | undefined {
    const row = this.#sql.get(`SELECT gone FROM sessions WHERE key = ? AND gone IS NOT NULL`, key);
    return row && json<Disappearance>(row['gone']);
  }

  /** The jobs of sessions, those that are paused already as well or not. */
  #jobs(family: readonly SessionKey[], withPaused: boolean): Job[] {
    return family.flatMap((key) =>
      this.#sql
        .all(
          `SELECT job FROM jobs WHERE session = ? AND (? OR enabled = 1) ORDER BY created_at, id`,
          key,
          withPaused ? 1 : 0,
        )
        .map((row) => json<Job>(row['job'])),
    );
  }

  /** Leave a notice for everybody who made one of the jobs; what they weren't told yet of this place is overtaken. */
  #notify({ kind, because, atMs, place }: Disappearance, jobs: readonly Job[]): void {
    this.#sql.run(`DELETE FROM notices WHERE place = ?`, place);
    const row = this.#sql.get(`SELECT title FROM sessions WHERE key = ?`, place);
    const guildId = this.#guildOf(place);
    const title = text(row?.['title']);
    const lost = { kind, key: place, title, because, atMs, ...(guildId !== undefined && { guildId }) };
    for (const notice of placeNotices(lost, jobs))
      this.#sql.run(
        `INSERT INTO notices (id, place, notice) VALUES (?, ?, ?)`,
        notice.id,
        place,
        JSON.stringify(notice),
      );
  }

  /** A thread that names no server is in its parent's. */
  #guildOf(key: SessionKey): string | undefined {
    const row: Row | undefined = this.#sql.get(
      `WITH RECURSIVE line(key, origin, parent) AS (
         SELECT key, origin, parent FROM sessions WHERE key = ?
         UNION SELECT sessions.key, sessions.origin, sessions.parent FROM sessions JOIN line ON sessions.key = line.parent)
       SELECT json_extract(origin, '$.guildId') AS guild FROM line WHERE guild IS NOT NULL LIMIT 1`,
      key,
    );
    return row && text(row['guild']);
  }
}
