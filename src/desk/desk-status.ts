import { z } from 'zod';
import type { Cron } from '../cron/cron.ts';
import type { CronStatus } from '../cron/cron-deps.ts';
import type { Job } from '../cron/job.ts';
import type { Given } from '../feature/rpc-method.ts';
import type { SessionKey } from '../sessions/key.ts';
import type { PeerDesk } from '../sessions/peers.ts';
import type { Bilingual } from '../time/locale.ts';

/** How the desk stands, as the console, the commands and the gateway show it. */
export interface DeskStatus extends AboutDesk {
  /** A person stopped scheduled starts. */
  readonly paused: boolean;
  /** When the pause ends by itself. */
  readonly pausedUntilMs?: number;
  readonly cron: CronStatus;
  readonly nextWakeAtMs?: number;
  /** The next scheduled turns, earliest first. */
  readonly nextRuns: readonly NextRun[];
  /** Runs that wait behind an active turn, longest wait first. */
  readonly waiting: CronStatus['waiting'];
}

/** What the rooms behind the desk say of themselves. */
export interface AboutDesk {
  readonly edition: string;
  /** The model that answers now. */
  readonly model: { readonly provider: string; readonly model: string; readonly languageModel: boolean };
  /** Since midnight in the edition's zone, by provider and model. */
  readonly spending?: readonly Spending[];
  /** The providers in the chain's order, and their states. */
  readonly providers?: readonly ProviderStatus[];
  readonly feeds: readonly FeedStatus[];
  /** The desks that work on the newsroom, where they share it. */
  readonly desks?: readonly PeerDesk[];
  /** Current problems: one sentence each. */
  readonly remarks?: readonly Remark[];
}

/** With `place` it is about a chat, and of those only who can see it. */
export type Remark = Bilingual & { readonly place?: SessionKey };

export const spendingSchema = z.strictObject({
  provider: z.string(),
  model: z.string(),
  calls: z.number(),
  failed: z.number().exactOptional(),
  /** Those that the provider counted. */
  inputTokens: z.number(),
  outputTokens: z.number(),
  /** All that count against ceilings: the provider's count, or an estimate where it gave none. */
  countedTokens: z.number().exactOptional(),
  /** US dollars, by the price table. */
  costUsd: z.number().exactOptional(),
  /** Calls without a known price. */
  unpriced: z.number().exactOptional(),
});
export type Spending = Given<z.output<typeof spendingSchema>>;

export const providerSchema = z.strictObject({
  provider: z.string(),
  model: z.string(),
  languageModel: z.boolean(),
  /** `open`: out of order and skipped; `half-open`: the next attempt decides; `resting`: at a limit. */
  state: z.enum(['closed', 'open', 'half-open', 'resting']),
  untilMs: z.number().exactOptional(),
  because: z.string().exactOptional(),
  keys: z.strictObject({ all: z.number(), resting: z.number() }).exactOptional(),
});
type ProviderStatus = Given<z.output<typeof providerSchema>>;

/** A feed's state, and the result of its last visit. */
export const feedSchema = z.strictObject({
  key: z.string(),
  label: z.string().exactOptional(),
  result: z.string().exactOptional(),
  items: z.number().exactOptional(),
  newItems: z.number().exactOptional(),
  error: z.string().exactOptional(),
  /** `silent`: it answers, and has had nothing new for unusually long. `disabled`: it failed too often. `paused`: by an editor. */
  state: z.enum(['well', 'silent', 'failing', 'disabled', 'never_read', 'paused']).exactOptional(),
  failuresInARow: z.number().exactOptional(),
  lastAnswerAtMs: z.number().exactOptional(),
  /** Not to be read before. */
  nextDueAtMs: z.number().exactOptional(),
  silentSinceMs: z.number().exactOptional(),
});
export type FeedStatus = Given<z.output<typeof feedSchema>>;

export const nextRunSchema = z.strictObject({
  jobId: z.string(),
  name: z.string(),
  sessionKey: z.string().exactOptional(),
  atMs: z.number(),
});
type NextRun = Given<z.output<typeof nextRunSchema>>;

interface StatusDeps {
  readonly cron: Cron;
  readonly paused: () => Promise<boolean>;
  readonly pausedUntil?: () => Promise<number | undefined>;
  readonly about: () => Promise<AboutDesk>;
}

const NEXT_RUNS = 5;

/** What `desk.status` answers. Reads only. */
export async function deskStatus({ cron, paused, pausedUntil, about }: StatusDeps): Promise<DeskStatus> {
  const [said, isPaused, status, jobs] = await Promise.all([about(), paused(), cron.status(), cron.list()]);
  const { nextWakeAtMs } = status;
  const pausedUntilMs = await pausedUntil?.();
  return {
    ...said,
    paused: isPaused,
    ...(pausedUntilMs !== undefined && { pausedUntilMs }),
    cron: status,
    ...(nextWakeAtMs !== undefined && { nextWakeAtMs }),
    nextRuns: nextRunsOf(jobs),
    waiting: status.waiting,
  };
}

/** The next scheduled turns of these jobs, earliest first; a handful. */
export function nextRunsOf(jobs: readonly Job[]): NextRun[] {
  return jobs
    .flatMap((job): NextRun[] => {
      const atMs = job.state.nextRunAtMs;
      if (atMs === undefined || !job.enabled) return [];
      const key = job.payload.kind === 'agentTurn' ? job.payload.sessionKey : undefined;
      return [{ jobId: job.id, name: job.name, atMs, ...(key !== undefined && { sessionKey: key }) }];
    })
    .sort((a, b) => a.atMs - b.atMs)
    .slice(0, NEXT_RUNS);
}
