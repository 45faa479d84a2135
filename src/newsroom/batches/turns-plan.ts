/** What a planner's turn chose and left out, and why. */
import { z } from 'zod';
import type { Given } from '../../text/given.ts';
import type { SessionKey } from '../../sessions/key.ts';
import type { Edition } from '../edition/edition.ts';
import type { InputsSnapshot } from '../model/candidate.ts';
import { batchPlanSchema } from '../model/batch-plan.ts';
import type { StoryBook } from '../model/story-book.ts';
import { planWords } from '../plan/plan-words.ts';
import { leftByPlanner } from '../plan/planner-reply.ts';
import type { JobFiles } from './job-files.ts';

/** A planner's turn: the run of its job. */
export interface PlannersTurn {
  readonly runId: string;
  readonly jobId: string;
  readonly slotMs: number;
  readonly sessionKey: SessionKey;
}

const reasonedSchema = z.strictObject({ title: z.string(), why: z.string() });

/** The outcome of a planner's turn. */
export const turnsPlanSchema = z.strictObject({
  /** The batch that it ordered. */
  run: z.strictObject({ id: z.string(), run_dir: z.string(), dir: z.string() }).exactOptional(),
  stories: z.array(reasonedSchema.extend({ category: z.string() })),
  /** Candidates that were left out or never offered, with reasons. */
  passed_over: z.array(reasonedSchema),
  /** A remark on the choice as a whole. */
  remark: z.string().exactOptional(),
});
export type TurnsPlan = Given<z.output<typeof turnsPlanSchema>>;

interface PlanDeps {
  readonly stories: Pick<StoryBook, 'runsOf' | 'inputs' | 'replies'>;
  readonly files: Pick<JobFiles, 'folder' | 'runDir'>;
  readonly edition: Pick<Edition, 'language'>;
}

/** How many of the newest batches are searched. */
const MOST_RUNS = 50;

/** What a planner's turn ordered, and each candidate that it passed over with the reason. */
export async function planOfTurn(
  turn: PlannersTurn,
  { stories, files, edition }: PlanDeps,
): Promise<TurnsPlan> {
  const snapshot = await stories.inputs(turn.runId);
  const ordered = (await stories.runsOf(turn.sessionKey, MOST_RUNS)).flatMap((order) => {
    const plan = batchPlanSchema.safeParse(order.plan);
    return plan.success ? [{ id: order.id, plan: plan.data }] : [];
  });
  const found = ordered.find(({ plan: { run } }) => {
    const { job } = run.run;
    return job?.id === turn.jobId && job.slot_ms === turn.slotMs;
  });
  const [end] = await stories.replies({ turn: turn.runId });
  const replied = leftByPlanner(end?.value);
  const { notPicked } = planWords(edition.language);
  if (!found) return { stories: [], passed_over: allPassedOver(snapshot, replied, [], notPicked) };
  const { id, plan } = found;
  const written = new Set(plan.stories.map(({ story }) => story.event_id));
  const left = snapshot && {
    ...snapshot,
    candidates: snapshot.candidates.filter(({ event_id }) => !written.has(event_id)),
  };
  return {
    run: { id, run_dir: files.runDir(id), dir: files.folder(id) },
    stories: plan.stories.map(({ story: { title, category, why = '' } }) => ({ title, category, why })),
    passed_over: allPassedOver(left, replied, plan.passed_over, notPicked),
    ...(plan.remark !== undefined && { remark: plan.remark }),
  };
}

/**
 * All events that were left out or not offered, each title once. Reasons come from the batch, else from the planner's
 * reply, else from the selection.
 */
function allPassedOver(
  snapshot: Pick<InputsSnapshot, 'candidates' | 'leftOut'> | undefined,
  replied: TurnsPlan['passed_over'],
  ordered: TurnsPlan['passed_over'],
  noReason: string,
): TurnsPlan['passed_over'] {
  const why = new Map<string, string>();
  const list = (title: string, because: string) => {
    const known = why.get(title);
    if (known === undefined || known === noReason) why.set(title, because);
  };
  for (const one of ordered) list(one.title, one.why || noReason);
  for (const one of replied) list(one.title, one.why);
  for (const { title } of snapshot?.candidates ?? []) list(title, noReason);
  for (const { title, reason } of snapshot?.leftOut ?? []) list(title, reason);
  return [...why].map(([title, because]) => ({ title, why: because }));
}
