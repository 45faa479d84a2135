/** A list for people says when it leaves results out. */
import { expect, it } from 'vitest';
import { findForPeople } from '../../src/search/find-for-people.ts';
import { sayResults } from '../../src/search/say-results.ts';
import { searchTool } from '../../src/search/search-tool.ts';
import { DESK_NAME } from '../../src/search/spoken.ts';
import type { Search, SearchAsker } from '../../src/search/search.ts';
import type { SearchResult } from '../../src/search/search-page.ts';
import type { Kind } from '../../src/search/search-index.ts';
import { DESK } from '../store/given.ts';

type Case = [what: string, all: readonly SearchResult[], kinds: readonly Kind[] | undefined];

const asker: SearchAsker = {
  session: DESK,
  actor: { kind: 'person', id: '1', name: 'Ann', rights: ['talk'] },
  isHeard: false,
};

const results = (kind: Kind, count: number, author = 'Ann'): SearchResult[] =>
  Array.from({ length: count }, (_, n) => ({
    ...{ kind, title: `${kind} ${n}`, text: 'ferry', marks: [], atMs: 1 },
    ...(kind === 'chat' ? { author, entryId: `e${n}`, sessionKey: DESK } : { storyId: `r1/s${n}` }),
  }));

/** A search over so many stories and messages, in pages. */
const over = (all: readonly SearchResult[]): Pick<Search, 'find'> => ({
  find: async ({ kinds }, { limit }) => {
    const found = all.filter(({ kind }) => !kinds || kinds.includes(kind));
    return {
      results: found.slice(0, limit),
      complete: true,
      ...(found.length > limit && { cursor: 'next' }),
    };
  },
});

const find = (all: readonly SearchResult[], kinds?: readonly Kind[]) =>
  findForPeople(over(all), { words: 'ferry', kinds }, { limit: 10, asker });
const said = (page: Awaited<ReturnType<typeof find>>) =>
  sayResults(page, { words: 'ferry', locale: 'en', zone: 'UTC' });

it.each<Case>([
  ['stories and messages together', [...results('story', 9), ...results('chat', 6)], undefined],
  ['one story too many', results('story', 11), ['story']],
  ['many stories', results('story', 12), ['story']],
  ['many messages', results('chat', 31), undefined],
])('says that there is more: %s', async (_, all, kinds) => {
  const page = await find(all, kinds);
  expect(page.results).toHaveLength(10);
  expect(page.hasMore).toBe(true);
  expect(said(page)).toContain('There is more');
});

it.each<Case>([
  ['stories and messages that fit', [...results('story', 7), ...results('chat', 3)], undefined],
  ['ten stories', results('story', 10), ['story']],
  ['what the desk said besides', [...results('story', 9), ...results('chat', 6, DESK_NAME)], undefined],
])('says nothing of more where all is shown: %s', async (_, all, kinds) => {
  const page = await find(all, kinds);
  expect(page.hasMore).toBe(false);
  expect(said(page)).not.toContain('There is more');
});

it('tells the model, too', async () => {
  const tool = searchTool({ search: over([...results('story', 7), ...results('chat', 4)]), zone: 'UTC' });
  const around = { session: DESK, actor: asker.actor, turn: { id: 't' }, offer: () => {} };
  const answer = await tool.run({ words: 'ferry' }, around as unknown as Parameters<typeof tool.run>[1]);
  expect(answer).toMatchObject({ hasMore: true });
});
