import type { TLSSocket } from 'node:tls';
import { describe, expect, it } from 'vitest';
import { robotsRules } from '../../src/web-fetch/robots-rules.ts';
import { eventually, FakeClock } from '../support/fake-clock.ts';
import { bothLoopback, httpLoopback } from '../support/sources/loopback.ts';
import { loopbackCertificate } from '../support/sources/loopback-certificate.ts';
import { loopbackSite } from '../support/sources/loopback-site.ts';
import { openFetcher, opened, REQUEST } from './open-fetcher.ts';

const PAGE = { ...REQUEST, robots: true };
const DAY_MS = 24 * 3_600_000;

describe('robots.txt', () => {
  it('is asked for pages alone, once for all of a site, and kept to', async () => {
    const site = await opened(loopbackSite('User-agent: *\nDisallow: /private'));
    const fetcher = openFetcher([site]);
    expect(await fetcher.get(`${site.base}/private/feed`, REQUEST)).toMatchObject({ kind: 'ok' });
    expect(site.asked).toEqual(['/private/feed']);
    const all = await Promise.all(
      ['/1', '/2', '/private/1'].map((path) => fetcher.get(site.base + path, PAGE)),
    );
    expect(all).toMatchObject([
      { kind: 'ok' },
      { kind: 'ok' },
      { kind: 'failed', reason: 'robots', record: { attempts: 0 } },
    ]);
    expect(site.asked.filter((path) => path === '/robots.txt')).toHaveLength(1);
    expect(site.asked).not.toContain('/private/1');
  });

  it('holds for a day', async () => {
    const site = await opened(loopbackSite('User-agent: *\nDisallow: /'));
    const clock = new FakeClock();
    const fetcher = openFetcher([site], { clock });
    expect(await fetcher.get(`${site.base}/1`, PAGE)).toMatchObject({ reason: 'robots' });
    site.robots = '';
    await clock.advance(DAY_MS - 1);
    expect(await fetcher.get(`${site.base}/1`, PAGE)).toMatchObject({ reason: 'robots' });
    await clock.advance(1);
    expect(await fetcher.get(`${site.base}/1`, PAGE)).toMatchObject({ kind: 'ok' });
  });

  it.each([400, 401, 403, 404, 410, 429])('allows everything when it answers %i', async (status) => {
    const site = await opened(loopbackSite(status));
    expect(await openFetcher([site]).get(`${site.base}/1`, PAGE)).toMatchObject({ kind: 'ok' });
  });

  it('allows everything when there is nothing but redirects', async () => {
    const site = await opened(loopbackSite({ to: '/robots.txt' }));
    expect(await openFetcher([site]).get(`${site.base}/1`, PAGE)).toMatchObject({ kind: 'ok' });
  });

  it('says no for ten minutes when it can’t be asked, and the reason says which', async () => {
    const site = await opened(loopbackSite(500));
    const clock = new FakeClock();
    const fetcher = openFetcher([site], { clock });
    expect(await fetcher.get(`${site.base}/1`, PAGE)).toMatchObject({
      reason: 'robots_unreachable',
      detail: `${site.base}/robots.txt: ${site.base}/robots.txt answered 500`,
    });
    site.robots = 404;
    await clock.advance(600_000 - 1);
    expect(await fetcher.get(`${site.base}/1`, PAGE)).toMatchObject({ reason: 'robots_unreachable' });
    await clock.advance(1);
    expect(await fetcher.get(`${site.base}/1`, PAGE)).toMatchObject({ kind: 'ok' });
  });

  it('goes on with the rules it knew when it can’t be asked again', async () => {
    const site = await opened(loopbackSite('User-agent: *\nDisallow: /private'));
    const clock = new FakeClock();
    const fetcher = openFetcher([site], { clock });
    await fetcher.get(`${site.base}/1`, PAGE);
    site.robots = 500;
    await clock.advance(DAY_MS);
    expect(await fetcher.get(`${site.base}/1`, PAGE)).toMatchObject({ kind: 'ok' });
    expect(await fetcher.get(`${site.base}/private`, PAGE)).toMatchObject({ reason: 'robots' });
  });

  it('leaves it to the page to say that its host is private or unknown', async () => {
    const fetcher = openFetcher([], { resolve: () => Promise.resolve([]) });
    expect(await fetcher.get('http://127.0.0.1:9/', PAGE)).toMatchObject({ reason: 'private_address' });
    expect(await fetcher.get('http://nobody.test/', PAGE)).toMatchObject({ reason: 'unknown_host' });
  });

  it('is asked for again after the name of its host could not be looked up', async () => {
    const site = await opened(loopbackSite('User-agent: *\nDisallow: /'));
    const hiccups = [new Error('EAI_AGAIN')];
    const resolve = () => {
      const hiccup = hiccups.pop();
      return hiccup
        ? Promise.reject(hiccup)
        : Promise.resolve([{ address: '127.0.0.1', family: 4 as const }]);
    };
    const fetcher = openFetcher([site], { resolve });
    const page = `http://paper.test:${site.port}/1`;
    expect(await fetcher.get(page, PAGE)).toMatchObject({ reason: 'unknown_host' });
    expect(await fetcher.get(page, PAGE)).toMatchObject({ reason: 'robots' });
    expect(site.asked).toEqual(['/robots.txt']);
  });

  it('goes on with the rules it knew while the name of its host can’t be looked up', async () => {
    const site = await opened(loopbackSite('User-agent: *\nDisallow: /'));
    const clock = new FakeClock();
    let isDown = false;
    const resolve = () => Promise.resolve(isDown ? [] : [{ address: '127.0.0.1', family: 4 as const }]);
    const fetcher = openFetcher([site], { clock, resolve, politeness: { pauseMs: 0 } });
    const page = `http://paper.test:${site.port}/1`;
    expect(await fetcher.get(page, PAGE)).toMatchObject({ reason: 'robots' });
    isDown = true;
    await fetcher.close(); // or its connection is used again, without a lookup
    await clock.advance(DAY_MS);
    expect(await fetcher.get(page, PAGE)).toMatchObject({ reason: 'robots' });
    isDown = false;
    site.robots = '';
    expect(await fetcher.get(page, PAGE)).toMatchObject({ kind: 'ok' });
  });

  it('does not count where it moved to a host that is unknown', async () => {
    const site = await opened(loopbackSite({ to: 'http://nobody.test/robots.txt' }));
    const fetcher = openFetcher([site], { resolve: () => Promise.resolve([]) });
    expect(await fetcher.get(`${site.base}/1`, PAGE)).toMatchObject({ kind: 'ok' });
  });

  it('is asked at every hop, and followed to where it moved', async () => {
    const shut = await opened(loopbackSite('User-agent: nightdesk\nDisallow: /'));
    const hop = await opened(
      httpLoopback((request, response) => {
        if (request.url === '/robots.txt') response.end('');
        else response.writeHead(302, { location: `${shut.base}/page` }).end();
      }),
    );
    const fetcher = openFetcher([shut, hop]);
    expect(await fetcher.get(`${hop.base}/1`, PAGE)).toMatchObject({ reason: 'robots' });
    const moved = await opened(loopbackSite({ to: `${shut.base}/robots.txt` }));
    const later = openFetcher([shut, moved]);
    expect(await later.get(`${moved.base}/1`, PAGE)).toMatchObject({ reason: 'robots' });
  });

  it('is asked while all places at the host are taken by pages that move to https', async () => {
    const waiting: (() => void)[] = [];
    const site = await opened(
      bothLoopback((request, response) => {
        const { encrypted } = request.socket as TLSSocket;
        if (request.url === '/robots.txt') return void response.end('');
        if (encrypted) return void response.end('page');
        const location = `https://127.0.0.1:${site.port}${request.url}`;
        waiting.push(() => response.writeHead(301, { location }).end());
        if (waiting.length === 2) for (const move of waiting) move();
      }),
    );
    const fetcher = openFetcher([site], { ca: loopbackCertificate.cert });
    const pages = await Promise.all(['/1', '/2'].map((path) => fetcher.get(site.base + path, PAGE)));
    expect(pages).toMatchObject([{ kind: 'ok' }, { kind: 'ok' }]);
  });

  it('is read as far as 500 KiB', async () => {
    const filler = `# ${'x'.repeat(98)}\n`.repeat(4_000); // 404,000 bytes
    const site = await opened(
      loopbackSite(`User-agent: *\nDisallow: /early\n${filler}${filler}Disallow: /late`),
    );
    const fetcher = openFetcher([site]);
    expect(await fetcher.get(`${site.base}/early`, PAGE)).toMatchObject({ reason: 'robots' });
    expect(await fetcher.get(`${site.base}/late`, PAGE)).toMatchObject({ kind: 'ok' });
  });

  it('may ask for a pause, within reason', async () => {
    const site = await opened(loopbackSite('User-agent: *\nCrawl-delay: 3600'));
    const clock = new FakeClock();
    const fetcher = openFetcher([site], { clock });
    await fetcher.get(`${site.base}/1`, PAGE);
    const second = fetcher.get(`${site.base}/2`, PAGE);
    await eventually(() => clock.waiters === 1);
    await clock.advance(10_000);
    expect(await second).toMatchObject({ kind: 'ok', record: { waitedMs: 10_000 } });
  });
});

describe('the rules of robots.txt', () => {
  const allows = (lines: readonly string[], path: string) =>
    robotsRules('https://a.test/robots.txt', lines.join('\n'), 'Nightdesk').allows(
      new URL(path, 'https://a.test'),
    );

  it.each([
    [
      'the longest match decides',
      ['User-agent: *', 'Disallow: /a', 'Allow: /a/b'],
      { '/a/x': false, '/a/b/x': true, '/b': true },
    ],
    ['a tie allows', ['User-agent: *', 'Disallow: /page', 'Allow: /page'], { '/page': true }],
    [
      '* and $',
      ['User-agent: *', 'Disallow: /*.pdf$', 'Disallow: /a*z'],
      { '/x.pdf': false, '/x.pdf?1': true, '/abcz': false, '/ab': true },
    ],
    [
      'our own group comes before all others',
      ['User-agent: *', 'Disallow: /', 'User-agent: NIGHTDESK', 'Disallow: /no'],
      { '/': true, '/no': false },
    ],
    [
      'groups of one name are one',
      [
        'User-agent: nightdesk',
        'Disallow: /1',
        'User-agent: x',
        'Disallow: /',
        'User-agent: nightdesk',
        'Disallow: /2',
      ],
      { '/1': false, '/2': false, '/3': true },
    ],
    [
      'one group may have many names',
      ['User-agent: x', 'User-agent: nightdesk', 'Disallow: /'],
      { '/': false },
    ],
    ['the group of another is not ours', ['User-agent: nightdeskbot', 'Disallow: /'], { '/': true }],
    ['an empty Disallow allows', ['User-agent: *', 'Disallow:'], { '/': true }],
    [
      'comments, a byte order mark and other lines',
      ['\ufeffUser-agent: * # all', 'Sitemap: https://a.test/s.xml', 'Disallow: /x # hm'],
      { '/x': false, '/y': true },
    ],
    [
      'paths are case-sensitive, fields are not',
      ['USER-AGENT: *', 'DISALLOW: /Foo'],
      { '/Foo': false, '/foo': true },
    ],
    ['queries count', ['User-agent: *', 'Disallow: /*?print='], { '/a?print=1': false, '/a': true }],
    [
      'encoded letters are letters',
      ['User-agent: *', 'Disallow: /%66oo', 'Disallow: /香港'],
      { '/foo': false, '/%66oo': false, '/香港/1': false, '/%e9%a6%99%e6%b8%af': false, '/香': true },
    ],
    ['a page of HTML says nothing', ['<html><body>Not found</body></html>'], { '/': true }],
    [
      'rules before any group are nobody’s',
      ['Disallow: /', 'User-agent: *', 'Disallow: /x'],
      { '/': true, '/x': false },
    ],
  ] as [string, string[], Record<string, boolean>][])('%s', (_, lines, paths) => {
    for (const [path, allowed] of Object.entries(paths)) expect(allows(lines, path), path).toBe(allowed);
  });

  it('are kept once, however often and under whatever names a group names us', () => {
    const names = Array.from({ length: 1_000 }, (_, n) => [
      'User-agent: *',
      '#',
      `%75ser-agent: bot${n}`,
      ': x',
    ]);
    const rules = Array.from({ length: 2_000 }, (_, n) => `Disallow: /${n}/`);
    const before = process.memoryUsage().heapUsed;
    const read = robotsRules(
      'https://a.test/robots.txt',
      [...names.flat(), 'User-agent: Nightdesk/2', ...rules].join('\n'),
      'Nightdesk',
    );
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(50_000_000);
    expect([read.allows(new URL('https://a.test/7/')), read.allows(new URL('https://a.test/x/'))]).toEqual([
      false,
      true,
    ]);
  });

  it('are bounded: of wildcards that cost time, so many are read and no more', () => {
    const costly = (count: number) => Array.from({ length: count }, () => 'Disallow: /*a*a*a*a*a*a*a*a*b');
    const lines = [
      'User-agent: *',
      ...costly(100),
      'Disallow: /early*x*y',
      ...costly(12_000),
      'Disallow: /late*x*y',
      'Disallow: /plain',
      'User-agent: other',
      'User-agent: *',
      'Disallow: /ours',
    ];
    expect(allows(lines, '/early-x-y')).toBe(false);
    expect(allows(lines, '/late-x-y')).toBe(true);
    const long = Array.from({ length: 6 }, () => `Disallow: /*${'a'.repeat(3_900)}b`);
    expect(allows(['User-agent: *', ...long.slice(1), 'Disallow: /early*x'], '/early-x')).toBe(false);
    expect(allows(['User-agent: *', ...long, 'Disallow: /late*x'], '/late-x')).toBe(true);
    // Those of others are not read.
    const others = ['User-agent: x', ...long, 'User-agent: *', 'Disallow: /late*x'];
    expect(allows(others, '/late-x')).toBe(false);
    // What costs nothing is read to the end.
    expect(allows(lines, '/plain')).toBe(false);
    expect(allows(lines, '/ours')).toBe(false);
  });
});
