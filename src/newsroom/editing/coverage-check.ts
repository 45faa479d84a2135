/**
 * Checks an order against what a desk channel has already covered, so that nothing is ordered that the pipeline
 * would leave out.
 */
import type { SessionKey } from '../../sessions/key.ts';
import type { Clock } from '../../time/clock.ts';
import type { EditorialActionBook } from '../model/editorial-action-book.ts';
import { editorsZone } from '../edition/edition.ts';
import type { Edition } from '../edition/edition.ts';
import type { StoryStatus } from '../model/story-service.ts';
import { storyEvents } from '../coverage/event-marks.ts';
import { mostLike } from '../model/events-like.ts';
import type { JobFiles } from '../batches/job-files.ts';
import type { BatchPlan } from '../model/batch-plan.ts';
import { isOver } from '../model/assignment.ts';
import type { Assignment } from '../model/assignment.ts';
import type { ChosenStory } from '../plan/check-picks.ts';
import type { Pool } from '../intake/pool/pool.ts';
import { urlKey } from '../model/url-key.ts';
import type { PublishedStory, StoryBook } from '../model/story-book.ts';
import { findCoverage } from '../coverage/find-coverage.ts';
import { KILLED_MS } from '../coverage/covered-stories.ts';
import type { CoveredStory } from '../coverage/covered-stories.ts';
import { asUpdateOrder } from './draft-order.ts';
import * as refusals from './refusals.ts';
import type { StoryQueries } from './story-queries.ts';

interface CoverageCheckDeps {
  readonly stories: Pick<StoryBook, 'find' | 'openBatches' | 'postedSince'>;
  readonly actions: Pick<EditorialActionBook, 'killedSince'>;
  readonly files: Pick<JobFiles, 'current'>;
  readonly pool: Pick<Pool, 'event' | 'eventOf' | 'openEvents' | 'postedEvents'>;
  readonly edition: Pick<Edition, 'zone' | 'editorsZone'>;
  readonly clock: Pick<Clock, 'now'>;
}

const COVERED_MS = 48 * 3_600_000;
/** The least share of a topic's words in the titles of its event. */
const EVENT_LIKE = 0.5;
/** The similarity from which an existing story blocks an order; high, because it must be certain. */
const NO_DOUBT = 0.8;

export class CoverageCheck {
  readonly #deps: CoverageCheckDeps;
  readonly #queries: StoryQueries;

  constructor(deps: CoverageCheckDeps, queries: StoryQueries) {
    this.#deps = deps;
    this.#queries = queries;
  }

  async about(what: string, desk: SessionKey, least?: number): Promise<readonly StoryStatus[]> {
    return this.#queries.about(what, await this.#pagesOf(what), desk, least);
  }

  /**
   * @throws StoryRefusal where a story about this topic is posted, in progress or, unless it is requested `again`,
   * killed.
   */
  async unless(topic: string, desk: SessionKey, again: boolean): Promise<void> {
    const zone = editorsZone(this.#deps.edition);
    const { actions, clock } = this.#deps;
    const killed = again ? [] : await actions.killedSince(clock.now() - KILLED_MS);
    for (const { id, title, status, posted, sinceMs } of await this.about(topic, desk, NO_DOUBT)) {
      const atMs = posted?.atMs ?? sinceMs ?? this.#deps.clock.now();
      const about = { id, title, atMs, ...(posted?.thread !== undefined && { thread: posted.thread }) };
      if (posted && !posted.withdrawn) throw refusals.coveredAlready({ kind: 'posted', ...about }, zone);
      if (!posted && !isOver(status)) throw refusals.coveredAlready({ kind: 'waiting', ...about }, zone);
      const ended = killed.find(({ story }) => story === id);
      if (ended) throw refusals.withdrawn(ended, { title, wasPosted: posted !== undefined }, zone);
    }
  }

  /**
   * @throws StoryRefusal where the pipeline would leave it out, and where editors killed a story about it and the
   * asker doesn't know.
   */
  async checked(plan: BatchPlan, desk: SessionKey, again: boolean): Promise<BatchPlan> {
    const other = await this.#other(plan, desk);
    if (other) throw refusals.coveredAlready(other, editorsZone(this.#deps.edition));
    if (!again) await this.#unlessKilled(plan, desk);
    return plan;
  }

  /** An editor's order is written all the same, but the editor must know that another one killed it. */
  async #unlessKilled({ stories }: BatchPlan, desk: SessionKey): Promise<void> {
    const [job] = stories;
    if (!job) return;
    const { ordered_by: _, ...story } = job.story;
    const killed = await this.#against({ ...job, story }, desk);
    if (killed?.kind !== 'killed') return;
    const published = await this.#deps.stories.find(killed.id);
    const title = published?.title ?? killed.title;
    const zone = editorsZone(this.#deps.edition);
    throw refusals.withdrawn(killed, { title, wasPosted: published !== undefined }, zone);
  }

  /** The order as an update of a posted story about it. @throws StoryRefusal */
  async asUpdate(
    plan: BatchPlan,
    chosen: ChosenStory,
    { what, desk }: { readonly what: string; readonly desk: SessionKey },
  ): Promise<BatchPlan> {
    const { stories, edition } = this.#deps;
    const other = await this.#other(plan, desk);
    if (other?.kind === 'waiting') throw refusals.coveredAlready(other, editorsZone(edition));
    const id =
      other?.id ?? (await this.about(what, desk)).find(({ posted }) => posted?.withdrawn === false)?.id;
    const told = id === undefined ? undefined : await this.#whole(await stories.find(id));
    if (!told) throw refusals.nothingToUpdate();
    const update = asUpdateOrder(plan, chosen, told);
    if (!update) throw refusals.nothingNew(told.title);
    return update;
  }

  /** An update is posted in its main story's thread, so the main story is updated. */
  async #whole(story: PublishedStory | undefined): Promise<PublishedStory | undefined> {
    return story?.updateOf === undefined ? story : this.#deps.stories.find(story.updateOf);
  }

  async #other({ stories }: BatchPlan, desk: SessionKey) {
    const [job] = stories;
    return job && this.#against(job, desk);
  }

  async #against(job: Assignment, desk: SessionKey): Promise<CoveredStory | undefined> {
    return (await findCoverage(job, desk, { ...this.#deps, events: storyEvents(this.#deps.pool) })).covered;
  }

  /** All pages of the event that is given by one of its pages or by words of its titles. */
  async #pagesOf(what: string): Promise<ReadonlySet<string>> {
    const { pool, clock } = this.#deps;
    const nowMs = clock.now();
    const key = urlKey(what.trim());
    const event =
      key === undefined
        ? mostLike(
            what,
            [...(await pool.openEvents(nowMs)), ...(await pool.postedEvents(nowMs - COVERED_MS))],
            EVENT_LIKE,
          )
        : await pool.eventOf(what.trim());
    return new Set([...(key === undefined ? [] : [key]), ...(event?.links ?? []).map((link) => link.key)]);
  }
}
