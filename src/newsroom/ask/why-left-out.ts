/** "Why not?": finds a topic in the last inputs and plans, and why it was not written. */
import { tokens } from '../../text/tokens.ts';
import type { SessionKey } from '../../sessions/key.ts';
import type { InputsSnapshot, PlanKind } from '../model/candidate.ts';
import type { Edition } from '../edition/edition.ts';
import { shareIn } from '../model/events-like.ts';
import { batchPlanSchema } from '../model/batch-plan.ts';
import { planWords } from '../plan/plan-words.ts';
import { leftByPlanner } from '../plan/planner-reply.ts';
import type { StoryBook } from '../model/story-book.ts';

export interface LeftOutDeps {
  readonly stories: Pick<StoryBook, 'runsOf' | 'replies'>;
  /** The last inputs of a kind, for any desk channel. */
  readonly edition: Pick<Edition, 'language'>;
  readonly lastInputs: (kind: PlanKind) => Promise<InputsSnapshot | undefined>;
}

export interface LeftOutStory {
  readonly title: string;
  /** A sentence; undefined if it was offered to a planner and has not been ordered yet. */
  readonly why?: string;
  readonly atMs: number;
}

const MOST = 5;
const MOST_RUNS = 10;
/** The least share of the topic's words in a title. */
const LEAST_ALIKE = 0.5;

/** The best matches first, each title once. Other desk channels' notes are private: their text is not shown. */
export async function whyLeftOut(
  topic: string,
  desk: SessionKey,
  deps: LeftOutDeps,
): Promise<LeftOutStory[]> {
  if (tokens(topic).length === 0) return [];
  const alike = (await knownOf(desk, deps))
    .map((story) => ({ story, alike: shareIn(topic, [story.title]) }))
    .filter(({ alike }) => alike >= LEAST_ALIKE)
    .sort((a, b) => b.alike - a.alike || b.story.atMs - a.story.atMs);
  return once(alike.map(({ story }) => story)).slice(0, MOST);
}

/** What the last inputs and plans of a desk channel left out with a reason, newest first, each title once. */
export async function leftOutLately(desk: SessionKey, deps: LeftOutDeps): Promise<LeftOutStory[]> {
  const told = (await knownOf(desk, deps)).filter(({ why }) => why !== undefined);
  return once(told.sort((a, b) => b.atMs - a.atMs));
}

/** Everything that was offered or left out. */
async function knownOf(
  desk: SessionKey,
  { stories, edition, lastInputs }: LeftOutDeps,
): Promise<LeftOutStory[]> {
  const planned = (await stories.runsOf(desk, MOST_RUNS)).flatMap(({ plan, createdAtMs }) => {
    const read = batchPlanSchema.safeParse(plan);
    return read.success ? read.data.passed_over.map((one) => ({ ...one, atMs: createdAtMs })) : [];
  });
  const { excluded } = planWords(edition.language);
  const snapshots = [await lastInputs('hourly'), await lastInputs('daily')].filter(
    (one) => one !== undefined,
  );
  // A planner that ordered nothing has given the reason in its reply.
  const replied = (await stories.replies({ desk, limit: MOST_RUNS })).flatMap(({ value, atMs }) =>
    leftByPlanner(value).map((one) => ({ ...one, atMs })),
  );
  return [...planned, ...replied, ...snapshots.flatMap((one) => reasonsIn(one, excluded))];
}

function once(stories: readonly LeftOutStory[]): LeftOutStory[] {
  const seen = new Set<string>();
  return stories.filter(({ title }) => !seen.has(title) && seen.add(title));
}

/** @param excluded the text for candidates excluded by a note. */
function reasonsIn(
  { preparedAtMs: atMs, leftOut, candidates }: InputsSnapshot,
  excluded: string,
): LeftOutStory[] {
  return [
    ...leftOut.map(({ title, reason, rule }) => ({
      title,
      why: rule === 'note' ? excluded : reason,
      atMs,
    })),
    ...candidates.map(({ title }) => ({ title, atMs })),
  ];
}
