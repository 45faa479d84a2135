/** The tags of a story's forum post that follow its state: breaking, held, corrected. */
import type { NewOp, TagName } from '../../sessions/op.ts';
import type { EditorialAction } from '../model/editorial-action.ts';
import type { Edition } from '../edition/edition.ts';
import type { PublishedStory } from '../model/story-book.ts';
import { heldBy, killOf } from '../model/story-actions.ts';
import { threadOpOf } from './title-post.ts';

type State = 'breaking' | 'held' | 'corrected';

/** Names that forums may use, in either language. */
const NAMES: Readonly<Record<State, { readonly en: readonly string[]; readonly zh: readonly string[] }>> = {
  breaking: { en: ['breaking'], zh: ['突發'] },
  held: { en: ['held', 'on hold'], zh: ['核實中', '暫緩'] },
  corrected: { en: ['corrected'], zh: ['更正', '已更正'] },
};

/**
 * A story's states; none for a withdrawn story.
 * @param flags its own, and those of its updates
 */
export function statesOf(flags: readonly string[], actions: readonly EditorialAction[]): State[] {
  if (killOf(actions)) return [];
  return [
    ...(flags.includes('breaking') ? (['breaking'] as const) : []),
    ...(heldBy(actions) ? (['held'] as const) : []),
    ...(actions.some(({ kind }) => kind === 'correct') ? (['corrected'] as const) : []),
  ];
}

interface Change {
  readonly before: readonly State[];
  readonly after: readonly State[];
  readonly language: Edition['language'];
}

/** Change a forum post's tags when the state changed. Tags set by people stay. */
export function tagsOp(
  key: string,
  story: Pick<PublishedStory, 'id' | 'place' | 'threadOp'>,
  { before, after, language }: Change,
): NewOp[] {
  const off = before.filter((state) => !after.includes(state));
  const isSame = off.length === 0 && after.every((state) => before.includes(state));
  if (isSame || story.threadOp !== threadOpOf(story.id, true)) return [];
  const named = (states: readonly State[]) => states.map((state) => tagName(state, language));
  return [
    {
      key,
      lane: story.place,
      spec: { kind: 'tags', channel: { op: story.threadOp }, on: named(after), off: named(off) },
    },
  ];
}

/** Tag names in its forum for a new story's flags. */
export function flagTags(flags: readonly string[]): string[] {
  return flags.flatMap((flag) => [flag, ...(flag === 'breaking' ? tagName('breaking', 'en').slice(1) : [])]);
}

function tagName(state: State, language: Edition['language']): TagName {
  const { en, zh } = NAMES[state];
  const [first = state, ...others] = language === 'en' ? [...en, ...zh] : [...zh, ...en];
  return [first, ...others];
}
