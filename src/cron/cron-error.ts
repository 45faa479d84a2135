import type { JobProblem } from './problem.ts';
import { ScheduleError } from './schedule.ts';

/** A request that can't be granted, in a sentence for the asker. */
export class CronError extends Error {
  readonly code: 'bad_job' | 'not_found' | 'protected';
  readonly problem?: JobProblem;

  constructor(
    code: CronError['code'],
    message: string,
    options?: ErrorOptions & { readonly problem?: JobProblem | undefined },
  ) {
    super(message, options);
    this.name = 'CronError';
    this.code = code;
    if (options?.problem) this.problem = options.problem;
  }
}

/** Turns schedule errors into `CronError`s. */
export function refusing<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ScheduleError)) throw error;
    throw new CronError('bad_job', error.message, { cause: error, problem: error.problem });
  }
}

/** For a job that doesn't exist (any more). */
export function unknownJob(id: string): CronError {
  return new CronError('not_found', `there is no job ${id}`, { problem: { kind: 'unknown_job', given: id } });
}
