/**
 * The gateway's token: it arrives in the address's fragment, which no server sees, is kept for this tab, and
 * leaves the address bar and the history at once.
 *
 * One that arrives takes the place of the kept one only when the gateway has taken it: an address that somebody else
 * made locks nobody out.
 */

const KEPT = 'nightdesk.token';
const ARRIVED = 'nightdesk.token.arrived';

/** This tab's. A browser may refuse it: the token then lasts as long as the page. */
function storage(): Storage | undefined {
  try {
    return sessionStorage;
  } catch {
    return undefined;
  }
}

/** @returns the token to try now */
export function takeToken(): string | null {
  const given = tokenInHash(location.hash);
  if (given !== null) {
    if (given !== '') storage()?.setItem(ARRIVED, given);
    history.replaceState(null, '', location.pathname + location.search);
  }
  return given || (storage()?.getItem(ARRIVED) ?? storage()?.getItem(KEPT) ?? null);
}

export function tokenInHash(hash: string): string | null {
  return hash.startsWith('#token=') ? new URLSearchParams(hash.slice(1)).get('token') : null;
}

/**
 * @param token one that somebody typed, or that the gateway took
 * @returns whether it is there after a reload
 */
export function keepToken(token: string): boolean {
  const kept = storage();
  kept?.setItem(KEPT, token);
  kept?.removeItem(ARRIVED);
  return kept !== undefined;
}

/** The token that was tried is wrong. @returns whether there is another to try */
export function forgetToken(): boolean {
  const kept = storage();
  if (!kept) return false;
  kept.removeItem(kept.getItem(ARRIVED) === null ? KEPT : ARRIVED);
  return kept.getItem(KEPT) !== null;
}
