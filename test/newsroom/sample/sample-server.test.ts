import path from 'node:path';
import { Readability } from '@mozilla/readability';
import { parseFeed } from 'feedsmith';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseHTML } from '../../../src/newsroom/sources/linkedom.ts';
import { startSampleServer } from '../../../src/newsroom/sample/sample-server.ts';
import type { SampleServer } from '../../../src/newsroom/sample/sample-server.ts';
import { readSampleWorld } from '../../../src/newsroom/sample/sample-world.ts';
import type { Article, Outlet, SampleWorld } from '../../../src/newsroom/sample/sample-world.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { ask } from './sample-request.ts';

const directory = path.resolve('data/samples');
const epochMs = Date.UTC(2026, 4, 12, 0, 20, 30);
const MINUTE_MS = 60_000;

const contentTypes = {
  rss2: 'application/rss+xml; charset=utf-8',
  atom: 'application/atom+xml; charset=utf-8',
  rdf: 'application/rdf+xml; charset=utf-8',
  jsonfeed: 'application/feed+json; charset=utf-8',
} as const;

/** What a feed reader sees: address, title and publication of each item, in the order of the feed. */
function itemsOf(body: string): { url: string; title: string; publishedAt: number }[] {
  const { format, feed } = parseFeed(body);
  switch (format) {
    case 'atom':
      return (feed.entries ?? []).map(({ links, title, published }) =>
        item(links?.find(({ rel }) => rel === 'alternate')?.href, title, published),
      );
    case 'json':
      return (feed.items ?? []).map(({ url, title, date_published }) => item(url, title, date_published));
    case 'rdf':
      return (feed.items ?? []).map(({ link, title, dc }) => item(link, title, dc?.dates?.[0]));
    case 'rss':
      return (feed.items ?? []).map(({ link, title, pubDate }) => item(link, title, pubDate));
  }
}

/** The address of an article on its outlet, dated in UTC by the day on which it came out. */
function pathOf({ slug, minutesAgo }: Article): string {
  const day = new Date(epochMs - minutesAgo * MINUTE_MS).toISOString().slice(0, 10);
  return `/${day.replaceAll('-', '/')}/${slug}`;
}

function item(url = '', title: unknown = '', published = '') {
  const text = typeof title === 'string' ? title : (title as { value?: string }).value;
  return { url, title: text ?? '', publishedAt: Date.parse(published) };
}

describe('the sample server', () => {
  let world: SampleWorld;
  let server: SampleServer;
  const clock = new FakeClock(epochMs);

  const feedOf = ({ host, feedPath }: Outlet) => ask(server.port, host, feedPath);
  const outlet = (host: string) => world.outlets.find((one) => one.host === host)!;
  const withText = (html: string) => parseHTML(html).document;

  beforeAll(async () => {
    world = await readSampleWorld(directory);
    server = await startSampleServer({ directory, port: 0, epochMs, clock });
  });
  afterAll(() => server.close());

  it('serves each feed in its own format, newest first, with what is out and nothing later', async () => {
    clock.set(epochMs);
    for (const one of world.outlets) {
      const { status, headers, body } = await feedOf(one);
      expect(status).toBe(200);
      expect(headers['content-type']).toBe(contentTypes[one.format]);
      expect(parseFeed(body).format).toBe(
        { rss2: 'rss', jsonfeed: 'json', atom: 'atom', rdf: 'rdf' }[one.format],
      );
      const items = itemsOf(body);
      const expected = world.articles
        .filter(({ outlet, alsoIn }) => outlet === one.host || alsoIn?.includes(one.host))
        .filter(({ minutesAgo }) => minutesAgo >= 0)
        .sort((a, b) => a.minutesAgo - b.minutesAgo);
      expect(items.map(({ title }) => title)).toEqual(expected.map(({ title }) => title));
      expect(items.map(({ publishedAt }) => publishedAt)).toEqual(
        expected.map(({ minutesAgo }) => epochMs - minutesAgo * MINUTE_MS),
      );
    }
  });

  it('serves every article page at its address, with all its paragraphs, to people and to readability', async () => {
    clock.set(epochMs + 15 * MINUTE_MS);
    for (const article of world.articles) {
      const { status, headers, body } = await ask(server.port, article.outlet, pathOf(article));
      expect(status, article.slug).toBe(200);
      expect(headers['content-type']).toBe('text/html; charset=utf-8');
      const shown = [...withText(body).querySelectorAll('p')].map((p) => p.textContent ?? '');
      for (const paragraph of article.paragraphs)
        expect(
          shown.filter((text) => text === paragraph),
          article.slug,
        ).toHaveLength(1);
      const extracted = new Readability(withText(body)).parse()?.textContent ?? '';
      for (const paragraph of article.paragraphs) expect(extracted, article.slug).toContain(paragraph);
      expect(extracted, article.slug).not.toMatch(/Most read|最多人閱讀|Sign up|訂閱/);
    }
  });

  it('dates an address by the day on which the article came out, in UTC', async () => {
    const wire = world.articles.find(({ slug }) => slug === 'tidewater-bridge-hack')!;
    expect(pathOf(wire)).toBe('/2026/05/11/tidewater-bridge-hack');
    const links = itemsOf((await feedOf(outlet('meridian-wire.localhost'))).body).map(({ url }) => url);
    expect(links).toContain(`http://meridian-wire.localhost:${server.port}/2026/05/11/tidewater-bridge-hack`);
  });

  it('lists a borrowed page in the other feed at the same address plus tracking', async () => {
    const own = itemsOf((await feedOf(outlet('meridian-wire.localhost'))).body).map(({ url }) => url);
    const borrowed = itemsOf((await feedOf(outlet('ledger-lane.localhost'))).body).find(({ url }) =>
      url.includes('meridian-wire'),
    );
    const [address = '', query] = borrowed?.url.split('?') ?? [];
    expect(own).toContain(address);
    expect(query).toContain('utm_source=rss');
    const { status } = await ask(
      server.port,
      'meridian-wire.localhost',
      new URL(borrowed!.url).pathname + `?${query}`,
    );
    expect(status).toBe(200);
  });

  it('carries data for machines where the template has it', async () => {
    const quake = world.articles.find(({ slug }) => slug === 'coquimbo-earthquake-agency')!;
    const { body } = await ask(server.port, quake.outlet, pathOf(quake));
    const script = withText(body).querySelector('script[type="application/ld+json"]')?.textContent ?? '';
    expect(JSON.parse(script)).toMatchObject({ '@type': 'NewsArticle', headline: quake.title });
    expect(withText(body).querySelector('meta[property="og:title"]')?.getAttribute('content')).toBe(
      quake.title,
    );
  });

  it('answers 304 to whoever holds the current version, and the new one once the world has moved', async () => {
    const { host, feedPath } = outlet('calder-sound.localhost');
    clock.set(epochMs);
    const first = await ask(server.port, host, feedPath);
    const headers = { 'if-none-match': first.headers.etag! };
    const again = await ask(server.port, host, feedPath, { headers });
    expect(again).toMatchObject({ status: 304, body: '', headers: { etag: first.headers.etag } });
    expect(Date.parse(first.headers['last-modified']!)).toBeLessThanOrEqual(epochMs);

    clock.set(epochMs + 5 * MINUTE_MS);
    const later = await ask(server.port, host, feedPath, { headers });
    expect(later.status).toBe(200);
    expect(later.headers['last-modified']).not.toBe(first.headers['last-modified']);
  });

  it('publishes later items when their time comes, and not a second before', async () => {
    const arrests = world.articles.find(({ slug }) => slug === 'wakefield-fire-directors-arrested')!;
    const titles = async () => itemsOf((await feedOf(outlet(arrests.outlet))).body).map(({ title }) => title);
    const page = () => ask(server.port, arrests.outlet, pathOf(arrests));

    clock.set(epochMs + 3 * MINUTE_MS - 1);
    expect(await titles()).not.toContain(arrests.title);
    expect((await page()).status).toBe(404);

    clock.set(epochMs + 3 * MINUTE_MS);
    expect((await titles())[0]).toBe(arrests.title);
    expect((await page()).status).toBe(200);
  });

  it('updates an article at the same address', async () => {
    const tunnel = world.articles.find(({ update }) => update)!;
    const listed = async () =>
      itemsOf((await feedOf(outlet(tunnel.outlet))).body).find(({ url }) => url.endsWith(tunnel.slug));
    clock.set(epochMs);
    const before = await listed();
    clock.set(epochMs + 6 * MINUTE_MS);
    const after = await listed();
    expect(before?.title).toBe(tunnel.title);
    expect(after).toEqual({ ...before, title: tunnel.update!.title });
    const { body } = await ask(server.port, tunnel.outlet, pathOf(tunnel));
    expect(withText(body).body.textContent).toContain(tunnel.update!.paragraph);
  });

  it('has a front page for each outlet and a kiosk for any other name', async () => {
    clock.set(epochMs);
    for (const { host, name } of world.outlets) {
      const { status, body } = await ask(server.port, host, '/');
      expect(status).toBe(200);
      expect(withText(body).querySelector('h1')?.textContent).toBe(name);
      expect(withText(body).querySelectorAll('h2 a').length).toBeGreaterThan(0);
    }
    const kiosk = withText((await ask(server.port, 'localhost', '/')).body);
    const links = [...kiosk.querySelectorAll('a')].map((a) => a.getAttribute('href'));
    for (const { host, feedPath } of world.outlets)
      expect(links).toEqual(
        expect.arrayContaining([
          `http://${host}:${server.port}/`,
          `http://${host}:${server.port}${feedPath}`,
        ]),
      );
  });

  it('answers HEAD without a body, 404 where nothing is, and 405 to anything that would write', async () => {
    const { host, feedPath } = outlet('thames-courier.localhost');
    const whole = await ask(server.port, host, feedPath);
    const head = await ask(server.port, host, feedPath, { method: 'HEAD' });
    expect(head).toMatchObject({ status: 200, body: '' });
    expect(head.headers['content-length']).toBe(String(Buffer.byteLength(whole.body)));
    expect((await ask(server.port, host, '/2026/05/12/nothing')).status).toBe(404);
    expect((await ask(server.port, 'nobody.localhost', feedPath)).status).toBe(404);
    expect((await ask(server.port, host, '/', { method: 'POST' })).status).toBe(405);
  });
});
