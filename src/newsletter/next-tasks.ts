/** What is to be done of a newsletter, as durable tasks: one a step, and one that sends it. Pure. */
import type { QueuedTask } from '../async/task-queue.ts';
import type { NewsletterRecord } from './model/newsletter-record.ts';
import { nextStep } from './workflow-status.ts';

export const STEP_TASK = 'newsletter.step';
export const SEND_TASK = 'newsletter.send';

/**
 * The task that comes next, to be written down with the record; none where somebody else calls its steps, or where it
 * waits, stopped or is over. Steps of one newsletter never run side by side.
 */
export function nextTasks(record: NewsletterRecord): QueuedTask[] {
  const { session, state, driver, checkpoints, updatedAtMs: runAtMs } = record;
  const queue = `newsletter:${session}`;
  if (state === 'sending')
    return [{ task: SEND_TASK, key: `${queue}/send`, payload: { session }, queue, runAtMs }];
  const step = nextStep(checkpoints);
  if (state !== 'running' || driver !== 'workflow' || step === undefined) return [];
  return [{ task: STEP_TASK, key: `${queue}/${step}`, payload: { session, step }, queue, runAtMs }];
}
