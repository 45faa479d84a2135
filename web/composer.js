/**
 * Where people write. Enter sends, Shift+Enter breaks the line, a slash opens the commands. What was typed in a
 * conversation waits there while the reader looks at another.
 *
 * @import { Store } from './store.js'
 * @import { Command, OptionValues, State } from './shapes.js'
 * @import { Desk } from './desk.js'
 */
import { parseTyped } from './command-text.js';
import { h } from './dom.js';
import { icon } from './icons.js';
import { optionForm } from './option-form.js';
import { isReadOnly, sessionOf, titleOf } from './session-tree.js';
import { createSlashMenu } from './slash-menu.js';

const TALLEST = 220;

/**
 * @param {HTMLElement} place
 * @param {Store} store
 * @param {Desk} desk
 */
export function mountComposer(place, store, desk) {
  /** @type {Map<string, string>} */
  const drafts = new Map();
  /** @type {string | null} */
  let here = null;

  const input = h('textarea', {
    id: 'composer-input',
    rows: 1,
    role: 'combobox',
    'aria-label': 'Message',
    'aria-expanded': 'false',
    'aria-autocomplete': 'list',
    'aria-controls': 'slash-menu',
    autocomplete: 'off',
  });
  const sendButton = h('button', { class: 'send', 'aria-label': 'Send', title: 'Send' }, icon('send'));
  const hint = h('p', { class: 'composer-hint', id: 'composer-hint' });
  const form = h('form', { class: 'composer-box', on: { submit } }, input, sendButton);
  const extra = h('div', { class: 'composer-extra' });
  const menu = createSlashMenu(input, (command) => openForm(command, {}));
  place.append(extra, menu.element, form, hint);

  /**
   * `text` is the line that led here: it comes back when the form is closed.
   * @type {(command: Command, values: OptionValues, typed?: { text?: string, problem?: string, at?: string }) => void}
   */
  function openForm(command, values, { text = '', ...about } = {}) {
    const session = here;
    menu.close();
    setText('');
    const leave = () => {
      if (!view.element.isConnected) return;
      extra.replaceChildren();
      input.focus();
    };
    const cancel = () => {
      leave();
      if (text) setText(text);
    };
    const run = async (/** @type {OptionValues} */ options) => {
      const problem = session ? await desk.invokeFromForm(session, command.name, options) : undefined;
      if (problem === undefined) leave();
      return problem;
    };
    const view = optionForm(command, values, { run, cancel, ...about });
    extra.replaceChildren(view.element);
    view.begin();
  }

  /** @param {Event} event */
  function submit(event) {
    event.preventDefault();
    const text = input.value.trim();
    if (!here || !text || store.state.connection !== 'open' || isReadOnly(here)) return;
    if (!text.startsWith('/')) {
      setText('');
      void desk.send(here, text);
      return;
    }
    const typed = parseTyped(store.state.commands, text);
    if (!typed) {
      hint.textContent = `There is no command ${text.split(' ')[0]}. Type / to see them all.`;
      return;
    }
    if (typed.problem) return openForm(typed.command, typed.options, { text, ...aboutOf(typed) });
    menu.close();
    setText('');
    void desk.invoke(here, typed.command.name, typed.options).then((done) => {
      if (!done && input.value === '') setText(text);
    });
  }

  /** @param {string} text */
  function setText(text) {
    input.value = text;
    grow();
    drawHint(store.state);
  }

  function grow() {
    input.style.height = '';
    if (input.value) input.style.height = `${Math.min(TALLEST, input.scrollHeight)}px`;
    sendButton.disabled = input.value.trim() === '' || input.disabled;
  }

  input.addEventListener('input', () => {
    grow();
    drawHint(store.state);
    menu.follow(store.state.commands, input.value);
  });
  input.addEventListener('keydown', (event) => {
    // While an input method composes (Chinese, Japanese, Korean), Enter chooses characters.
    if (event.isComposing || event.keyCode === 229) return;
    const exact = event.key === 'Enter' && parseTyped(store.state.commands, input.value);
    if (!(exact && !menu.moved) && menu.key(event)) return;
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      form.requestSubmit();
    }
  });
  input.addEventListener('blur', () => menu.close());
  input.addEventListener('focus', () => menu.follow(store.state.commands, input.value));

  /** @param {State} state */
  function drawHint(state) {
    const away = state.connection !== 'open';
    hint.classList.toggle('away', away);
    hint.textContent = away
      ? 'Not connected to the desk. What you wrote stays here.'
      : input.value
        ? 'Enter to send · Shift + Enter for a new line'
        : 'Type / for commands';
  }

  /** @param {State} state */
  function draw(state) {
    if (state.selected !== here) {
      if (here) drafts.set(here, input.value);
      here = state.selected;
      extra.replaceChildren();
      menu.close();
      setText((here && drafts.get(here)) ?? '');
    }
    const readOnly = !here || isReadOnly(here);
    const session = sessionOf(state, here);
    place.hidden = !here;
    place.classList.toggle('read-only', Boolean(readOnly));
    input.disabled = Boolean(readOnly);
    sendButton.disabled = Boolean(readOnly) || state.connection !== 'open' || input.value.trim() === '';
    input.placeholder = readOnly
      ? 'The desk keeps this record by itself'
      : `Message ${session?.origin?.parent ? '' : '#'}${session ? titleOf(session) : ''}`;
    const away = state.connection !== 'open';
    if (hint.classList.contains('away') !== away || hint.textContent === '') drawHint(state);
    hint.hidden = Boolean(readOnly);
  }

  /** @param {State} state */
  function openWished({ form: wish, commands }) {
    const command = wish && commands.find(({ name }) => name === wish.command);
    if (!wish) return;
    store.update({ form: null });
    if (command && wish.sessionKey === here) openForm(command, wish.options);
  }

  store.subscribe(draw);
  store.subscribe(openWished);
  return { focus: () => input.focus() };
}

/** @param {import('./command-text.js').Typed} typed */
const aboutOf = ({ problem, at }) => ({ ...(problem ? { problem } : {}), ...(at ? { at } : {}) });
