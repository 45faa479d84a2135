/** The console's keys. Single ones count only where nobody writes. */
import { hrefOfPage } from '../model/pages.ts';
import { BOARD, hrefOf } from '../model/session-tree.ts';
import type { Words } from '../words/en.ts';
import type { Console } from './console.ts';
import { dialogs } from './dialogs.ts';
import { switchTheme } from './preferences.ts';

type Name = Exclude<keyof Words['shortcuts'], 'title'>;

interface Shortcut {
  readonly name: Name;
  /** As `KeyboardEvent.key` has it. */
  readonly key: string;
  /** `command`: with Ctrl, or ⌘ on a Mac. */
  readonly with?: 'command' | 'alt';
}

const isMac = /Mac|iPhone|iPad/.test(globalThis.navigator?.userAgent ?? '');

export const SHORTCUTS: readonly Shortcut[] = [
  { name: 'find', key: 'k', with: 'command' },
  { name: 'write', key: '/' },
  { name: 'board', key: 'b' },
  { name: 'feeds', key: 'f' },
  { name: 'jobs', key: 'a' },
  { name: 'settings', key: 's' },
  { name: 'back', key: 'c' },
  { name: 'channel', key: 'n' },
  { name: 'previous', key: 'ArrowUp', with: 'alt' },
  { name: 'next', key: 'ArrowDown', with: 'alt' },
  { name: 'theme', key: 't' },
  { name: 'help', key: '?' },
  { name: 'close', key: 'Escape' },
];

const SIGNS: Record<string, string> = { ArrowUp: '↑', ArrowDown: '↓', Escape: 'Esc' };

/** The keys of a shortcut as they stand on a keyboard. */
export function keysOf(name: Name): readonly string[] {
  const { key, with: modifier } = SHORTCUTS.find((one) => one.name === name) ?? { key: '' };
  const sign = SIGNS[key] ?? key.toUpperCase();
  if (modifier === 'command') return [isMac ? '⌘' : 'Ctrl', sign];
  return modifier === 'alt' ? [isMac ? '⌥' : 'Alt', sign] : [sign];
}

/** Which shortcut a key is; undefined where it is none, or belongs to what is written. */
function shortcutOf(event: KeyboardEvent, isWriting: boolean): Name | undefined {
  const { key, ctrlKey, metaKey, altKey, isComposing } = event;
  if (isComposing) return undefined;
  const modifier = ctrlKey || metaKey ? 'command' : altKey ? 'alt' : undefined;
  if (modifier === undefined && isWriting && key !== 'Escape') return undefined;
  return SHORTCUTS.find(
    (one) => one.key === (key.length === 1 ? key.toLowerCase() : key) && one.with === modifier,
  )?.name;
}

export interface Overlays {
  readonly find: () => void;
  readonly help: () => void;
  readonly channel: () => void;
}

export function followKeys(console: Console, overlays: Overlays): void {
  addEventListener('keydown', (event) => {
    if (event.defaultPrevented) return;
    const { target } = event;
    const isWriting = target instanceof HTMLElement && target.matches('input, textarea, select');
    const name = shortcutOf(event, isWriting);
    if (name === undefined || dialogs.value.length > 0) return;
    if (name === 'close') {
      console.drawer.value = null;
      return;
    }
    event.preventDefault();
    run(name, console, overlays);
  });
}

function run(name: Exclude<Name, 'close'>, console: Console, { find, help, channel }: Overlays): void {
  const { selected } = console.store;
  switch (name) {
    case 'find':
      return find();
    case 'help':
      return help();
    case 'channel':
      return channel();
    case 'theme':
      return switchTheme();
    case 'board':
      location.hash = BOARD;
      return;
    case 'feeds':
    case 'jobs':
    case 'settings':
      location.hash = hrefOfPage(name);
      return;
    case 'back':
      if (selected.value !== null) location.hash = hrefOf(selected.value);
      return;
    case 'write':
      if (selected.value !== null) console.open(selected.value);
      return;
    case 'previous':
      return step(console, -1);
    case 'next':
      return step(console, 1);
  }
}

/** To the conversation above or below, as the list has them. */
function step({ store }: Console, by: number): void {
  const { channels } = store.tree.value;
  const keys = channels.flatMap(({ session, threads }) => [session.key, ...threads.map(({ key }) => key)]);
  const at = keys.indexOf(store.selected.value ?? '');
  const next = keys[(at + by + keys.length) % keys.length];
  if (next !== undefined) location.hash = hrefOf(next);
}
