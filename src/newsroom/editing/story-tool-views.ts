/** The story tool's results for a model: names and times as people read them. */
import type { WhyStory } from '../ask/why-story.ts';
import type { StoryStatus } from '../model/story-service.ts';
import { threadLink } from '../model/thread-link.ts';
import { dayAndTime } from '../../time/zone.ts';

/** A story's status, with times as people read them. */
export function statusView({ sinceMs, posted, hold, ...status }: StoryStatus, zone: string): object {
  return {
    ...status,
    ...(hold && { hold: held(hold, zone) }),
    ...(sinceMs !== undefined && { since: dayAndTime(sinceMs, zone) }),
    ...(posted && {
      posted: {
        at: dayAndTime(posted.atMs, zone),
        withdrawn: posted.withdrawn,
        ...(posted.thread !== undefined && { thread: threadLink(posted.thread) }),
      },
    }),
  };
}

function held({ untilMs, ...hold }: NonNullable<StoryStatus['hold']>, zone: string): object {
  return { ...hold, ...(untilMs !== undefined && { until: dayAndTime(untilMs, zone) }) };
}

/** A story with its order, its event, its actions and its cost. */
export function whyView({ record, category, candidate, event }: WhyStory, zone: string): object {
  const { status, job, published, actions, cost } = record;
  return {
    ...status,
    category,
    why: job?.story.why ?? published?.why,
    picked_because: candidate?.picked_because,
    event,
    errors: job?.result.errors.map(({ error_message }) => error_message.slice(0, 300)),
    language_model: published?.languageModel ?? job?.result.language_model,
    actions: actions.map(({ kind, by, atMs, why, text }) => ({
      kind,
      by,
      at: dayAndTime(atMs, zone),
      why,
      text,
    })),
    cost,
  };
}
