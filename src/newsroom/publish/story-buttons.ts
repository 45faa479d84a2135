import type { OpButton, OpChoice } from '../../sessions/op.ts';
import type { Wording } from '../edition/wording.ts';

/** Actions on a story, in the order of buttons. */
const ACTIONS = ['sources', 'hold', 'correct', 'follow', 'why', 'like', 'dislike'] as const;
/** The longest story id that fits into a button's signed id. */
const MOST_ID = 55;

/** The buttons under a waiting draft, and under the line of a failed story. */
export function deskButtons(
  actions: readonly ('approve' | 'hold' | 'kill' | 'retry' | 'sources' | 'why')[],
  storyId: string,
  { deskButtons, buttons }: Pick<Wording, 'deskButtons' | 'buttons'>,
  available: ReadonlySet<string>,
): OpButton[] {
  if (storyId.length > MOST_ID) return [];
  const labels = { ...buttons, ...deskButtons };
  const styles = {
    approve: 'primary',
    hold: 'plain',
    kill: 'danger',
    retry: 'plain',
    sources: 'plain',
    why: 'plain',
  } as const;
  return actions
    .map((action) => ({ action, command: `story ${action}` }))
    .filter(({ command }) => available.has(command))
    .map(({ action, command }) => ({
      label: labels[action],
      style: styles[action],
      command,
      options: { story: storyId },
    }));
}

/** The buttons under a story's title, for commands that exist. */
export function storyButtons(
  storyId: string,
  { buttons }: Pick<Wording, 'buttons'>,
  available: ReadonlySet<string>,
): OpButton[] {
  // A story without buttons is better than a story that can't be posted because of them.
  if (storyId.length > MOST_ID) return [];
  return ACTIONS.map((action) => ({ action, command: `story ${action}` }))
    .filter(({ command }) => available.has(command))
    .map(({ action, command }) => ({ label: buttons[action], command, options: { story: storyId } }));
}

/** What can be done with a withdrawn story. */
const GONE = ['why', 'sources', 'retry'] as const;

/** The buttons of a story that is no longer posted; none when its id is too long. */
export function goneButtons(
  storyId: string,
  { buttons, deskButtons }: Pick<Wording, 'buttons' | 'deskButtons'>,
  available: ReadonlySet<string>,
): OpButton[] {
  if (storyId.length > MOST_ID) return [];
  const labels = { ...buttons, ...deskButtons };
  return GONE.map((action) => ({ action, command: `story ${action}` }))
    .filter(({ command }) => available.has(command))
    .map(({ action, command }) => ({ label: labels[action], command, options: { story: storyId } }));
}

/** The most common actions, on a story's card. */
const ON_CARD = ['kill', 'hold', 'correct', 'follow', 'sources', 'like', 'dislike'] as const;

/**
 * The buttons of a story's card; none when its id is too long.
 * @param available commands that exist
 */
export function cardButtons(
  storyId: string,
  { buttons, card }: Pick<Wording, 'buttons' | 'card'>,
  available: ReadonlySet<string>,
): OpButton[] {
  if (storyId.length > MOST_ID) return [];
  const labels = { ...buttons, kill: card.withdraw };
  return ON_CARD.map((action) => ({ action, command: `story ${action}` }))
    .filter(({ command }) => available.has(command))
    .map(({ action, command }) => ({
      label: labels[action],
      ...(action === 'kill' && { style: 'danger' as const }),
      command,
      options: { story: storyId },
    }));
}

/** Further actions; an approval ends a hold. */
export function storyMenu(
  storyId: string,
  { buttons, deskButtons }: Pick<Wording, 'buttons' | 'deskButtons'>,
  available: ReadonlySet<string>,
  { isHeld }: { readonly isHeld: boolean },
): OpChoice[] {
  if (storyId.length > MOST_ID) return [];
  const choices = [
    ...(isHeld ? [{ label: deskButtons.approve, command: 'story approve' }] : []),
    { label: buttons.why, command: 'story why' },
  ];
  return choices
    .filter(({ command }) => available.has(command))
    .map((choice) => ({ ...choice, options: { story: storyId } }));
}
