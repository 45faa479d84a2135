/** What GDELT's DOC 2.0 API says on the wire: a list of articles, nothing at all, or a sentence under status 200. */
import { z } from 'zod';
import type { FoundLink } from '../../model/event.ts';
import { foundLink } from './found.ts';

const article = z.object({
  url: z.string(),
  title: z.string(),
  /** When GDELT saw it, UTC: `20260105T061500Z`. It looks every quarter of an hour. */
  seendate: z.string().nullish(),
});
const answer = z.object({ articles: z.array(z.unknown()).optional() });

export type GdeltAnswer =
  | { readonly kind: 'links'; readonly links: readonly FoundLink[] }
  | { readonly kind: 'sentence'; readonly sentence: string }
  | { readonly kind: 'nonsense' };

/** Read an answer. An article out of shape is left out. */
export function readGdelt(text: string, foundBy: string, nowMs: number): GdeltAnswer {
  const bare = text.trim();
  if (bare !== '' && !bare.startsWith('{'))
    return bare.startsWith('<') ? { kind: 'nonsense' } : { kind: 'sentence', sentence: bare.slice(0, 200) };
  const read = answer.safeParse(bare === '' ? {} : parsed(bare));
  if (!read.success) return { kind: 'nonsense' };
  const links = (read.data.articles ?? []).flatMap((given) => {
    const item = article.safeParse(given);
    if (!item.success) return [];
    const { url, title, seendate } = item.data;
    // Titles come as words with blanks between them, before punctuation too.
    const told = title.replace(/ +([,.;:!?%)\]’])/g, '$1').replace(/([([]) +/g, '$1');
    return foundLink({ url, title: told, description: '', atMs: seen(seendate) }, foundBy, nowMs) ?? [];
  });
  return { kind: 'links', links };
}

function seen(date: string | null | undefined): number | undefined {
  const [, y, mo, d, h, mi, s] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(date ?? '') ?? [];
  if (y === undefined) return undefined;
  return Date.UTC(Number(y), Number(mo) - 1, Number(d), Number(h), Number(mi), Number(s));
}

/** Its JSON has control characters and lone backslashes in titles: read as it is, then repaired. */
function parsed(text: string): unknown {
  const repaired = () =>
    text
      .replace(/[\u0000-\u001f]+/g, ' ')
      .replace(/\\(?:(["\\/bfnrt]|u[0-9a-f]{4})|)/gi, (all, good) => (good === undefined ? '\\\\' : all));
  for (const attempt of [() => text, repaired]) {
    try {
      return JSON.parse(attempt());
    } catch {
      continue;
    }
  }
  return undefined;
}
