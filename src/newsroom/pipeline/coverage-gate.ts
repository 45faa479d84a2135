/**
 * Stops a story that an editor has ended, or that repeats another one: decided by rules and, if they are in doubt, by
 * one call of a language model.
 *
 * - At most one call per story, whatever the outcome. The answers are stored in the job, where a restart finds them.
 * - Without a model or a usable answer, a doubtful story is written: no news should be missed because of a
 *   similarity.
 * - A story that an editor ordered is never left out on a model's word.
 */
import { askedAbout, sameStoryInput, sameStoryReplySchema, verdictsOf } from '../coverage/same-story.ts';
import type { SameStoryVerdict } from '../coverage/same-story.ts';
import { findCoverage } from '../coverage/find-coverage.ts';
import type { Asking, Coverage } from '../coverage/find-coverage.ts';
import type { CoveredStory } from '../coverage/covered-stories.ts';
import { wordingOf } from '../edition/wording.ts';
import type { SourcePack } from '../model/source-pack.ts';
import { killOf } from '../model/story-actions.ts';
import { sameStoryInbound } from '../write/check-tasks.ts';
import { answerTo } from './check-turns.ts';
import type { OpenStory } from './open-story.ts';

/** @returns whether editors have ended it. */
export async function endedIfKilled(story: OpenStory): Promise<boolean> {
  const { actions, edition } = story.deps;
  const killed = killOf(await actions.of(story.key));
  if (killed) await story.skip('killed', wordingOf(edition.language).killed(killed.by, killed.why));
  return killed !== undefined;
}

/**
 * @param mayAsk whether a language model may be asked; false while others wait to publish
 * @returns whether it was covered before.
 */
export async function endedIfCovered(
  story: OpenStory,
  asking: Asking,
  { pack, mayAsk = true }: { readonly pack?: SourcePack; readonly mayAsk?: boolean } = {},
): Promise<boolean> {
  const { job, terms, deps, events } = story;
  const found = await findCoverage(job, terms.desk, { ...deps, events }, asking, pack);
  const covered = found.covered ?? (await toldBefore(story, found, mayAsk));
  if (covered) await skipCovered(story, covered);
  return covered !== undefined;
}

function skipCovered(story: OpenStory, covered: CoveredStory): Promise<void> {
  const wording = wordingOf(story.deps.edition.language);
  return covered.kind === 'killed'
    ? story.skip('policy', wording.killed(covered.by ?? '–', undefined))
    : story.skip('duplicate', wording.repeats(covered.title, covered.kind === 'posted'));
}

/** Of the stories that are doubtful, the one that a language model finds the same. */
async function toldBefore(
  story: OpenStory,
  found: Coverage,
  mayAsk: boolean,
): Promise<CoveredStory | undefined> {
  const { doubtful } = found;
  const { story: planned, result } = story.job;
  if (doubtful.length === 0 || planned.ordered_by !== undefined) return undefined;
  const canAsk = mayAsk && story.deps.hasLanguageModel?.('verify') === true;
  const verdicts = result.same_story ?? (canAsk ? await verdictsOn(story, found) : []);
  return doubtful.find(({ item: { id } }) => verdicts.some((it) => it.story === id && it.answer === 'same'))
    ?.item;
}

async function verdictsOn(
  story: OpenStory,
  { doubtful, happening }: Coverage,
): Promise<readonly SameStoryVerdict[]> {
  const { job, deps, terms, note } = story;
  const about = askedAbout(doubtful);
  const input = sameStoryInput(happening, about);
  const turn = (n: number) => sameStoryInbound(job, input, deps.render, n);
  const reply = await answerTo('same', turn, sameStoryReplySchema, { ...deps, signal: terms.signal, note });
  const answers = verdictsOf(typeof reply === 'string' ? { told: [] } : reply, about);
  note('coverage_checked', { answers, ...(typeof reply === 'string' && { because: reply }) });
  await story.save({}, { ...story.job.result, same_story: answers });
  return answers;
}
