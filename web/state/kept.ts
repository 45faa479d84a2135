/** What this browser remembers between visits. It works without storage, too: private windows may refuse it. */

/** Kept for each desk by its token's sum: another desk at the same address was never read here. */
const SEEN = 'nightdesk.seen';
const NAME = 'nightdesk.name';

const USUAL_NAME = 'Editor';

/** @returns null on the first visit to this desk */
export function keptSeen(token: string): Record<string, number> | null {
  try {
    const seen: unknown = JSON.parse(kept(seenOf(token)) ?? 'null');
    return seen && typeof seen === 'object' ? (seen as Record<string, number>) : null;
  } catch {
    return null;
  }
}

export const keepSeen = (token: string, seen: Record<string, number>): void =>
  keep(seenOf(token), JSON.stringify(seen));

function seenOf(token: string): string {
  let sum = 7;
  for (const sign of token) sum = (sum * 31 + (sign.codePointAt(0) ?? 0)) % 999_983;
  return `${SEEN}.${sum}`;
}

export const keptName = (): string => kept(NAME) || USUAL_NAME;
export const keepName = (name: string): void => keep(NAME, name);

export function kept(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function keep(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // The console then forgets when it closes.
  }
}
