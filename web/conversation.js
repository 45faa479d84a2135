/**
 * The middle: the selected conversation, its header, and scrolling. The view stays at the newest message while
 * the reader is there, and stays where the reader is otherwise, also when older history is put in front.
 *
 * @import { Store } from './store.js'
 * @import { State } from './shapes.js'
 * @import { Desk } from './desk.js'
 */
import { rowsOf, signatureOf } from './conversation-rows.js';
import { h, patch } from './dom.js';
import { rowView } from './entry-view.js';
import { icon } from './icons.js';
import { hrefOf, isReadOnly, sessionOf, titleOf } from './session-tree.js';

const NEAR = 80;

/**
 * @param {HTMLElement} place
 * @param {Store} store
 * @param {Desk} desk
 * @param {{ remove: () => void, toggleRail: () => void, togglePanel: () => void }} wishes
 */
export function mountConversation(place, store, desk, wishes) {
  const where = h('div', { class: 'where' });
  const button = (
    /** @type {string} */ label,
    /** @type {Parameters<typeof icon>[0]} */ name,
    /** @type {() => void} */ click,
    extra = '',
  ) =>
    h(
      'button',
      { type: 'button', class: `icon-button ${extra}`, 'aria-label': label, title: label, on: { click } },
      icon(name),
    );
  const remove = button('Delete this conversation', 'trash', wishes.remove);
  const header = h(
    'header',
    { class: 'conversation-head' },
    button('Channels', 'menu', wishes.toggleRail, 'rail-toggle'),
    where,
    remove,
    button('Automations and notes', 'panel', wishes.togglePanel, 'panel-toggle'),
  );
  const opening = h('div', { class: 'opening' });
  const rows = h('div', { class: 'rows' });
  const working = h('div', { class: 'working', role: 'status' });
  const log = h(
    'div',
    { class: 'log', tabindex: 0, role: 'log', 'aria-live': 'off', 'aria-label': 'Messages' },
    opening,
    rows,
    working,
  );
  const jump = h(
    'button',
    { type: 'button', class: 'jump', hidden: true, on: { click: () => toEnd() } },
    icon('down'),
    'New messages',
  );
  place.append(header, h('div', { class: 'log-frame' }, log, jump));

  /** @type {string | null} */
  let shownKey = null;
  let lastRow = '';
  let atEnd = true;
  const toEnd = () => {
    log.scrollTop = log.scrollHeight;
    jump.hidden = true;
  };
  log.addEventListener('scroll', () => {
    atEnd = log.scrollHeight - log.scrollTop - log.clientHeight < NEAR;
    if (atEnd) jump.hidden = true;
    wantOlder();
  });
  const wantOlder = () => {
    const { selected, connection } = store.state;
    if (selected && connection === 'open' && log.scrollTop < 400) void desk.loadOlder(selected);
  };
  new ResizeObserver(() => atEnd && toEnd()).observe(log);

  /** @param {State} state */
  const draw = (state) => {
    const key = state.selected;
    place.hidden = false;
    drawHead(state);
    const known = key ? state.logs[key] : undefined;
    const mine = (/** @type {{ sessionKey: string }} */ { sessionKey }) => sessionKey === key;
    const list = key
      ? rowsOf(known?.entries ?? [], state.pending.filter(mine), state.whispers.filter(mine))
      : [];
    const changed = key !== shownKey;
    if (changed) {
      rows.replaceChildren();
      atEnd = true;
      shownKey = key;
    }
    const firstBefore = rows.firstElementChild;
    const fromEnd = log.scrollHeight - log.scrollTop;
    drawOpening(state);
    patch(
      rows,
      list.map((row) => ({
        key: row.key,
        sig: signatureOf(row, state),
        build: () => rowView(row, state, desk),
      })),
    );
    drawWorking(state);

    const newest = list.at(-1)?.key ?? '';
    const mineIsNew = newest !== lastRow && /^(pending|whisper) /.test(newest);
    if (atEnd || mineIsNew) toEnd();
    else {
      if (firstBefore && rows.firstElementChild !== firstBefore) log.scrollTop = log.scrollHeight - fromEnd;
      if (newest !== lastRow && !newest.startsWith('pending')) jump.hidden = false;
    }
    lastRow = newest;
    if (known?.loaded && log.scrollHeight <= log.clientHeight + 400) wantOlder();
  };

  /** @param {State} state */
  const drawHead = (state) => {
    const session = sessionOf(state, state.selected);
    const parent = sessionOf(state, session?.origin?.parent);
    remove.hidden = !session || isReadOnly(session.key);
    const title = session
      ? titleOf(session)
      : state.selected
        ? state.selected.replace(/^console:/, '')
        : 'Nightdesk';
    document.title = session ? `${title} · Nightdesk` : 'Nightdesk';
    const kind = parent ? 'thread' : state.selected && isReadOnly(state.selected) ? 'clock' : 'hash';
    patch(where, [
      {
        key: 'where',
        sig: [title, kind, parent?.key, parent && titleOf(parent)].join(' '),
        build: () =>
          h(
            'div',
            { class: 'where-line' },
            parent
              ? h(
                  'a',
                  { class: 'parent', href: hrefOf(parent.key), 'data-focus': 'parent' },
                  icon('hash'),
                  titleOf(parent),
                )
              : null,
            parent ? h('span', { class: 'crumb', 'aria-hidden': 'true' }, icon('chevron')) : null,
            h('h1', { title }, parent ? null : icon(kind), h('span', {}, title)),
          ),
      },
    ]);
  };

  /** @param {State} state */
  const drawOpening = (state) => {
    const session = sessionOf(state, state.selected);
    const known = state.selected ? state.logs[state.selected] : undefined;
    const stage = !state.selected
      ? 'none'
      : known?.failed
        ? 'failed'
        : !known?.loaded
          ? 'loading'
          : known.complete
            ? 'start'
            : known.loading
              ? 'older'
              : '';
    opening.className = `opening ${stage}`;
    patch(
      opening,
      stage
        ? [
            {
              key: 'opening',
              sig: `${stage} ${session && titleOf(session)} ${session?.draft}`,
              build: () => openingView(stage, session ? titleOf(session) : '', session?.draft ?? false),
            },
          ]
        : [],
    );
  };

  /** @type {(stage: string, title: string, draft: boolean) => HTMLElement} */
  const openingView = (stage, title, draft) => {
    if (stage === 'loading')
      return h(
        'div',
        { class: 'skeleton', 'aria-label': 'Loading messages' },
        ...[1, 2, 3].map(() => h('div', {}, h('i'), h('span', {}, h('b'), h('b')))),
      );
    if (stage === 'older') return h('p', { class: 'quiet' }, 'Loading earlier messages …');
    if (stage === 'failed') {
      const again = () => store.state.selected && void desk.loadNewest(store.state.selected);
      return h(
        'p',
        { class: 'quiet' },
        'The messages could not be loaded. ',
        h('button', { type: 'button', class: 'link-button', on: { click: again } }, 'Try again'),
      );
    }
    if (stage === 'none')
      return h(
        'div',
        { class: 'empty' },
        icon('moon'),
        h('h2', {}, 'The desk is quiet'),
        h('p', {}, 'Choose a channel, or create the first one.'),
      );
    return h(
      'div',
      { class: 'beginning' },
      h('span', { class: 'beginning-icon' }, icon('hash')),
      h('h2', {}, title),
      h(
        'p',
        {},
        draft
          ? 'Nothing here yet. Your first message opens the channel.'
          : 'This is where the conversation begins.',
      ),
    );
  };

  /** @param {State} state */
  const drawWorking = (state) => {
    const busy = state.selected && (state.turns[state.selected]?.length ?? 0) > 0;
    working.classList.toggle('on', Boolean(busy));
    patch(
      working,
      busy
        ? [
            {
              key: 'working',
              sig: '',
              build: () =>
                h(
                  'p',
                  {},
                  h('span', { class: 'dots', 'aria-hidden': 'true' }, h('i'), h('i'), h('i')),
                  'Nightdesk is working …',
                ),
            },
          ]
        : [],
    );
  };

  store.subscribe(draw);
}
