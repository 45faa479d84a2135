/** What this browser remembers between visits: what was read, and the reader's name. It works without storage too. */

/** Kept for each desk by its token's sum: another desk at the same address was never read here. */
const SEEN = 'nightdesk.seen';
const NAME = 'nightdesk.name';

/**
 * @param {string} token
 * @returns {Record<string, number> | null} null on the first visit to this desk
 */
export function keptSeen(token) {
  try {
    const seen = JSON.parse(localStorage.getItem(seenOf(token)) ?? 'null');
    return seen && typeof seen === 'object' ? seen : null;
  } catch {
    return null;
  }
}

/** @type {(token: string, seen: Record<string, number>) => void} */
export const keepSeen = (token, seen) => put(seenOf(token), JSON.stringify(seen));

/** @param {string} token */
function seenOf(token) {
  let sum = 7;
  for (const sign of token) sum = (sum * 31 + (sign.codePointAt(0) ?? 0)) % 999_983;
  return `${SEEN}.${sum}`;
}

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
