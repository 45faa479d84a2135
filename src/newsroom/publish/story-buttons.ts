import type { OpButton } from '../../sessions/op.ts';
import type { Wording } from '../wording.ts';

/** What editors may do with a story, in the order of their buttons. */
const DEEDS = ['sources', 'hold', 'correct', 'follow', 'why'] as const;
/** A button's signed id has room for so much of a story's. */
const MOST_ID = 55;

/** Under a draft that waits, and under the line of a story that failed. */
export function deskButtons(
  deeds: readonly ('approve' | 'kill' | 'retry' | 'sources' | 'why')[],
  storyId: string,
  { deskButtons, buttons }: Pick<Wording, 'deskButtons' | 'buttons'>,
  available: ReadonlySet<string>,
): OpButton[] {
  if (storyId.length > MOST_ID) return [];
  const labels = { ...buttons, ...deskButtons };
  const styles = {
    approve: 'primary',
    kill: 'danger',
    retry: 'plain',
    sources: 'plain',
    why: 'plain',
  } as const;
  return deeds
    .map((deed) => ({ deed, command: `story ${deed}` }))
    .filter(({ command }) => available.has(command))
    .map(({ deed, command }) => ({
      label: labels[deed],
      style: styles[deed],
      command,
      options: { story: storyId },
    }));
}

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
