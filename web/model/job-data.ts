/** What the page of automations makes of what the gateway tells: how a job stands, and which are shown. */
import type { Words } from '../words/en.ts';
import type { Tone } from './board-data.ts';
import { messageOf } from './job-form.ts';
import type { Job } from './shapes.ts';

export type JobStatus = keyof Words['automations']['states'];

const BAD = /^(?:failed|error|timed_out|interrupted)$/;

export const isBad = (status: string): boolean => BAD.test(status);

export function jobStatusOf({ enabled, state }: Pick<Job, 'enabled' | 'state'>): JobStatus {
  if (state.runningSince !== undefined) return 'running';
  if (state.deferredSince !== undefined) return 'waiting';
  if (!enabled) return 'paused';
  return comesNext(state) === undefined ? 'ended' : 'on';
}

/** When it runs next; `isAgain`: a run that failed is tried again before the next time. */
export function comesNext({
  retryAtMs,
  nextRunAtMs,
}: Job['state']): { at: number; isAgain: boolean } | undefined {
  if (retryAtMs !== undefined && retryAtMs < (nextRunAtMs ?? Infinity))
    return { at: retryAtMs, isAgain: true };
  return nextRunAtMs === undefined ? undefined : { at: nextRunAtMs, isAgain: false };
}

export const TONES: Readonly<Record<JobStatus, Tone>> = {
  running: 'work',
  waiting: 'wait',
  paused: 'off',
  on: 'good',
  ended: 'off',
};

/** The desk's own word for how a run ended, in the reader's. */
export const endingOf = (status: string, { endings }: Words['jobs']): string =>
  Object.hasOwn(endings, status) ? (endings[status] ?? status) : status.replace(/_/g, ' ');

/** Jobs as people look for them: those that run or wait first, then by their next time; paused ones last. */
export function inOrder(jobs: readonly Job[]): Job[] {
  const rank = (job: Job): number => {
    const status = jobStatusOf(job);
    if (status === 'running' || status === 'waiting') return 0;
    return status === 'on' ? 1 : status === 'ended' ? 2 : 3;
  };
  const next = ({ state }: Job) => comesNext(state)?.at ?? Infinity;
  return [...jobs].sort((a, b) => rank(a) - rank(b) || next(a) - next(b) || a.name.localeCompare(b.name));
}

/** What a filter looks at. */
export const textsOf = (job: Job, words: string | undefined): (string | undefined)[] => [
  job.name,
  messageOf(job),
  words,
  job.state.lastError,
];
