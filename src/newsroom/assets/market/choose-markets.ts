/** Chooses a story's markets by the edition's words, never by a model. */
import type { Market } from '../../edition/edition-markets.ts';
import { mentions } from '../../edition/edition.ts';
import type { PlannedStory } from '../../model/story-assets.ts';

/** A story is about one market or compares two. */
const MOST = 2;

/** At most two: those named in the title, then those in the anchor, each in the edition's order. */
export function chooseMarkets(story: PlannedStory, markets: readonly Market[]): Market[] {
  const own = markets.filter(({ categories }) => categories.includes(story.category));
  const namedIn = (text: string) => own.filter(({ words }) => words.some((word) => mentions(text, word)));
  const named = new Set([...namedIn(story.title), ...namedIn(story.concreteAnchor ?? '')]);
  const chosen = named.size > 0 ? [...named] : own.filter(({ otherwise }) => otherwise);
  return chosen.slice(0, MOST);
}
