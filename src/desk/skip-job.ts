/** Skips the next run of a job for somebody who asks for it in a conversation, as `/cron skip` does. */
import type { Cron } from '../cron/cron.ts';
import { momentOf } from '../cron/given-moment.ts';
import type { Job } from '../cron/job.ts';
import type { UndoLog } from '../feature/undo-log.ts';
import { ToolRefusal } from '../sessions/tool.ts';
import type { ToolContext } from '../sessions/tool.ts';
import { startOfDay } from '../text/zone-day.ts';
import { dayAndTime } from '../time/zone.ts';
import { shownInFull } from './shown-job.ts';

interface SkipDeps {
  readonly cron: Pick<Cron, 'skipNext'>;
  readonly zone: string;
  readonly undoLog?: UndoLog;
}

const TODAY = /^(?:(?:later )?(?:today|tonight|this (?:morning|afternoon|evening))|今[日天晚朝])$/iu;

/**
 * @param day on which the run has to be, in the person's words; absent for the next one, on whatever day
 * @throws ToolRefusal where the next run is on another day: only the next one can be skipped. DeskError for what is no day.
 */
export async function skipJob(
  { cron, zone, undoLog }: SkipDeps,
  { job, day, by }: { readonly job: Job; readonly day: string | undefined; readonly by: string },
  context: ToolContext,
): Promise<object> {
  const { schedule, state, name, id } = job;
  const own = schedule.kind === 'cron' ? (schedule.tz ?? zone) : zone;
  if (day !== undefined && state.nextRunAtMs !== undefined)
    mustBeOn(day, { name, nextMs: state.nextRunAtMs }, context.nowMs, own);
  const mark = context.mark(`skipped the next run of the job "${name}"`);
  const { job: changed, skipped } = await cron.skipNext(id, { by, mark });
  const { slotMs } = skipped;
  const undo = { command: 'cron unskip', options: { job: id, slot: slotMs } };
  await undoLog?.record(context, { command: 'cron skip', undo });
  return { changed: shownInFull(changed, context.nowMs, zone), skipped: dayAndTime(slotMs, own) };
}

function mustBeOn(
  day: string,
  { name, nextMs }: { readonly name: string; readonly nextMs: number },
  nowMs: number,
  zone: string,
): void {
  const fromMs = startOfDay(zone, TODAY.test(day) ? nowMs : momentOf(day, nowMs, zone), 0);
  if (nextMs >= fromMs && nextMs < startOfDay(zone, fromMs, 1)) return;
  throw new ToolRefusal(
    `the next run of "${name}" is on ${dayAndTime(nextMs, zone)}, and only the next one can be skipped; nothing was skipped. “Skip the next ${name}” skips that one`,
    {
      zh: `「${name}」的下一次是${dayAndTime(nextMs, zone, 'zh')}，而我只能略過下一次；現在沒有略過。想略過那一次，請說「略過下一次${name}」`,
    },
  );
}
