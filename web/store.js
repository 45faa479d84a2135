/**
 * The console's one piece of state. It is replaced, never changed in place; whoever subscribed is told once
 * per burst of updates, after the burst.
 *
 * @import { State } from './shapes.js'
 */

/** @returns {State} */
export function emptyState() {
  return {
    connection: 'connecting',
    author: 'Editor',
    selected: null,
    sessions: [],
    sessionsLoaded: false,
    drafts: [],
    seen: {},
    logs: {},
    pending: [],
    whispers: [],
    turns: {},
    commands: [],
    form: null,
    jobs: {},
    notes: {},
    status: null,
    view: 'conversation',
    board: null,
    boardFailed: false,
    newsletter: null,
  };
}

/** @typedef {ReturnType<typeof createStore>} Store */

/** @param {State} initial */
export function createStore(initial) {
  let state = initial;
  let told = true;
  /** @type {Set<(state: State) => void>} */
  const listeners = new Set();

  const tell = () => {
    told = true;
    for (const listener of listeners) listener(state);
  };

  return {
    /** @returns {State} */
    get state() {
      return state;
    },
    /** @param {Partial<State>} patch */
    update(patch) {
      state = { ...state, ...patch };
      if (told) queueMicrotask(tell);
      told = false;
    },
    /**
     * Hear about every later state, and about the present one at once.
     * @param {(state: State) => void} listener
     */
    subscribe(listener) {
      listeners.add(listener);
      listener(state);
    },
  };
}
