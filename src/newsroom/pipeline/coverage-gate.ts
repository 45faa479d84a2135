/** Stops a story that an editor has ended, or that repeats another one. */
import type { SameStoryVerdict } from '../coverage/same-story.ts';
import type { Asking } from '../coverage/find-coverage.ts';
import type { CoveredStory } from '../coverage/covered-stories.ts';
import { wordingOf } from '../edition/wording.ts';
import type { SourcePack } from '../model/source-pack.ts';
import { killOf } from '../model/story-actions.ts';
import type { StoryEvent } from '../batches/story-log.ts';
import type { OpenStory } from './open-story.ts';
import { findRepeated } from './find-repeated.ts';

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
  const note = (event: StoryEvent, fields: object) => story.note(event, fields);
  const keep = (same_story: SameStoryVerdict[]) => story.save({}, { ...story.job.result, same_story });
  const terms = { ...story.terms, events: story.events, note, ...(mayAsk && { keep }) };
  const covered = await findRepeated(story.job, asking, terms, pack);
  if (covered) await skipCovered(story, covered);
  return covered !== undefined;
}

function skipCovered(story: OpenStory, covered: CoveredStory): Promise<void> {
  const wording = wordingOf(story.deps.edition.language);
  return covered.kind === 'killed'
    ? story.skip('policy', wording.killed(covered.by ?? '–', undefined))
    : story.skip('duplicate', wording.repeats(covered.title, covered.kind === 'posted'));
}
