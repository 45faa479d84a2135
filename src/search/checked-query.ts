/** A search request, checked: days, names and limits in the index's form. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Edition } from '../newsroom/edition/edition.ts';
import { categoryLabel } from '../newsroom/edition/category-label.ts';
import type { SessionKey } from '../sessions/key.ts';
import { startOfDay } from '../text/zone-day.ts';
import { isDate, wallTime } from '../time/iso-moment.ts';
import { foldText } from './fold.ts';
import { badFilter, nothingAsked, tooLong } from './refusal.ts';
import type { Kind, SearchIndex, SearchQuery } from './search-index.ts';
import { termsOf } from './terms.ts';
import type { Reach } from './reach.ts';

export interface SearchAsk {
  readonly words: string;
  readonly kinds?: readonly Kind[] | undefined;
  readonly session?: SessionKey | undefined;
  readonly author?: string | undefined;
  /** Days in the desk's zone, both inclusive: 2026-11-20. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly category?: string | undefined;
  readonly outlet?: string | undefined;
}

const LONGEST = 500;
/** The last result that can be paged to; beyond it, narrow the search. */
export const FURTHEST = 1_000;

export interface QueryDeps {
  readonly index: Pick<SearchIndex, 'values'>;
  readonly edition: Pick<Edition, 'categories' | 'language'>;
  readonly zone: string;
}

export type CheckedQuery = Omit<SearchQuery, 'scopes' | 'inSession' | 'offset' | 'limit' | 'upTo'>;

/** @throws SearchRefusal */
export async function checkedQuery(ask: SearchAsk, reach: Reach, deps: QueryDeps): Promise<CheckedQuery> {
  const { words, author, outlet } = ask;
  if (words.length > LONGEST) throw tooLong(words.length, LONGEST);
  const terms = termsOf(words);
  if (terms.length === 0) throw nothingAsked();
  return {
    terms,
    ...boundsOf(ask, deps.zone),
    category: categoryOf(ask.category, deps.edition),
    author: author === undefined ? undefined : await authorOf(author, reach, deps),
    outlets: outlet === undefined ? undefined : await outletsOf(outlet, reach, deps),
  };
}

function boundsOf({ from, to }: SearchAsk, zone: string): Pick<SearchQuery, 'fromMs' | 'beforeMs'> {
  const fromMs = from === undefined ? undefined : startOf('from', from, 0, zone);
  const beforeMs = to === undefined ? undefined : startOf('to', to, 1, zone);
  if (from !== undefined && to !== undefined && fromMs! >= beforeMs!)
    throw badFilter('to', to, { en: `a day from ${from} on`, zh: `${from} 或以後的日期` });
  return { fromMs, beforeMs };
}

const DAY = { en: 'a day such as 2026-11-20', zh: '日期，例如 2026-11-20' };

/** The first instant of the day, or of a later one. */
function startOf(filter: string, day: string, later: number, zone: string): number {
  const written = day.trim();
  const noon =
    /^\d{4}-\d{2}-\d{2}$/.test(written) && isDate(written)
      ? wallTime(`${written}T12:00:00`, zone)
      : undefined;
  if (noon === undefined) throw badFilter(filter, day, DAY);
  return startOfDay(zone, noon, later);
}

function categoryOf(given: string | undefined, edition: QueryDeps['edition']): string | undefined {
  if (given === undefined) return undefined;
  const wanted = foldText(given).trim();
  const found = edition.categories.find((category) =>
    [category.name, categoryLabel(category.name, edition), ...category.aliases].some(
      (name) => foldText(name) === wanted,
    ),
  );
  if (found) return found.name;
  throw badFilter(
    'category',
    given,
    edition.categories.map(({ name }) => name),
  );
}

async function authorOf(given: string, reach: Reach, { index }: QueryDeps): Promise<string> {
  const wanted = foldText(given).trim();
  const known = await index.values('author', reach.chat);
  if (wanted === '' || !known.some((name) => foldText(name).includes(wanted)))
    throw badFilter('author', given, await index.values('author', reach.named));
  return wanted;
}

async function outletsOf(given: string, reach: Reach, { index }: QueryDeps): Promise<string[]> {
  const wanted = foldText(given).trim();
  const known = await index.values('outlet', reach.stories);
  const exact = known.filter((name) => foldText(name) === wanted);
  const found =
    exact.length > 0 ? exact : known.filter((name) => wanted !== '' && foldText(name).includes(wanted));
  if (found.length === 0) throw badFilter('outlet', given, await index.values('outlet', reach.named));
  return found;
}

/** Where a page begins, of which search, and as of when. */
export interface Cursor {
  readonly offset: number;
  readonly upTo: number;
}

const cursorSchema = z.tuple([
  z
    .int()
    .min(0)
    .max(FURTHEST - 1),
  z.int().min(0),
  z.string(),
]);

/** A cursor as text, valid only for the same search; undefined where all results that are shown come before it. */
export function sayCursor({ offset, upTo }: Cursor, ask: SearchAsk): string | undefined {
  if (offset >= FURTHEST) return undefined;
  return Buffer.from(JSON.stringify([offset, upTo, digestOf(ask)])).toString('base64url');
}

/** @throws SearchRefusal for a cursor of another search. */
export function readCursor(given: string, ask: SearchAsk): Cursor {
  try {
    const [offset, upTo, digest] = cursorSchema.parse(
      JSON.parse(Buffer.from(given, 'base64url').toString('utf8')),
    );
    if (digest === digestOf(ask)) return { offset, upTo };
  } catch {
    // Reported below.
  }
  throw badFilter('cursor', given, {
    en: 'what the page before of the same search gave',
    zh: '同一搜尋上一頁所給的值',
  });
}

function digestOf({ words, kinds, session, author, from, to, category, outlet }: SearchAsk): string {
  const asked = [words, kinds, session, author, from, to, category, outlet].map((one) => one ?? null);
  return createHash('sha256').update(JSON.stringify(asked)).digest('base64url').slice(0, 12);
}
