/**
 * The editors' desk over the pipeline: deeds are written down with what they do outside in one transaction, then the pipeline is
 * told. The pipeline alone writes job files; what an unposted story is to do next it reads from the deeds.
 */
import { createHash } from 'node:crypto';
import type { SessionKey } from '../../sessions/key.ts';
import type { NewOp } from '../../sessions/op.ts';
import type { Clock } from '../../time/clock.ts';
import type { DeedBook, DeedOutcome, SeenStory } from '../model/deed-book.ts';
import type { NewDeed } from '../model/deed.ts';
import type { Edition } from '../edition/edition.ts';
import type {
  DoneDeed,
  StoryService,
  KilledBefore,
  OrderedStory,
  StoryOrder,
  StoryRecord,
  StoryStatus,
} from '../model/story-service.ts';
import type { Deed, StoryDeed } from '../model/deed.ts';
import type { JobFiles } from '../batches/job-files.ts';
import { runPlanSchema } from '../model/run-plan.ts';
import type { RunPlan } from '../model/run-plan.ts';
import { hasEnded, storyKey, wasPosted } from '../model/story-job.ts';
import type { ChosenStory } from '../plan/check-picks.ts';
import type { RunTerms } from '../plan/draft-run.ts';
import type { LiveBatches } from '../pipeline/live-batches.ts';
import type { Pool } from '../intake/pool/pool.ts';
import { shownDeed, withdrawal } from '../publish/deed-ops.ts';
import type { OrderedRun, PublishedStory, StoryBook } from '../model/story-book.ts';
import { heldBy, holdOf, killOf, standingHolds } from '../model/story-deeds.ts';
import { titleOf } from '../edition/say-report.ts';
import { titlesOf } from '../coverage/told-stories.ts';
import { wordingOf } from '../edition/wording.ts';
import { StoryQueries } from './story-queries.ts';
import type { Known, StoryQueriesDeps } from './story-queries.ts';
import { ToldStories } from './told-stories.ts';
import * as refusals from './refusals.ts';
import { draftAgain, draftOrder } from './draft-order.ts';

interface DeskDeps extends StoryQueriesDeps {
  readonly stories: Pick<StoryBook, 'run' | 'runsOf' | 'find' | 'recent' | 'order' | 'openRuns'>;
  readonly deeds: DeedBook;
  readonly files: Pick<JobFiles, 'ensure' | 'story' | 'sources'>;
  readonly edition: Edition;
  readonly clock: Pick<Clock, 'now'>;
  /** What an editor wants written. @throws StoryRefusal */
  readonly find: (
    what: string,
    nowMs: number,
    unlessTold: (topic: string) => Promise<void>,
  ) => Promise<ChosenStory>;
  readonly pool: Pick<Pool, 'event' | 'eventOf' | 'openEvents' | 'postedEvents'>;
  readonly promptFor: RunTerms['promptFor'];
  readonly newRunId: () => string;
  readonly commands: () => ReadonlySet<string>;
  readonly pipeline: {
    take(runId: string): void;
    nudge(runId: string, storyId: string): void;
    readonly retrying: LiveBatches['retrying'];
  };
  /** The outbox has something to send, and these sessions' journals may have something for their transcripts. */
  readonly done: (sessions: readonly SessionKey[]) => void;
}

type Acted = Deed & { readonly untilMs?: number; readonly text?: string };

const MOST_TEXT = 4_000;

export class PipelineStoryService implements StoryService {
  readonly #deps: DeskDeps;
  readonly #shelf: StoryQueries;
  readonly #told: ToldStories;

  constructor(deps: DeskDeps) {
    this.#deps = deps;
    this.#shelf = new StoryQueries(deps);
    this.#told = new ToldStories(deps, this.#shelf);
  }

  async write(order: StoryOrder): Promise<OrderedStory> {
    const { what, desk, embargoUntilMs, update = false, again = false, ...deed } = order;
    const { stories, files, edition, promptFor, pipeline, find } = this.#deps;
    const runId = this.#runIdFor(deed.key);
    const before = await stories.run(runId);
    if (before) return orderedOf(runPlanSchema.parse(before.plan));
    const unlessTold = (topic: string) =>
      update ? Promise.resolve() : this.#told.unless(topic, desk, again);
    const chosen = await find(what, deed.atMs, unlessTold);
    const drafted = draftOrder(chosen, {
      runId,
      desk,
      edition,
      nowMs: deed.atMs,
      promptFor,
      by: deed.by,
      why: deed.why ?? wordingOf(edition.language).orderedBy(deed.by, what),
      embargoUntilMs,
    });
    const plan = await (update
      ? this.#told.asUpdate(drafted, chosen, { what, desk })
      : this.#told.checked(drafted, desk, again));
    const ordered = orderedOf(plan);
    const run = { id: runId, session: desk, plan, createdAtMs: deed.atMs };
    await stories.order(run, undefined, {
      ...deed,
      story: ordered.id,
      kind: 'write',
      text: what,
      ...(embargoUntilMs !== undefined && { untilMs: embargoUntilMs }),
    });
    try {
      await files.ensure(plan);
    } finally {
      pipeline.take(runId); // ordered is ordered
    }
    return ordered;
  }

  hold(story: string, deed: Deed & { readonly untilMs?: number }): Promise<DoneDeed> {
    return this.#do('hold', story, deed, (seen, known, now) => {
      mustLive(seen, known);
      if (seen.published && deed.untilMs !== undefined) throw refusals.noEmbargo();
      const held = deed.untilMs === undefined ? heldBy(seen.deeds) : undefined;
      if (held) return held;
      const last = seen.deeds.findLast(({ kind }) => kind === 'hold' || kind === 'approve');
      if (last?.kind === 'hold' && last.untilMs === deed.untilMs) return last;
      return seen.published ? shownDeed(this.#shown(seen.published, seen, now)) : {};
    });
  }

  approve(story: string, deed: Deed & { readonly now?: boolean }): Promise<DoneDeed> {
    const { now: atOnce, ...approval } = deed;
    const wanted = { ...approval, ...(atOnce && { untilMs: deed.atMs }) };
    return this.#do('approve', story, wanted, (seen, known, now) => {
      mustLive(seen, known);
      const last = seen.deeds.findLast(({ kind }) => kind === 'hold' || kind === 'approve');
      const approved = last?.kind === 'approve' ? last : undefined;
      if (seen.published) {
        if (heldBy(seen.deeds)) return shownDeed(this.#shown(seen.published, seen, now));
        if (approved) return approved;
        throw refusals.notHeld();
      }
      const waits = known.job && holdOf(known.job, seen.deeds, this.#deps.edition, deed.atMs);
      // An embargo stands until its time, however often it is approved, unless the story is to go out now.
      const isDone = approved && (!waits || (waits.kind === 'embargo' && !atOnce));
      if (isDone) return approved;
      if (!waits) throw refusals.waitsForNobody();
      return {};
    });
  }

  kill(story: string, deed: Deed): Promise<DoneDeed> {
    return this.#do('kill', story, deed, (seen, known, now) => {
      const killed = killOf(seen.deeds);
      if (killed) return killed;
      mustLive(seen, known);
      if (!seen.published) return {};
      return withdrawal({ ...this.#shown(seen.published, seen, now), seen });
    });
  }

  correct(story: string, deed: Deed & { readonly text: string }): Promise<DoneDeed> {
    const text = deed.text.trim();
    if (text === '' || text.length > MOST_TEXT) throw refusals.sayWhatIsRight(MOST_TEXT);
    return this.#do('correct', story, { ...deed, text }, (seen, known, now) => {
      if (!seen.published) throw refusals.nothingToCorrect();
      mustLive(seen, known);
      const corrected = seen.deeds.findLast(({ kind }) => kind === 'correct');
      if (corrected?.text === text) return corrected;
      return shownDeed(this.#shown(seen.published, seen, now));
    });
  }

  async retry(story: string, deed: Deed): Promise<OrderedStory & { readonly already?: boolean }> {
    const { deeds, files, pipeline } = this.#deps;
    const known = await this.#shelf.known(story);
    const earlier = (await deeds.of(story)).findLast(({ kind }) => kind === 'retry')?.text;
    if (earlier !== undefined) {
      const again = await this.#shelf.known(earlier);
      const failed = again.job && hasEnded(again.job) && !wasPosted(again.job);
      return failed || killOf(await deeds.of(earlier))
        ? this.retry(earlier, deed)
        : { id: earlier, title: titleIn(again, earlier), already: true };
    }
    const { job, plan, order } = known;
    const killed = killOf(await deeds.of(story));
    if (known.published && !killed) throw refusals.nothingToRetry();
    if (known.published && !order) throw refusals.orderGone(known.published.title);
    if (!job || !plan || !order) throw refusals.unknown(story);
    const isJailed = await this.#isJailed(known);
    if (!hasEnded(job) && !killed && !isJailed) throw refusals.stillWorkedOn();
    const runId = this.#runIdFor(undefined);
    let anew: RunPlan | undefined;
    const act = (ops: readonly NewOp[]) =>
      deeds.act({ ...deed, story, kind: 'retry' }, (seen) => {
        if (seen.deeds.some(({ kind }) => kind === 'retry')) return undefined;
        anew = draftAgain({ plan, job, deeds: seen.deeds }, { runId, nowMs: deed.atMs, by: deed.by });
        const { id } = orderedOf(anew);
        const run: OrderedRun = { id: runId, session: order.session, plan: anew, createdAtMs: deed.atMs };
        // What was held of a posted story was its text, which is withdrawn.
        const holds = known.published ? [] : standingHolds(seen.deeds, deed.atMs);
        return { run, text: id, ops, deeds: holds.map((held) => ({ ...held, kind: 'hold', story: id })) };
      });
    // The message of its batch says that it is being written anew.
    const isShown = !known.published && (isJailed || job.state.status === 'FAILURE');
    const done = isShown ? await pipeline.retrying(order, story, deed, act) : await act([]);
    const ordered = anew && orderedOf(anew);
    // Somebody else was quicker, or this is asked for again.
    if (!anew || !ordered || done?.text !== ordered.id) return this.retry(story, deed);
    await files.ensure(anew).finally(() => pipeline.take(runId));
    this.#deps.done([order.session]);
    return killed ? { ...ordered, killed: killedAs(killed, known) } : ordered;
  }

  tell(story: string): Promise<StoryRecord | undefined> {
    return this.#shelf.tell(story);
  }

  about(what: string, desk: SessionKey): Promise<readonly StoryStatus[]> {
    return this.#told.about(what, desk);
  }

  recent(channel: SessionKey, limit: number): Promise<readonly StoryStatus[]> {
    return this.#shelf.recent(channel, limit);
  }

  /**
   * Do something with a story, tell the pipeline, and say how it stands then.
   * @param decide what follows from it outside; the deed of before, where that has done it already.
   */
  async #do(
    kind: NewDeed['kind'],
    story: string,
    deed: Acted,
    decide: (seen: SeenStory, known: Known, deed: StoryDeed) => DeedOutcome | StoryDeed,
  ): Promise<DoneDeed> {
    const { deeds, pipeline, done } = this.#deps;
    const known = await this.#shelf.known(story);
    const { published, job } = known;
    const url = published?.primaryUrl ?? job?.story.primary_url;
    const eventId = published?.eventId ?? job?.story.event_id ?? undefined;
    const titles = titlesKnown(known);
    const about =
      url === undefined ? {} : { about: { url, titles, ...(eventId !== undefined && { eventId }) } };
    const wanted: NewDeed = { ...deed, story, kind, ...about };
    let already: StoryDeed | undefined;
    await deeds.act(wanted, (seen) => {
      const outcome = decide(seen, known, { ...wanted, n: seen.deeds.length + 1 });
      if (!('kind' in outcome)) return outcome;
      already = outcome;
      return undefined;
    });
    const [runId = '', storyId = ''] = story.split('/');
    pipeline.nudge(runId, storyId);
    done(published ? [published.desk, published.place] : []);
    const standing = (await this.tell(story))?.standing;
    if (!standing) throw refusals.unknown(story);
    return { ...standing, ...(already && { already: { by: already.by, atMs: already.atMs } }) };
  }

  #shown(published: PublishedStory, seen: SeenStory, deed: StoryDeed) {
    const { edition, commands } = this.#deps;
    return { story: published, deeds: [...seen.deeds, deed], deed, edition, commands: commands() };
  }

  /** Whether its file is there no more: the pipeline has said so, and goes no further with it. */
  async #isJailed({ job }: Known): Promise<boolean> {
    return (
      job !== undefined && (await this.#deps.files.story(job.run.run_id, job.story.story_id)) === undefined
    );
  }

  /** The same request orders the same run. */
  #runIdFor(key: string | undefined): string {
    if (key === undefined) return this.#deps.newRunId();
    return `order-${createHash('sha256').update(key).digest('hex').slice(0, 16)}`;
  }
}

/** @throws StoryRefusal for a story that nothing more can be done with. */
function mustLive({ deeds, published }: SeenStory, { job }: Known): void {
  const killed = killOf(deeds);
  if (killed) throw refusals.killed(killed.by, published !== undefined);
  if (!published && job && hasEnded(job) && !wasPosted(job))
    throw refusals.ended(job.state.detail ?? job.state.status);
}

function killedAs({ by, atMs, why }: StoryDeed, { published }: Known): KilledBefore {
  return { by, atMs, wasPosted: published !== undefined, ...(why !== undefined && { why }) };
}

function orderedOf({ stories }: RunPlan): OrderedStory {
  const [job] = stories;
  if (!job) throw new Error('a run without stories was ordered');
  return { id: storyKey(job), title: job.story.title };
}

/** All that it was called, and what its sources call it. */
function titlesKnown({ published, job }: Known): string[] {
  const planned = job ? [job.story.title, titleOf(job)] : [];
  return [...new Set([...planned, ...(published ? titlesOf(published) : [])])];
}

function titleIn({ published, job }: Known, id: string): string {
  return published?.title ?? job?.story.title ?? id;
}
