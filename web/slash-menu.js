/**
 * The list of commands above the composer: an ARIA listbox that the text field owns. Arrows move, Enter and Tab
 * choose, Escape closes.
 *
 * @import { Command } from './shapes.js'
 */
import { matching } from './command-text.js';
import { h } from './dom.js';

/**
 * @param {HTMLTextAreaElement} input
 * @param {(command: Command) => void} choose
 */
export function createSlashMenu(input, choose) {
  const list = h('ul', {
    id: 'slash-menu',
    class: 'slash-menu',
    role: 'listbox',
    'aria-label': 'Commands',
    hidden: true,
  });
  /** @type {Command[]} */
  let found = [];
  let active = 0;
  let moved = false;

  const close = () => {
    found = [];
    moved = false;
    list.hidden = true;
    input.setAttribute('aria-expanded', 'false');
    input.removeAttribute('aria-activedescendant');
  };

  const mark = () => {
    [...list.children].forEach((option, n) => option.setAttribute('aria-selected', String(n === active)));
    const option = list.children[active];
    option?.scrollIntoView({ block: 'nearest' });
    if (option) input.setAttribute('aria-activedescendant', option.id);
  };

  /** @type {(command: Command, n: number) => HTMLElement} */
  const optionView = (command, n) => {
    const options = (command.options ?? []).map(({ name, required }) =>
      h('span', { class: required ? 'opt required' : 'opt' }, name),
    );
    const pick = (/** @type {Event} */ event) => {
      event.preventDefault(); // the text field keeps its focus until the command takes it
      choose(command);
    };
    const hover = () => {
      active = n;
      mark();
    };
    return h(
      'li',
      { id: `slash-${n}`, role: 'option', on: { mousedown: pick, mousemove: hover } },
      h('span', { class: 'slash-name' }, `/${command.name}`, ...options),
      h('span', { class: 'slash-about' }, command.description ?? ''),
    );
  };

  return {
    element: list,
    close,
    /** Whether the person moved to a command by arrow: Enter then means that one. */
    get moved() {
      return moved;
    },
    /** @type {(commands: Command[], text: string) => void} */
    follow(commands, text) {
      if (!/^\/[^\n:]*$/.test(text)) return close();
      const next = matching(commands, text);
      if (next.length === 0) return close();
      found = next;
      active = 0;
      moved = false;
      list.replaceChildren(...found.map(optionView));
      list.hidden = false;
      input.setAttribute('aria-expanded', 'true');
      mark();
    },
    /**
     * @param {KeyboardEvent} event
     * @returns whether the key was the menu's
     */
    key(event) {
      if (found.length === 0) return false;
      const command = found[active];
      if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
        active = (active + (event.key === 'ArrowDown' ? 1 : found.length - 1)) % found.length;
        moved = true;
        mark();
      } else if (event.key === 'Escape') close();
      else if (command && ((event.key === 'Enter' && !event.shiftKey) || event.key === 'Tab'))
        choose(command);
      else return false;
      event.preventDefault();
      return true;
    },
  };
}
