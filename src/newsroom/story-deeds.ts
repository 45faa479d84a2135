/** How a story stands by what editors did with it: pure functions of its job and its deeds, oldest first. */
import type { Edition } from './edition.ts';
import type { StoryStanding } from './editors-desk.ts';
import type { StoryDeed } from './deed.ts';
import type { StoryJob } from './jobs/story-job.ts';
import type { PublishedStory } from './story-book.ts';

type Deeds = readonly StoryDeed[];
export type Hold = NonNullable<StoryStanding['hold']>;

/** The deed that ended it, whether before or after it was posted. */
export function killOf(deeds: Deeds): StoryDeed | undefined {
  return deeds.findLast(({ kind }) => kind === 'kill');
}

/** The hold that nobody has lifted: a posted story is being checked since then. */
export function heldBy(deeds: Deeds): StoryDeed | undefined {
  const last = deeds.findLast(({ kind }) => kind === 'hold' || kind === 'approve');
  return last?.kind === 'hold' ? last : undefined;
}

/** What keeps an unposted story from being posted now; undefined when nothing does. */
export function holdOf(
  job: Pick<StoryJob, 'state' | 'story'>,
  deeds: Deeds,
  edition: Pick<Edition, 'approval'>,
  nowMs: number,
): Hold | undefined {
  const held = heldBy(deeds);
  const byEditor: Hold | undefined = held && {
    kind: held.untilMs === undefined ? 'hold' : 'embargo',
    by: held.by,
    ...(held.untilMs !== undefined && { untilMs: held.untilMs }),
  };
  const isApproved = deeds.some(({ kind }) => kind === 'approve');
  const approval: Hold | undefined = needsApproval(job.story.category, edition)
    ? { kind: 'approval' }
    : undefined;
  const all = isApproved ? [byEditor] : [byEditor, ofFile(job.state.hold), approval];
  return all.find((hold) => hold !== undefined && (hold.untilMs ?? Infinity) > nowMs);
}

/** Whether an edition has stories of this category wait for an editor. */
function needsApproval(category: string, { approval }: Pick<Edition, 'approval'>): boolean {
  return approval === true || (approval?.categories.includes(category) ?? false);
}

/** A hold as a job's file has it. An end that can't be read is none: it waits for an editor. */
function ofFile(hold: StoryJob['state']['hold']): Hold | undefined {
  if (!hold) return undefined;
  const untilMs = Date.parse(hold.until ?? '');
  return {
    kind: hold.kind,
    ...(hold.by !== undefined && { by: hold.by }),
    ...(!Number.isNaN(untilMs) && { untilMs }),
  };
}

/** Where it stands, for editors. */
export function standingOf(
  known: { readonly job?: StoryJob | undefined; readonly published?: PublishedStory | undefined },
  deeds: Deeds,
  edition: Pick<Edition, 'approval'>,
  nowMs: number,
): StoryStanding | undefined {
  const { job, published } = known;
  if (!published) return job && unposted(job, deeds, edition, nowMs);
  const { id, title, category, publishedAtMs, thread } = published;
  const killed = killOf(deeds);
  const held = killed ? undefined : heldBy(deeds);
  return {
    id,
    title,
    category,
    status: job?.state.status === 'RESCUED' || (job?.state.rescue_attempts ?? 0) > 0 ? 'RESCUED' : 'SUCCESS',
    ...(killed?.why !== undefined && { reason: killed.why }),
    ...(held && { hold: { kind: 'hold', by: held.by } }),
    posted: { atMs: publishedAtMs, withdrawn: killed !== undefined, ...(thread !== undefined && { thread }) },
  };
}

function unposted(
  job: StoryJob,
  deeds: Deeds,
  edition: Pick<Edition, 'approval'>,
  nowMs: number,
): StoryStanding {
  const { run, story, state } = job;
  const { title, category } = story;
  const base = { id: `${run.run_id}/${story.story_id}`, title: job.result.worker?.title || title, category };
  const killed = killOf(deeds);
  const open = state.status === 'PLANNED' || state.status === 'DISPATCHED';
  // The line ends it in its file as soon as it comes to it.
  if (open && killed) return { ...base, status: 'SKIPPED', reason: killed.why ?? 'killed' };
  const hold = open ? holdOf(job, deeds, edition, nowMs) : undefined;
  const reason = state.detail ?? state.reason;
  return { ...base, status: state.status, ...(reason !== null && { reason }), ...(hold && { hold }) };
}
