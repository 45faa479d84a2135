/**
 * What has been read here. On the first visit to a desk everything counts as read; after that a conversation is unread
 * until it was looked at in a visible page.
 *
 * @import { Store } from './store.js'
 * @import { State } from './shapes.js'
 */
import { keepSeen, keptSeen } from './kept.js';

/**
 * @param {Store} store
 * @param {string} token
 */
export function followReading(store, token) {
  const kept = keptSeen(token);
  let firstVisit = kept === null;
  store.update({ seen: kept ?? {} });

  /** @param {State} state */
  const look = ({ sessions, sessionsLoaded, selected, seen }) => {
    if (!sessionsLoaded) return;
    if (firstVisit) {
      firstVisit = false;
      return write(Object.fromEntries(sessions.map(({ key, updatedAtMs }) => [key, updatedAtMs])));
    }
    const here = sessions.find(({ key }) => key === selected);
    if (!here || document.visibilityState !== 'visible' || here.updatedAtMs <= (seen[here.key] ?? 0)) return;
    write({ ...seen, [here.key]: here.updatedAtMs });
  };
  /** @param {Record<string, number>} seen */
  const write = (seen) => {
    const known = new Set(store.state.sessions.map(({ key }) => key));
    const kept = Object.fromEntries(Object.entries(seen).filter(([key]) => known.has(key)));
    keepSeen(token, kept);
    store.update({ seen: kept });
  };

  store.subscribe(look);
  document.addEventListener('visibilitychange', () => look(store.state));
}
