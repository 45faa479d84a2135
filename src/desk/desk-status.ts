import { z } from 'zod';
import type { Cron } from '../cron/cron.ts';
import { cronStatusSchema } from '../cron/cron-deps.ts';
import type { Job } from '../cron/job.ts';
import type { Given } from '../text/given.ts';
import type { SessionKey } from '../sessions/key.ts';
import { peerSchema } from '../sessions/peers.ts';
import type { Bilingual } from '../time/locale.ts';

/** With `place` it is about a chat, and of those only who can see it. */
export type Remark = Bilingual & { readonly place?: SessionKey };

const spendingSchema = z.strictObject({
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

const providerSchema = z.strictObject({
  provider: z.string(),
  model: z.string(),
  languageModel: z.boolean(),
  /** `open`: out of order and skipped; `half-open`: the next attempt decides; `resting`: at a limit. */
  state: z.enum(['closed', 'open', 'half-open', 'resting']),
  untilMs: z.number().exactOptional(),
  because: z.string().exactOptional(),
  keys: z.strictObject({ all: z.number(), resting: z.number() }).exactOptional(),
});

/** A feed's state, and the result of its last visit. */
const feedSchema = z.strictObject({
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

const nextRunSchema = z.strictObject({
  jobId: z.string(),
  name: z.string(),
  sessionKey: z.string().exactOptional(),
  atMs: z.number(),
});
type NextRun = Given<z.output<typeof nextRunSchema>>;

/** How the desk stands, as the gateway shows it. */
export const deskStatusSchema = z.strictObject({
  edition: z.string(),
  /** The model that answers now. */
  model: z.strictObject({ provider: z.string(), model: z.string(), languageModel: z.boolean() }),
  /** Since midnight in the edition's zone, by provider and model. */
  spending: z.array(spendingSchema).exactOptional(),
  /** The providers in the chain's order, and their states. */
  providers: z.array(providerSchema).exactOptional(),
  feeds: z.array(feedSchema),
  /** The desks that work on the newsroom, where they share it. */
  desks: z.array(peerSchema).exactOptional(),
  /** Current problems: one sentence each. */
  remarks: z.array(z.string()).exactOptional(),
  /** A person stopped scheduled starts. */
  paused: z.boolean(),
  /** When the pause ends by itself. */
  pausedUntilMs: z.number().exactOptional(),
  cron: cronStatusSchema,
  nextWakeAtMs: z.number().exactOptional(),
  /** The next scheduled turns, earliest first. */
  nextRuns: z.array(nextRunSchema),
  waiting: cronStatusSchema.shape.waiting,
});
type ShownStatus = Given<z.output<typeof deskStatusSchema>>;

/** What the rooms behind the desk say of themselves. */
export interface AboutDesk extends Pick<
  ShownStatus,
  'edition' | 'model' | 'spending' | 'providers' | 'feeds' | 'desks'
> {
  readonly remarks?: readonly Remark[];
}

/** How the desk stands, as the console and the commands show it. */
export interface DeskStatus extends AboutDesk, Omit<ShownStatus, keyof AboutDesk> {}

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
