/**
 * The editors' desk over the line: deeds are written down with what they do outside in one transaction, then the line is
 * told. The line alone writes job files; what an unposted story is to do next it reads from the deeds.
 */
import { createHash } from 'node:crypto';
import type { SessionKey } from '../../sessions/key.ts';
import type { DeedBook, DeedOutcome, SeenStory } from '../deed-book.ts';
import type { NewDeed } from '../deed.ts';
import type { Edition } from '../edition.ts';
import { StoryRefusal } from '../editors-desk.ts';
import type { EditorsDesk, OrderedStory, StoryOrder, StoryRecord, StoryStanding } from '../editors-desk.ts';
import type { Deed, StoryDeed } from '../deed.ts';
import type { JobFiles } from '../jobs/job-files.ts';
import { runPlanSchema } from '../jobs/run-plan.ts';
import type { RunPlan } from '../jobs/run-plan.ts';
import { hasEnded, storyKey, wasPosted } from '../jobs/story-job.ts';
import type { StoryJob } from '../jobs/story-job.ts';
import type { ChosenStory } from '../plan/check-picks.ts';
import type { RunTerms } from '../plan/draft-run.ts';
import { shownDeed, withdrawal } from '../publish/deed-ops.ts';
import { storyButtons } from '../publish/story-buttons.ts';
import type { OrderedRun, PublishedStory, StoryBook } from '../story-book.ts';
import { heldBy, holdOf, killOf, standingOf } from '../story-deeds.ts';
import { titleOf } from '../say-report.ts';
import { titlesOf } from '../told-story.ts';
import { wordingOf } from '../wording.ts';
import { draftAgain, draftOrder } from './draft-order.ts';

interface DeskHouse {
  readonly stories: Pick<StoryBook, 'run' | 'runsOf' | 'find' | 'recent' | 'order'>;
  readonly deeds: DeedBook;
  readonly files: Pick<JobFiles, 'ensure' | 'story'>;
  readonly edition: Edition;
  /** What an editor wants written. @throws StoryRefusal */
  readonly find: (what: string, nowMs: number) => Promise<ChosenStory>;
  readonly promptFor: RunTerms['promptFor'];
  readonly newRunId: () => string;
  readonly commands: () => ReadonlySet<string>;
  readonly now: () => number;
  readonly line: { take(runId: string): void; nudge(runId: string, storyId: string): void };
  /** The outbox has something to send, and these sessions' journals may have something for their transcripts. */
  readonly done: (sessions: readonly SessionKey[]) => void;
}

interface Known {
  readonly job?: StoryJob;
  readonly plan?: RunPlan;
  readonly order?: OrderedRun;
  readonly published?: PublishedStory;
}

type Acted = Deed & { readonly untilMs?: number; readonly text?: string };

const MOST_RUNS = 60;
const MOST_TEXT = 4_000;

export class LineDesk implements EditorsDesk {
  readonly #house: DeskHouse;

  constructor(house: DeskHouse) {
    this.#house = house;
  }

  async write({ what, desk, embargoUntilMs, ...deed }: StoryOrder): Promise<OrderedStory> {
    const { stories, files, edition, promptFor, line, find } = this.#house;
    const runId = this.#runIdFor(deed.key);
    const before = await stories.run(runId);
    if (before) return orderedOf(runPlanSchema.parse(before.plan));
    const plan = draftOrder(await find(what, deed.atMs), {
      runId,
      desk,
      edition,
      nowMs: deed.atMs,
      promptFor,
      by: deed.by,
      why: deed.why ?? `${deed.by} ordered it: ${what}`,
      embargoUntilMs,
    });
    const ordered = orderedOf(plan);
    const order = { id: runId, session: desk, plan, createdAtMs: deed.atMs };
    await stories.order(order, undefined, { ...deed, story: ordered.id, kind: 'write', text: what });
    try {
      await files.ensure(plan);
    } finally {
      line.take(runId); // ordered is ordered
    }
    return ordered;
  }

  hold(story: string, deed: Deed & { readonly untilMs?: number }): Promise<StoryStanding> {
    return this.#do('hold', story, deed, (seen, known, now) => {
      mustLive(seen, known);
      const held = heldBy(seen.deeds);
      if (held && held.untilMs === deed.untilMs) return undefined;
      if (!seen.published) return {};
      if (deed.untilMs !== undefined)
        throw new StoryRefusal('bad_request', 'It is posted: it can be held, but no longer embargoed.');
      return shownDeed(this.#shown(seen.published, seen, now));
    });
  }

  approve(story: string, deed: Deed): Promise<StoryStanding> {
    return this.#do('approve', story, deed, (seen, known, now) => {
      const wasApproved = seen.deeds.findLast(({ kind }) => kind === 'hold' || kind === 'approve');
      if (wasApproved?.kind === 'approve' && !killOf(seen.deeds)) return undefined;
      mustLive(seen, known);
      if (seen.published) {
        if (!heldBy(seen.deeds)) throw new StoryRefusal('not_waiting', 'It is posted, and nobody holds it.');
        return shownDeed(this.#shown(seen.published, seen, now));
      }
      const waits = known.job && holdOf(known.job, seen.deeds, this.#house.edition, deed.atMs);
      if (!waits)
        throw new StoryRefusal('not_waiting', 'It waits for nobody: it is posted when it is written.');
      return {};
    });
  }

  kill(story: string, deed: Deed): Promise<StoryStanding> {
    return this.#do('kill', story, deed, (seen, known, now) => {
      if (killOf(seen.deeds)) return undefined;
      mustLive(seen, known);
      if (!seen.published) return {};
      return withdrawal({ ...this.#shown(seen.published, seen, now), posts: seen.posts });
    });
  }

  correct(story: string, deed: Deed & { readonly text: string }): Promise<StoryStanding> {
    const text = deed.text.trim();
    if (text === '' || text.length > MOST_TEXT)
      throw new StoryRefusal('bad_request', `Say what is right, in at most ${MOST_TEXT} characters.`);
    return this.#do('correct', story, { ...deed, text }, (seen, known, now) => {
      if (!seen.published)
        throw new StoryRefusal('not_posted', 'It is not posted: there is nothing to correct yet.');
      mustLive(seen, known);
      if (seen.deeds.findLast(({ kind }) => kind === 'correct')?.text === text) return undefined;
      return shownDeed(this.#shown(seen.published, seen, now));
    });
  }

  async retry(story: string, deed: Deed): Promise<OrderedStory> {
    const { deeds, files, line } = this.#house;
    const known = await this.#known(story);
    const earlier = (await deeds.of(story)).findLast(({ kind }) => kind === 'retry')?.text;
    if (earlier !== undefined) {
      const again = await this.#known(earlier);
      const failed = again.job && hasEnded(again.job) && !wasPosted(again.job);
      return failed ? this.retry(earlier, deed) : { id: earlier, title: titleIn(again, earlier) };
    }
    const { job, plan, order } = known;
    if (known.published)
      throw new StoryRefusal('bad_request', 'It was posted: there is nothing to try again.');
    if (!job || !plan || !order) throw new StoryRefusal('unknown', `Nothing is left of the story ${story}.`);
    const isKilled = killOf(await deeds.of(story)) !== undefined;
    if (!hasEnded(job) && !isKilled && !(await this.#isJailed(known)))
      throw new StoryRefusal('bad_request', 'It is still being worked on.');
    const runId = this.#runIdFor(undefined);
    const anew = draftAgain({ plan, job }, { runId, nowMs: deed.atMs, by: deed.by });
    const run: OrderedRun = { id: runId, session: order.session, plan: anew, createdAtMs: deed.atMs };
    const ordered = orderedOf(anew);
    const done = await deeds.act({ ...deed, story, kind: 'retry' }, (seen) =>
      seen.deeds.some(({ kind }) => kind === 'retry') ? undefined : { run, text: ordered.id },
    );
    // Somebody else was quicker, or this is asked for again.
    if (done?.text !== ordered.id) return this.retry(story, deed);
    await files.ensure(anew).finally(() => line.take(runId));
    return ordered;
  }

  async tell(story: string): Promise<StoryRecord | undefined> {
    const { deeds, edition, now } = this.#house;
    const known = await this.#look(story);
    const done = await deeds.of(story);
    const standing = standingOf({ job: known.job, published: known.published }, done, edition, now());
    if (!standing) return undefined;
    const { job, published } = known;
    return {
      standing,
      deeds: done,
      cost: await deeds.costOf(story),
      ...(job && { job }),
      ...(published && { published }),
    };
  }

  async recent(channel: SessionKey, limit: number): Promise<readonly StoryStanding[]> {
    const { stories, deeds, edition, now } = this.#house;
    const found = new Map<string, { atMs: number; job?: StoryJob; published?: PublishedStory }>();
    for (const run of await stories.runsOf(channel, Math.min(limit, MOST_RUNS)))
      for (const job of await this.#jobsOf(run)) found.set(storyKey(job), { atMs: run.createdAtMs, job });
    for (const published of await stories.recent({ sinceMs: 0, channel, limit })) {
      const job = found.get(published.id)?.job ?? (await this.#look(published.id)).job;
      found.set(published.id, { atMs: published.publishedAtMs, published, ...(job && { job }) });
    }
    const newest = [...found].sort(([, a], [, b]) => b.atMs - a.atMs).slice(0, limit);
    const standings = await Promise.all(
      newest.map(async ([id, { job, published }]) => {
        const at = published ?? (await stories.find(id));
        return standingOf({ job, published: at }, await deeds.of(id), edition, now());
      }),
    );
    return standings.filter((standing) => standing !== undefined);
  }

  /** Do something with a story, tell the line, and say how it stands then. */
  async #do(
    kind: NewDeed['kind'],
    story: string,
    deed: Acted,
    decide: (seen: SeenStory, known: Known, deed: StoryDeed) => DeedOutcome | undefined,
  ): Promise<StoryStanding> {
    const { deeds, line, done } = this.#house;
    const known = await this.#known(story);
    const { published, job } = known;
    const url = published?.primaryUrl ?? job?.story.primary_url;
    const eventId = published?.eventId ?? job?.story.event_id ?? undefined;
    const titles = titlesKnown(known);
    const about =
      url === undefined ? {} : { about: { url, titles, ...(eventId !== undefined && { eventId }) } };
    const wanted: NewDeed = { ...deed, story, kind, ...about };
    await deeds.act(wanted, (seen) => decide(seen, known, { ...wanted, n: seen.deeds.length + 1 }));
    const [runId = '', storyId = ''] = story.split('/');
    line.nudge(runId, storyId);
    done(published ? [published.desk, published.place] : []);
    const standing = (await this.tell(story))?.standing;
    if (!standing) throw new StoryRefusal('unknown', `There is no story ${story}.`);
    return standing;
  }

  #shown(published: PublishedStory, seen: SeenStory, deed: StoryDeed) {
    const { edition, commands } = this.#house;
    const buttons = storyButtons(published.id, wordingOf(edition.language), commands());
    return { story: published, deeds: [...seen.deeds, deed], deed, edition, buttons };
  }

  async #known(story: string): Promise<Known> {
    const known = await this.#look(story);
    if (!known.job && !known.published) throw new StoryRefusal('unknown', `There is no story ${story}.`);
    return known;
  }

  async #look(story: string): Promise<Known> {
    const [runId = '', storyId = ''] = story.split('/');
    const { stories, files } = this.#house;
    const published = await stories.find(story);
    const order = await stories.run(runId);
    const plan = order && runPlanSchema.parse(order.plan);
    const planned = plan?.stories.find((job) => job.story.story_id === storyId);
    const job = order ? ((await files.story(runId, storyId)) ?? planned) : undefined;
    return {
      ...(published && { published }),
      ...(order && { order }),
      ...(plan && { plan }),
      ...(job && { job }),
    };
  }

  /** Whether its file is there no more: the line has said so, and goes no further with it. */
  async #isJailed({ job }: Known): Promise<boolean> {
    return (
      job !== undefined && (await this.#house.files.story(job.run.run_id, job.story.story_id)) === undefined
    );
  }

  async #jobsOf(run: OrderedRun): Promise<StoryJob[]> {
    const plan = runPlanSchema.safeParse(run.plan);
    if (!plan.success) return [];
    return Promise.all(
      plan.data.stories.map(
        async (job) => (await this.#house.files.story(run.id, job.story.story_id)) ?? job,
      ),
    );
  }

  /** The same request orders the same run. */
  #runIdFor(key: string | undefined): string {
    if (key === undefined) return this.#house.newRunId();
    return `order-${createHash('sha256').update(key).digest('hex').slice(0, 16)}`;
  }
}

/** @throws StoryRefusal for a story that nothing more can be done with. */
function mustLive({ deeds, published }: SeenStory, { job }: Known): void {
  const killed = killOf(deeds);
  if (killed)
    throw new StoryRefusal('ended', `${killed.by} has ${published ? 'withdrawn' : 'killed'} it already.`);
  if (!published && job && hasEnded(job) && !wasPosted(job))
    throw new StoryRefusal('ended', `It has ended without a post (${job.state.detail ?? job.state.status}).`);
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
