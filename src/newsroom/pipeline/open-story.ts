/** A story in progress: its current job, and how it advances and ends. */
import { EventMarks } from '../coverage/event-marks.ts';
import { isoTime } from '../model/job-times.ts';
import { storyKey } from '../model/assignment.ts';
import type { StoryError, Assignment } from '../model/assignment.ts';
import type { StoryEvent } from '../batches/story-log.ts';
import type { PipelineDeps } from './pipeline-deps.ts';
import type { SessionKey } from '../../sessions/key.ts';
import { directOps } from '../publish/direct-ops.ts';
import { titleOf } from '../edition/say-report.ts';
import { endedOps } from './story-notices.ts';
import { wordingOf } from '../edition/wording.ts';

export interface StoryTerms {
  readonly deps: PipelineDeps;
  /** The desk channel's session. */
  readonly desk: SessionKey;
  readonly orderedAtMs: number;
  readonly signal: AbortSignal;
  /** Serializes publishing across the pipeline, so that two batches don't post the same happening. */
  readonly publishing: <T>(work: () => Promise<T>) => Promise<T>;
}

export class OpenStory {
  readonly terms: StoryTerms;
  readonly deps: PipelineDeps;
  readonly events: EventMarks;
  #job: Assignment;
  #noted: Promise<void> = Promise.resolve();

  constructor(job: Assignment, terms: StoryTerms) {
    this.#job = job;
    this.terms = terms;
    this.deps = terms.deps;
    this.events = new EventMarks(terms.deps);
  }

  /** The job as in its file. */
  get job(): Assignment {
    return this.#job;
  }

  /** Its id in the book and in ops. */
  get key(): string {
    return storyKey(this.#job);
  }

  async save(
    state: Partial<Assignment['state']>,
    result: Assignment['result'] = this.#job.result,
  ): Promise<void> {
    const job: Assignment = { ...this.#job, state: { ...this.#job.state, ...state }, result };
    await this.deps.files.save(job);
    this.#job = job;
  }

  /** Replace the job by one in the edition's script. */
  inScript(job: Assignment): void {
    this.#job = job;
  }

  /** Add a line to its log, after the lines before. A log that is slow, or can't be written, doesn't stop a story. */
  readonly note = (event: StoryEvent, fields: object = {}): void => {
    const { run, story } = this.#job;
    this.#noted = this.#noted
      .then(() => this.deps.log.note(run.run_id, story.story_id, event, fields))
      .catch((error: unknown) => this.deps.failed(`the log of ${this.key}`, error));
  };

  /** Resolves when all lines are in its log, as far as they can be written. */
  noted(): Promise<void> {
    return this.#noted;
  }

  async skip(reason: 'missing_sources' | 'duplicate' | 'policy' | 'killed', detail: string): Promise<void> {
    const { story, result } = this.#job;
    await this.events.giveBack(story.event_id, story.primary_url, detail);
    await this.end('SKIPPED', reason, detail, result);
  }

  /**
   * End the story without posting it, unless it is posted: store the errors, then the status, from which the batch's
   * message is made. If nothing can be stored, nothing is reported.
   */
  async fail(errors: readonly StoryError[]): Promise<void> {
    // The failure may have happened after the post; then the status is corrected at the next start.
    if (await this.deps.stories.find(this.key)) return;
    const { story, result } = this.#job;
    const last = errors.at(-1);
    const reason = last?.error_type ?? 'unknown';
    const detail = last?.said ?? last?.error_message ?? 'no reason was given';
    await this.save({}, { ...result, errors: [...errors] });
    await this.events.giveBack(story.event_id, story.primary_url, detail);
    await this.end('FAILURE', reason, detail, { ...result, errors: [...errors] });
  }

  async end(
    status: 'SUCCESS' | 'RESCUED' | 'FAILURE' | 'SKIPPED',
    reason: string | null,
    detail: string | null,
    result: Assignment['result'],
  ): Promise<void> {
    await this.#tellEnding(status, detail ?? reason);
    const ended_at = isoTime(this.deps.clock.now());
    await this.save({ status, reason, detail, ended_at, hold: null }, { ...result, final_status: status });
    this.note('job_ended', { status, reason, detail });
  }

  /** Notify those who asked to be told, and update the preview of a waiting draft. */
  async #tellEnding(status: string, because: string | null): Promise<void> {
    const { edition, ops, posted } = this.deps;
    const { desk } = this.terms;
    const { post, state } = this.#job;
    const isPosted = status === 'SUCCESS' || status === 'RESCUED';
    const targets = isPosted ? post.on_success_dm_targets : post.on_failure_dm_targets;
    const text = wordingOf(edition.language).told(titleOf(this.#job), isPosted, because ?? undefined);
    const whyNot = isPosted ? undefined : (because ?? '–');
    const told = [
      ...(state.drafted_at === null ? [] : await endedOps(this.#job, whyNot, desk, this.deps)),
      ...directOps(`story:${this.key}/ended`, desk, targets, text, this.deps),
    ];
    if (told.length === 0) return;
    await ops.put(told);
    posted();
  }
}
