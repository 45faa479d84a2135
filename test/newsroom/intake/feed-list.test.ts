import { mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { EditionFile } from '../../../src/newsroom/edition/edition-file.ts';
import type { Edition } from '../../../src/newsroom/edition/edition.ts';
import { FeedList } from '../../../src/newsroom/intake/feed-list.ts';
import { programFiles } from '../../../src/config/program-files.ts';
import { tempHome } from '../../support/temp-home.ts';

function listOf(name = 'sample', home = join(tempHome(), 'editions')) {
  const written: Edition[] = [];
  const file = new EditionFile({ name, home, program: programFiles.editions });
  const list = new FeedList(file, (edition) => written.push(edition));
  const feeds = () => file.read().edition.feeds;
  return { list, file, feeds, written, home };
}

const FEED = { url: 'https://paper.test/rss', label: 'The Paper' };

it('adds a feed to the home’s copy of the edition, with a key, and leaves the rest as it is', async () => {
  const { list, file, feeds, written } = listOf();
  const before = file.read();
  const added = await list.add({ ...FEED, category: 'world' });
  expect(added).toMatchObject({ ...FEED, key: 'the-paper' });
  expect(feeds()).toEqual([...before.edition.feeds, added]);
  const { feeds: _, ...rest } = file.read().given;
  const { feeds: __, ...same } = before.given;
  expect(rest).toEqual(same);
  expect(written).toEqual([file.read().edition]);
  expect((await list.add({ ...FEED, url: 'https://paper.test/other' })).key).toBe('the-paper-2');
});

it('refuses a bad feed, at its field, and writes nothing', async () => {
  const { list, feeds, written } = listOf();
  const known = feeds()[0]!;
  const refused = (field: string, message: RegExp) => ({
    code: 'bad_params',
    field,
    message: expect.stringMatching(message) as string,
  });
  await expect(list.add({ url: 'ftp://x' })).rejects.toMatchObject(refused('url', /http or https/));
  await expect(list.add({ url: 'https://a:b@x.test/' })).rejects.toMatchObject(refused('url', /password/));
  await expect(list.add({ url: `${known.url}/` })).rejects.toMatchObject(refused('url', /already, as/));
  await expect(list.add({ ...FEED, key: '?' })).rejects.toMatchObject(refused('key', /letters, digits/));
  await expect(list.add({ ...FEED, key: known.key })).rejects.toMatchObject(refused('key', /no other feed/));
  await expect(list.add({ ...FEED, category: 'Knitting' })).rejects.toMatchObject(
    refused('category', /one of/),
  );
  await expect(list.change(known.key, { label: ' ' })).rejects.toMatchObject(refused('label', /at least 1/));
  await expect(list.remove('nobody')).rejects.toMatchObject({ code: 'not_found' });
  expect(written).toEqual([]);
});

it('keeps no link, line or unseen character in the name of a feed, whoever wrote it', async () => {
  const { list } = listOf();
  const written = 'The [Paper](https://evil.example/4711)\r\n# of\u202E the \u{E0041}day www.evil.example';
  const label = 'The Paper # of the day';
  expect(await list.add({ ...FEED, label: written })).toMatchObject({ label });
  expect(await list.change('the-paper-of-the-day', { label: written })).toMatchObject({ label });
  const opml = `<opml><body><outline text="${written}" xmlUrl="https://other.test/rss"/></body></opml>`;
  expect((await list.import(opml, true)).added).toMatchObject([{ label, url: 'https://other.test/rss' }]);
});

it('pauses and filters a feed, and takes both away again', async () => {
  const { list, feeds } = listOf();
  const { key } = feeds()[0]!;
  await list.change(key, { paused: true, filters: [{ rule: 'drop', words: ['golf'] }] });
  expect(feeds()[0]).toMatchObject({
    paused: true,
    filters: [{ rule: 'drop', words: ['golf'], in: 'title' }],
  });
  await list.change(key, { paused: null, filters: null });
  expect(feeds()[0]).not.toHaveProperty('paused');
  expect(feeds()[0]).not.toHaveProperty('filters');
});

it('puts a removed feed back where it was', async () => {
  const { list, feeds } = listOf();
  const before = feeds();
  const { feed, at } = await list.remove(before[1]!.key);
  expect(feeds()).toHaveLength(before.length - 1);
  await list.add({ ...feed, at });
  expect(feeds()).toEqual(before);
});

it('makes changes at once one after another: none is lost', async () => {
  const { list, feeds } = listOf();
  const before = feeds().length;
  await Promise.all([1, 2, 3].map((n) => list.add({ url: `https://paper.test/${n}` })));
  expect(
    feeds()
      .map(({ key }) => key)
      .slice(before),
  ).toEqual(['paper-test', 'paper-test-2', 'paper-test-3']);
});

it('changes a file that was given by its path there, through a link, and leaves no draft', async () => {
  const home = tempHome();
  mkdirSync(join(home, 'mine'));
  const real = join(home, 'mine', 'real.json');
  writeFileSync(real, readFileSync(join(programFiles.editions, 'sample.json')));
  const linked = join(home, 'mine', 'linked.json');
  symlinkSync(real, linked);
  const { list, feeds } = listOf(linked, join(home, 'editions'));
  await list.add(FEED);
  expect(feeds().at(-1)).toMatchObject(FEED);
  expect(readFileSync(real, 'utf8')).toContain(FEED.url);
  expect(readdirSync(join(home, 'mine')).sort()).toEqual(['linked.json', 'real.json']);
});

it('changes a file that begins with a byte order mark', async () => {
  const { list, feeds, home } = listOf();
  mkdirSync(home, { recursive: true });
  const text = readFileSync(join(programFiles.editions, 'sample.json'), 'utf8');
  writeFileSync(join(home, 'sample.json'), `\ufeff${text}`);
  await list.add(FEED);
  expect(feeds().at(-1)).toMatchObject(FEED);
});

it('never touches an edition of the program, and never writes over one that is broken', async () => {
  const shipped = listOf('sample', programFiles.editions);
  expect(shipped.list.status().refusal).toMatch(/comes with the program/);
  await expect(shipped.list.add(FEED)).rejects.toMatchObject({ code: 'refused' });
  const { list, home } = listOf();
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, 'sample.json'), '{"name": ');
  await expect(list.add(FEED)).rejects.toMatchObject({
    message: expect.stringMatching(/not valid JSON/) as string,
  });
  expect(readFileSync(join(home, 'sample.json'), 'utf8')).toBe('{"name": ');
});

it('imports what the edition has not, and exports what it has', async () => {
  const { list, feeds } = listOf();
  const before = feeds();
  const opml = `<opml version="2.0"><body><outline text="P" xmlUrl="${FEED.url}"/><outline text="Q" xmlUrl="${before[0]!.url}"/></body></opml>`;
  expect(await list.import(opml, false)).toMatchObject({
    added: [{ key: 'p' }],
    known: [{ key: before[0]!.key }],
  });
  expect(feeds()).toEqual(before);
  await list.import(opml, true);
  expect(feeds()).toHaveLength(before.length + 1);
  expect(await list.export()).toContain(FEED.url);
  await expect(list.import('no opml', true)).rejects.toMatchObject({ code: 'bad_params', field: 'opml' });
});
