/** What a search request may name: everything that is there, also where a refusal lists only some of it. */
import { expect, it } from 'vitest';
import { checkedQuery, readCursor, sayCursor } from '../../src/search/checked-query.ts';
import { foldText } from '../../src/search/fold.ts';
import { EVERYTHING } from '../../src/search/reach.ts';
import type { Part, SearchRow } from '../../src/search/search-index.ts';
import { DESK } from '../store/given.ts';
import { openSqliteSearch } from '../store/search-engine.ts';

const MANY = Array.from({ length: 201 }, (_, n) => `Post ${String(n).padStart(3, '0')}`);

async function asking() {
  const { index } = await openSqliteSearch();
  const rows = [...MANY, '明報'].map((name): SearchRow => ({
    ...{ id: name, kind: 'source', session: DESK, place: DESK, atMs: 1, title: '', words: 'ferry' },
    ...{ outlet: name, author: name },
  }));
  await index.change({ part: `session:${DESK}` as Part, rows, mark: { position: 1, identity: '1' } });
  const deps = { index, edition: { categories: [], language: 'en' as const }, zone: 'UTC' };
  return (more: { outlet?: string; author?: string }) =>
    checkedQuery({ words: 'ferry', ...more }, EVERYTHING, deps);
}

it('takes an outlet and an author that come after two hundred others', async () => {
  const ask = await asking();
  expect((await ask({ outlet: '明報' })).outlets).toEqual(['明報']);
  expect((await ask({ author: '明報' })).author).toBe(foldText('明報'));
});

it('takes all outlets that contain what is given', async () => {
  const ask = await asking();
  expect((await ask({ outlet: 'post' })).outlets).toEqual(MANY);
});

it('lists a few in a refusal, and says how many more there are', async () => {
  const ask = await asking();
  await expect(ask({ outlet: 'No Such Paper' })).rejects.toThrow(/Post 019 and 182 more\.$/);
});

it('leads to the last of a thousand results, and no further', () => {
  const ask = { words: 'ferry' };
  const last = sayCursor({ offset: 999, upTo: 5 }, ask);
  expect(readCursor(last!, ask)).toEqual({ offset: 999, upTo: 5 });
  expect(sayCursor({ offset: 1_000, upTo: 5 }, ask)).toBeUndefined();
});
