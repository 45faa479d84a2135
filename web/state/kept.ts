/** What this browser remembers between visits. It works without storage, too: private windows may refuse it. */

/** Kept for each desk by its token's sum: another desk at the same address was never read here. */
const SEEN = 'nightdesk.seen';
const NAME = 'nightdesk.name';
const DRAFTS = 'nightdesk.drafts';

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

/** What is typed and not sent, by conversation: for this tab, over a reload. */
export function keptDrafts(): Record<string, string> {
  try {
    const drafts: unknown = JSON.parse(sessionStorage.getItem(DRAFTS) ?? '{}');
    return drafts && typeof drafts === 'object' ? (drafts as Record<string, string>) : {};
  } catch {
    return {};
  }
}

export function keepDrafts(drafts: Record<string, string>): void {
  try {
    const written = Object.entries(drafts).filter(([, text]) => text !== '');
    sessionStorage.setItem(DRAFTS, JSON.stringify(Object.fromEntries(written)));
  } catch {
    // They then last as long as the page.
  }
}

/** Empty until somebody said it. */
export const keptName = (): string => kept(NAME) ?? '';
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
