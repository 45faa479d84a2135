/** Ends a published story: its messages are sent, or its platform refuses them. */
import type { EventMarks } from '../coverage/event-marks.ts';
import { isoTime } from '../model/job-times.ts';
import { hasEnded } from '../model/assignment.ts';
import type { PublishedStory } from '../model/story-book.ts';
import { approvalOf, killOf } from '../model/story-actions.ts';
import { takenBack, titleRestored } from '../publish/delivery.ts';
import type { Delivered } from '../publish/delivery.ts';
import type { OpenStory } from './open-story.ts';
import { elsewhere } from './publishing.ts';

type Refused = Extract<Delivered, { kind: 'refused' }>;

/** The error type when the platform refused a story. */
const REFUSED = 'refused';

/**
 * Wait until a published story is sent, and end it accordingly. Does nothing for an unpublished one.
 * @returns whether it has ended here.
 */
export async function endWhenSent(story: OpenStory): Promise<boolean> {
  const { signal } = story.terms;
  const { stories, actions, delivered, posted } = story.deps;
  const published = await stories.find(story.key);
  if (!published || hasEnded(story.job)) return false;
  posted();
  const delivery = await delivered(published, signal);
  signal.throwIfAborted();
  // Withdrawing before sending is not a refusal.
  if (delivery.kind === 'posted' || killOf(await actions.of(story.key))) await endAsPosted(story, published);
  else await unpublish(story, published, delivery);
  return true;
}

/** A refused story is not posted again. If its status could not be recorded then, do it now. */
export async function endedIfRefused(story: OpenStory): Promise<boolean> {
  const { errors } = story.job.result;
  const last = errors.at(-1);
  if (last?.phase !== 'publish' || last.error_type !== REFUSED) return false;
  await story.fail(errors);
  return true;
}

/** Mark a published story's event in the pool; harmless when repeated. */
export function markEvent(story: PublishedStory, events: EventMarks): Promise<void> {
  return events.posted(story.eventId, story.primaryUrl, {
    threadId: story.thread ?? story.threadOp,
    runId: story.runId,
    atMs: story.publishedAtMs,
  });
}

/** The platform refused it: delete the messages that arrived, and end it as a failure with the reason. */
async function unpublish(
  story: OpenStory,
  published: PublishedStory,
  { because, arrived }: Refused,
): Promise<void> {
  const { stories, clock } = story.deps;
  const { result } = story.job;
  const errors = [...result.errors, { phase: 'publish', error_type: REFUSED, error_message: because }];
  await story.save({}, { ...result, errors });
  const back = takenBack({ story: published, arrived, nowMs: clock.now() });
  await stories.unpublish(published.id, back);
  if (published.updateOf !== undefined) await untell(story, published, published.updateOf);
  await story.fail(errors);
}

/** Remove the update's line from its story's title. */
async function untell({ deps }: OpenStory, update: PublishedStory, of: string): Promise<void> {
  const { stories, actions, edition, clock, ops, commands } = deps;
  const story = await stories.find(of);
  const done = await actions.of(of);
  if (!story || killOf(done)) return;
  await ops.put(
    titleRestored(update, { story, actions: done, edition, commands: commands(), nowMs: clock.now() }),
  );
}

/** Its messages are sent: mark the event, record it in the desk channel's memory, end the job. */
async function endAsPosted(story: OpenStory, published: PublishedStory): Promise<void> {
  const { stories, actions, edition, remembered } = story.deps;
  const { result, state } = story.job;
  const done = await actions.of(published.id);
  const approval = approvalOf(done, published);
  const told = published.updateOf === undefined ? elsewhere(published, edition) : undefined;
  // What was withdrawn meanwhile is not posted any more.
  if (told && !killOf(done)) {
    await stories.remember(published.desk, told);
    remembered(published.desk);
  }
  await markEvent(published, story.events);
  story.note('event_recorded', { event_id: published.eventId ?? null });
  // Recorded before a rescue starts, so it is known after a crash.
  const status = state.rescue_attempts > 0 ? 'RESCUED' : 'SUCCESS';
  await story.end(status, null, null, {
    ...result,
    language_model: published.languageModel,
    thread_op: published.threadOp,
    ...(approval && { approved_by: approval.by, approved_at: isoTime(approval.atMs) }),
  });
}
