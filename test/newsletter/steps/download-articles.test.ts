import { describe, expect, it } from 'vitest';
import type { GatheredUrl } from '../../../src/newsletter/model/outputs.ts';
import { downloadArticles } from '../../../src/newsletter/steps/download-articles.ts';
import { anEdition } from '../../newsroom/an-edition.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { EPOCH, signal, worldOn } from './letter-world.ts';
import { aPage, aWeb, paragraphsOn } from './web.ts';

const link = (url: string, title = url): GatheredUrl => ({
  url,
  title,
  source: 'The Paper',
  publishedAtMs: EPOCH,
});

async function worldOf(answer: Parameters<typeof aWeb>[0]) {
  const web = await aWeb(answer);
  return { ...worldOn(web.port, anEdition({ feeds: [] }), new FakeClock(EPOCH)), web };
}

describe('downloading', () => {
  it('reads each article once, names what fails, and goes on; a second time the cache serves', async () => {
    const { deps, web } = await worldOf((host, path) => {
      if (path === '/short') return aPage('Short', ['A line.']);
      if (path === '/copy') return aPage('Copy', paragraphsOn('one-a'));
      return path.startsWith('/a')
        ? aPage(`On ${host}`, paragraphsOn(`${host}${path.replace('/', '-')}`))
        : undefined;
    });
    const kept = [
      link(web.url('one', '/a')),
      link(web.url('one', '/gone')),
      link(web.url('two', '/a')),
      link(web.url('two', '/short')),
      link(web.url('two', '/copy')),
      link('http://localhost:1/private'),
    ];
    const done: [number, number][] = [];
    const progress = (...now: [number, number]) => void done.push(now);
    const { output, message, counts } = await downloadArticles(
      { filter_urls: { kept, left: [] } },
      { ...deps, progress },
      signal(),
    );
    expect(output.articles.map(({ url }) => url)).toEqual([web.url('one', '/a'), web.url('two', '/a')]);
    expect(output.articles[0]).toMatchObject({ source: 'The Paper', publishedAtMs: EPOCH });
    expect(output.articles[0]!.text).toContain('every day, the operator said');
    const failed = new Map(output.failed.map(({ what, error }) => [what, error]));
    expect(failed.get(web.url('one', '/gone'))).toBe('http_404');
    expect(failed.has(web.url('two', '/short'))).toBe(true);
    expect(failed.get(web.url('two', '/copy'))).toBe(`duplicate: ${web.url('one', '/a')}`);
    expect(output.articles.map(({ also }) => also)).toEqual([[web.url('two', '/copy')], undefined]);
    expect(failed.get('http://localhost:1/private')).toBe('private_address');
    expect(message).toBe('Downloaded 2 articles; 4 failed');
    expect(counts).toEqual({ articles: 2, failed: 4, sites: 3 });
    expect(done.at(-1)).toEqual([6, 6]);

    const before = web.asked.length;
    const again = await downloadArticles(
      { filter_urls: { kept: [kept[0]!, kept[2]!], left: [] } },
      deps,
      signal(),
    );
    expect(again.output.articles.map(({ text }) => text)).toEqual(output.articles.map(({ text }) => text));
    expect(web.asked).toHaveLength(before);
  });

  it('asks several sites at once, and each site for one page at a time', async () => {
    const hosts = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
    let arrived = 0;
    let open = () => {};
    const sixArrived = new Promise<void>((resolve) => (open = resolve));
    const { deps, web } = await worldOf(async (host, path) => {
      if (++arrived === 6) open();
      await sixArrived;
      return aPage(`On ${host}`, paragraphsOn(`${host}${path.replace('/', '-')}`));
    });
    const kept = hosts.flatMap((host) => [link(web.url(host, '/1')), link(web.url(host, '/2'))]);
    const { output } = await downloadArticles({ filter_urls: { kept, left: [] } }, deps, signal());
    expect(output.articles).toHaveLength(16);
    expect(output.articles.map(({ url }) => url)).toEqual(kept.map(({ url }) => url));
    expect(web.most.ofOne).toBe(1);
    expect(web.most.ofAll).toBe(6);
  });

  it('leaves out what another address leads to, where an earlier issue had it', async () => {
    const { deps, web } = await worldOf((host, path) => aPage(`On ${path}`, paragraphsOn(`${host}${path}`)));
    // As a redirect does.
    const pages: typeof deps.pages = {
      read: (url, stop) => deps.pages.read(url.replace('/r', '/told'), stop),
    };
    const kept = [link(web.url('one', '/r')), link(web.url('one', '/new'))];
    const { output } = await downloadArticles(
      { filter_urls: { kept, left: [] }, told: [`${web.url('one', '/told')}?utm_source=feed`] },
      { ...deps, pages },
      signal(),
    );
    expect(output.articles.map(({ url }) => url)).toEqual([web.url('one', '/new')]);
    expect(output.failed).toEqual([{ what: web.url('one', '/r'), error: 'told_before' }]);
  });

  it('is an error where nothing can be read', async () => {
    const { deps, web } = await worldOf(() => undefined);
    const kept = [link(web.url('one', '/a'))];
    await expect(downloadArticles({ filter_urls: { kept, left: [] } }, deps, signal())).rejects.toThrow(
      `No article could be downloaded: ${web.url('one', '/a')} (answered 404).`,
    );
  });

  it('stops at its signal, and asks for nothing more', async () => {
    const stop = new AbortController();
    const reason = new Error('the desk closes');
    const { deps, web } = await worldOf(() => {
      stop.abort(reason);
      return new Promise<undefined>(() => {});
    });
    const kept = [link(web.url('one', '/a')), link(web.url('one', '/b'))];
    await expect(downloadArticles({ filter_urls: { kept, left: [] } }, deps, stop.signal)).rejects.toBe(
      reason,
    );
    expect(web.asked).toEqual(['one /a']);
  });
});
