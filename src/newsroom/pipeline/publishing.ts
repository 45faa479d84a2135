/** From a draft to messages in the outbox: what is posted, where, and what is remembered of it. */
import type { QueuedTask } from '../../async/task-queue.ts';
import type { Entry } from '../../sessions/entry.ts';
import type { SessionKey } from '../../sessions/key.ts';
import type { NewOp } from '../../sessions/op.ts';
import { traitsOf } from '../../sessions/traits-of.ts';
import { rolesToCall } from '../edition/edition-alerts.ts';
import type { Edition } from '../edition/edition.ts';
import { storyKey } from '../model/assignment.ts';
import { batchPlanSchema } from '../model/batch-plan.ts';
import type { Assignment } from '../model/assignment.ts';
import type { WorkerResult } from '../model/worker-result.ts';
import type { PipelineDeps } from './pipeline-deps.ts';
import { asOfLine } from '../publish/as-of.ts';
import { conflictLines } from '../publish/conflict-lines.ts';
import { abstractOf, storyEntry, storyOps } from '../publish/story-ops.ts';
import { storyOpKey, threadOpOf } from '../publish/title-post.ts';
import { threadName } from '../publish/thread-name.ts';
import { updateOps } from '../publish/update-ops.ts';
import type { StoryPlace } from '../publish/story-place.ts';
import type { SourcePack } from '../model/source-pack.ts';
import { threadLink } from '../model/thread-link.ts';
import type { PublishedStory } from '../model/story-book.ts';
import { killOf } from '../model/story-actions.ts';
import type { ReadyDraft } from './story-drafting.ts';
import { wordingOf } from '../edition/wording.ts';

interface PublishTerms {
  readonly deps: PipelineDeps;
  readonly desk: SessionKey;
  /** How many actions were seen when publishing was decided. */
  readonly actionsSeen: number;
  /** What follows, stored with the story. */
  readonly tasks: readonly QueuedTask[];
}

interface Out {
  readonly published: PublishedStory;
  /** The worker's result, and its outcome. */
  readonly worker: WorkerResult;
  /** For the story's log. */
  readonly progress: object;
}

/**
 * Publish in one transaction; afterwards messages only have to be sent.
 * @returns `actions` when editors have acted in the meantime (nothing has changed then); `gone` when the channel no
 * longer exists; a sentence when it can't be posted.
 */
export function publishStory(
  job: Assignment,
  draft: ReadyDraft,
  pack: SourcePack,
  terms: PublishTerms,
): Promise<Out | 'actions' | string> {
  const { update_of } = job.story;
  return update_of === undefined
    ? publishNew(job, draft, pack, terms)
    : publishUpdate(update_of, job, draft, pack, terms);
}

async function publishNew(
  job: Assignment,
  draft: ReadyDraft,
  pack: SourcePack,
  { deps, desk, actionsSeen, tasks }: PublishTerms,
): Promise<Out | 'actions' | 'gone'> {
  const { edition, clock, files } = deps;
  const { category, flags } = job.story;
  const place = await deps.placeOf(category, desk);
  const wording = wordingOf(edition.language);
  const nowMs = clock.now();
  const id = storyKey(job);
  const { title } = draft.result;
  const { body, read_more_urls: readMoreUrls } = draft.result.draft;
  // A story made of quotations gives their times itself.
  const asOf = draft.languageModel ? asOfLine(flags, pack, edition) : undefined;
  const differing = conflictLines(body, draft.claims.conflicts, pack, wording);
  const threadOp = threadOpOf(id, place.isForum);
  const published: PublishedStory = {
    ...recordOf(job, draft, pack, nowMs),
    desk,
    place: place.session,
    threadOp,
  };
  const images = await files.pictures(job.run.run_id, draft.images);
  const ops = storyOps({
    id,
    place,
    title,
    category,
    aliases: edition.categories.find(({ name }) => name === category)?.aliases ?? [],
    flags,
    threadNameTemplate: job.destination.thread_name_template,
    namesakes: await namesakesOf(job, { title, place }, deps),
    body,
    messages: draft.messages,
    above: [...(asOf === undefined ? [] : [asOf]), ...differing],
    edition,
    readMoreUrls,
    readMoreLabel: edition.style.readMoreLabel,
    pack,
    languageModel: draft.languageModel,
    wording,
    nowMs,
    commands: deps.commands(),
    publishes: edition.desk.publish ?? false,
    images,
    roles: rolesToCall(job.story, edition, nowMs),
    actions: await deps.actions.of(id),
  });
  const done = await deps.stories.publish(published, ops, { actionsSeen, tasks });
  if (done !== true) return done || 'actions';
  const { session, because } = place;
  return {
    published,
    worker: posted({ ...draft, images }, ops),
    progress: { ops: ops.length, place: session, messages: madeBy(draft), ...(because && { because }) },
  };
}

/**
 * How many of the stories that this one replaces have left a thread of its name: withdrawn ones, and those whose posting was
 * broken off.
 */
async function namesakesOf(
  { story, destination }: Assignment,
  { title, place }: { readonly title: string; readonly place: StoryPlace },
  { stories, ops }: PipelineDeps,
): Promise<number> {
  const most = traitsOf(place.session)?.limits.threadName;
  const name = (of: string) => threadName(destination.thread_name_template, of, most);
  let [count, earlier] = [0, story.retry_of];
  while (earlier !== undefined) {
    const [runId = '', storyId] = earlier.split('/');
    const posted = await stories.find(earlier);
    const opened = await ops.find(threadOpOf(earlier, place.isForum));
    const broken = opened?.state === 'sent' && 'name' in opened.spec ? opened.spec.name : undefined;
    const left = posted ? name(posted.title) : broken?.replace(/ \(\d+\)$/u, '');
    if (left === name(title)) count += 1;
    const plan = batchPlanSchema.safeParse((await stories.run(runId))?.plan).data;
    earlier = plan?.stories.find((one) => one.story.story_id === storyId)?.story.retry_of;
  }
  return count;
}

/** Publish in the thread of the story that it updates; an update of an update goes to the original story. */
async function publishUpdate(
  updated: string,
  job: Assignment,
  draft: ReadyDraft,
  pack: SourcePack,
  { deps, desk, actionsSeen, tasks }: PublishTerms,
): Promise<Out | string> {
  const { edition, clock, stories } = deps;
  const named = await stories.find(updated);
  const story = named?.updateOf === undefined ? named : await stories.find(named.updateOf);
  if (!story) return wordingOf(deps.edition.language).updatesNothing;
  const original = story.id;
  const actions = await deps.actions.of(original);
  if (killOf(actions)) return wordingOf(edition.language).updatesWithdrawn(story.title);
  const nowMs = clock.now();
  const published: PublishedStory = {
    ...recordOf(job, draft, pack, nowMs),
    desk,
    place: story.place,
    threadOp: story.threadOp,
    ...(story.thread !== undefined && { thread: story.thread }),
    updateOf: original,
  };
  const { ops, action } = updateOps({
    story,
    actions,
    update: {
      ...published,
      readMoreUrls: draft.result.draft.read_more_urls,
      messages: draft.messages,
    },
    edition,
    commands: deps.commands(),
    guild: await deps.guildOf(story.place),
    by: job.story.ordered_by ?? 'follow',
    nowMs,
  });
  const done = await stories.publish(published, ops, {
    actionsSeen,
    tasks,
    original: { actions, update: action },
  });
  if (done !== true) return done || 'actions';
  return {
    published,
    worker: posted(draft, ops),
    progress: { ops: ops.length, place: story.place, messages: madeBy(draft), update_of: original },
  };
}

/** Matches keys of body messages. */
const OF_BODY = /\/chunk_\d+$/;

/** The result with what the desk knows now: its messages, by the keys under which the outbox has their ids. */
function posted({ result, images }: ReadyDraft, ops: readonly NewOp[]): WorkerResult {
  return {
    ...result,
    content_posted: true,
    content_message_ids: ops.map(({ key }) => key).filter((key) => OF_BODY.test(key)),
    images_attached_count: images.length,
    read_more_urls_count: result.draft.read_more_urls.length,
    report_char_count: result.draft.body.length,
  };
}

/** Who made the body's messages. */
function madeBy({ messages }: ReadyDraft): 'agent' | 'script' {
  return messages === undefined ? 'script' : 'agent';
}

function recordOf(
  { run, story }: Assignment,
  { result, languageModel, claims }: ReadyDraft,
  pack: SourcePack,
  nowMs: number,
): Omit<PublishedStory, 'desk' | 'place' | 'threadOp'> {
  return {
    id: `${run.run_id}/${story.story_id}`,
    runId: run.run_id,
    ...(story.event_id !== null && { eventId: story.event_id }),
    category: story.category,
    title: result.title,
    primaryUrl: story.primary_url,
    body: result.draft.body,
    languageModel,
    flags: story.flags,
    ...(run.job && { job: { id: run.job.id, name: run.job.name, slotMs: run.job.slot_ms } }),
    ...(story.why !== undefined && { why: story.why }),
    pack,
    claims: claims.claims,
    conflicts: claims.conflicts,
    publishedAtMs: nowMs,
  };
}

/**
 * What the desk channel remembers of a story posted in another channel; undefined when it is posted in the desk
 * channel.
 */
export function elsewhere(story: PublishedStory, edition: Edition): Entry | undefined {
  const { id, desk, place, publishedAtMs } = story;
  if (place === desk) return undefined;
  const said = `${abstractOf(story, edition)}\n${wordingOf(edition.language).postedIn(threadLink(place))}`;
  return storyEntry(id, storyOpKey(id, 'desk'), said, publishedAtMs);
}
