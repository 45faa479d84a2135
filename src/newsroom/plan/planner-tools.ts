/**
 * The planner's tools: it may read a snapshot that was made before its turn, and order a batch. Nothing here fetches,
 * or waits for a turn or the pipeline.
 */
import type { TaskQueue } from '../../async/task-queue.ts';
import { batchTask } from '../model/batch-task.ts';
import { z } from 'zod';
import type { NoteBook } from '../../sessions/note-book.ts';
import { ToolRefusal, tool } from '../../sessions/tool.ts';
import type { Tool, ToolContext } from '../../sessions/tool.ts';
import type { Clock } from '../../time/clock.ts';
import type { InputsSnapshot, LeftOut } from '../model/candidate.ts';
import type { Edition } from '../edition/edition.ts';
import type { BatchPlan } from '../model/batch-plan.ts';
import type { StoryBook } from '../model/story-book.ts';
import { checkPicks, objectionIn, writeBatchArgs } from './check-picks.ts';
import type { CheckedPicks, ExcludedBy, WriteBatchArgs } from './check-picks.ts';
import { draftBatch } from './draft-batch.ts';
import type { BatchTerms } from './draft-batch.ts';
import { plannerView } from './planner-view.ts';
import { planWords } from './plan-words.ts';
import { nextAsk, sayTooFew, tooFew } from './too-few.ts';

/** How many are kept in a batch's record, besides those that notes excluded. */
const MOST_CLOSE = 30;
const MOST_BY_NOTE = 30;

interface PlannerDeps {
  readonly stories: Pick<StoryBook, 'inputs' | 'order' | 'recent'>;
  readonly edition: Edition;
  readonly notes: Pick<NoteBook, 'list'>;
  readonly clock: Clock;
  /** Where its batches' files are; `ensure` writes missing ones. */
  readonly files: { ensure(plan: BatchPlan): Promise<void>; runDir(runId: string): string };
  readonly excludedBy: ExcludedBy;
  readonly promptFor: BatchTerms['promptFor'];
  /** Short, unique and usable as a folder name: `[a-z0-9._-]`, at most 60 characters. */
  readonly newBatchId: () => string;
  readonly tasks: Pick<TaskQueue, 'poke'>;
}

const RECENT_MS = 24 * 3_600_000;
const MOST_RECENT = 60;
const NO_ARGS = z.object({});

/** `inputs`, `recent_posts` and `write_run`. */
export function plannerTools(deps: PlannerDeps): Tool[] {
  return [
    tool({
      name: 'inputs',
      description:
        'The candidates of this run, the house style, what the notes of editors kept out, how many feeds answered, ' +
        'and these notes; hourly also what was posted in the last 24 hours.',
      parallel: true,
      outside: ['feeds', 'candidates', 'leftOut', 'recent_posts'],
      args: NO_ARGS,
      run: async (_, context) => {
        const snapshot = await snapshotOf(deps, context);
        const notes = await deps.notes.list(context.session, context.nowMs);
        return {
          ...plannerView(snapshot, deps.edition),
          notes: notes.map(({ id, text, by }) => ({ id, text, by })),
          // The hourly planner has a single call, so it also gets what it must not repeat.
          ...(snapshot.kind === 'hourly' && { recent_posts: await recentPosts(deps, context) }),
        };
      },
    }),
    tool({
      name: 'recent_posts',
      description: 'What this desk posted in the last 24 hours, newest first: nothing of it is told again.',
      parallel: true,
      outside: ['stories'],
      args: NO_ARGS,
      run: async (_, context) => ({ stories: await recentPosts(deps, context) }),
    }),
    tool({
      name: 'write_run',
      description:
        'Order the stories of this run, by the numbers of their candidates. They are written and posted afterwards, ' +
        'without you: this returns a receipt at once. A daily run with fewer stories than it may have says in ' +
        'passed_over why of each candidate that is left.',
      outside: ['stories', 'dropped'],
      args: writeBatchArgs,
      run: (args, context) => writeRun(args, context, deps),
    }),
  ];
}

async function recentPosts({ stories }: PlannerDeps, { session, nowMs }: ToolContext): Promise<object[]> {
  const posts = await stories.recent({ sinceMs: nowMs - RECENT_MS, desk: session, limit: MOST_RECENT });
  return posts.map(({ title, category }) => ({ title, category }));
}

async function writeRun(args: WriteBatchArgs, context: ToolContext, deps: PlannerDeps): Promise<object> {
  const { session, nowMs } = context;
  const { run } = context.turn;
  const snapshot = await snapshotOf(deps, context);
  const notes = await deps.notes.list(session, nowMs);
  const words = planWords(deps.edition.language);
  const terms = { snapshot, notes, excludedBy: deps.excludedBy, language: deps.edition.language, nowMs };
  const checked = checkPicks(args.stories, terms);
  const { chosen, dropped } = checked;
  const ask = nextAsk(context.kept);
  const refuse = (why: string) => {
    if (ask) context.keep(ask);
    return new ToolRefusal(why, { isFree: ask !== undefined });
  };
  if (chosen.length === 0) throw refuse(`no story of this run can be written: ${sayDropped(dropped)}`);
  const few = tooFew(checked, args.passed_over, { snapshot, objection: objectionIn(terms) });
  if (few && ask) throw refuse([sayTooFew(few), sayDropped(dropped)].filter(Boolean).join('. Dropped: '));

  const runId = deps.newBatchId();
  const plan = draftBatch(chosen, {
    runId,
    trigger: snapshot.kind === 'daily' ? 'cron_daily' : 'cron_hourly',
    desk: session,
    edition: deps.edition,
    nowMs,
    job: run && { id: run.jobId, name: run.jobName, slotMs: run.slotMs },
    promptFor: deps.promptFor,
    passedOver: passedOver(args, checked, snapshot, words),
    ...(few && { remark: words.fewer(few.picked, few.atMost, few.unexplained.length) }),
  });
  const count = `${chosen.length} ${chosen.length === 1 ? 'story' : 'stories'}`;
  await deps.stories.order(
    { id: runId, session, plan, createdAtMs: nowMs, tasks: [batchTask(runId, nowMs)] },
    context.mark(`ordered a run of ${count}`),
  );
  // The order stands. If the files can't be written now, the pipeline writes them, and reports the trouble.
  await deps.files.ensure(plan).catch(() => {});
  deps.tasks.poke();
  return {
    status: 'ok',
    run_id: runId,
    run_dir: deps.files.runDir(runId),
    stories: plan.stories.map(({ story }, at) => ({
      i: chosen[at]?.candidate.i,
      story_id: story.story_id,
      title: story.title,
      category: story.category,
    })),
    ...(dropped.length > 0 && { dropped }),
  };
}

async function snapshotOf({ stories }: PlannerDeps, { turn }: ToolContext): Promise<InputsSnapshot> {
  const snapshot = await stories.inputs(turn.id);
  if (!snapshot)
    throw new ToolRefusal('no inputs were prepared for this turn: there is nothing to pick from');
  return snapshot;
}

function sayDropped(dropped: CheckedPicks['dropped']): string {
  return dropped.map(({ i, why }) => `candidate ${i}: ${why}`).join('; ');
}

function passedOver(
  { passed_over, stories }: WriteBatchArgs,
  { chosen, dropped }: CheckedPicks,
  snapshot: InputsSnapshot,
  words: ReturnType<typeof planWords>,
): { title: string; why: string }[] {
  const { candidates } = snapshot;
  const leftOut = closestLeftOut(snapshot);
  const titleOf = (i: number) =>
    candidates.find((candidate) => candidate.i === i)?.title ?? words.candidate(i);
  const taken = new Set(chosen.map(({ candidate }) => candidate.i));
  const named = new Set([...stories, ...passed_over].map(({ i }) => i));
  const unnamed = candidates
    .filter(({ i }) => !named.has(i))
    .map(({ title }) => ({ title, why: words.notPicked }));
  return [
    // A story that was picked twice isn't left out.
    ...[...dropped, ...passed_over]
      .filter(({ i }) => !taken.has(i))
      .map(({ i, why }) => ({ title: titleOf(i), why })),
    ...unnamed,
    ...leftOut.map(({ title, reason }) => ({ title, why: reason })),
  ];
}

/**
 * What a batch's record keeps of the events that selection left out: the closest ones, and those that notes excluded.
 */
function closestLeftOut({ leftOut }: Pick<InputsSnapshot, 'leftOut'>): readonly LeftOut[] {
  const byNote = leftOut.filter(({ noteId }) => noteId !== undefined).slice(0, MOST_BY_NOTE);
  const shown = new Set([...leftOut.slice(0, MOST_CLOSE), ...byNote]);
  return leftOut.filter((one) => shown.has(one));
}
