import type { OpButton } from '../../sessions/op.ts';
import type { Wording } from '../wording.ts';

/** What editors may do with a story, in the order of their buttons. */
const DEEDS = ['sources', 'hold', 'correct', 'follow', 'why'] as const;
/** A button's signed id has room for so much of a story's. */
const MOST_ID = 55;

/** The buttons under a story's title, those whose commands there are. */
export function storyButtons(
  storyId: string,
  { buttons }: Pick<Wording, 'buttons'>,
  available: ReadonlySet<string>,
): OpButton[] {
  // Better a story without buttons than buttons that keep a story from being posted.
  if (storyId.length > MOST_ID) return [];
  return DEEDS.map((deed) => ({ deed, command: `story ${deed}` }))
    .filter(({ command }) => available.has(command))
    .map(({ deed, command }) => ({ label: buttons[deed], command, options: { story: storyId } }));
}
