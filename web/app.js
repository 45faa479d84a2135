/**
 * The console: wires the line to the gateway, the state, what can be done, and the three parts of the page.
 * Started by index.html; everything else is imported.
 */
import { mountBoard } from './board.js';
import { createBoardActions } from './board-actions.js';
import { boardWords, localeOf } from './board-words.js';
import { mountComposer } from './composer.js';
import { mountConversation } from './conversation.js';
import { mountConversationHead } from './conversation-head.js';
import { createDesk } from './desk.js';
import { byId } from './dom.js';
import { mountDrawers } from './drawers.js';
import { showGate } from './gate.js';
import { createGatewayClient } from './gateway-client.js';
import { keepName, keptName } from './kept.js';
import { mountPanel } from './panel.js';
import { mountRail } from './rail.js';
import { mountRemarks } from './remarks.js';
import { followReading } from './seen.js';
import { BOARD, hrefOf, keyInHash, sessionOf, sessionsOf, titleOf, treeOf } from './session-tree.js';
import { createStore, emptyState } from './store.js';
import { startTicker } from './ticker.js';
import { announce } from './toast.js';
import { forgetToken, keepToken, takeToken, tokenInHash } from './token.js';
import { createUpkeep } from './upkeep.js';

/** A pause at another console is told by no event, so the desk's condition is asked for often. */
const STATUS_EVERY_MS = 5_000;
const SESSIONS_EVERY_MS = 30_000;

const token = takeToken();
if (token) start(token);
else askForToken(false);
// A fresh address with a token, pasted over this one.
addEventListener('hashchange', () => tokenInHash(location.hash) !== null && takeToken() && location.reload());

/** @param {boolean} wrong */
function askForToken(wrong) {
  byId('app').hidden = true;
  showGate(byId('gate'), {
    wrong,
    enter: (given) => {
      keepToken(given);
      location.reload();
    },
  });
}

/** @param {string} token */
function start(token) {
  const store = createStore({ ...emptyState(), author: keptName(), selected: keyInHash(location.hash) });
  const locale = localeOf(navigator.language);
  const language = { locale, words: boardWords(locale) };
  const client = createGatewayClient({ token, onConnection, onEvent });
  const desk = createDesk(client.call, store, {
    locale,
    invoked: (key) => {
      void upkeep.loadStatus();
      loadAround(key);
    },
  });
  const upkeep = createUpkeep(client.call, store, desk);

  const actions = createBoardActions(client.call, store, desk, language);

  const drawers = mountDrawers(byId('app'));
  const open = (/** @type {string} */ key) => {
    location.hash = hrefOf(key);
    composer.focus();
  };
  mountRail(byId('rail'), store, {
    open,
    board: language.words.board,
    rename: (author) => {
      keepName(author);
      store.update({ author });
    },
  });
  mountConversationHead(byId('conversation'), store, {
    toggleRail: () => drawers.toggle('rail'),
    togglePanel: () => drawers.toggle('panel'),
    remove: () => void removeSelected(),
  });
  mountRemarks(byId('conversation'), store);
  mountConversation(byId('conversation'), store, desk);
  const composer = mountComposer(byId('composer'), store, desk);
  mountPanel(byId('panel'), store, upkeep, { close: drawers.close, locale });
  const board = mountBoard(byId('board'), store, actions, language, {
    toggleRail: () => drawers.toggle('rail'),
    togglePanel: () => drawers.toggle('panel'),
    deskChannel: () => store.state.board?.runs[0]?.sessionKey ?? store.state.selected ?? '',
  });
  byId('skip').addEventListener('click', () => (location.hash === BOARD ? board : composer).focus());
  followReading(store, token);
  startTicker();
  byId('app').hidden = false;

  showView();
  addEventListener('hashchange', () => {
    const key = keyInHash(location.hash);
    if (showView()) drawers.close();
    if (!key || key === store.state.selected) return;
    drawers.close();
    show(key);
  });
  const watched = () => store.state.connection === 'open' && document.visibilityState === 'visible';
  setInterval(() => watched() && void upkeep.loadStatus(), STATUS_EVERY_MS);
  setInterval(() => watched() && void desk.loadSessions(), SESSIONS_EVERY_MS);
  document.addEventListener('visibilitychange', () => watched() && void upkeep.loadStatus());

  /** The conversation or the board, as the address says. @returns whether it is another one now */
  function showView() {
    const view = location.hash === BOARD ? 'board' : 'conversation';
    byId('app').setAttribute('data-view', view);
    byId('board').hidden = view !== 'board';
    if (view === store.state.view) return false;
    store.update({ view });
    if (view === 'board') {
      document.title = `${language.words.board} · Nightdesk`;
      void actions.load();
      board.focus();
    }
    return true;
  }

  /** @param {string} key */
  function show(key) {
    store.update({ selected: key });
    if (store.state.connection !== 'open') return;
    if (!store.state.logs[key]?.loaded) void desk.loadNewest(key);
    loadAround(key);
  }

  /** @param {string} key */
  function loadAround(key) {
    void upkeep.loadJobs(key);
    void upkeep.loadNotes(key);
  }

  /** @param {import('./shapes.js').Connection} connection */
  async function onConnection(connection) {
    store.update({ connection });
    if (connection === 'refused') {
      if (forgetToken()) return location.reload();
      return askForToken(true);
    }
    if (connection !== 'open') return;
    keepToken(token);
    void desk.loadCommands();
    void upkeep.loadStatus();
    void upkeep.loadNewsletter();
    void actions.load();
    await desk.resume();
    const { selected } = store.state;
    if (selected && sessionOf(store.state, selected)) return loadAround(selected);
    openFirst();
  }

  function openFirst() {
    const first = treeOf(sessionsOf(store.state)).channels[0];
    if (first && location.hash === BOARD) show(first.session.key);
    else if (first) location.replace(hrefOf(first.session.key));
    else store.update({ selected: null });
  }

  async function removeSelected() {
    const session = sessionOf(store.state, store.state.selected);
    if (!session || !(await upkeep.deleteSession(session.key, titleOf(session)))) return;
    const parent = sessionOf(store.state, session.origin?.parent);
    if (parent) location.replace(hrefOf(parent.key));
    else openFirst();
  }

  /** @type {(event: string, payload: any) => void} */
  function onEvent(event, payload) {
    const { selected } = store.state;
    if (event === 'message') {
      desk.hear(payload.sessionKey, payload.entry);
      if (payload.sessionKey === selected) heard(payload.entry);
    } else if (event === 'turn') {
      desk.watchTurn(payload);
      if (payload.state === 'finished' && payload.sessionKey === selected)
        soon('notes', () => loadAround(payload.sessionKey));
    } else if (event === 'cron') {
      soon('jobs', () => {
        if (store.state.selected) void upkeep.loadJobs(store.state.selected);
        void upkeep.loadStatus();
      });
    } else if (event === 'newsletter') {
      store.update({ newsletter: payload });
    } else if (event === 'newsroom') {
      soon('newsroom', () => {
        void desk.loadSessions();
        void upkeep.loadStatus();
      });
      actions.loadSoon();
    }
  }

  /** @param {import('./shapes.js').Entry} entry */
  function heard(entry) {
    if (entry.role === 'assistant' && entry.content) announce(`Nightdesk: ${entry.content}`);
    if (entry.role === 'user' && entry.author?.name !== store.state.author) {
      announce(`${entry.author?.name ?? 'Somebody'}: ${entry.content}`);
    }
  }
}

/** @type {Map<string, ReturnType<typeof setTimeout>>} */
const planned = new Map();

/**
 * Do something once, shortly after a burst of events.
 * @type {(what: string, action: () => void) => void}
 */
function soon(what, action) {
  clearTimeout(planned.get(what));
  planned.set(what, setTimeout(action, 120));
}
