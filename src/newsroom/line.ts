/**
 * The line: the deterministic half of the newsroom. A planner's turn orders a run and is gone; the line writes its
 * stories and posts them, through any number of restarts.
 *
 * - The book says which runs are open; the job files, how far each story has come.
 * - Stories of a run are worked on side by side; one that fails stops no other.
 * - A run is finished when all its stories have ended: then its summary is written and it is reported, once by id.
 */
import { setMaxListeners } from 'node:events';
import { runPlanSchema } from './jobs/run-plan.ts';
import type { RunPlan } from './jobs/run-plan.ts';
import type { RunFolder } from './jobs/job-files.ts';
import { runSummary } from './jobs/run-summary.ts';
import type { RunSummary } from './jobs/run-summary.ts';
import { hasEnded } from './jobs/story-job.ts';
import type { StoryJob } from './jobs/story-job.ts';
import { EventMarks } from './event-marks.ts';
import { LineClosing } from './line-house.ts';
import type { LineHouse } from './line-house.ts';
import { failureOp } from './publish/failure-op.ts';
import { staggered } from './staggered.ts';
import type { OrderedRun } from './story-book.ts';
import { StoryLine, markEvent } from './story-line.ts';
import type { StoryTerms } from './story-line.ts';
import { wordingOf } from './wording.ts';

/** How far back published stories are marked again at start: as long as an event lives in the pool. */
const MARK_AGAIN_MS = 7 * 24 * 3_600_000;
/** How long an ordered story holds its event, from the order on. */
const HOLD_MS = 2 * 3_600_000;

export class Line {
  readonly #house: LineHouse;
  readonly #events: EventMarks;
  readonly #runs = new Map<string, Promise<void>>();
  readonly #closing = new AbortController();
  #lastPublished: Promise<unknown> = Promise.resolve();

  constructor(house: LineHouse) {
    this.#house = house;
    this.#events = new EventMarks(house);
    // Every page that is being fetched listens to it: many are no leak.
    setMaxListeners(0, this.#closing.signal);
  }

  /** Work on an ordered run. Returns at once; a run that is worked on already is left to it. */
  take(runId: string): void {
    if (this.#closing.signal.aborted || this.#runs.has(runId)) return;
    const work = this.#run(runId)
      .catch((error: unknown) => {
        if (!this.#closing.signal.aborted) this.#house.failed(`run ${runId}`, error);
      })
      .finally(() => this.#runs.delete(runId));
    this.#runs.set(runId, work);
  }

  /** Take up what a dead desk left: marks in the pool, and all open runs. Once, at start. */
  async resume(): Promise<void> {
    const { stories, clock } = this.#house;
    const published = await stories.recent({ sinceMs: clock.now() - MARK_AGAIN_MS, limit: 1_000 });
    for (const story of published) await markEvent(story, this.#events);
    for (const { id } of await stories.openRuns()) this.take(id);
  }

  /** Resolves when no run is worked on. */
  async idle(): Promise<void> {
    while (this.#runs.size > 0) await Promise.allSettled(this.#runs.values());
  }

  /** Stop between two steps; nothing half-done is marked done. Resolves when all work has stopped. */
  async close(): Promise<void> {
    this.#closing.abort(new LineClosing('the line is closing'));
    await this.idle();
  }

  async #run(runId: string): Promise<void> {
    const { stories, files, clock } = this.#house;
    const { signal } = this.#closing;
    const order = (await stories.openRuns()).find(({ id }) => id === runId);
    if (!order) return; // it has ended
    const plan = runPlanSchema.parse(order.plan);
    await files.ensure(plan);
    const folder = await files.read(plan);
    await this.#tellJailed(order, plan, folder);

    const jobs = new Map(folder.stories.map((job) => [job.story.story_id, job]));
    const { concurrency, stagger_seconds, stop_run_on_failure } = folder.run.runner;
    const terms = { atOnce: concurrency, staggerMs: stagger_seconds * 1_000, clock, signal };
    const open = folder.stories.filter((job) => !hasEnded(job));
    for (const { story } of open) {
      signal.throwIfAborted();
      await this.#events.hold(story.event_id, story.primary_url, order.createdAtMs + HOLD_MS);
    }
    await staggered(open, terms, async (job) => {
      const failed = [...jobs.values()].some(({ state }) => state.status === 'FAILURE');
      const stopped = stop_run_on_failure && failed;
      jobs.set(job.story.story_id, await this.#story(job, order, stopped));
    });
    await this.#finish(order, { ...folder, stories: [...jobs.values()] });
  }

  /** Work on one story, to its end where possible. Never rejects. @returns its job as it stands then. */
  async #story(job: StoryJob, order: OrderedRun, stopped: boolean): Promise<StoryJob> {
    const { signal } = this.#closing;
    const line = new StoryLine(job, this.#termsOf(order));
    const name = `${order.id}/${job.story.story_id}`;
    try {
      signal.throwIfAborted();
      await (stopped ? line.passOver() : line.run());
    } catch (error) {
      if (signal.aborted) return line.job;
      this.#house.failed(`story ${name}`, error);
      const broken = { phase: 'line', error_type: 'unknown', error_message: messageOf(error) };
      await line
        .fail([broken])
        .catch((again: unknown) => this.#house.failed(`story ${name}: saying that it failed`, again));
    }
    return line.job;
  }

  #termsOf({ session, createdAtMs }: OrderedRun): StoryTerms {
    return {
      house: this.#house,
      desk: session,
      orderedAtMs: createdAtMs,
      signal: this.#closing.signal,
      publishing: (work) => {
        const published = this.#lastPublished.then(work);
        this.#lastPublished = published.catch(() => {}); // its own story hears of it
        return published;
      },
    };
  }

  /** A story whose job file is gone ends with a line where its editors are. */
  async #tellJailed({ id, session }: OrderedRun, plan: RunPlan, { jailed }: RunFolder): Promise<void> {
    const { stories, ops, edition, clock, posted } = this.#house;
    for (const { storyId, reason } of jailed) {
      const name = `${id}/${storyId}`;
      if (await stories.find(name)) continue;
      const planned = plan.stories.find((job) => job.story.story_id === storyId)?.story;
      const line = wordingOf(edition.language).jailed(planned?.title ?? name, reason);
      await ops.put([failureOp(name, session, line, clock.now())]);
      await this.#events.giveBack(planned?.event_id, planned?.primary_url ?? '', reason);
    }
    if (jailed.length > 0) posted();
  }

  async #finish(order: OrderedRun, { stories, jailed }: RunFolder): Promise<void> {
    const { signal } = this.#closing;
    signal.throwIfAborted();
    const { files, clock } = this.#house;
    // What is on hold, or could not even be marked as failed, keeps its run open.
    if (!stories.every(hasEnded)) return;
    const runDir = files.runDir(order.id);
    const summary = runSummary({ runId: order.id, runDir, stories, jailed, nowMs: clock.now() });
    await files.saveSummary(order.id, summary);
    signal.throwIfAborted();
    const text = sayReport(summary, this.#house);
    await this.#house.report(order.session, { id: `story:${order.id}/report`, text, summary });
    signal.throwIfAborted();
    await this.#house.stories.finish(order.id, clock.now());
  }
}

/** "Run …: 4 of 5 stories posted.", and each of the others with its reason. */
function sayReport({ summary, detail }: RunSummary, { edition }: LineHouse): string {
  const wording = wordingOf(edition.language);
  const unposted = detail.stories
    .filter(({ status }) => status !== 'SUCCESS' && status !== 'RESCUED')
    .map(({ title, detail: why, reason }) => wording.notPosted(title, why ?? reason ?? '–'));
  return wording.report(summary.run, { posted: summary.completed, all: summary.total }, unposted);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
