/** Short notices in a corner of the page, read out by screen readers, gone by themselves after a while. */
import { byId, h } from './dom.js';
import { icon } from './icons.js';

const SHOWN_MS = 8000;

/**
 * @param {string} text
 * @param {'problem' | 'done'} [kind]
 */
export function toast(text, kind = 'problem') {
  const place = byId('toasts');
  if ([...place.children].some((other) => other.textContent === text)) return;
  const close = h('button', { type: 'button', class: 'icon-button', 'aria-label': 'Dismiss' }, icon('close'));
  const note = h(
    'div',
    { class: `toast ${kind}` },
    icon(kind === 'problem' ? 'alert' : 'moon'),
    h('p', {}, text),
    close,
  );
  const leave = () => note.remove();
  close.addEventListener('click', leave);
  setTimeout(leave, SHOWN_MS);
  place.append(note);
}

/**
 * Say something to screen readers only.
 * @param {string} text
 */
export function announce(text) {
  const place = byId('announcer');
  place.textContent = text.length > 300 ? `${text.slice(0, 300)} …` : text;
}
