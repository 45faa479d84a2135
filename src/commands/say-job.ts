/** Jobs and runs as sentences for people, in both languages. */
import { slotsOf } from '../cron/describe-job.ts';
import { againAt, boundTo } from '../cron/job.ts';
import type { Job } from '../cron/job.ts';
import type { Delivery, RunEntry } from '../cron/run.ts';
import { saySchedule } from '../cron/say-schedule.ts';
import { channelOf } from '../sessions/key.ts';
import type { SessionKey } from '../sessions/key.ts';
import { linkTo } from '../sessions/traits-of.ts';
import { sayDuration } from '../time/duration.ts';
import { dayAndTime } from '../time/zone.ts';
import type { Locale } from '../feature/command.ts';
import { sayBecause } from '../feature/say-because.ts';
import { shortLine } from '../text/shorten.ts';

/** The zone for a job's times: its own, or the desk's. */
export function zoneOf(job: Pick<Job, 'schedule'>, zone: string): string {
  return job.schedule.kind === 'cron' ? (job.schedule.tz ?? zone) : zone;
}

/** "Next: Mon 23 Nov, 07:30 · Tue 24 Nov, 07:30 · Wed 25 Nov, 07:30" */
export function sayNext(
  job: Pick<Job, 'schedule'> & Partial<Pick<Job, 'state'>>,
  nowMs: number,
  { zone, locale, count }: { zone: string; locale: Locale; count: number },
): string {
  const slots = slotsOf(job, nowMs, zone, count);
  if (slots.length === 0) return { en: 'No further run.', zh: '不會再執行。' }[locale];
  const times = slots.map((slot) => dayAndTime(slot, zoneOf(job, zone), locale)).join(' · ');
  return { en: `Next: ${times}`, zh: `接下來：${times}` }[locale];
}

/** One line of a list. @param withId where its name alone would be ambiguous. */
export function sayJob(job: Job, zone: string, locale: Locale, withId: boolean): string {
  const when = saySchedule(job.schedule, zone, locale);
  const state = sayState(job, zone, locale);
  const id = withId ? ` \`${job.id}\`` : '';
  return {
    en: `- **${job.name}**${id}: ${when}; ${state}`,
    zh: `- **${job.name}**${id}：${when}；${state}`,
  }[locale];
}

const TARGETS: Readonly<Record<Job['sessionTarget'], Readonly<Record<Locale, string>>>> = {
  bound: { en: 'in its conversation', zh: '所屬對話' },
  isolated: { en: 'in no conversation', zh: '獨立執行' },
  main: { en: "for the desk's own attention", zh: '提示編輯台' },
  legacy: { en: 'from another program', zh: '來自其他程式' },
};

/** Where a job runs; as a link if it is a chat of the same channel. */
export function sayPlace(job: Job, from: SessionKey, locale: Locale): string {
  const session = boundTo(job);
  if (session === undefined) return TARGETS[job.sessionTarget][locale];
  const link = channelOf(session) === channelOf(from) ? linkTo(session) : undefined;
  if (link !== undefined) return link;
  return session === from ? { en: 'this conversation', zh: '這個對話' }[locale] : session;
}

/** Whether a job runs, waits or is paused, its next time in its own zone, and how it ended last. */
export function sayState(job: Job, zone: string, locale: Locale): string {
  const { nextRunAtMs, runningSince, deferredSince, lastStatus, resumesAtMs } = job.state;
  const at = (ms: number) => dayAndTime(ms, zoneOf(job, zone), locale);
  const status = lastStatus === undefined ? undefined : sayStatus(lastStatus, locale);
  const last = status === undefined ? '' : { en: `, last ${status}`, zh: `，上次${status}` }[locale];
  if (runningSince !== undefined)
    return { en: `running since ${at(runningSince)}`, zh: `由 ${at(runningSince)} 起執行中` }[locale];
  if (deferredSince !== undefined)
    return {
      en: `waiting behind an active turn since ${at(deferredSince)}`,
      zh: `由 ${at(deferredSince)} 起等候進行中的對話`,
    }[locale];
  if (resumesAtMs !== undefined)
    return { en: `paused until ${at(resumesAtMs)}${last}`, zh: `暫停至 ${at(resumesAtMs)}${last}` }[locale];
  if (!job.enabled) return { en: `paused${last}`, zh: `已暫停${last}` }[locale];
  const again = againAt(job.state);
  if (again !== undefined)
    return { en: `tried again ${at(again)}${last}`, zh: `${at(again)} 再試${last}` }[locale];
  if (nextRunAtMs === undefined) return { en: `no further run${last}`, zh: `不會再執行${last}` }[locale];
  return { en: `next ${at(nextRunAtMs)}${last}`, zh: `下次 ${at(nextRunAtMs)}${last}` }[locale];
}

const STATUSES: Readonly<Record<RunEntry['status'], string>> = {
  queued: '排隊中',
  deferred: '等候中',
  running: '執行中',
  ok: '完成',
  quiet: '沒有內容',
  failed: '失敗',
  timed_out: '逾時',
  skipped: '略過',
  interrupted: '中斷',
};

const DELIVERIES: Readonly<Record<Delivery, Readonly<Record<Locale, string>>>> = {
  none: { en: '', zh: '' },
  sent: { en: '', zh: '' },
  pending: { en: ', message pending', zh: '，訊息待發送' },
  failed: { en: ', message failed', zh: '，訊息發送失敗' },
  unknown: { en: ', message unknown', zh: '，未能確定訊息是否送達' },
};

const TRIGGERS: Readonly<Record<RunEntry['trigger'], Readonly<Record<Locale, string>>>> = {
  schedule: { en: '', zh: '' },
  'catch-up': { en: ' (catch-up)', zh: '（補回）' },
  forced: { en: ' (forced)', zh: '（手動）' },
  retry: { en: ' (retry)', zh: '（重試）' },
};

/** "timed out"; 逾時. An unknown term, for example of an imported job, stays as it is. */
function sayStatus(status: string, locale: Locale): string {
  if (locale === 'en') return status.replace('_', ' ');
  return Object.hasOwn(STATUSES, status) ? STATUSES[status as RunEntry['status']] : status;
}

/** Characters of the reason for a run's end. */
const MOST_BECAUSE = 120;

/** A run in one line: when, why, how it ended and what it said. */
export function sayRun(run: RunEntry, zone: string, locale: Locale): string {
  const { durationMs, deferredMs, delivery, trigger, error, summary } = run;
  const time = (ms: number) => sayDuration(ms, locale);
  const took =
    durationMs === undefined
      ? ''
      : { en: ` in ${time(durationMs)}`, zh: `，歷時 ${time(durationMs)}` }[locale];
  const waited =
    deferredMs === undefined
      ? ''
      : { en: `, after waiting ${time(deferredMs)}`, zh: `，之前等候 ${time(deferredMs)}` }[locale];
  const because = error === undefined ? summary : sayBecause(error, locale);
  const [colon, said] = [{ en: ': ', zh: '：' }[locale], because && shortLine(because, MOST_BECAUSE)];
  return [
    `- ${dayAndTime(run.scheduledForMs, zone, locale)}${TRIGGERS[trigger][locale]}${colon}`,
    `**${sayStatus(run.status, locale)}**${took}${waited}${DELIVERIES[delivery][locale]}`,
    said === undefined ? '' : `${colon}${said}`,
  ].join('');
}
