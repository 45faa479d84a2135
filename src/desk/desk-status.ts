import type { Cron, CronStatus } from '../cron/cron.ts';

/** How the desk stands, as the console, the commands and the gateway show it. */
export interface DeskStatus extends AboutDesk {
  /** Scheduled starts were stopped by a person. */
  readonly paused: boolean;
  readonly cron: CronStatus;
  readonly nextWakeAtMs?: number;
  /** The next scheduled turns, the earliest first. */
  readonly nextRuns: readonly NextRun[];
  /** The runs that wait behind an active turn, the longest waiting first. */
  readonly waiting: CronStatus['waiting'];
}

/** What the rooms behind the desk say of themselves. */
export interface AboutDesk {
  readonly edition: string;
  /** Who answers now. */
  readonly model: { readonly provider: string; readonly model: string; readonly languageModel: boolean };
  readonly spending?: readonly Spending[];
  readonly feeds: readonly FeedStatus[];
  /** What is off, and why: one sentence each. */
  readonly remarks?: readonly string[];
}

interface Spending {
  readonly provider: string;
  readonly model: string;
  readonly calls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** How the last visit to a feed went. */
interface FeedStatus {
  readonly key: string;
  readonly label?: string;
  readonly result?: string;
  readonly items?: number;
  readonly newItems?: number;
  readonly error?: string;
}

interface NextRun {
  readonly jobId: string;
  readonly name: string;
  readonly sessionKey?: string;
  readonly atMs: number;
}

interface StatusHouse {
  readonly cron: Cron;
  readonly paused: () => Promise<boolean>;
  readonly about: () => Promise<AboutDesk>;
}

const NEXT_RUNS = 5;

export async function deskStatus({ cron, paused, about }: StatusHouse): Promise<DeskStatus> {
  const [said, isPaused, status, jobs] = await Promise.all([about(), paused(), cron.status(), cron.list()]);
  const { nextWakeAtMs } = status;
  const nextRuns = jobs
    .flatMap((job): NextRun[] => {
      const atMs = job.state.nextRunAtMs;
      if (atMs === undefined) return [];
      const key = job.payload.kind === 'agentTurn' ? job.payload.sessionKey : undefined;
      return [{ jobId: job.id, name: job.name, atMs, ...(key !== undefined && { sessionKey: key }) }];
    })
    .sort((a, b) => a.atMs - b.atMs)
    .slice(0, NEXT_RUNS);
  return {
    ...said,
    paused: isPaused,
    cron: status,
    ...(nextWakeAtMs !== undefined && { nextWakeAtMs }),
    nextRuns,
    waiting: status.waiting,
  };
}
