import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it, onTestFinished } from 'vitest';
import type { SearchRow } from '../../src/search/search-index.ts';
import { openSearchIndex } from '../../src/store/sqlite/open-search-index.ts';
import { tempHome } from '../support/temp-home.ts';
import { DESK } from './given.ts';

const PART = `session:${DESK}` as const;
const MARK = { position: 1, identity: '1' };
const row = (id: string, words: string): SearchRow => ({
  ...{ id, kind: 'chat', session: DESK, place: DESK, atMs: 1, title: '', words },
});

function opened(path = join(tempHome(), 'search.sqlite3')) {
  const warnings: string[] = [];
  let lost = 0;
  const index = openSearchIndex({ path, log: { warn: (_, text) => void warnings.push(text) } });
  index.whenLost(() => void lost++);
  onTestFinished(() => index.close());
  const find = async (term: string) =>
    (await index.find({ terms: [term], offset: 0, limit: 9 })).map(({ id }) => id);
  const put = (...rows: SearchRow[]) => index.change({ part: PART, rows, mark: MARK });
  return { path, index, find, put, warnings, lost: () => lost };
}

const ANEW = 'the search index could not be read; it is made anew';

it('opens nothing before it is asked for something', () => {
  expect(existsSync(opened().path)).toBe(false);
});

it.each<[string, (path: string) => void]>([
  ['is no database', (path) => writeFileSync(path, 'no database at all '.repeat(500))],
  ['was written by a later program', (path) => void new Database(path).pragma('user_version = 99')],
  ['is cut off', (path) => writeFileSync(path, readFileSync(path).subarray(0, 3 * 4_096))],
])('begins anew with a file that %s, and says so', async (_, spoil) => {
  const before = opened();
  await before.put(row('a', 'ferry '.repeat(5_000)));
  await before.index.close();
  spoil(before.path);
  const { find, put, warnings, lost } = opened(before.path);
  expect(await find('ferry')).toEqual([]);
  expect([warnings, lost()]).toEqual([[ANEW], 1]);
  await put(row('b', 'ferry'));
  expect(await find('ferry')).toEqual(['b']);
});

it('begins anew where it is spoiled while it is open', async () => {
  const { path, find, put, warnings, lost } = opened();
  await put(row('a', 'ferry'));
  const other = new Database(path);
  other.exec('DROP TABLE search_words');
  other.close();
  expect(await Promise.all([find('ferry'), find('ferry')])).toEqual([[], []]);
  expect([warnings, lost()]).toEqual([[ANEW], 1]);
  await put(row('b', 'ferry'));
  expect(await find('ferry')).toEqual(['b']);
});

it('keeps nothing of words that were taken back, in none of its files', async () => {
  const { path, index, put } = opened();
  await put(row('a', 'the zeppelin flies'), row('b', 'the quagmire stays'), row('c', 'the ferry sails'));
  const mark = { ...MARK, position: 2 };
  await index.change({ part: PART, rows: [], edits: [{ id: 'a', words: 'nothing' }], gone: ['b'], mark });
  const bytes = ['', '-wal']
    .map((suffix) => (existsSync(path + suffix) ? readFileSync(path + suffix, 'latin1') : ''))
    .join('');
  expect(bytes).toContain('ferry');
  for (const word of ['zeppelin', 'quagmire', 'eppelin', 'quag']) expect(bytes).not.toContain(word);
});
