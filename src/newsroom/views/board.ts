/**
 * The board: an overview of the newsroom for editors. The last inputs with what was picked and left out, the
 * batches with each story's state, reason and cost, and the feeds' health.
 *
 * It only reads and never waits for the pipeline: a story that changes meanwhile is shown in its earlier state.
 * Times are milliseconds since the epoch.
 */
import { z } from 'zod';
import { keyResult } from '../../feature/rpc-method.ts';
import type { Given } from '../../text/given.ts';
import type { Clock } from '../../time/clock.ts';
import { boardInputs, boardInputsSchema } from './board-inputs.ts';
import { boardCostSchema, boardStory, boardStorySchema } from './board-story.ts';
import type { BoardCost, BoardJob, Headline } from './board-story.ts';
import { isOver } from '../model/assignment.ts';
import type { InputsSnapshot, PlanKind } from '../model/candidate.ts';
import { categoryLabel } from '../edition/category-label.ts';
import type { Labels } from '../edition/category-label.ts';
import { claimSchema } from '../model/claim.ts';
import { editorialActionSchema } from '../model/editorial-action.ts';
import type { EditorialActionBook } from '../model/editorial-action-book.ts';
import { editorsZone } from '../edition/edition.ts';
import type { Edition } from '../edition/edition.ts';
import { storyStatusSchema, type StoryRecord } from '../model/story-service.ts';
import { feedHealthSchema, type FeedHealth } from '../intake/pool/feed-health.ts';
import { sourceSchema } from '../model/source-pack.ts';
import type { VoteBook } from '../model/story-vote.ts';
import type { OrderedBatch, PlannersEnd } from '../model/story-book.ts';

/** What the board reads from the desk's book. */
export interface BoardBook {
  /** All open batches, and at most `limit` of those ordered since then; newest first. */
  runs(sinceMs: number, limit: number): Promise<BookedBatch[]>;
  /** The results of planners' turns since then. */
  replies(sinceMs: number): Promise<readonly PlannersEnd[]>;
  /** What was posted since then, newest first. */
  headlines(sinceMs: number, limit: number): Promise<Headline[]>;
  /** The cost of models for these batches: by story id, and under the batch's own id for its planner. */
  costs(runs: readonly BookedBatch[]): Promise<ReadonlyMap<string, BoardCost>>;
}

export interface BookedBatch extends OrderedBatch {
  /** The planner's turn that ordered it. */
  readonly turn?: string;
  readonly finishedAtMs?: number;
}

/** The state of a batch's stories, by their files, else by its plan. Never changes them. */
type ReadJobs = (run: BookedBatch) => Promise<readonly BoardJob[]>;

interface BoardDeps {
  readonly edition: Pick<Edition, 'title' | 'language' | 'zone' | 'editorsZone' | 'approval'> & Labels;
  readonly book: BoardBook;
  readonly jobs: ReadJobs;
  readonly actions: Pick<EditorialActionBook, 'of'>;
  readonly votes: Pick<VoteBook, 'of'>;
  /** The last inputs of a kind, prepared for a planner or a person. */
  readonly lastInputs: (kind: PlanKind) => Promise<InputsSnapshot | undefined>;
  readonly feeds: () => Promise<readonly FeedHealth[]>;
  /** A story's record. */
  readonly record: (story: string) => Promise<StoryRecord | undefined>;
  readonly clock: Clock;
}

export const boardBatchSchema = z.strictObject({
  id: z.string(),
  sessionKey: keyResult,
  /** Open until all its stories have ended. */
  state: z.enum(['open', 'done']),
  createdAtMs: z.number(),
  finishedAtMs: z.number().exactOptional(),
  /** Its planner and its stories together. */
  cost: boardCostSchema.exactOptional(),
  stories: z.array(boardStorySchema),
});
export type BoardBatch = Given<z.output<typeof boardBatchSchema>>;

export const boardViewSchema = z.strictObject({
  edition: z.strictObject({
    title: z.string(),
    language: z.enum(['en', 'zh-Hant-HK']),
    zone: z.string(),
    /** The labels of its categories, by name. */
    labels: z.record(z.string(), z.string()),
  }),
  inputs: z.array(boardInputsSchema),
  feeds: z.array(feedHealthSchema),
  /** Newest first. */
  runs: z.array(boardBatchSchema),
});
export type BoardView = Given<z.output<typeof boardViewSchema>>;

/** A source in a list, without its text. */
export const listedSourceSchema = sourceSchema.pick({
  n: true,
  outlet: true,
  title: true,
  url: true,
  usable: true,
});

/** A story's full text. */
export const readStorySchema = storyStatusSchema.extend({
  /** The posted text, or the draft; absent before it is written. */
  body: z.string().exactOptional(),
  sources: z.array(listedSourceSchema),
  /** Absent before they were checked. */
  claims: z.array(claimSchema).exactOptional(),
  /** Unsupported sentences that were removed. */
  removed: z.array(z.string()),
  actions: z.array(editorialActionSchema),
});
export type ReadStory = Given<z.output<typeof readStorySchema>>;

const KINDS: readonly PlanKind[] = ['daily', 'hourly'];
const DAY_MS = 24 * 3_600_000;
/** How far back the board shows stories. */
const SHOWN_MS = 3 * DAY_MS;
/** Stories of a batch are posted within a day of its order, except held ones. */
const MOST_HEADLINES = 2_000;

export class Board {
  readonly #deps: BoardDeps;
  /** Stories of finished batches, whose files no longer change. */
  readonly #ended = new Map<string, readonly BoardJob[]>();

  constructor(deps: BoardDeps) {
    this.#deps = deps;
  }

  /** `runs`, `leftOut`: the most entries of each. */
  async view(most: { readonly runs: number; readonly leftOut: number }): Promise<BoardView> {
    const { edition, lastInputs, feeds } = this.#deps;
    const { title, language, categories = [] } = edition;
    const labels = Object.fromEntries(categories.map(({ name }) => [name, categoryLabel(name, edition)]));
    const booked = await this.#booked(most.runs);
    const snapshots = await Promise.all(KINDS.map(lastInputs));
    const runs = await this.#boardRuns(booked);
    const oldest = Math.min(...snapshots.map((one) => one?.preparedAtMs ?? Infinity));
    const replies = Number.isFinite(oldest) ? await this.#deps.book.replies(oldest) : [];
    return {
      edition: { title, language, zone: editorsZone(edition), labels },
      inputs: snapshots.flatMap((snapshot) =>
        snapshot === undefined
          ? []
          : [
              boardInputs(
                snapshot,
                { booked, replies, stories: runs.flatMap((run) => run.stories) },
                most.leftOut,
              ),
            ],
      ),
      feeds: await feeds(),
      runs,
    };
  }

  /** Newest first. */
  async runs(limit: number): Promise<readonly BoardBatch[]> {
    return this.#boardRuns(await this.#booked(limit));
  }

  /** A story's text before or after it is posted; undefined where there is no such story. */
  async story(id: string): Promise<ReadStory | undefined> {
    const record = await this.#deps.record(id);
    if (!record) return undefined;
    const { status, published, draft, standsOn, actions } = record;
    const text = published ?? draft;
    return {
      ...status,
      ...(text && { body: text.body }),
      sources: (standsOn?.pack.sources ?? []).map(({ n, outlet, title, url, usable }) => ({
        ...{ n, outlet, title, url, usable },
      })),
      ...(standsOn?.claims && { claims: standsOn.claims }),
      removed: standsOn?.removed ?? [],
      actions,
    };
  }

  /** What was posted in the last week, newest first. */
  headlines(limit: number): Promise<readonly Headline[]> {
    return this.#deps.book.headlines(this.#deps.clock.now() - 7 * DAY_MS, limit);
  }

  #booked(limit: number): Promise<BookedBatch[]> {
    return this.#deps.book.runs(this.#deps.clock.now() - SHOWN_MS, limit);
  }

  async #boardRuns(booked: readonly BookedBatch[]): Promise<readonly BoardBatch[]> {
    const { book, actions, votes, edition, clock } = this.#deps;
    const now = { edition, nowMs: clock.now() };
    const oldest = Math.min(...booked.map(({ createdAtMs }) => createdAtMs));
    const headlines = booked.length === 0 ? [] : await book.headlines(oldest, MOST_HEADLINES);
    const costs = await book.costs(booked);
    const posted = new Map(headlines.map((headline) => [headline.id, headline]));
    this.#forgetOthers(booked);
    return Promise.all(
      booked.map(async (run): Promise<BoardBatch> => {
        const { id: runId, session: desk, createdAtMs, finishedAtMs } = run;
        const stories = await Promise.all(
          (await this.#jobs(run)).map(async (job) => {
            const id = `${runId}/${job.story.story_id}`;
            const editors = { actions: await actions.of(id), votes: await votes.of([id]) };
            const whole = job.story.update_of;
            const followed = typeof whole === 'string' ? await actions.of(whole) : editors.actions;
            const facts = { posted: posted.get(id), cost: costs.get(id), followed, ...editors };
            return boardStory({ job, runId, desk, ...facts, ...now });
          }),
        );
        const cost = sumOf([costs.get(runId), ...stories.map((story) => story.cost)]);
        return {
          id: runId,
          sessionKey: desk,
          state: finishedAtMs === undefined ? 'open' : 'done',
          createdAtMs,
          ...(finishedAtMs !== undefined && { finishedAtMs }),
          ...(cost && { cost }),
          stories,
        };
      }),
    );
  }

  async #jobs(run: BookedBatch): Promise<readonly BoardJob[]> {
    const known = this.#ended.get(run.id);
    if (known) return known;
    const jobs = await this.#deps.jobs(run);
    // A file that could not be read for a moment is shown as it was planned, and is read again.
    if (run.finishedAtMs !== undefined && jobs.every(({ state }) => isOver(state.status)))
      this.#ended.set(run.id, jobs);
    return jobs;
  }

  #forgetOthers(booked: readonly BookedBatch[]): void {
    const shown = new Set(booked.map(({ id }) => id));
    for (const id of this.#ended.keys()) if (!shown.has(id)) this.#ended.delete(id);
  }
}

function sumOf(costs: readonly (BoardCost | undefined)[]): BoardCost | undefined {
  const known = costs.filter((cost) => cost !== undefined);
  if (known.length === 0) return undefined;
  return known.reduce((sum, cost) => ({
    attempts: sum.attempts + cost.attempts,
    tokens: sum.tokens + cost.tokens,
    usd: sum.usd + cost.usd,
    unpriced: sum.unpriced + cost.unpriced,
  }));
}
