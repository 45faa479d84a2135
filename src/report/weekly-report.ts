/** The weekly report of a chat: a job bound to it, which is listed, changed and removed like any other. */
import { conversationJob } from '../cron/conversation-job.ts';
import type { Cron } from '../cron/cron.ts';
import type { Job } from '../cron/job.ts';
import type { Actor } from '../sessions/actor.ts';
import type { SessionKey } from '../sessions/key.ts';
import type { Locale } from '../time/locale.ts';
import { REPORT_PROFILE } from './report-turn.ts';
import { reportWords } from './report-words.ts';

export interface WeeklyDeps {
  readonly cron: Pick<Cron, 'list' | 'addOnce' | 'update' | 'remove'>;
  /** In which its time is. */
  readonly zone: () => string;
  /** Of the job's name. */
  readonly locale: () => Locale;
}

interface Asked {
  readonly session: SessionKey;
  readonly actor: Actor;
}

const MONDAYS_AT_NINE = '0 9 * * 1';

export class WeeklyReport {
  readonly #deps: WeeklyDeps;

  constructor(deps: WeeklyDeps) {
    this.#deps = deps;
  }

  /**
   * @returns `again` for one that was paused: it has the time that people gave it.
   * @throws CronError, DeskError where nobody talks in the session.
   */
  async start({ session, actor }: Asked): Promise<{ job: Job; outcome: 'on' | 'again' | 'already' }> {
    const { cron, zone, locale } = this.#deps;
    const known = await this.#jobsIn(session);
    const running = known.find(({ enabled }) => enabled);
    if (running) return { job: running, outcome: 'already' };
    const [paused] = known;
    if (paused)
      return { job: await cron.update(paused.id, { enabled: true }, { by: actor.name }), outcome: 'again' };
    const request = {
      ...reportWords[locale()].job,
      schedule: { kind: 'cron', expr: MONDAYS_AT_NINE, tz: zone() },
      profile: REPORT_PROFILE,
    } as const;
    const { kind, id, name } = actor;
    const by = { kind, name, ...(id !== undefined && { id }) };
    // Somebody else may have asked for it since.
    const { job, isNew } = await cron.addOnce(conversationJob(request, session), by, { isSame: isReport });
    return { job, outcome: isNew ? 'on' : 'already' };
  }

  /** @returns the job that is gone; undefined where there was none. */
  async stop({ session, actor }: Asked): Promise<Job | undefined> {
    const jobs = await this.#jobsIn(session);
    for (const { id } of jobs) await this.#deps.cron.remove(id, { by: actor.name });
    return jobs[0];
  }

  async #jobsIn(session: SessionKey): Promise<Job[]> {
    const jobs = await this.#deps.cron.list({ session, includeDisabled: true });
    return jobs.filter(isReport);
  }
}

function isReport({ payload }: Job): boolean {
  return payload.kind === 'agentTurn' && payload.profile === REPORT_PROFILE;
}
