/** The page before the console: asks for the token, and says where it is. */
import { h } from './dom.js';
import { icon } from './icons.js';

/**
 * @param {HTMLElement} place
 * @param {{ wrong: boolean, enter: (token: string) => void }} wishes
 */
export function showGate(place, { wrong, enter }) {
  const input = h('input', {
    id: 'gate-token',
    class: 'input',
    type: 'password',
    autocomplete: 'off',
    spellcheck: 'false',
    placeholder: 'Paste the token',
  });
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    const token = input.value.trim();
    if (token) enter(token);
    else input.focus();
  };
  place.replaceChildren(
    h(
      'form',
      { class: 'gate-card', on: { submit } },
      h('span', { class: 'logo large' }, icon('moon')),
      h('h1', {}, wrong ? 'That key doesn’t fit' : 'Welcome to Nightdesk'),
      h(
        'p',
        {},
        wrong
          ? 'The desk refused the token. It may have been made anew since. '
          : 'This console belongs to whoever runs the desk. ',
        'You find the token in ',
        h('code', {}, 'data/gateway.token'),
        ', and in the address that the desk prints when it starts.',
      ),
      h('label', { class: 'field', for: 'gate-token' }, h('span', {}, 'Token'), input),
      h('button', { class: 'button primary' }, 'Open the console'),
    ),
  );
  place.hidden = false;
  input.focus();
}
