/**
 * The editors' service over the pipeline: each action is stored with its ops in one transaction, then the pipeline
 * is told. Only the pipeline writes job files; it reads from the actions what to do with an unposted story.
 */
import { createHash } from 'node:crypto';
import { oneAtATime } from '../../async/one-at-a-time.ts';
import type { TaskQueue } from '../../async/task-queue.ts';
import type { SessionKey } from '../../sessions/key.ts';
import type { NewOp } from '../../sessions/op.ts';
import type { EditorialActionBook, ActionOutcome, SeenStory } from '../model/editorial-action-book.ts';
import type { Edition } from '../edition/edition.ts';
import type {
  DoneAction,
  StoryService,
  OrderedStory,
  StoryOrder,
  StoryRecord,
  StoryStatus,
} from '../model/story-service.ts';
import type { EditorsRequest, EditorialAction, NewEditorialAction } from '../model/editorial-action.ts';
import type { JobFiles } from '../batches/job-files.ts';
import { batchPlanSchema } from '../model/batch-plan.ts';
import type { BatchPlan } from '../model/batch-plan.ts';
import { hasEnded, wasPosted } from '../model/assignment.ts';
import type { ChosenStory } from '../plan/check-picks.ts';
import type { BatchTerms } from '../plan/draft-batch.ts';
import type { LiveBatches } from '../pipeline/live-batches.ts';
import type { Pool } from '../intake/pool/pool.ts';
import { shownAction, withdrawal } from '../publish/action-ops.ts';
import { batchTask, draftTask } from '../model/batch-task.ts';
import type { NewBatch, PublishedStory, StoryBook } from '../model/story-book.ts';
import { heldBy, holdOf, killOf, holdsInForce } from '../model/story-actions.ts';
import { wordingOf } from '../edition/wording.ts';
import { killedAs, mustLive, orderedOf, titleIn, titlesKnown } from './known-story.ts';
import { StoryQueries } from './story-queries.ts';
import type { Known, StoryQueriesDeps } from './story-queries.ts';
import { CoverageCheck } from './coverage-check.ts';
import * as refusals from './refusals.ts';
import { draftAgain, draftOrder } from './draft-order.ts';

export interface DeskDeps extends StoryQueriesDeps {
  readonly stories: Pick<
    StoryBook,
    'run' | 'runsOf' | 'find' | 'recent' | 'order' | 'openBatches' | 'postedSince'
  >;
  readonly actions: EditorialActionBook;
  readonly files: Pick<JobFiles, 'ensure' | 'story' | 'current' | 'sources'>;
  readonly edition: Edition;
  /** Finds sources for an editor's request. @throws StoryRefusal */
  readonly find: (
    what: string,
    nowMs: number,
    unlessTold: (topic: string) => Promise<void>,
  ) => Promise<ChosenStory>;
  readonly pool: Pick<Pool, 'event' | 'eventOf' | 'openEvents' | 'postedEvents'>;
  readonly promptFor: BatchTerms['promptFor'];
  readonly newBatchId: () => string;
  readonly commands: () => ReadonlySet<string>;
  readonly tasks: Pick<TaskQueue, 'poke'>;
  readonly pipeline: { readonly retrying: LiveBatches['retrying'] };
  /** The outbox has something to send, and these sessions' journals may have new entries. */
  readonly done: (sessions: readonly SessionKey[]) => void;
}

type Acted = EditorsRequest & { readonly untilMs?: number; readonly text?: string };

const MOST_TEXT = 4_000;

export class PipelineStoryService implements StoryService {
  readonly #deps: DeskDeps;
  readonly #queries: StoryQueries;
  readonly #coverage: CoverageCheck;

  constructor(deps: DeskDeps) {
    this.#deps = deps;
    this.#queries = new StoryQueries(deps);
    this.#coverage = new CoverageCheck(deps, this.#queries);
  }

  async write(order: StoryOrder): Promise<OrderedStory> {
    const { what, desk, embargoUntilMs, update = false, again = false, ...action } = order;
    const { stories, edition, promptFor, find } = this.#deps;
    const runId = this.#runIdFor(action.key);
    const before = await stories.run(runId);
    if (before) return orderedOf(batchPlanSchema.parse(before.plan));
    refusals.mustCome(embargoUntilMs, action.atMs);
    const unlessTold = (topic: string) =>
      update ? Promise.resolve() : this.#coverage.unless(topic, desk, again);
    const chosen = await find(what, action.atMs, unlessTold);
    const drafted = draftOrder(chosen, {
      runId,
      desk,
      edition,
      nowMs: action.atMs,
      promptFor,
      by: action.by,
      why: action.why ?? wordingOf(edition.language).orderedBy(action.by, what),
      embargoUntilMs,
    });
    // Two editors who order the same at once: the second is told of the first's.
    return oneAtATime(`orders of ${desk}`, async () => {
      const plan = await (update
        ? this.#coverage.asUpdate(drafted, chosen, { what, desk })
        : this.#coverage.checked(drafted, desk, again));
      return this.#order(runId, plan, order);
    });
  }

  async #order(runId: string, plan: BatchPlan, order: StoryOrder): Promise<OrderedStory> {
    const { what, desk, embargoUntilMs, update: _update, again: _again, ...action } = order;
    const { stories, files, tasks } = this.#deps;
    const ordered = orderedOf(plan);
    const run = {
      id: runId,
      session: desk,
      plan,
      createdAtMs: action.atMs,
      tasks: [batchTask(runId, action.atMs)],
    };
    await stories.order(run, undefined, {
      ...action,
      story: ordered.id,
      kind: 'write',
      text: what,
      ...(embargoUntilMs !== undefined && { untilMs: embargoUntilMs }),
    });
    // The order stands. If the files can't be written now, the pipeline writes them, and reports the trouble.
    await files.ensure(plan).catch(() => {});
    tasks.poke();
    return ordered;
  }

  hold(story: string, action: EditorsRequest & { readonly untilMs?: number }): Promise<DoneAction> {
    return this.#do('hold', story, action, (seen, known, now) => {
      mustLive(seen, known);
      if (seen.published && action.untilMs !== undefined) throw refusals.noEmbargo();
      refusals.mustCome(action.untilMs, action.atMs);
      const held = action.untilMs === undefined ? heldBy(seen.actions) : undefined;
      if (held) return held;
      const last = seen.actions.findLast(({ kind }) => kind === 'hold' || kind === 'approve');
      if (last?.kind === 'hold' && last.untilMs === action.untilMs) return last;
      return seen.published ? shownAction(this.#shown(seen.published, seen, now)) : {};
    });
  }

  approve(story: string, action: EditorsRequest & { readonly now?: boolean }): Promise<DoneAction> {
    const { now: atOnce, ...approval } = action;
    const wanted = { ...approval, ...(atOnce && { untilMs: action.atMs }) };
    return this.#do('approve', story, wanted, (seen, known, now) => {
      mustLive(seen, known);
      const last = seen.actions.findLast(({ kind }) => kind === 'hold' || kind === 'approve');
      const approved = last?.kind === 'approve' ? last : undefined;
      if (seen.published) {
        if (heldBy(seen.actions)) return shownAction(this.#shown(seen.published, seen, now));
        if (approved) return approved;
        throw refusals.notHeld();
      }
      const waits = known.job && holdOf(known.job, seen.actions, this.#deps.edition, action.atMs);
      // An embargo lasts until its time even if the story is approved, unless it is to be posted now.
      const isDone = approved && (!waits || (waits.kind === 'embargo' && !atOnce));
      if (isDone) return approved;
      if (!waits) throw refusals.waitsForNobody();
      return {};
    });
  }

  kill(story: string, action: EditorsRequest): Promise<DoneAction> {
    return this.#do('kill', story, action, (seen, known, now) => {
      const killed = killOf(seen.actions);
      if (killed) return killed;
      mustLive(seen, known);
      if (!seen.published) return {};
      return withdrawal({ ...this.#shown(seen.published, seen, now), seen });
    });
  }

  correct(story: string, action: EditorsRequest & { readonly text: string }): Promise<DoneAction> {
    const text = action.text.trim();
    if (text === '' || text.length > MOST_TEXT) throw refusals.sayWhatIsRight(MOST_TEXT);
    return this.#do('correct', story, { ...action, text }, (seen, known, now) => {
      if (!seen.published) throw refusals.nothingToCorrect();
      mustLive(seen, known);
      const corrected = seen.actions.findLast(({ kind }) => kind === 'correct');
      if (corrected?.text === text) return corrected;
      return shownAction(this.#shown(seen.published, seen, now));
    });
  }

  async retry(story: string, action: EditorsRequest): Promise<OrderedStory & { readonly already?: boolean }> {
    const { actions, files, pipeline, tasks } = this.#deps;
    const known = await this.#queries.known(story);
    const earlier = (await actions.of(story)).findLast(({ kind }) => kind === 'retry')?.text;
    if (earlier !== undefined) {
      const again = await this.#queries.known(earlier);
      const failed = again.job && hasEnded(again.job) && !wasPosted(again.job);
      return failed || killOf(await actions.of(earlier))
        ? this.retry(earlier, action)
        : { id: earlier, title: titleIn(again, earlier), already: true };
    }
    const { job, plan, order } = known;
    const killed = killOf(await actions.of(story));
    if (known.published && !killed) throw refusals.nothingToRetry();
    if (known.published && !order) throw refusals.orderGone(known.published.title);
    if (!job || !plan || !order) throw refusals.unknown(story);
    const isQuarantined = await this.#isQuarantined(known);
    if (!hasEnded(job) && !killed && !isQuarantined) throw refusals.stillWorkedOn();
    const runId = this.#runIdFor(undefined);
    let anew: BatchPlan | undefined;
    const act = (ops: readonly NewOp[]) =>
      actions.act({ ...action, story, kind: 'retry' }, (seen) => {
        if (seen.actions.some(({ kind }) => kind === 'retry')) return undefined;
        anew = draftAgain({ plan, job, actions: seen.actions }, { runId, nowMs: action.atMs, by: action.by });
        const { id } = orderedOf(anew);
        const { session } = order;
        const first = [batchTask(runId, action.atMs)];
        const run: NewBatch = { id: runId, session, plan: anew, createdAtMs: action.atMs, tasks: first };
        // For a posted story the hold concerned its text, which is withdrawn.
        const holds = known.published ? [] : holdsInForce(seen.actions, action.atMs);
        return { run, text: id, ops, actions: holds.map((held) => ({ ...held, kind: 'hold', story: id })) };
      });
    // The batch's message says that it is being written again.
    const isShown = !known.published && (isQuarantined || job.state.status === 'FAILURE');
    const done = isShown ? await pipeline.retrying(order, story, action, act) : await act([]);
    const ordered = anew && orderedOf(anew);
    // Another editor was faster, or the request is repeated.
    if (!anew || !ordered || done?.text !== ordered.id) return this.retry(story, action);
    await files.ensure(anew).catch(() => {}); // as for any order
    tasks.poke();
    this.#deps.done([order.session]);
    return killed ? { ...ordered, killed: killedAs(killed, known) } : ordered;
  }

  record(story: string): Promise<StoryRecord | undefined> {
    return this.#queries.record(story);
  }

  about(what: string, desk: SessionKey): Promise<readonly StoryStatus[]> {
    return this.#coverage.about(what, desk);
  }

  recent(channel: SessionKey, limit: number): Promise<readonly StoryStatus[]> {
    return this.#queries.recent(channel, limit);
  }

  /**
   * Apply an action to a story, tell the pipeline, and return the new status.
   * @param decide what the action causes outside; gets the earlier action, if it was already done.
   */
  async #do(
    kind: NewEditorialAction['kind'],
    story: string,
    action: Acted,
    decide: (seen: SeenStory, known: Known, action: EditorialAction) => ActionOutcome | EditorialAction,
  ): Promise<DoneAction> {
    const { actions, tasks, done } = this.#deps;
    const known = await this.#queries.known(story);
    const { published, job } = known;
    const url = published?.primaryUrl ?? job?.story.primary_url;
    const eventId = published?.eventId ?? job?.story.event_id ?? undefined;
    const titles = titlesKnown(known);
    const about =
      url === undefined ? {} : { about: { url, titles, ...(eventId !== undefined && { eventId }) } };
    const wanted: NewEditorialAction = { ...action, story, kind, ...about };
    const [runId = '', storyId = ''] = story.split('/');
    const look = [draftTask(runId, storyId, action.atMs)];
    let already: EditorialAction | undefined;
    await actions.act(wanted, (seen) => {
      const outcome = decide(seen, known, { ...wanted, n: seen.actions.length + 1 });
      if (!('kind' in outcome)) return { ...outcome, tasks: look };
      already = outcome;
      return undefined;
    });
    tasks.poke();
    done(published ? [published.desk, published.place] : []);
    const status = (await this.record(story))?.status;
    if (!status) throw refusals.unknown(story);
    return { ...status, ...(already && { already: { by: already.by, atMs: already.atMs } }) };
  }

  #shown(published: PublishedStory, seen: SeenStory, action: EditorialAction) {
    const { edition, commands } = this.#deps;
    return { story: published, actions: [...seen.actions, action], action, edition, commands: commands() };
  }

  /** Whether its job file was quarantined; the pipeline has reported that, and stops there. */
  async #isQuarantined({ job }: Known): Promise<boolean> {
    return (
      job !== undefined && (await this.#deps.files.story(job.run.run_id, job.story.story_id)) === undefined
    );
  }

  /** The same request orders the same batch. */
  #runIdFor(key: string | undefined): string {
    if (key === undefined) return this.#deps.newBatchId();
    return `order-${createHash('sha256').update(key).digest('hex').slice(0, 16)}`;
  }
}
