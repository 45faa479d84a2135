import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { discoverFeeds, feedLinks } from '../../../../src/newsroom/intake/feeds/discover-feeds.ts';
import { UndiciFetcher } from '../../../../src/web-fetch/undici-fetcher.ts';
import { systemClock } from '../../../../src/time/clock.ts';
import { NOT_QUADRATIC, growth } from '../../../support/growth.ts';

const rss = '<rss version="2.0"><channel><title>Paper</title><item><title>A</title></item></channel></rss>';
const ending: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ending.splice(0)) await end();
});

/** A site with these pages; others are missing. */
async function site(pages: Readonly<Record<string, string>>) {
  const asked: string[] = [];
  const server = createServer(({ url = '' }, response) => {
    asked.push(url);
    const page = pages[url];
    response.writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html' }).end(page ?? 'no');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const fetcher = new UndiciFetcher({ clock: systemClock, version: '1', allowPrivate: [host] });
  ending.push(async () => {
    await fetcher.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const base = `http://${host}`;
  return { base, asked, look: (path: string) => discoverFeeds(base + path, fetcher) };
}

describe('the feeds of a site', () => {
  it('are the address itself where that is a feed', async () => {
    const { base, look, asked } = await site({ '/f': rss });
    expect(await look('/f')).toEqual({
      kind: 'found',
      feeds: [{ url: `${base}/f`, title: 'Paper', foundBy: 'itself', items: 1 }],
    });
    expect(asked.filter((path) => path !== '/robots.txt')).toEqual(['/f']);
  });

  it('are those that its page names, also one that can not be read', async () => {
    const links =
      '<link rel="alternate" type="application/rss+xml" title="All &amp; more" href="/a"><link rel=alternate type=application/atom+xml href=gone>';
    const { base, look, asked } = await site({ '/': `<html><head>${links}</head></html>`, '/a': rss });
    expect(await look('/')).toEqual({
      kind: 'found',
      feeds: [
        { url: `${base}/a`, title: 'All & more', foundBy: 'page', items: 1 },
        {
          url: `${base}/gone`,
          title: '',
          foundBy: 'page',
          error: expect.stringMatching(/^http_404: /) as string,
        },
      ],
    });
    expect(asked).not.toContain('/feed');
  });

  it('are looked for in usual places, one after another, until there is one', async () => {
    const { base, look, asked } = await site({ '/': '<html></html>', '/rss.xml': rss, '/atom.xml': rss });
    expect(await look('/')).toMatchObject({
      kind: 'found',
      feeds: [{ url: `${base}/rss.xml`, foundBy: 'usual place' }],
    });
    expect(asked.filter((path) => path !== '/robots.txt')).toEqual(['/', '/feed', '/rss', '/rss.xml']);
  });

  it('are none, or the site can not be reached: both are told', async () => {
    const { look } = await site({ '/': '<html></html>' });
    const none = await look('/');
    expect(none.kind === 'none' && none.looked.length).toBe(8);
    expect(await look('/missing')).toMatchObject({ kind: 'failed', reason: 'http_404' });
  });

  it('count from the base of the page, and are of the web, each once', () => {
    const page = `<!-- <link rel="alternate" type="application/rss+xml" href="/no"> --><base href="https://cdn.test/x/">
      <link rel="alternate" type="application/rss+xml" href="f"><link rel="alternate" type="application/rss+xml" href="f">
      <link rel="alternate" type="application/rss+xml" href="javascript:x"><link rel="stylesheet" type="text/css" href="s">
      <link rel="alternate" type="application/json" href="/wp-json/1"><link rel="alternate" type="application/feed+json" href="/j">`;
    expect(feedLinks(page, 'https://a.test/').map(({ url }) => url)).toEqual([
      'https://cdn.test/x/f',
      'https://cdn.test/j',
    ]);
  });

  it('count from the first base of a page that has many', () => {
    const page = '<base href="a/">'.repeat(3) + '<link rel="alternate" type="application/rss+xml" href="f">';
    expect(feedLinks(page, 'https://a.test/')).toMatchObject([{ url: 'https://a.test/a/f' }]);
  });

  it('are looked for in time by the size of the page', async () => {
    const links = (size: number) => void feedLinks(`<link ${'a'.repeat(size)}>`, 'https://a.example/');
    expect(await growth(links, 20_000)).toBeLessThan(NOT_QUADRATIC);
  });
});
