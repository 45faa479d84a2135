/** Whether a story that somebody orders is told already, so that nothing is ordered to be left out later. */
import type { SessionKey } from '../../sessions/key.ts';
import { dayAndTime } from '../../time/zone.ts';
import { alreadyPosted, killedBefore, waitsAlready } from './already-posted.ts';
import type { ToldBooks } from './already-posted.ts';
import type { StoryEvents } from './event-marks.ts';
import type { JobFiles } from '../jobs/job-files.ts';
import { runPlanSchema } from '../jobs/run-plan.ts';
import { hasEnded, storyKey } from '../jobs/story-job.ts';
import type { StoryJob } from '../jobs/story-job.ts';
import { titleOf } from '../say-report.ts';
import type { OrderedRun, StoryBook } from '../story-book.ts';
import { threadLink } from '../thread-link.ts';

/** A story of the same happening that stands against another one. */
export interface ToldAlready {
  readonly kind: 'posted' | 'under_way' | 'killed';
  readonly id: string;
  readonly title: string;
  /** When it was posted, planned or killed. */
  readonly atMs: number;
  readonly thread?: SessionKey;
  /** Who killed it. */
  readonly by?: string;
  /** The reason that was given for it. */
  readonly why?: string;
}

export interface ToldHouse extends ToldBooks {
  readonly stories: Pick<StoryBook, 'recent' | 'openRuns'>;
  readonly files: Pick<JobFiles, 'story'>;
}

/** By the rules by which the line leaves stories out; undefined when it would write this one. */
export async function toldAlready(
  job: StoryJob,
  desk: SessionKey,
  house: ToldHouse,
  events: StoryEvents,
): Promise<ToldAlready | undefined> {
  const posted = await alreadyPosted(job, desk, house, events);
  if (posted) {
    const { id, title, publishedAtMs: atMs, thread } = posted;
    return { kind: 'posted', id, title, atMs, ...(thread !== undefined && { thread }) };
  }
  const other = await waitsAlready(job, await underWay(desk, house), events);
  if (other) {
    const atMs = Date.parse(other.state.planned_at ?? '') || house.clock.now();
    return { kind: 'under_way', id: storyKey(other), title: titleOf(other), atMs };
  }
  const killed = await killedBefore(job, house, events);
  if (!killed) return undefined;
  const { story: id, by, atMs, why, titles = [] } = killed;
  return {
    kind: 'killed',
    id,
    title: titles[0] ?? job.story.title,
    atMs,
    by,
    ...(why !== undefined && { why }),
  };
}

/** The same as a sentence, with what can be done instead. */
export function sayTold({ kind, id, title, atMs, thread, by, why }: ToldAlready, zone: string): string {
  const when = dayAndTime(atMs, zone);
  const where = thread === undefined ? id : `${threadLink(thread)}, ${id}`;
  switch (kind) {
    case 'posted':
      return `posted already: "${title}" (${when}; ${where}); to tell what is new, follow it (/story follow) or order an update of it`;
    case 'under_way':
      return `a story of it is being written or waits: "${title}" (ordered ${when}; ${where})`;
    case 'killed':
      return `${by ?? 'an editor'} killed it ${when}${why === undefined ? '' : ` (${why})`}: "${title}" (${where}); it can be ordered all the same`;
  }
}

/** The stories of open runs that have not ended: this desk's, and any that wait for a word or a time. */
async function underWay(desk: SessionKey, { stories, files }: ToldHouse): Promise<StoryJob[]> {
  const open = await Promise.all((await stories.openRuns()).map((run) => jobsOf(run, files)));
  return open.flatMap(({ run, jobs }) =>
    jobs.filter((job) => !hasEnded(job) && (run.session === desk || job.state.hold !== null)),
  );
}

async function jobsOf(run: OrderedRun, files: ToldHouse['files']) {
  const plan = runPlanSchema.safeParse(run.plan);
  const planned = plan.success ? plan.data.stories : [];
  const jobs = planned.map(async (job) => (await files.story(run.id, job.story.story_id)) ?? job);
  return { run, jobs: await Promise.all(jobs) };
}
