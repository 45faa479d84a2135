/** A whole desk is searched: what people say, its stories, their sources, and what becomes of them. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SearchPage } from '../../src/search/search-page.ts';
import { found } from '../support/desk-process.ts';
import { modelsDesk } from '../support/models-desk.ts';

/** The sample, planned once and soon. */
const EDITION = {
  schedules: [{ name: 'Sample planner', profile: 'planner_daily', every: '1h', startAfter: '1s' }],
};

interface Board {
  readonly stories: readonly { id: string; title: string; thread?: string; primaryUrl: string }[];
  readonly runs: readonly { state: string }[];
}

let home: string;
let desk: Awaited<ReturnType<typeof modelsDesk>>;
let stories: Board['stories'];

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'nightdesk-search-')); // it outlives a test
  desk = await modelsDesk({ home, env: {}, edition: EDITION });
  const board = await found(async () => {
    const seen = await desk.rpc<Board>('newsroom.status');
    return seen.runs[0]?.state === 'done' && seen.stories.length > 2 ? seen : undefined;
  });
  ({ stories } = board);
});
afterAll(async () => {
  await desk?.stop();
  rmSync(home, { recursive: true, force: true });
});

const find = (words: string, more: object = {}) => desk.rpc<SearchPage>('search.find', { words, ...more });
const marked = ({ results }: SearchPage) =>
  results.flatMap(({ text, marks }) => marks.map(([start, end]) => text.slice(start, end)));

describe('what is said', () => {
  it('is found as soon as it is said, with who said it and where', async () => {
    await desk.ask('Remember the zeppelin over Stanley, please', 'console:air');
    const page = await find('ZEPPELIN', { kind: 'chat', author: 'ann' });
    expect(page.results.length).toBeGreaterThan(0);
    const said = page.results.find(({ text }) => text.startsWith('Remember'))!;
    expect(said).toMatchObject({
      kind: 'chat',
      sessionKey: 'console:air',
      text: 'Remember the zeppelin over Stanley, please',
    });
    expect(said.marks).toEqual([[13, 21]]);
    const entries = await desk.history('console:air');
    expect(entries.map(({ id }) => id)).toContain(said.entryId);
  });

  it('is found in Chinese, in three letters, in two, and in the other script', async () => {
    await desk.ask('幫我記住：輪船公司下周停航', 'console:air');
    for (const words of ['輪船公司', '停航', '轮船公司', '「公司下周」'])
      expect(marked(await find(words, { sessionKey: 'console:air' }))).not.toEqual([]);
    expect((await find('輪船公司 火車', { sessionKey: 'console:air' })).results).toEqual([]);
  });

  it('is none of what tools and turns say among themselves', async () => {
    const page = await find('toolCallId');
    expect(page.results).toEqual([]);
    for (const { entryId, sessionKey } of (await find('the', { kind: 'chat', limit: 50 })).results) {
      const entry = (await desk.history(sessionKey!)).find(({ id }) => id === entryId);
      expect(entry?.role).not.toBe('tool');
      expect(entry?.meta?.kind).not.toBe('step');
    }
  });

  it('goes when its conversation begins anew, or is deleted', async () => {
    await desk.ask('the dirigible is back', 'console:old');
    expect((await find('dirigible', { sessionKey: 'console:old' })).results).not.toEqual([]);
    await desk.rpc('sessions.reset', { key: 'console:old' });
    expect((await find('dirigible', { sessionKey: 'console:old' })).results).toEqual([]);
    await desk.ask('the dirigible is back', 'console:old');
    expect((await find('dirigible')).results).not.toEqual([]);
    await desk.rpc('sessions.delete', { key: 'console:old', confirm: true });
    expect((await find('dirigible')).results).toEqual([]);
    await desk.ask('a dirigible, the second', 'console:old');
    expect((await find('dirigible')).results.map(({ text }) => text)).toContain('a dirigible, the second');
  });
});

describe('a story', () => {
  it('is found by its headline, and leads to its thread', async () => {
    const [story] = stories;
    const { results } = await find(`"${story!.title}"`, { kind: 'story' });
    expect(results[0]).toMatchObject({
      storyId: story!.id,
      title: story!.title,
      thread: story!.thread,
      outcome: 'posted',
    });
  });

  it('is found by what its sources say, with the page and the outlet', async () => {
    const [story] = stories;
    const { pack } = (await desk.story(story!.id))!;
    const source = pack.sources.find(({ usable, kind }) => usable && kind === undefined)!;
    const passage = source.text.split(/\s+/u).slice(3, 8).join(' ');
    const { results } = await find(`"${passage}"`, { kind: 'source', outlet: source.outlet });
    expect(results[0]).toMatchObject({ url: source.url, outlet: source.outlet, headline: story!.title });
  });

  it('is found by category, in its thread, and says when it was withdrawn', async () => {
    const story = stories[1]!;
    const word = `"${story.title}"`;
    const { category } = (await desk.story(story.id))!;
    expect((await find(word, { kind: 'story', category })).results).toHaveLength(1);
    expect((await find(word, { kind: 'story', sessionKey: story.thread })).results).toHaveLength(1);
    expect((await find(word, { kind: 'story', sessionKey: stories[0]!.thread })).results).toEqual([]);
    await desk.rpc('newsroom.story.kill', { id: story.id });
    const [withdrawn] = (await find(word, { kind: 'story' })).results;
    expect(withdrawn).toMatchObject({ outcome: 'withdrawn', text: story.title });
  });
});

describe('an answer', () => {
  it('leads to the one story that fits, with no id in it', async () => {
    const story = stories[0]!;
    const { content } = await desk.ask(`find the story about "${story.title}"`);
    expect(content).toContain(story.thread);
    expect(content).toContain('posted');
    expect(content).not.toContain(story.id);
  });

  it('asks which one where several fit, and lists them with their threads', async () => {
    const word = stories
      .flatMap(({ title }) => title.toLowerCase().match(/\p{L}{5,}/gu) ?? [])
      .find((one, _, all) => all.filter((other) => other === one).length > 1)!;
    const asked = await desk.ask(`find the stories about ${word}`);
    expect(asked.content).toMatch(/Which one do you mean\?/);
    const fitting = stories.filter(({ title }) => title.toLowerCase().includes(word));
    for (const { thread } of fitting) expect(asked.content).toContain(thread);
    const { content } = await desk.ask(`搜尋 ${word}`);
    expect(content).toContain('你是指哪一篇？');
  });

  it('of the command is a short list, in both languages', async () => {
    const story = stories[0]!;
    const invoke = async (words: string, locale: string) =>
      (
        await desk.rpc<{ text: string }>('commands.invoke', {
          ...{ name: 'story find', options: { words }, sessionKey: 'console:desk', locale },
        })
      ).text;
    const english = await invoke(`"${story.title}"`, 'en');
    expect(english).toContain(story.thread);
    expect(english.split('\n').filter((line) => line.startsWith('- ')).length).toBeLessThanOrEqual(10);
    expect(await invoke('no such thing at all', 'en')).toBe('Nothing was found for “no such thing at all”.');
    expect(await invoke('沒有這回事', 'zh')).toBe('找不到「沒有這回事」。');
    expect(await invoke('字'.repeat(501), 'zh')).toBe('搜尋內容有 501 字；最多 500 字。');
  });
});

describe('a page', () => {
  it('has at most fifty, and leads to the next', async () => {
    const first = await find('the', { limit: 3 });
    expect(first.results).toHaveLength(3);
    const second = await find('the', { limit: 3, cursor: first.cursor });
    const ids = [...first.results, ...second.results].map(
      ({ entryId, storyId, url, kind }) => entryId ?? `${kind} ${storyId} ${url}`,
    );
    expect(new Set(ids).size).toBe(6);
    await expect(find('the', { limit: 51 })).rejects.toThrow('50');
    await expect(find('another', { cursor: first.cursor })).rejects.toThrow('"cursor" can\'t be');
  });
});

describe('what cannot be looked for', () => {
  it.each([
    ['', 'nothing to look for'],
    [' \u0000\u200b\t ', 'nothing to look for'],
    ['a'.repeat(5_000), 'has 5000 characters; allowed: 500'],
  ])('is refused: %j', async (words, why) => {
    await expect(find(words)).rejects.toThrow(why);
  });

  it.each([
    [{ kind: 'poem' }, 'chat'],
    [{ sessionKey: 'console:nobody' }, 'console:desk'],
    [{ author: 'nobody' }, 'Nightdesk'],
    [{ outlet: 'No Such Post' }, 'allowed'],
    [{ category: 'astrology' }, 'allowed'],
    [{ from: '2026-02-30' }, 'a day such as 2026-11-20'],
    [{ to: 'yesterday' }, 'a day such as 2026-11-20'],
    [{ from: '2026-11-21', to: '2026-11-20' }, 'a day from 2026-11-21 on'],
    [{ cursor: 'x' }, 'the page before'],
  ])('is refused with what is allowed: %j', async (filter, allowed) => {
    await expect(find('ferry', filter)).rejects.toThrow(allowed);
  });
});

describe('the index', () => {
  it('is made anew where it is spoiled, and where it is missing', async () => {
    await desk.ask('the bathyscaphe rises', 'console:deep');
    const spoil = async (how: (path: string) => void) => {
      await desk.stop();
      for (const suffix of ['-wal', '-shm'])
        rmSync(join(home, `data/search.sqlite3${suffix}`), { force: true });
      how(join(home, 'data/search.sqlite3'));
      desk = await modelsDesk({ home, env: {}, edition: EDITION });
    };
    await spoil((path) => writeFileSync(path, 'no database'.repeat(1_000)));
    expect((await find('bathyscaphe')).results).not.toEqual([]);
    expect(desk.log.some((line) => line.includes('the search index could not be read'))).toBe(true);
    await spoil((path) => rmSync(path));
    expect((await find('bathyscaphe')).results).not.toEqual([]);
    expect((await find(`"${stories[0]!.title}"`, { kind: 'story' })).results).toHaveLength(1);
  });
});
