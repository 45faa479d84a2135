/** The index follows what is written, by real transcripts and stories in files of a home. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { Indexer } from '../../src/search/indexer.ts';
import type { KeptSearchIndex } from '../../src/search/search-index.ts';
import { termsOf } from '../../src/search/terms.ts';
import { tidySearch } from '../../src/search/tidy-search.ts';
import type { Entry } from '../../src/sessions/entry.ts';
import { transcriptName } from '../../src/sessions/key.ts';
import type { SessionKey } from '../../src/sessions/key.ts';
import { openSearchIndex } from '../../src/store/sqlite/open-search-index.ts';
import { aPlan } from '../newsroom/newsroom-world.ts';
import { DESK, OTHER } from '../store/given.ts';
import { story } from '../store/given-stories.ts';
import { openStores } from '../support/stores.ts';
import { tempHome } from '../support/temp-home.ts';

const entry = (id: string, content: string, more: Partial<Entry> = {}): Entry => ({
  ...{ v: 1, id, ts: 5, role: 'user', content },
  ...more,
});

/** A home with its stores, and an index that a test may put something before. */
function home(folder = tempHome(), between = (index: KeptSearchIndex) => index) {
  const stores = openStores(folder);
  const kept = openSearchIndex({ path: join(folder, 'data', 'search.sqlite3'), log: { warn() {} } });
  const index = between(kept);
  const failures: string[] = [];
  const deps = {
    ...{ index, sessions: stores.sessions, transcripts: stores.transcripts, stories: stores.stories },
    language: 'en' as const,
    failed: (what: string) => void failures.push(what),
  };
  const close = async () => {
    await kept.close();
    stores.close();
  };
  onTestFinished(close);
  const open = async (key: SessionKey, createdAtMs = 1) => {
    const origin = { channel: 'console', chatId: key };
    await stores.sessions.open({ key, origin, title: key }, createdAtMs);
    await stores.transcripts.open({ v: 1, header: true, key, createdAtMs, origin });
  };
  const write = (key: SessionKey, ...entries: Entry[]) => stores.transcripts.append(key, entries, 0);
  const find = async (typed: string) =>
    (await index.find({ terms: termsOf(typed), offset: 0, limit: 1_000 })).map(({ id }) => id).toSorted();
  return { ...stores, deps, index, indexer: new Indexer(deps), failures, open, write, find, close, folder };
}

it('reads on from where it was, also after a restart', async () => {
  const first = home();
  await first.open(DESK);
  await first.write(DESK, entry('a', 'ferry'));
  expect(await first.indexer.catchUp()).toBe(true);
  await first.write(DESK, entry('b', 'ferry'));
  first.indexer.spoken(DESK);
  await first.indexer.catchUp();
  expect(await first.find('ferry')).toEqual(['a', 'b']);
  await first.write(DESK, entry('c', 'ferry'));
  await first.close();
  const second = home(first.folder);
  await second.indexer.catchUp();
  expect(await second.find('ferry')).toEqual(['a', 'b', 'c']);
});

it('loses and doubles nothing when it dies at any step', async () => {
  const { folder, open, write, stories, close } = home();
  await open(DESK);
  await open(OTHER);
  const many = Array.from({ length: 200 }, (_, n) => entry(`d${n}`, 'ferry'));
  await write(DESK, ...many);
  await write(OTHER, entry('o', 'ferry'));
  await stories.publish(story('s', { body: 'ferry' }), []);
  await close();
  for (let writes = 0; ; writes++) {
    let left = writes;
    const dying = home(folder, (index) => ({
      ...index,
      change: async (change) => {
        if (left-- === 0) throw new Error('it died');
        await index.change(change);
      },
    }));
    const isDone = await dying.indexer.catchUp().catch(() => false);
    await dying.close();
    if (isDone) break;
  }
  const { find } = home(folder);
  expect(await find('ferry')).toEqual([...many.map(({ id }) => id), 'o', 'story'].toSorted());
});

it('goes in steps, and says whether everything is indexed', async () => {
  const { indexer, open, write, find } = home();
  await open(DESK);
  await write(DESK, ...Array.from({ length: 200 }, (_, n) => entry(`d${n}`, 'ferry')));
  expect(await indexer.catchUp({ steps: 2 })).toBe(false);
  const some = (await find('ferry')).length;
  expect(some).toBeGreaterThan(0);
  expect(some).toBeLessThan(200);
  expect(await indexer.catchUp()).toBe(true);
  expect(await find('ferry')).toHaveLength(200);
});

it('comes to its end in commands that each begin anew, as only steps that write count', async () => {
  const { deps, open, write, find, stories } = home();
  for (let n = 0; n < 60; n++) {
    const key = `console:room${n}` as SessionKey;
    await open(key);
    await write(key, entry(`r${n}`, 'ferry'));
  }
  await stories.publish(story('s', { body: 'ferry' }), []);
  const ended: boolean[] = [];
  for (let round = 0; round < 3 && !ended.at(-1); round++)
    ended.push(await new Indexer(deps).catchUp({ steps: 40 }));
  expect(ended.at(-1)).toBe(true);
  expect(await find('ferry')).toHaveLength(61);
  expect(await find('ferry')).toContain('story');
});

it('forgets what people edit and take back', async () => {
  const { indexer, open, write, find } = home();
  await open(DESK);
  await write(DESK, entry('a', 'ferry'), entry('b', 'ferry'));
  await indexer.catchUp();
  const edit = entry('a:edit1', 'tram', { meta: { kind: 'edit', target: 'a' } });
  await write(
    DESK,
    edit,
    entry('b:gone', 'taken back', { role: 'system', meta: { kind: 'delete', target: 'b' } }),
  );
  indexer.spoken(DESK);
  await indexer.catchUp();
  expect(await find('ferry')).toEqual([]);
  expect(await find('tram')).toEqual(['a']);
});

it('begins anew with a file that took the place of another, and with one that is shorter', async () => {
  const { indexer, open, write, find, transcripts, folder } = home();
  await open(DESK);
  await write(DESK, entry('a', 'ferry'), entry('b', 'ferry again'));
  await indexer.catchUp();
  await transcripts.archive(DESK, 'then');
  await open(DESK, 2);
  await write(
    DESK,
    entry('c', 'ferry the third, of another conversation that is longer than the one before it'),
  );
  indexer.spoken(DESK);
  await indexer.catchUp();
  expect(await find('ferry')).toEqual(['c']);
  rmSync(join(folder, 'sessions', transcriptName(DESK)));
  await transcripts.archive(DESK, 'gone');
  await open(DESK, 2);
  indexer.spoken(DESK);
  await indexer.catchUp();
  expect(await find('ferry')).toEqual([]);
});

it('is brought in order by upkeep: what is gone goes, what is missing comes', async () => {
  const { deps, open, write, find, index, stories, sessions, removal } = home();
  await open(DESK);
  await open(OTHER);
  await write(DESK, entry('a', 'ferry'));
  await write(OTHER, entry('b', 'ferry'));
  await stories.publish(story('s', { body: 'ferry' }), []);
  const tidy = tidySearch(deps);
  expect(await tidy(0)).toBe(0);
  expect(await find('ferry')).toEqual(['a', 'b', 'story']);
  await removal.begin([OTHER], 9);
  await removal.finish([OTHER], 9);
  await stories.unpublish('r1/s', []);
  expect((await sessions.list()).map(({ key }) => key)).toEqual([DESK]);
  expect(await tidy(0)).toBe(2);
  expect(await find('ferry')).toEqual(['a']);
  await index.forget([`session:${DESK}`]);
  expect(await tidy(0)).toBe(0);
  expect(await find('ferry')).toEqual(['a']);
});

it('leaves out a story that cannot be read, says so once, and goes on', async () => {
  const { indexer, find, stories, failures } = home();
  const { body: _, ...bare } = story('a');
  await stories.publish(bare as ReturnType<typeof story>, []);
  await stories.publish(story('b', { body: 'ferry' }), []);
  for (let look = 0; look < 2; look++) {
    indexer.storiesChanged();
    expect(await indexer.catchUp()).toBe(true);
  }
  expect(await find('ferry')).toEqual(['story']);
  expect(failures).toEqual(['reading the story r1/a for the search index']);
});

it('is at its end while many stories wait, and takes up what changes in them', async () => {
  const { deps, find, stories } = home();
  const plan = aPlan('r1', 60, 5);
  await stories.order({ id: 'r1', session: DESK, plan, createdAtMs: 5 });
  let body = 'ferry';
  const tell = async (id: string) => ({
    status: { id, title: 'Harbour', category: 'World', status: 'DISPATCHED' as const },
    ...{ actions: [], draft: { title: 'Harbour', body } },
  });
  const indexer = new Indexer({ ...deps, record: tell });
  expect(await indexer.catchUp()).toBe(true);
  indexer.storiesChanged();
  expect(await indexer.catchUp({ steps: 40 })).toBe(true);
  expect(await find('ferry')).toHaveLength(60);
  body = 'tunnel';
  indexer.storiesChanged();
  expect(await indexer.catchUp({ steps: 40 })).toBe(false);
  expect(await indexer.catchUp({ steps: 40 })).toBe(true);
  expect(await find('tunnel')).toHaveLength(60);
  expect(await find('ferry')).toEqual([]);
});

it('leaves what is said among machines alone', async () => {
  const { indexer, open, write, find, failures } = home();
  for (const key of ['main', 'cron:job1', 'story:r1/s1/write'] as SessionKey[]) {
    await open(key);
    await write(key, entry(`of ${key}`, 'ferry'));
    indexer.spoken(key);
  }
  await indexer.catchUp();
  expect(await find('ferry')).toEqual([]);
  expect(failures).toEqual([]);
});
