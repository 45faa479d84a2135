/**
 * Votes on stories: cast, counted, listed and forgotten. An edition may leave them out of selection; they are kept and
 * listed all the same.
 */
import { z } from 'zod';
import type { Given } from '../../text/given.ts';
import type { Clock } from '../../time/clock.ts';
import type { Edition } from '../edition/edition.ts';
import type { StoryRecord } from '../model/story-service.ts';
import { likesAfter } from '../model/story-vote.ts';
import type { FeedbackWeight, StoryVote, VoteBook, VoteRequest } from '../model/story-vote.ts';
import { domainOf } from '../model/url-key.ts';
import { countedFor, weighVotes } from './select/feedback.ts';

export interface FeedbackDeps {
  readonly votes: VoteBook;
  readonly edition: Pick<Edition, 'categories' | 'feedback'>;
  readonly clock: Pick<Clock, 'now'>;
  /** Votes have changed. */
  readonly changed: (story?: string) => void;
}

export interface Voter {
  /** The same for the same person. */
  readonly person: string;
  readonly by: string;
}

const votes = z.int().min(0);

/** A story's votes; `own`: the voter's. */
export const storyVotesSchema = z.strictObject({
  up: votes,
  down: votes,
  own: z.enum(['up', 'down']).exactOptional(),
});
export type StoryVotes = Given<z.output<typeof storyVotesSchema>>;

/** What is forgotten: everything, or the votes that are counted for one of these. */
export type Forgotten = 'all' | Pick<FeedbackWeight, 'kind' | 'name'>;

const DAY_MS = 24 * 3_600_000;
/** Older votes are dropped. */
const KEPT_MS = 180 * DAY_MS;
const MOST_VOTES = 5_000;

export class Feedback {
  readonly #deps: FeedbackDeps;

  constructor(deps: FeedbackDeps) {
    this.#deps = deps;
  }

  async vote(story: StoryRecord, voter: Voter, request: VoteRequest): Promise<StoryVotes> {
    const { votes, clock, changed } = this.#deps;
    const { status, published, job } = story;
    const { id, category, title } = status;
    const atMs = clock.now();
    const about = {
      outlet: domainOf(published?.primaryUrl ?? job?.story.primary_url ?? ''),
      category,
      title,
    };
    await votes.change(id, voter.person, (current) => {
      const likes = likesAfter(current?.likes, request);
      if (likes === undefined || likes === current?.likes) return likes === undefined ? undefined : current;
      return { story: id, ...voter, likes, atMs, ...about };
    });
    await votes.dropBefore(atMs - KEPT_MS);
    changed(id);
    const cast = await votes.of([id]);
    const own = cast.find(({ person }) => person === voter.person)?.likes;
    const up = cast.filter(({ likes }) => likes).length;
    return { up, down: cast.length - up, ...(own !== undefined && { own: own ? 'up' : 'down' }) };
  }

  /** What selection adds and takes. */
  async inSelection(): Promise<readonly FeedbackWeight[]> {
    return this.isOn ? (await this.weights()).filter(({ weight }) => weight !== 0) : [];
  }

  /** Whether selection uses the votes. */
  get isOn(): boolean {
    return this.#deps.edition.feedback ?? true;
  }

  /** All that votes are counted for, the largest weights first. */
  async weights(): Promise<readonly FeedbackWeight[]> {
    return weighVotes(await this.#recent(), this.#deps.edition);
  }

  /** @returns how many votes are gone. */
  async forget(what: Forgotten): Promise<number> {
    const { votes, edition, changed } = this.#deps;
    const gone = await votes.forget(
      (vote) =>
        what === 'all' ||
        countedFor(vote, edition).some(({ kind, name }) => kind === what.kind && name === what.name),
    );
    changed();
    return gone;
  }

  #recent(): Promise<StoryVote[]> {
    const { votes, clock } = this.#deps;
    return votes.since(clock.now() - KEPT_MS, MOST_VOTES);
  }
}
