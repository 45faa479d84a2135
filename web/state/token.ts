/**
 * The gateway's token: it arrives in the address's fragment, which no server sees, is kept for this tab, and
 * leaves the address bar and the history at once.
 *
 * One that arrives takes the place of the kept one only when the gateway has taken it: an address that somebody else
 * made locks nobody out.
 */

const KEPT = 'nightdesk.token';
const ARRIVED = 'nightdesk.token.arrived';

/** @returns the token to try now */
export function takeToken(): string | null {
  const given = tokenInHash(location.hash);
  if (given !== null) {
    if (given !== '') sessionStorage.setItem(ARRIVED, given);
    history.replaceState(null, '', location.pathname + location.search);
  }
  return sessionStorage.getItem(ARRIVED) ?? sessionStorage.getItem(KEPT);
}

export function tokenInHash(hash: string): string | null {
  return hash.startsWith('#token=') ? new URLSearchParams(hash.slice(1)).get('token') : null;
}

/** @param token one that somebody typed, or that the gateway took */
export function keepToken(token: string): void {
  sessionStorage.setItem(KEPT, token);
  sessionStorage.removeItem(ARRIVED);
}

/** The token that was tried is wrong. @returns whether there is another to try */
export function forgetToken(): boolean {
  const arrived = sessionStorage.getItem(ARRIVED);
  sessionStorage.removeItem(arrived === null ? KEPT : ARRIVED);
  return sessionStorage.getItem(KEPT) !== null;
}
