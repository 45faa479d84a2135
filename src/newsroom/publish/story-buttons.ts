import type { OpButton, OpChoice } from '../../sessions/op.ts';
import type { Wording } from '../edition/wording.ts';

/** What editors may do with a story, in the order of their buttons. */
const ACTIONS = ['sources', 'hold', 'correct', 'follow', 'why'] as const;
/** A button's signed id has room for so much of a story's. */
const MOST_ID = 55;

/** Under a draft that waits, and under the line of a story that failed. */
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

/** The buttons under a story's title, those whose commands there are. */
export function storyButtons(
  storyId: string,
  { buttons }: Pick<Wording, 'buttons'>,
  available: ReadonlySet<string>,
): OpButton[] {
  // Better a story without buttons than buttons that keep a story from being posted.
  if (storyId.length > MOST_ID) return [];
  return ACTIONS.map((action) => ({ action, command: `story ${action}` }))
    .filter(({ command }) => available.has(command))
    .map(({ action, command }) => ({ label: buttons[action], command, options: { story: storyId } }));
}

/** What makes sense of a story that is withdrawn: reading of it, and ordering it anew. */
const GONE = ['why', 'sources', 'retry'] as const;

/** What can be done about a story that is not posted any more. None where its id is too long for a button. */
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

/** On a story's card, what is done most: each says what it does. */
const ON_CARD = ['kill', 'hold', 'correct', 'follow', 'sources'] as const;

/**
 * The buttons of a story's card. None where its id is too long for a button.
 * @param available commands that people have.
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

/** What else may be done with it: an approval ends a hold. */
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
