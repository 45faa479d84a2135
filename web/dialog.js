/** Questions that must be answered first: the browser's own modal dialog, with its focus trap and Escape. */
import { h } from './dom.js';

/**
 * Ask, and resolve to whether the person agreed.
 *
 * @param {{ title: string, body?: Node | string, agree: string, decline?: string, danger?: boolean }} question
 * @returns {Promise<boolean>}
 */
export function ask({ title, body, agree, decline = 'Cancel', danger = false }) {
  return new Promise((resolve) => {
    let agreed = false;
    const answer = (/** @type {boolean} */ yes) => () => {
      agreed = yes;
      dialog.close();
    };
    const no = h('button', { type: 'button', class: 'button', on: { click: answer(false) } }, decline);
    const yes = h(
      'button',
      { type: 'button', class: danger ? 'button danger' : 'button primary', on: { click: answer(true) } },
      agree,
    );
    const dialog = h(
      'dialog',
      { class: 'dialog', 'aria-labelledby': 'dialog-title' },
      h('h2', { id: 'dialog-title' }, title),
      body ? h('div', { class: 'dialog-body' }, body) : null,
      h('div', { class: 'dialog-actions' }, no, yes),
    );
    show(dialog, () => resolve(agreed));
    (danger ? no : yes).focus();
  });
}

/**
 * Ask for a line of text; resolves to it trimmed, or to undefined.
 *
 * @param {{ title: string, label: string, hint?: string, agree: string, value?: string, placeholder?: string,
 *   check?: (text: string) => string | undefined }} question `check` answers what is wrong with the text
 * @returns {Promise<string | undefined>}
 */
export function askText({ title, label, hint, agree, value = '', placeholder = '', check }) {
  return new Promise((resolve) => {
    /** @type {string | undefined} */
    let answer;
    const input = h('input', {
      id: 'dialog-input',
      class: 'input',
      value,
      placeholder,
      autocomplete: 'off',
      maxlength: 100,
    });
    const problem = h('p', { class: 'field-problem', role: 'alert' });
    const submit = (/** @type {Event} */ event) => {
      event.preventDefault();
      const text = input.value.trim();
      const wrong = text ? check?.(text) : 'Please write something.';
      problem.textContent = wrong ?? '';
      if (wrong) return input.focus();
      answer = text;
      dialog.close();
    };
    const cancel = h(
      'button',
      { type: 'button', class: 'button', on: { click: () => dialog.close() } },
      'Cancel',
    );
    const dialog = h(
      'dialog',
      { class: 'dialog', 'aria-labelledby': 'dialog-title' },
      h(
        'form',
        { on: { submit } },
        h('h2', { id: 'dialog-title' }, title),
        h(
          'label',
          { class: 'field', for: 'dialog-input' },
          h('span', {}, label),
          input,
          hint ? h('small', {}, hint) : null,
        ),
        problem,
        h('div', { class: 'dialog-actions' }, cancel, h('button', { class: 'button primary' }, agree)),
      ),
    );
    show(dialog, () => resolve(answer));
    input.focus();
    input.select();
  });
}

/**
 * Put a modal dialog on the page; when it closes it is gone, the focus is back, and `then` is called.
 * @param {HTMLDialogElement} dialog
 * @param {() => void} then
 */
export function show(dialog, then) {
  const back = document.activeElement;
  dialog.addEventListener('close', () => {
    dialog.remove();
    if (back instanceof HTMLElement && back.isConnected) back.focus();
    then();
  });
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close();
  });
  document.body.append(dialog);
  dialog.showModal();
}
