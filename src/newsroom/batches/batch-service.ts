/**
 * Lets programs and operators order batches, watch them, and have folders processed: the implementation of `newsroom
 * write-run`, `newsroom run` and the gateway's methods of the same names.
 *
 * - The order is in the book, the files in the batch's folder. An unknown folder is adopted: its jobs are rewritten
 *   in the desk's form, and the desk's own root gets a link to it.
 * - Everything is harmless when repeated: a known batch is continued, not ordered again.
 */
import { errorMessage } from '../../text/error-message.ts';
import type { TaskQueue } from '../../async/task-queue.ts';
import { batchTask } from '../model/batch-task.ts';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { Refusal } from '../../feature/refusal.ts';
import type { Given } from '../../text/given.ts';
import { channelOf, chatIdOf } from '../../sessions/key.ts';
import type { SessionKey } from '../../sessions/key.ts';
import type { SessionIndex } from '../../sessions/session-index.ts';
import { chatNamed } from '../../sessions/traits-of.ts';
import type { Clock } from '../../time/clock.ts';
import type { EditorialActionBook } from '../model/editorial-action-book.ts';
import { canonicalCategory } from '../edition/edition.ts';
import type { Edition } from '../edition/edition.ts';
import { deskChannel } from '../edition/edition-channels.ts';
import type { JobFiles } from './job-files.ts';
import {
  adoptFolder,
  fromTheStart,
  lookAtFolder,
  NoBatchFolder,
  plannedAtMs,
  realFolder,
} from './batch-folder.ts';
import type { SeenFolder } from './batch-folder.ts';
import { hasEnded } from '../model/assignment.ts';
import type { Assignment } from '../model/assignment.ts';
import { oneAtATime } from '../../async/one-at-a-time.ts';
import { storyEvents } from '../coverage/event-marks.ts';
import { batchStatuses, batchStatusSchema, progressOf } from './batch-status.ts';
import type { BatchStatus, Progress } from './batch-status.ts';
import { judgeOrder, orderProblemSchema } from './order-batch.ts';
import { planOfTurn } from './turns-plan.ts';
import type { PlannersTurn, TurnsPlan } from './turns-plan.ts';
import type { BatchTerms } from '../plan/draft-batch.ts';
import type { Pool } from '../intake/pool/pool.ts';
import type { OrderedBatch, StoryBook } from '../model/story-book.ts';
import { killOf } from '../model/story-actions.ts';
import { findCoverage } from '../coverage/find-coverage.ts';
import { BUILTIN_VALIDATORS } from '../verify/validate-story.ts';

export interface BatchDeps {
  readonly stories: Pick<
    StoryBook,
    'order' | 'openBatches' | 'run' | 'runsOf' | 'inputs' | 'replies' | 'find' | 'postedSince'
  >;
  readonly actions: Pick<EditorialActionBook, 'killedSince' | 'of'>;
  readonly files: Pick<JobFiles, 'bring' | 'ensure' | 'folder' | 'runDir' | 'current'>;
  readonly pool: Pick<Pool, 'event' | 'eventOf'>;
  readonly sessions: Pick<SessionIndex, 'get' | 'open'>;
  readonly edition: Edition;
  readonly clock: Clock;
  /** Whether the desk has a connection to this channel; otherwise its chats can't be posted to. */
  readonly isSetUp: (channel: string) => boolean;
  readonly promptFor: BatchTerms['promptFor'];
  readonly knowsPrompt: (id: string) => boolean;
  readonly newBatchId: () => string;
  readonly tasks: Pick<TaskQueue, 'add' | 'poke' | 'under'>;
}

export const orderReceiptSchema = z.strictObject({
  status: z.literal('ok'),
  run_id: z.string(),
  /** Relative to the home. */
  run_dir: z.string(),
  dir: z.string(),
  stories: z.array(z.strictObject({ story_id: z.string(), title: z.string(), category: z.string() })),
  /** Stories that were left out, and why. */
  problems: z.array(orderProblemSchema),
});
export type OrderReceipt = Given<z.output<typeof orderReceiptSchema>>;

/** `failed`: it has a batch that could not be taken. */
const leftFolderSchema = z.strictObject({
  dir: z.string(),
  why: z.string(),
  failed: z.literal(true).exactOptional(),
});

export const scannedRootSchema = z.strictObject({
  runs: z.array(batchStatusSchema),
  /** Folders that were skipped, and why. */
  left: z.array(leftFolderSchema),
});
export type ScannedRoot = Given<z.output<typeof scannedRootSchema>>;

/** Why a folder can't be taken, as a sentence. */
class BatchRefused extends Refusal {
  override readonly code = 'refused';
}

/** Older batches are stale; a scan skips them. */
const STALE_MS = 48 * 3_600_000;

export class BatchService {
  readonly #deps: BatchDeps;

  constructor(deps: BatchDeps) {
    this.#deps = deps;
  }

  /**
   * Order a batch and hand it to the pipeline.
   * @throws BadOrder
   */
  async write(given: unknown): Promise<OrderReceipt> {
    const { stories, actions, files, edition, clock, promptFor, pool, newBatchId, tasks } = this.#deps;
    const nowMs = clock.now();
    const desk = deskChannel(edition);
    const runId = newBatchId();
    const { plan, problems } = await judgeOrder(
      given,
      { runId, desk, nowMs },
      {
        edition,
        promptFor,
        pool,
        posted: (id) => stories.find(id),
        withdrawn: async (id) => killOf(await actions.of(id)) !== undefined,
        covered: async (job, key) =>
          (await findCoverage(job, key, { ...this.#deps, events: storyEvents(pool) })).covered,
      },
    );
    await this.#open(desk, nowMs);
    const first = [batchTask(runId, nowMs)];
    await stories.order({ id: runId, session: desk, plan, createdAtMs: nowMs, tasks: first });
    try {
      await files.ensure(plan);
    } finally {
      tasks.poke(); // the order stands, whatever happens now
    }
    return {
      status: 'ok',
      run_id: runId,
      run_dir: files.runDir(runId),
      dir: files.folder(runId),
      stories: plan.stories.map(({ story: { story_id, title, category } }) => ({
        story_id,
        title,
        category,
      })),
      problems,
    };
  }

  /**
   * Hand the batch in a folder to the pipeline.
   * @throws NoBatchFolder, BatchRefused
   */
  async take(path: string): Promise<BatchStatus> {
    return this.#take(await this.#look(path));
  }

  /**
   * Hand all unfinished batches in the folders of a root to the pipeline.
   * @throws NoBatchFolder
   */
  async scan(root: string): Promise<ScannedRoot> {
    const folder = await realFolder(root);
    const runs: BatchStatus[] = [];
    const left: ScannedRoot['left'][number][] = [];
    const names = (await readdir(folder)).filter((name) => !name.startsWith('.')).sort();
    for (const dir of names.map((name) => join(folder, name))) {
      try {
        const seen = await this.#look(dir);
        const why = await this.#whyNotTaken(seen);
        if (why === undefined) runs.push(await this.#take(seen));
        else left.push({ dir, why });
      } catch (error) {
        // A failure of one must not affect the others.
        const why = errorMessage(error);
        left.push({ dir, why, ...(!(error instanceof NoBatchFolder) && { failed: true }) });
      }
    }
    return { runs, left };
  }

  /** What a planner's turn chose and left out, and why. */
  planOf(turn: PlannersTurn): Promise<TurnsPlan> {
    return planOfTurn(turn, this.#deps);
  }

  /** The status of batches; unknown ones are left out. */
  statuses(ids: readonly string[]): Promise<BatchStatus[]> {
    return batchStatuses(ids, this.#deps);
  }

  /** The progress of all open batches. */
  progress(): Promise<Progress> {
    return progressOf(this.#deps);
  }

  /** A folder in the desk's own root belongs to the batch of its name, whatever its files say. */
  async #look(path: string): Promise<SeenFolder> {
    const seen = await lookAtFolder(path);
    const own = await lookAtFolder(this.#deps.files.folder(seen.runId)).catch(() => undefined);
    return own?.folder === seen.folder ? own : seen;
  }

  async #whyNotTaken(seen: SeenFolder): Promise<string | undefined> {
    const { stories, clock } = this.#deps;
    const isKnown = (await stories.run(seen.runId)) !== undefined;
    // Unreadable files are quarantined and reported once, even if nothing else is left to do.
    if (seen.stories.every(hasEnded) && (isKnown || seen.bad.length === 0))
      return 'all its stories have ended';
    if (isKnown) return undefined;
    const hours = Math.floor((clock.now() - plannedAtMs(seen)) / 3_600_000);
    return hours * 3_600_000 >= STALE_MS ? `it was planned ${hours} hours ago: no news any more` : undefined;
  }

  #take(seen: SeenFolder): Promise<BatchStatus> {
    const dir = this.#deps.files.folder(seen.runId);
    return oneAtATime(`take ${dir}`, () => this.#taken(seen, dir));
  }

  async #taken(seen: SeenFolder, dir: string): Promise<BatchStatus> {
    const { stories, tasks, clock } = this.#deps;
    const known = await stories.run(seen.runId);
    if (known) {
      if ((await realFolder(dir).catch(() => undefined)) !== seen.folder)
        throw new BatchRefused(
          `another run is called ${seen.runId} here; rename this one in its run.json and stories`,
        );
    } else {
      if (!(await leadsTo(dir, seen.folder)))
        throw new BatchRefused(`${dir} stands in the way of a run called ${seen.runId}; rename one of them`);
      await this.#adopt(seen, dir, clock.now());
    }
    await tasks.add(batchTask(seen.runId, clock.now()));
    const [status] = await this.statuses([seen.runId]);
    return status ?? { id: seen.runId, dir, state: 'open' };
  }

  async #adopt(seen: SeenFolder, dir: string, nowMs: number): Promise<void> {
    const { stories, files } = this.#deps;
    const begun = fromTheStart(seen, nowMs);
    const ours = { ...begun, stories: begun.stories.map((job) => this.#ours(job)) };
    await adoptFolder(ours, dir);
    const session = this.#sessionOf(ours.stories[0]);
    await this.#open(session, nowMs);
    const plan = { run: ours.run, stories: ours.stories, passed_over: [] };
    const order: OrderedBatch = { id: seen.runId, session, plan, createdAtMs: nowMs };
    await stories.order(order);
    await files.ensure(plan);
  }

  /** A job with the edition's category and with existing prompts and validators. */
  #ours(job: Assignment): Assignment {
    const { edition, promptFor, knowsPrompt } = this.#deps;
    const category =
      canonicalCategory(edition, job.story.category) ?? (job.story.category || edition.defaultCategory);
    const { promptId, validatorId } = promptFor(category);
    const { spawn, validation } = job;
    return {
      ...job,
      story: { ...job.story, category },
      spawn: knowsPrompt(spawn.prompt_id) ? spawn : { ...spawn, prompt_id: promptId },
      validation: Object.hasOwn(BUILTIN_VALIDATORS, validation.validator_id)
        ? validation
        : { ...validation, validator_id: validatorId },
      recover: knowsPrompt(job.recover.rescue_prompt_id)
        ? job.recover
        : { ...job.recover, rescue_prompt_id: 'news_rescue_script_v1' },
    };
  }

  /** The place where a job wants to be posted, if that is possible; otherwise the edition's desk channel. */
  #sessionOf(job: Assignment | undefined): SessionKey {
    const { edition, isSetUp } = this.#deps;
    const { platform, title_channel_id: id } = job?.destination ?? { platform: '', title_channel_id: '' };
    const named = isSetUp(platform) ? chatNamed(`${platform}:${id}`) : undefined;
    return named ?? deskChannel(edition);
  }

  async #open(key: SessionKey, nowMs: number): Promise<void> {
    const { sessions } = this.#deps;
    if (await sessions.get(key)) return;
    const chatId = chatIdOf(key);
    await sessions.open({ key, origin: { channel: channelOf(key), chatId }, title: chatId }, nowMs);
  }
}

/** Whether a path is free, or leads to `folder`. */
async function leadsTo(path: string, folder: string): Promise<boolean> {
  const isFree = await lstat(path).then(
    () => false,
    () => true,
  );
  return isFree || (await realFolder(path).catch(() => undefined)) === folder;
}
