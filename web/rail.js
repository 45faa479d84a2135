/**
 * The left side: channels with their threads beneath them, the desk's own sessions, and who is writing.
 *
 * @import { Store } from './store.js'
 * @import { Session, State } from './shapes.js'
 * @import { Channel } from './session-tree.js'
 */
import { askText } from './dialog.js';
import { h, patch } from './dom.js';
import { icon } from './icons.js';
import { rowSignature, sessionRow, unreadDot } from './session-row.js';
import { BOARD, channelKey, isUnread, sessionsOf, titleOf, treeOf } from './session-tree.js';

const THREADS_SHOWN = 8;
const CONNECTION = {
  connecting: 'Connecting …',
  open: 'Connected',
  lost: 'Reconnecting …',
  refused: 'Not signed in',
};

/**
 * @param {HTMLElement} place
 * @param {Store} store
 * @param {{ open: (key: string) => void, rename: (name: string) => void, board: string }} wishes `board`: what it is called
 */
export function mountRail(place, store, { open, rename, board }) {
  /** @type {Set<string>} */
  const unfolded = new Set();
  const connection = h('span', { class: 'connection', role: 'status' });
  const channels = h('ul', { class: 'channels' });
  const system = h('ul', { class: 'channels' });
  const systemFold = h('details', { class: 'system' }, h('summary', {}, icon('chevron'), 'System'), system);
  const me = h('b', { class: 'me-name' });
  const toBoard = h(
    'a',
    { class: 'row rail-board', href: BOARD },
    icon('board'),
    h('span', { class: 'row-title' }, board),
  );

  const create = async () => {
    const name = await askText({
      title: 'New channel',
      label: 'Name',
      placeholder: 'world-news',
      hint: 'Your first message opens it at the desk.',
      agree: 'Create channel',
      check: (text) => (channelKey(text) ? undefined : 'Use letters and digits, and not too many of them.'),
    });
    const key = name && channelKey(name);
    if (!key) return;
    if (!sessionsOf(store.state).some((session) => session.key === key)) {
      const now = Date.now();
      const draft = {
        key,
        title: key.slice('console:'.length),
        createdAtMs: now,
        updatedAtMs: now,
        entries: 0,
        draft: true,
      };
      store.update({ drafts: [...store.state.drafts, draft] });
    }
    open(key);
  };
  const renameMe = async () => {
    const name = await askText({
      title: 'Your name',
      label: 'Shown with your messages',
      agree: 'Save',
      value: store.state.author,
    });
    if (name) rename(name);
  };

  place.append(
    h(
      'header',
      { class: 'rail-head' },
      h('span', { class: 'logo' }, icon('moon')),
      h('b', {}, 'Nightdesk'),
      connection,
    ),
    h(
      'nav',
      { class: 'rail-lists', 'aria-label': 'Conversations' },
      toBoard,
      h(
        'div',
        { class: 'rail-title' },
        h('h2', {}, 'Channels'),
        h(
          'button',
          {
            type: 'button',
            class: 'icon-button',
            'aria-label': 'New channel',
            title: 'New channel',
            on: { click: create },
          },
          icon('plus'),
        ),
      ),
      channels,
      systemFold,
    ),
    h(
      'footer',
      { class: 'me' },
      me,
      h(
        'button',
        {
          type: 'button',
          class: 'icon-button',
          'aria-label': 'Change your name',
          title: 'Change your name',
          on: { click: renameMe },
        },
        icon('gear'),
      ),
    ),
  );

  /** @param {State} state */
  const draw = (state) => {
    connection.textContent = CONNECTION[state.connection];
    connection.className = `connection ${state.connection}`;
    me.textContent = state.author;
    if (state.view === 'board') toBoard.setAttribute('aria-current', 'page');
    else toBoard.removeAttribute('aria-current');
    const tree = treeOf(sessionsOf(state));
    patch(
      channels,
      tree.channels.length ? tree.channels.map((channel) => channelItem(channel, state)) : emptyItem(state),
    );
    patch(
      system,
      tree.system.map((session) => ({
        key: session.key,
        sig: rowSignature(session, state),
        build: () => h('li', {}, sessionRow(session, state, 'clock')),
      })),
    );
    systemFold.hidden = tree.system.length === 0;
    if (tree.system.some(({ key }) => key === state.selected)) systemFold.open = true;
  };

  /** @type {(channel: Channel, state: State) => { key: string, sig: string, build: () => HTMLElement }} */
  const channelItem = ({ session, threads }, state) => {
    const all = unfolded.has(session.key);
    const shown = all ? threads : firstOf(threads, state.selected);
    const hidden = threads.filter((thread) => !shown.includes(thread));
    const unread = hidden.some((thread) => isUnread(state, thread));
    const toggle = () => {
      if (!unfolded.delete(session.key)) unfolded.add(session.key);
      draw(store.state);
    };
    const more = hidden.length
      ? `Show all (${threads.length})`
      : all && threads.length > THREADS_SHOWN
        ? 'Show fewer'
        : '';
    return {
      key: session.key,
      sig: [session, ...shown].map((one) => rowSignature(one, state)).join('\n') + more + unread,
      build: () =>
        h(
          'li',
          {},
          sessionRow(session, state, 'hash'),
          shown.length
            ? h(
                'ul',
                { class: 'threads', 'aria-label': `Threads of ${titleOf(session)}` },
                ...shown.map((thread) => h('li', {}, sessionRow(thread, state, 'thread'))),
              )
            : null,
          more
            ? h(
                'button',
                { type: 'button', class: 'more', 'data-focus': 'more', on: { click: toggle } },
                more,
                unread && unreadDot(),
              )
            : null,
        ),
    };
  };

  store.subscribe(draw);
}

/**
 * The first threads, with the one that is open among them.
 * @param {Session[]} threads
 * @param {string | null} selected
 */
function firstOf(threads, selected) {
  const first = threads.slice(0, THREADS_SHOWN);
  const open = threads.slice(THREADS_SHOWN).find(({ key }) => key === selected);
  return open ? [...first.slice(0, -1), open] : first;
}

/** @param {State} state */
const emptyItem = ({ sessionsLoaded }) => [
  {
    key: 'empty',
    sig: sessionsLoaded,
    build: () =>
      h(
        'li',
        { class: 'rail-empty' },
        sessionsLoaded ? 'No channels yet. Create the first one.' : 'Loading …',
      ),
  },
];
