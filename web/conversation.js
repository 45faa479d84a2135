/**
 * The messages of the selected conversation, and scrolling. The view stays at the newest message while the
 * reader is there, and stays where the reader is otherwise, also when older history is put in front.
 *
 * @import { Store } from './store.js'
 * @import { State } from './shapes.js'
 * @import { Desk } from './desk.js'
 */
import { rowsOf, signatureOf } from './conversation-rows.js';
import { h, patch } from './dom.js';
import { rowView } from './entry-view.js';
import { icon } from './icons.js';
import { drawOpening } from './opening.js';

/** How close to an edge counts as being there, in pixels. */
const NEAR_END = 80;
const NEAR_START = 400;

/**
 * @param {HTMLElement} place
 * @param {Store} store
 * @param {Desk} desk
 */
export function mountConversation(place, store, desk) {
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
  place.append(h('div', { class: 'log-frame' }, log, jump));

  /** @type {string | null} */
  let shownKey = null;
  let lastRow = '';
  let atEnd = true;

  const toEnd = () => {
    log.scrollTop = log.scrollHeight;
    jump.hidden = true;
  };
  const wantOlder = () => {
    const { selected, connection } = store.state;
    if (selected && connection === 'open' && log.scrollTop < NEAR_START) void desk.loadOlder(selected);
  };
  const tryAgain = () => {
    if (store.state.selected) void desk.loadNewest(store.state.selected);
  };
  log.addEventListener('scroll', () => {
    atEnd = log.scrollHeight - log.scrollTop - log.clientHeight < NEAR_END;
    if (atEnd) jump.hidden = true;
    wantOlder();
  });
  new ResizeObserver(() => atEnd && toEnd()).observe(log);

  /** @param {State} state */
  const draw = (state) => {
    const key = state.selected;
    const known = key ? state.logs[key] : undefined;
    const here = (/** @type {{ sessionKey: string }} */ { sessionKey }) => sessionKey === key;
    const list = rowsOf(known?.entries ?? [], state.pending.filter(here), state.whispers.filter(here));
    if (key !== shownKey) {
      rows.replaceChildren();
      jump.hidden = true;
      atEnd = true;
      shownKey = key;
      lastRow = '';
    }
    const landmarks = landmarksIn(rows, log.scrollTop);
    drawOpening(opening, state, tryAgain);
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
    const fresh = newest !== lastRow && lastRow !== '';
    const typedHere = fresh && /^(pending|whisper) /.test(newest);
    if (atEnd || typedHere) toEnd();
    else {
      const stayed = landmarks.find(({ row }) => row.isConnected);
      if (stayed) log.scrollTop += stayed.row.offsetTop - stayed.top;
      if (fresh) jump.hidden = false;
    }
    lastRow = newest;
    if (known?.loaded && log.scrollHeight <= log.clientHeight + NEAR_START) wantOlder();
  };

  /** @param {State} state */
  const drawWorking = ({ selected, turns }) => {
    const busy = selected && (turns[selected]?.length ?? 0) > 0;
    const build = () => {
      const dots = h('span', { class: 'dots', 'aria-hidden': 'true' }, h('i'), h('i'), h('i'));
      return h('p', {}, dots, 'Nightdesk is working …');
    };
    patch(working, busy ? [{ key: 'working', sig: '', build }] : []);
  };

  store.subscribe(draw);
}

/**
 * Rows at the top of what the reader sees, and where they stand. Several, since one may be drawn anew; no day
 * lines, since they move when earlier messages of the day arrive.
 *
 * @param {HTMLElement} rows
 * @param {number} top
 */
function landmarksIn(rows, top) {
  const visible = /** @type {HTMLElement[]} */ ([...rows.querySelectorAll(':scope > :not(.day)')]);
  const first = visible.findIndex((row) => row.offsetTop >= top);
  return first < 0 ? [] : visible.slice(first, first + 8).map((row) => ({ row, top: row.offsetTop }));
}
