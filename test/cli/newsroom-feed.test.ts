import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/time/clock.ts';
import { tempHome } from '../support/temp-home.ts';
import { run } from './a-world.ts';

const rss = `<rss version="2.0"><channel><title>Paper</title><link>https://p.test/</link><item><title>One &amp; two</title><link>/1</link>
  <guid isPermaLink="false">n1</guid><pubDate>Tue, 02 Jun 2026 10:00:00 CEST</pubDate><description>&lt;p&gt;Short&lt;/p&gt;</description></item>
  <item><title>Mail</title><link>mailto:a@p.test</link></item></channel></rss>`;
const shown = {
  title: 'Paper',
  link: 'https://p.test/',
  items: [
    { id: 'n1', title: 'One & two', url: 'https://p.test/1', publishedAt: '2026-06-02T08:00:00.000Z', summary: 'Short' },
    { id: 'Mail', title: 'Mail', url: '', problems: ['bad_link'] },
  ],
}; // prettier-ignore
const base64 = (text: string) => Buffer.from(text).toString('base64');

const ending: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ending.splice(0)) await end();
});

async function serve(body: string | Buffer, headers: Record<string, string> = {}) {
  const server = createServer((_, response) => response.writeHead(200, headers).end(body));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ending.push(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const nightdesk = (args: readonly string[], more: Partial<Parameters<typeof run>[1]> = {}) =>
  run(['newsroom', ...args], { home: tempHome(), clock: systemClock, ...more });

describe('nightdesk newsroom feed', () => {
  it('shows a file, in words and as JSON', async () => {
    const home = tempHome();
    writeFileSync(join(home, 'f.xml'), rss);
    expect(JSON.parse((await nightdesk(['feed', 'f.xml', '--json'], { home })).out)).toEqual(shown);
    expect((await nightdesk(['feed', 'f.xml'], { home })).out).toBe(
      'Paper\n2026-06-02T08:00:00.000Z  One & two  https://p.test/1\nno date  Mail  bad_link',
    );
  });

  it('fetches an address that FETCH_ALLOW_PRIVATE allows, and no other private one', async () => {
    const host = await serve(rss);
    const allowed = await nightdesk(['feed', `http://${host}/`, '--json'], {
      env: { FETCH_ALLOW_PRIVATE: host },
    });
    expect(JSON.parse(allowed.out)).toEqual(shown);
    const refused = await nightdesk(['feed', `http://${host}/`]);
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('private_address') as string });
  });

  it('names what went wrong: no file, another scheme, a web page, a bomb', async () => {
    const bomb = await serve(gzipSync(Buffer.alloc(60_000_000)), { 'content-encoding': 'gzip' });
    const page = await serve('<!doctype html><html></html>');
    const env = { FETCH_ALLOW_PRIVATE: `${bomb},${page}` };
    const failed = async (source: string) => (await nightdesk(['feed', source], { env })).err;
    expect(await failed('nowhere.xml')).toMatch(/no_file: .*nowhere\.xml/);
    expect(await failed('gopher://a.test/')).toMatch(/bad_scheme|neither an http address nor a file/);
    expect(await failed(`http://${page}/`)).toMatch(/html: .*web page/);
    expect(await failed(`http://${bomb}/`)).toMatch(/too_large/);
    expect(await nightdesk(['feed'])).toMatchObject({ code: 2 });
    expect(await nightdesk(['feed', 'f.xml', '--jsonl'])).toMatchObject({ code: 2 });
  });

  it('answers lines: a feed, a web page, a body that is none, and no object', async () => {
    const lines = [
      JSON.stringify({
        id: 'a',
        url: 'https://other.test/',
        contentType: 'text/xml',
        bodyBase64: base64(rss),
      }),
      JSON.stringify({ id: 'b', bodyBase64: base64('<html><body>x') }),
      JSON.stringify({ id: 'c', bodyBase64: '*' }),
      'x',
    ];
    const { code, out } = await nightdesk(['feed', '--jsonl'], { lines });
    expect(code).toBe(0);
    expect(out.split('\n').map((line) => JSON.parse(line) as unknown)).toEqual([
      { id: 'a', ...shown },
      { id: 'b', title: '', items: [], error: 'html: the feed sent a web page instead of a feed' },
      { id: 'c', title: '', items: [], error: expect.stringMatching(/^bad_request: bodyBase64/) as string },
      { id: null, error: 'line 4: bad_json: not a JSON object' },
    ]);
  });
});

it('takes null for what a line of --jsonl does not have, as programs write it', async () => {
  const lines = [JSON.stringify({ id: 1, url: null, contentType: null, bodyBase64: base64(rss) })];
  const { out } = await nightdesk(['feed', '--jsonl'], { lines });
  const answer = JSON.parse(out) as { error?: string; items: object[] };
  expect(answer.error).toBeUndefined();
  expect(answer.items).toHaveLength(2);
});

describe('nightdesk newsroom feeds', () => {
  it('previews one that the edition has as it is read: its filters drop what they drop', async () => {
    const home = tempHome();
    const item = (title: string, path: string) =>
      `<item><title>${title}</title><link>/${path}</link><pubDate>${new Date().toUTCString()}</pubDate></item>`;
    const items = `${item('Ferry fares rise in Port Marlow', 'ferry')}${item('A horoscope for lovers', 'stars')}`;
    const host = await serve(`<rss version="2.0"><channel><title>Paper</title>${items}</channel></rss>`);
    const sample = JSON.parse(readFileSync('data/editions/sample.json', 'utf8')) as { feeds: object[] };
    const file = join(home, 'mine.json');
    const feeds = [{ ...sample.feeds[0], key: 'paper', label: 'Paper', url: `http://${host}/` }];
    writeFileSync(file, JSON.stringify({ ...sample, sample: undefined, feeds, schedules: [] }));
    const around = { home, env: { NIGHTDESK_EDITION: file, FETCH_ALLOW_PRIVATE: host } };
    const fates = async () => {
      const { out } = await nightdesk(['feeds', 'preview', `http://${host}/`, '--json'], around);
      return (JSON.parse(out) as { items: { fate: string }[] }).items.map(({ fate }) => fate);
    };
    expect(await fates()).toEqual(['left_out', 'left_out']);
    const filter = ['feeds', 'filter', 'paper', '--drop', 'horoscope', '--write'];
    expect(await nightdesk(filter, around)).toMatchObject({ code: 0 });
    expect(await fates()).toEqual(['left_out', 'filtered']);
  });

  const opml = `<opml version="2.0"><body><outline text="World"><outline type="rss" text="New paper" xmlUrl="https://new.test/rss"/><outline text="Bad" xmlUrl="file:///x"/></outline></body></opml>`;
  const editionIn = (home: string, name: string) => join(home, 'data', 'editions', `${name}.json`);

  it('imports into a copy of the edition, which keeps everything else, once', async () => {
    const home = tempHome();
    writeFileSync(join(home, 'feeds.opml'), opml);
    const look = await nightdesk(['feeds', 'import', 'feeds.opml', '--edition', 'sample'], { home });
    expect(look).toMatchObject({ code: 0, err: 'refused World / Bad: "file:///x" is no http address' });
    expect(look.out).toContain('Nothing was written.');
    expect(existsSync(editionIn(home, 'sample'))).toBe(false);

    const args = ['feeds', 'import', 'feeds.opml', '--edition', 'sample', '--write', '--json'];
    const written = JSON.parse((await nightdesk(args, { home })).out) as { file: string; added: unknown[] };
    expect(written.file).toBe(editionIn(home, 'sample'));
    const shipped = JSON.parse(readFileSync('data/editions/sample.json', 'utf8')) as { feeds: unknown[] };
    const copy = JSON.parse(readFileSync(written.file, 'utf8')) as unknown;
    expect(copy).toEqual({ ...shipped, feeds: [...shipped.feeds, ...written.added] });
    expect(readdirSync(join(home, 'data', 'editions'))).toEqual(['sample.json']);

    const again = JSON.parse((await nightdesk(args, { home })).out) as { added: unknown[]; known: unknown[] };
    expect(again).toMatchObject({ added: [], known: [{ label: 'New paper', key: 'new-paper' }] });
    const exported = await nightdesk(['feeds', 'export', '--edition', 'sample'], { home });
    expect(exported.out).toContain('xmlUrl="https://new.test/rss"');
  });

  it('leaves an edition alone that it can not read, and says what is no OPML', async () => {
    const home = tempHome();
    mkdirSync(join(home, 'data', 'editions'), { recursive: true });
    writeFileSync(editionIn(home, 'mine'), '{"name": "mine"');
    writeFileSync(join(home, 'feeds.opml'), opml);
    writeFileSync(join(home, 'page.html'), '<html></html>');
    const broken = await nightdesk(['feeds', 'import', 'feeds.opml', '--edition', 'mine', '--write'], {
      home,
    });
    expect(broken).toMatchObject({ code: 1, err: expect.stringContaining('not valid JSON') as string });
    expect(readFileSync(editionIn(home, 'mine'), 'utf8')).toBe('{"name": "mine"');
    const page = await nightdesk(['feeds', 'import', 'page.html', '--edition', 'sample'], { home });
    expect(page).toMatchObject({ code: 1, err: expect.stringContaining('no OPML') as string });
    expect(await nightdesk(['feeds', 'import', 'gone.opml'], { home })).toMatchObject({ code: 2 });
  });

  it('discovers the feeds of a site', async () => {
    const host = await serve(rss);
    const env = { FETCH_ALLOW_PRIVATE: host };
    const found = await nightdesk(['feeds', 'discover', `http://${host}/`], { env });
    expect(found).toMatchObject({ code: 0, out: `http://${host}/  Paper  2 items` });
    expect(await nightdesk(['feeds', 'discover', 'paper.test'])).toMatchObject({ code: 2 });
  });
});
