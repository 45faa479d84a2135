/**
 * The gateway's token: it arrives in the address's fragment, which no server sees, is kept for this tab, and
 * leaves the address bar and the history at once.
 */

const KEPT = 'nightdesk.token';

/** @returns {string | null} */
export function takeToken() {
  const given = new URLSearchParams(location.hash.slice(1)).get('token');
  if (given && location.hash.startsWith('#token=')) {
    sessionStorage.setItem(KEPT, given);
    history.replaceState(null, '', location.pathname + location.search);
  }
  return sessionStorage.getItem(KEPT);
}

/** @param {string} token */
export const keepToken = (token) => sessionStorage.setItem(KEPT, token);

export const forgetToken = () => sessionStorage.removeItem(KEPT);
