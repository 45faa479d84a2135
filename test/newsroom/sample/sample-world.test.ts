import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readSampleWorld } from '../../../src/newsroom/sample/sample-world.ts';
import type { Article, SampleWorld } from '../../../src/newsroom/sample/sample-world.ts';

const bundled = path.resolve('data/samples');

describe('the bundled sample world', () => {
  let world: SampleWorld;
  beforeAll(async () => {
    world = await readSampleWorld(bundled);
  });

  const tellings = (id: string) => world.articles.filter((article) => article.happening === id);
  const languageOf = (article: Article) =>
    world.outlets.find(({ host }) => host === article.outlet)?.language;

  it('has at least seven feeds in every format, two of them in Traditional Chinese', () => {
    expect(world.outlets.length).toBeGreaterThanOrEqual(7);
    expect(new Set(world.outlets.map(({ format }) => format))).toEqual(
      new Set(['rss2', 'atom', 'rdf', 'jsonfeed']),
    );
    expect(world.outlets.filter(({ language }) => language === 'zh-TW')).toHaveLength(2);
    expect(new Set(world.outlets.map(({ template }) => template)).size).toBeGreaterThanOrEqual(3);
  });

  it('lists at least 52 items, pages in two feeds and noise among them', () => {
    const items = world.articles.reduce((sum, { alsoIn = [] }) => sum + 1 + alsoIn.length, 0);
    expect(items).toBeGreaterThanOrEqual(52);
    expect(world.articles.filter(({ alsoIn }) => alsoIn).length).toBeGreaterThanOrEqual(2);
    expect(world.articles.some(({ trackingQuery }) => trackingQuery?.includes('utm_source'))).toBe(true);
    expect(world.articles.filter(({ happening }) => happening === null).length).toBeGreaterThanOrEqual(8);
  });

  it('tells at least thirteen of its fifteen or more happenings in two to four outlets', () => {
    expect(world.happenings.length).toBeGreaterThanOrEqual(15);
    for (const { id } of world.happenings) expect(tellings(id).length, id).toBeGreaterThanOrEqual(1);
    const hosts = world.happenings.map(({ id }) => new Set(tellings(id).map(({ outlet }) => outlet)).size);
    expect(Math.max(...hosts)).toBeLessThanOrEqual(4);
    expect(hosts.filter((count) => count >= 2).length).toBeGreaterThanOrEqual(13);
  });

  it('tells happenings in Traditional Chinese, one of them in English too', () => {
    const chinese = world.happenings.filter(
      ({ id }) => tellings(id).filter((article) => languageOf(article) === 'zh-TW').length >= 2,
    );
    expect(chinese.length).toBeGreaterThanOrEqual(2);
    expect(chinese.some(({ id }) => tellings(id).some((one) => languageOf(one) === 'en'))).toBe(true);
    expect(chinese.some(({ id }) => tellings(id).every((one) => languageOf(one) === 'zh-TW'))).toBe(true);
  });

  it('does not rest a happening on the JSON feed', () => {
    const jsonFeeds = world.outlets.filter(({ format }) => format === 'jsonfeed').map(({ host }) => host);
    for (const { id } of world.happenings)
      expect(
        tellings(id).some(({ outlet }) => !jsonFeeds.includes(outlet)),
        id,
      ).toBe(true);
  });

  it('tells a development only after its happening', () => {
    const developments = world.happenings.filter(({ developmentOf }) => developmentOf);
    expect(developments.length).toBeGreaterThanOrEqual(1);
    for (const { id, developmentOf = '' } of developments) {
      const earliest = Math.max(...tellings(id).map(({ minutesAgo }) => minutesAgo));
      expect(earliest).toBeLessThan(Math.min(...tellings(developmentOf).map(({ minutesAgo }) => minutesAgo)));
    }
  });

  it('keeps about six items back until the demo runs', () => {
    const later = world.articles.filter(({ minutesAgo }) => minutesAgo < 0);
    expect(later.length).toBeGreaterThanOrEqual(5);
    expect(Math.min(...later.map(({ minutesAgo }) => minutesAgo))).toBeGreaterThanOrEqual(-12);
    expect(new Set(later.map(({ happening }) => happening)).size).toBeLessThanOrEqual(3);
    expect(Math.max(...world.articles.map(({ minutesAgo }) => minutesAgo))).toBeLessThanOrEqual(1500);
  });

  it('gives every page the length of a real report', () => {
    for (const article of world.articles) {
      const body = article.paragraphs.join(' ');
      const chinese = languageOf(article) === 'zh-TW';
      const length = chinese ? (body.match(/\p{Script=Han}/gu) ?? []).length : body.split(/\s+/).length;
      expect(length, article.slug).toBeGreaterThanOrEqual(chinese ? 350 : 220);
      expect(length, article.slug).toBeLessThanOrEqual(chinese ? 700 : 450);
    }
  });

  it('never tells a happening twice in the same sentences', () => {
    const seen = new Map<string, string>();
    for (const { slug, paragraphs } of world.articles) {
      for (const sentence of paragraphs.flatMap((text) => text.split(/(?<=[.。])\s*/))) {
        if (sentence.length < 25) continue;
        expect(seen.get(sentence), `${slug}: ${sentence}`).toBeUndefined();
        seen.set(sentence, slug);
      }
    }
  });
});

describe('a malformed sample world', () => {
  let directory: string;
  beforeEach(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'sample-world-'));
    await cp(bundled, directory, { recursive: true });
  });
  afterEach(() => rm(directory, { recursive: true }));

  const file = 'articles/gold-record-4318.json';
  const spoil = async (change: object) => {
    const article = JSON.parse(await readFile(path.join(directory, file), 'utf8')) as object;
    await writeFile(path.join(directory, file), JSON.stringify({ ...article, ...change }));
  };

  it.each([
    ['a missing title', { title: undefined }, 'title'],
    ['an unknown field', { titel: 'Gold' }, 'file'],
    ['a time in words', { minutesAgo: 'yesterday' }, 'minutesAgo'],
    ['an empty paragraph', { paragraphs: ['a', 'b', 'c', 'd', 'e', ' '] }, 'paragraphs.5'],
    ['an outlet that does not exist', { outlet: 'nobody.localhost' }, 'outlet'],
    ['a happening that does not exist', { happening: 'nothing' }, 'happening'],
    ['its own outlet as a borrower', { alsoIn: ['ledger-lane.localhost'] }, 'alsoIn'],
    ['the slug of another file', { slug: 'silver' }, 'slug'],
  ])('is refused for %s, with the file and the field', async (_, change, field) => {
    await spoil(change);
    await expect(readSampleWorld(directory)).rejects.toMatchObject({
      code: 'SAMPLE_INVALID',
      message: expect.stringContaining(`${file}: ${field}: `) as string,
    });
  });

  it('is refused for a file that is not JSON, with its name', async () => {
    await writeFile(path.join(directory, file), '{ "slug": ');
    await expect(readSampleWorld(directory)).rejects.toThrow(`${file}: is not JSON`);
  });
});
