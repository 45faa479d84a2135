import type { Candidate } from '../model/candidate.ts';
import { linkTime } from '../model/event.ts';
import type { Link } from '../model/event.ts';
import type { BatchPlan } from '../model/batch-plan.ts';
import type { Assignment } from '../model/assignment.ts';
import { shortenAtWord } from '../../text/shorten.ts';
import type { PublishedStory } from '../model/story-book.ts';
import { withoutLinks } from '../../text/without-links.ts';
import { draftBatch } from './draft-batch.ts';
import type { BatchTerms } from './draft-batch.ts';

interface UpdateRequest {
  /** The posted story to update. */
  readonly story: PublishedStory;
  /** The event of the new links, and the links, most informative first. */
  readonly eventId: number;
  readonly links: readonly [Link, ...Link[]];
  /** New amounts and names. */
  readonly news: readonly string[];
  readonly why: string;
}

/** The prompt for updates. */
const UPDATE_PROMPT = 'news_update_v1';

const MOST_SUPPORTING = 2;
const MOST_TITLE = 200;
const MOST_NEWS = 3;

/**
 * The documents of a batch with one update: written from the newest links, with the story's own page added when they
 * are few. The writer sees what was reported before.
 */
export function draftUpdate(
  request: UpdateRequest,
  terms: Omit<BatchTerms, 'trigger' | 'passedOver'>,
): BatchPlan {
  const { story, links, news, why } = request;
  const [primary, ...others] = links;
  const seen = new Set([primary.domain]);
  const supporting = others
    .toSorted((a, b) => linkTime(b) - linkTime(a))
    .filter(({ domain }) => !seen.has(domain) && seen.add(domain))
    .map(({ url }) => url)
    .slice(0, MOST_SUPPORTING);
  const title = shortenAtWord(withoutLinks(primary.title) || story.title, MOST_TITLE);
  const plan = draftBatch(
    [
      {
        candidate: candidateOf(request, title),
        pick: {
          i: 1,
          title,
          category: story.category,
          concrete_anchor: news.slice(0, MOST_NEWS).join(', '),
          flags: [],
          why,
        },
        supportingUrls: supporting,
      },
    ],
    { ...terms, trigger: 'manual', passedOver: [] },
  );
  const newUrls = links.map(({ url }) => url);
  return { ...plan, stories: plan.stories.map((job) => asUpdate(job, story, newUrls)) };
}

/** Turn a job into an update of a posted story, in its thread. */
export function asUpdate(job: Assignment, story: PublishedStory, newUrls: readonly string[]): Assignment {
  const { supporting_urls } = job.story;
  return {
    ...job,
    story: {
      ...job.story,
      content_type: 'news_update',
      supporting_urls: supporting_urls.length > 0 ? supporting_urls : [story.primaryUrl],
      update_of: story.id,
      told: { title: story.title, body: story.body },
      new_urls: [...newUrls],
    },
    spawn: { ...job.spawn, prompt_id: UPDATE_PROMPT },
  };
}

function candidateOf({ story, eventId, links, why }: UpdateRequest, title: string): Candidate {
  const key = `event:${eventId}`;
  return {
    i: 1,
    id: eventId,
    event_id: eventId,
    title,
    description: links[0].description,
    suggested_category: story.category,
    primary_url: links[0].url,
    supporting_urls: links.slice(1).map(({ url }) => url),
    age_minutes: null,
    link_count: links.length,
    domains: [...new Set(links.map(({ domain }) => domain))],
    parent_event_id: story.eventId ?? null,
    event_key: key,
    semantic_event_key: key,
    suggest_flags: [],
    rank: 1,
    score: { total: 0, outlets: 0, links: 0, recency: 0 },
    picked_because: why,
  };
}
