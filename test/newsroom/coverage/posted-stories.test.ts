import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { postedStories } from '../../../src/newsroom/coverage/posted-stories.ts';
import type { PublishedStory } from '../../../src/newsroom/model/story-book.ts';
import { openStores } from '../../support/stores.ts';
import { CHANNEL, THREAD } from '../../store/given.ts';
import { story } from '../../store/given-stories.ts';

const home = mkdtempSync(join(tmpdir(), 'nightdesk-posted-'));
const stores = openStores(home);
const { stories } = stores;
afterEach(() => {
  stores.close();
  rmSync(home, { recursive: true });
});

it('reads a posted story once, and hears of its thread and of its end', async () => {
  const read: string[] = [];
  const book = {
    postedSince: (sinceMs: number) => stories.postedSince(sinceMs, CHANNEL),
    find: (id: string) => {
      read.push(id);
      return stories.find(id);
    },
  };
  const posted = (sinceMs = 0) => postedStories(book, { sinceMs, desk: CHANNEL });
  const put = (change: Partial<PublishedStory>) => stories.publish(story('a', change), []);

  await put({ title: 'Ferry pier reopens', publishedAtMs: 100 });
  const [first] = await posted();
  expect(first).toMatchObject({ id: 'r1/a', title: 'Ferry pier reopens', thread: undefined });
  const [again] = await posted();
  expect(again?.words).toBe(first?.words);
  expect(read).toEqual(['r1/a']);

  await stories.unpublish('r1/a', []);
  expect(await posted()).toEqual([]);
  await put({ title: 'Ferry pier closes again', publishedAtMs: 200, thread: THREAD });
  expect(await posted()).toMatchObject([{ title: 'Ferry pier closes again', thread: THREAD }]);
  expect(await posted(201)).toEqual([]);
});
