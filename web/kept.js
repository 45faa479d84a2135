/** What this browser remembers between visits: what was read, and the reader's name. It works without storage too. */

const SEEN = 'nightdesk.seen';
const NAME = 'nightdesk.name';

/** @returns {Record<string, number> | null} null on the first visit */
export function keptSeen() {
  try {
    const seen = JSON.parse(localStorage.getItem(SEEN) ?? 'null');
    return seen && typeof seen === 'object' ? seen : null;
  } catch {
    return null;
  }
}

/** @param {Record<string, number>} seen */
export const keepSeen = (seen) => put(SEEN, JSON.stringify(seen));

export function keptName() {
  try {
    return localStorage.getItem(NAME) || 'Editor';
  } catch {
    return 'Editor';
  }
}

/** @param {string} name */
export const keepName = (name) => put(NAME, name);

/** @type {(key: string, value: string) => void} */
function put(key, value) {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Private windows may refuse; the console then forgets when it closes.
  }
}
