/**
 * The line above the messages: where we are, the way to the parent channel, and the buttons.
 *
 * @import { Store } from './store.js'
 * @import { IconName } from './icons.js'
 */
import { h, patch } from './dom.js';
import { icon } from './icons.js';
import { hrefOf, isReadOnly, sessionOf, titleOf } from './session-tree.js';

/**
 * @param {HTMLElement} place
 * @param {Store} store
 * @param {{ remove: () => void, toggleRail: () => void, togglePanel: () => void }} wishes
 */
export function mountConversationHead(place, store, { remove, toggleRail, togglePanel }) {
  const where = h('div', { class: 'where' });
  const removeButton = button('Delete this conversation', 'trash', remove);
  place.append(
    h(
      'header',
      { class: 'conversation-head' },
      button('Channels', 'menu', toggleRail, 'rail-toggle'),
      where,
      removeButton,
      button('Automations and notes', 'panel', togglePanel, 'panel-toggle'),
    ),
  );

  store.subscribe((state) => {
    const session = sessionOf(state, state.selected);
    const parent = sessionOf(state, session?.origin?.parent);
    const title = session ? titleOf(session) : (state.selected?.replace(/^console:/, '') ?? 'Nightdesk');
    const sign = state.selected && isReadOnly(state.selected) ? 'clock' : 'hash';
    removeButton.hidden = !session || isReadOnly(session.key);
    if (state.view === 'conversation') document.title = session ? `${title} · Nightdesk` : 'Nightdesk';
    patch(where, [
      {
        key: 'where',
        sig: [title, sign, parent?.key, parent && titleOf(parent)].join('\n'),
        build: () =>
          h(
            'div',
            { class: 'where-line' },
            ...(parent ? wayUp(hrefOf(parent.key), titleOf(parent)) : []),
            h('h1', { title }, parent ? null : icon(sign), h('span', {}, title)),
          ),
      },
    ]);
  });
}

/** @type {(href: string, title: string) => HTMLElement[]} */
const wayUp = (href, title) => [
  h('a', { class: 'parent', href, 'data-focus': 'parent' }, icon('hash'), title),
  h('span', { class: 'crumb', 'aria-hidden': 'true' }, icon('chevron')),
];

/** @type {(label: string, name: IconName, click: () => void, extra?: string) => HTMLButtonElement} */
const button = (label, name, click, extra = '') =>
  h(
    'button',
    { type: 'button', class: `icon-button ${extra}`, 'aria-label': label, title: label, on: { click } },
    icon(name),
  );
