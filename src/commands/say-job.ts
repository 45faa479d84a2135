/** Jobs and runs in sentences, for people. */
import type { Job } from '../cron/job.ts';
import type { RunEntry } from '../cron/run.ts';
import { saySchedule } from '../cron/say-schedule.ts';
import { slotsOf } from '../cron/describe-job.ts';
import { sayDuration } from '../time/duration.ts';
import { dayAndTime } from '../time/zone.ts';
import type { Locale } from './command.ts';

/** The zone in which a job's times are said: its own, or the desk's. */
export function zoneOf(job: Pick<Job, 'schedule'>, zone: string): string {
  return job.schedule.kind === 'cron' ? (job.schedule.tz ?? zone) : zone;
}

/** "Next: Mon 23 Nov, 07:30 · Tue 24 Nov, 07:30 · Wed 25 Nov, 07:30" */
export function sayNext(job: Pick<Job, 'schedule'>, nowMs: number, zone: string, count: number): string {
  const slots = slotsOf(job.schedule, nowMs, zone, count);
  if (slots.length === 0) return 'No further run.';
  return `Next: ${slots.map((slot) => dayAndTime(slot, zoneOf(job, zone))).join(' · ')}`;
}

/** One line of a list. */
export function sayJob(job: Job, zone: string, locale: Locale): string {
  return `- **${job.name}** \`${job.id}\`: ${saySchedule(job.schedule, zone, locale)}; ${sayState(job, zone)}`;
}

/** Where a job's turns take place. */
export function sayPlace({ payload, sessionTarget }: Job): string {
  const bound = payload.kind === 'agentTurn' && sessionTarget === 'bound';
  return (bound && payload.sessionKey) || `${sessionTarget} session`;
}

export function sayState(job: Job, zone: string): string {
  const { nextRunAtMs, runningSince, deferredSince, lastStatus } = job.state;
  const at = (ms: number) => dayAndTime(ms, zoneOf(job, zone));
  const last = lastStatus === undefined ? '' : `, last ${lastStatus.replace('_', ' ')}`;
  if (runningSince !== undefined) return `running since ${at(runningSince)}`;
  if (deferredSince !== undefined) return `waiting behind an active turn since ${at(deferredSince)}`;
  if (!job.enabled) return `paused${last}`;
  return nextRunAtMs === undefined ? `no further run${last}` : `next ${at(nextRunAtMs)}${last}`;
}

export function sayRun(run: RunEntry, zone: string): string {
  const took = run.durationMs === undefined ? '' : ` in ${sayDuration(run.durationMs)}`;
  const waited = run.deferredMs === undefined ? '' : `, after waiting ${sayDuration(run.deferredMs)}`;
  const delivery = run.delivery === 'none' || run.delivery === 'sent' ? '' : `, message ${run.delivery}`;
  const trigger = run.trigger === 'schedule' ? '' : ` (${run.trigger})`;
  const because = run.error ?? run.summary;
  const said = because === undefined ? '' : `: ${cut(because)}`;
  const status = run.status.replace('_', ' ');
  return `- ${dayAndTime(run.scheduledForMs, zone)}${trigger}: **${status}**${took}${waited}${delivery}${said}`;
}

function cut(words: string): string {
  const line = words.replace(/\s+/g, ' ').trim();
  return line.length > 120 ? `${line.slice(0, 119)}…` : line;
}
