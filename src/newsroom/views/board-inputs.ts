/** The last inputs on the board: what became of each candidate, and what was left out. Pure. */
import { z } from 'zod';
import type { Given } from '../../text/given.ts';
import { candidateSchema, inputsSchema } from '../model/candidate.ts';
import type { Candidate, InputsSnapshot } from '../model/candidate.ts';
import type { OrderedBatch, PlannersEnd } from '../model/story-book.ts';
import { leftByPlanner } from '../plan/planner-reply.ts';
import type { BoardStory } from './board-story.ts';

/** The result for a candidate: a story, the planner's reason against it, or nothing so far. */
const fateSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('chosen'), story: z.string() }),
  z.strictObject({ kind: z.literal('passed_over'), why: z.string() }),
  z.strictObject({ kind: z.literal('offered') }),
]);
type CandidateFate = z.output<typeof fateSchema>;

const boardCandidateSchema = candidateSchema
  .pick({
    ...{ i: true, event_id: true, title: true, suggested_category: true, primary_url: true },
    ...{ age_minutes: true, link_count: true, domains: true, rank: true, score: true, picked_because: true },
  })
  .extend({ fate: fateSchema });
type BoardCandidate = Given<z.output<typeof boardCandidateSchema>>;

export const boardInputsSchema = inputsSchema
  .pick({ kind: true, preparedAtMs: true, leftOut: true, leftOutBy: true, pick: true })
  .extend({
    candidates: z.array(boardCandidateSchema),
    /** The number of all candidates left out; of `leftOut` the strongest come first, up to the requested number. */
    leftOutCount: z.number(),
  });
export type BoardInputs = Given<z.output<typeof boardInputsSchema>>;

interface InputsFacts {
  readonly booked: readonly OrderedBatch[];
  readonly replies: readonly PlannersEnd[];
  /** Those of the board. */
  readonly stories: readonly BoardStory[];
}

export function boardInputs(
  snapshot: InputsSnapshot,
  { booked, replies, stories: shown }: InputsFacts,
  mostLeftOut: number,
): BoardInputs {
  const { kind, preparedAtMs, candidates, pick } = snapshot;
  const stories = new Map<number, string>();
  for (const { eventId, id } of shown.toReversed()) if (eventId !== undefined) stories.set(eventId, id);
  // An order says more than a reply; a planner that ordered nothing has only its reply.
  const told = [
    ...replies.filter(({ atMs }) => atMs >= preparedAtMs).flatMap(({ value }) => leftByPlanner(value)),
    ...booked
      .filter(({ createdAtMs }) => createdAtMs >= preparedAtMs)
      .flatMap(({ plan }) => passedOverIn(plan)),
  ];
  const passedOver = new Map(told.map(({ title, why }) => [title, why]));
  const fateOf = ({ event_id, title }: Candidate): CandidateFate => {
    const story = stories.get(event_id);
    if (story !== undefined) return { kind: 'chosen', story };
    const why = passedOver.get(title);
    return why === undefined ? { kind: 'offered' } : { kind: 'passed_over', why };
  };
  return {
    kind,
    preparedAtMs,
    pick,
    candidates: candidates.map((candidate) => ({ ...shortened(candidate), fate: fateOf(candidate) })),
    ...leftOutOf(snapshot, shown, mostLeftOut),
  };
}

/** Selection leaves out what was posted; to an editor that is not left out. */
function leftOutOf(
  { leftOut, leftOutBy }: InputsSnapshot,
  stories: readonly BoardStory[],
  most: number,
): Pick<BoardInputs, 'leftOut' | 'leftOutCount' | 'leftOutBy'> {
  const posted = new Set(stories.flatMap((one) => (one.posted?.withdrawn === false ? [one.eventId] : [])));
  const rest = leftOut.filter(({ rule, event_id: event }) => rule !== 'posted' && !posted.has(event));
  const by = leftOutBy && { ...leftOutBy };
  for (const { rule, event_id: event } of leftOut)
    if (by && rule !== undefined && rule !== 'posted' && posted.has(event)) by[rule] = (by[rule] ?? 1) - 1;
  delete by?.posted;
  return {
    leftOut: rest.slice(0, most),
    leftOutCount: by ? Object.values(by).reduce((sum, count) => sum + count, 0) : rest.length,
    ...(by && { leftOutBy: by }),
  };
}

function shortened(candidate: Candidate): Omit<BoardCandidate, 'fate'> {
  const { i, event_id, title, suggested_category, primary_url } = candidate;
  const { age_minutes, link_count, domains, rank, score, picked_because } = candidate;
  const about = { i, event_id, title, suggested_category, primary_url };
  return { ...about, age_minutes, link_count, domains, rank, score, picked_because };
}

/** Empty for a plan of another program, or a damaged one. */
function passedOverIn(plan: unknown) {
  const { passed_over } = (plan ?? {}) as { passed_over?: unknown };
  return Array.isArray(passed_over) ? (passed_over as { title: string; why: string }[]) : [];
}
