/** Stops a story that an editor has ended, or that repeats another one. */
import type { SameStoryVerdict } from '../coverage/same-story.ts';
import type { Asking } from '../coverage/told-already.ts';
import type { ToldStory } from '../coverage/told-stories.ts';
import { wordingOf } from '../edition/wording.ts';
import type { SourcePack } from '../model/source-pack.ts';
import { killOf } from '../model/story-actions.ts';
import type { StoryEvent } from '../batches/story-log.ts';
import type { OpenStory } from './open-story.ts';
import { saidBefore } from './said-before.ts';

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
export async function endedIfTold(
  story: OpenStory,
  asking: Asking,
  { pack, mayAsk = true }: { readonly pack?: SourcePack; readonly mayAsk?: boolean } = {},
): Promise<boolean> {
  const note = (event: StoryEvent, fields: object) => story.note(event, fields);
  const keep = (same_story: SameStoryVerdict[]) => story.save({}, { ...story.job.result, same_story });
  const terms = { ...story.terms, events: story.events, note, ...(mayAsk && { keep }) };
  const told = await saidBefore(story.job, asking, terms, pack);
  if (told) await skipTold(story, told);
  return told !== undefined;
}

function skipTold(story: OpenStory, told: ToldStory): Promise<void> {
  const wording = wordingOf(story.deps.edition.language);
  return told.kind === 'killed'
    ? story.skip('policy', wording.killed(told.by ?? '–', undefined))
    : story.skip('duplicate', wording.repeats(told.title, told.kind === 'posted'));
}
