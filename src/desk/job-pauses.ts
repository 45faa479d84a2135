/**
 * Pauses jobs until a time: a durable task resumes them then, also after a restart. A job that was resumed, removed or
 * paused anew meanwhile is left alone.
 */
import { z } from 'zod';
import type { TaskQueue } from '../async/task-queue.ts';
import type { Cron, UpdateRequest } from '../cron/cron.ts';
import type { Job } from '../cron/job.ts';
import { pauseEnd } from '../cron/pause-end.ts';
import { taskHandler } from '../feature/task.ts';
import type { TaskHandler } from '../feature/task.ts';
import type { Clock } from '../time/clock.ts';
import { typedMoment } from '../time/zone.ts';

interface JobPausesDeps {
  readonly cron: Pick<Cron, 'get' | 'update'>;
  readonly tasks: Pick<TaskQueue, 'add'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly zone: string;
}

const TASK = 'desk.resume_job';
const ResumeJob = z.strictObject({ job: z.string(), because: z.string(), by: z.string() });

export class JobPauses {
  /** Resumes a job whose pause ends. */
  readonly handler: TaskHandler;
  readonly #deps: JobPausesDeps;

  constructor(deps: JobPausesDeps) {
    this.#deps = deps;
    this.handler = taskHandler(ResumeJob, {
      name: TASK,
      run: async ({ job: id, because, by }) => {
        const job = await deps.cron.get(id);
        if (job?.enabled === false && job.state.pausedBecause === because)
          await deps.cron.update(id, { enabled: true }, { by, endsPause: true });
      },
    });
  }

  /**
   * Parse how long a pause lasts, or until when: "2 hours", "Monday 9:00", 一個鐘.
   * @returns milliseconds since the epoch
   * @throws ScheduleError
   */
  endOf(words: string): number {
    return pauseEnd(words, this.#deps.clock.now(), this.#deps.zone);
  }

  /**
   * @param untilMs when it is resumed; without it, when somebody does that
   * @throws CronError
   */
  async pause(
    id: string,
    untilMs: number | undefined,
    by: string,
    mark?: UpdateRequest['mark'],
  ): Promise<Job> {
    const { cron, tasks, zone } = this.#deps;
    const request = { by, ...(mark && { mark }) };
    if (untilMs === undefined) return cron.update(id, { enabled: false }, request);
    const because = `paused by ${by} until ${typedMoment(untilMs, zone)}`;
    // First the task: without the pause it does nothing, but without it the pause would not end.
    if (await cron.get(id))
      await tasks.add({
        task: TASK,
        key: `${TASK}:${id}`,
        payload: { job: id, because, by },
        runAtMs: untilMs,
      });
    return cron.update(id, { enabled: false }, { ...request, pause: { because, resumesAtMs: untilMs } });
  }
}
