import { constants } from 'node:fs';
import { appendFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../../time/clock.ts';
import { isoTime } from '../model/job-times.ts';

/** Steps of a story. The names are a contract where other programs read them. */
export type StoryEvent =
  | 'job_seen'
  | 'job_jailed'
  | 'coverage_checked'
  | 'sources_ready'
  | 'spawn_ok'
  | 'monitor_poll'
  | 'result_found'
  | 'result_repaired'
  | 'validation_ok'
  | 'validation_failed'
  | 'claims_checked'
  | 'claims_removed'
  | 'claims_in_doubt'
  | 'worker_error'
  | 'assets_ready'
  | 'story_waits'
  | 'discord_publish_progress'
  | 'event_recorded'
  | 'job_ended';

/** A symbolic link in the log's place is not followed. */
const APPEND = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW;

/**
 * Story logs: `<root>/<run>/<story>.jsonl`, one line of JSON per step. They are for debugging and never read back;
 * after a crash a step may appear twice.
 */
export class StoryLog {
  readonly #root: string;
  readonly #clock: Clock;

  constructor(deps: { readonly root: string; readonly clock: Clock }) {
    this.#root = deps.root;
    this.#clock = deps.clock;
  }

  async note(run: string, story: string, event: StoryEvent, fields: object = {}): Promise<void> {
    const told = { ts: isoTime(this.#clock.now()), event, run_id: run, story_id: story, ...fields };
    const append = () =>
      appendFile(join(this.#root, run, `${story}.jsonl`), `${JSON.stringify(told)}\n`, { flag: APPEND });
    try {
      await append();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      await mkdir(join(this.#root, run), { recursive: true });
      await append();
    }
  }
}
