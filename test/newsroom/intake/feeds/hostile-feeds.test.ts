/** Feeds that are written to hurt: the time goes with their size, and what comes of them is a feed or a `FeedError`. */
import { describe, expect, it } from 'vitest';
import { FeedError } from '../../../../src/newsroom/intake/feeds/feed.ts';
import { parseFeed } from '../../../../src/newsroom/intake/feeds/parse-feed.ts';
import { plainText } from '../../../../src/newsroom/intake/feeds/plain-text.ts';
import { NOT_QUADRATIC, growth } from '../../../support/growth.ts';

const read = (feed: string) => parseFeed(new TextEncoder().encode(feed), { url: 'https://paper.test/feed' });
const rss = (items: string) => `<rss version="2.0"><channel><title>Paper</title>${items}</channel></rss>`;
const item = (title: string, more = '') =>
  `<item><title>${title}</title><link>https://paper.test/1</link>${more}</item>`;

/** `mark` again and again, `length` characters of it. */
const filled = (mark: string, length: number) => mark.repeat(Math.ceil(length / mark.length));
const described = (mark: string) => (length: number) =>
  rss(item('x', `<description><![CDATA[${filled(mark, length)}]]></description>`));

const HOSTILE: readonly (readonly [string, (length: number) => string])[] = [
  ['comments', described('<!--')],
  ['scripts', described('<script ')],
  ['closed scripts', described('<script></script ')],
  ['tags', described('<p ')],
  ['links', described('<a ')],
  ['doctypes', described('<!doctype')],
  ['ends of CDATA in words', (length) => rss(item(filled(']] >', length)))],
  ['CDATA sections', (length) => `<rss>${filled('<![CDATA[', length)}`],
  [
    'CDATA sections of a feed with an entity of its own',
    (length) => `<!DOCTYPE rss [<!ENTITY city "Kowloon">]><rss>${filled('<![CDATA[', length)}`,
  ],
  ['doctypes before the feed', (length) => `${filled('<!DOCTYPE[', length)}${rss(item('x'))}`],
  ['doctypes in the feed', (length) => `<rss>${filled('<!DOCTYPE[', length)}`],
  ['comments in the feed', (length) => `<rss>${filled('<!--', length)}`],
  ['elements', (length) => `<rss><channel>${filled('<a>', length)}`],
  ['ampersands', (length) => rss(item(filled('&a', length)))],
  ['brackets', (length) => rss(item(filled('[', 500)).repeat(Math.ceil(length / 600)))],
  ['closing tags', (length) => rss(item('x')) + filled('</a ', length)],
];

const readOrRefuse = (feed: string) =>
  read(feed).catch((error: unknown) => expect(error).toBeInstanceOf(FeedError));

describe('a hostile feed', () => {
  it.each([
    ['Mayor [resigns](https://evil.example/4711) at noon', 'Mayor resigns at noon'],
    ['Mayor resigns https://evil.example/4711', 'Mayor resigns'],
    ['Mayor resigns: discord.gg/evil', 'Mayor resigns:'],
    ['Mayor resigns &#x202A;https:&#x202D;//evil.example/4711', 'Mayor resigns'],
    ['市長辭職 www.evil.example/4711', '市長辭職'],
  ])('has no links in its headlines, nor in the names of its outlets: %s', async (title, left) => {
    const { items } = await read(rss(item(title, `<source url="https://paper.test">${title}</source>`)));
    expect(items).toMatchObject([{ title: left, outlet: left }]);
  });

  it.each(HOSTILE)('takes time by its size: unclosed %s', async (_, feed) => {
    expect(await growth((size) => readOrRefuse(feed(size)), 200_000)).toBeLessThan(NOT_QUADRATIC);
  });

  it.each([
    ['script', '<script '],
    ['comment', '<!--'],
    ['doctype', '<!DOCTYPE['],
    ['section', '<![CDATA['],
  ])('is bared by one scan: %s', async (_, mark) => {
    expect(await growth((size) => plainText(filled(mark, size)), 100_000)).toBeLessThan(NOT_QUADRATIC);
  });

  it.each([
    ['a web page', '<!doctype html><html><body>Log in</body></html>', 'html'],
    ['a feed without a channel', '<rss version="2.0"><a/></rss>', undefined],
    ['an Atom root and no more', '<feed/>', undefined],
    ['words', 'the server is busy', 'unreadable'],
    ['a cut-off feed', '<rss version="2.0"><channel><item><title>Half', undefined],
    ['bytes', '\u0000\u0001\u0002<\u0003', 'unreadable'],
    ['JSON that is no feed', '{"version": 1, "items": [null, 7]}', undefined],
    ['JSON with objects for words', JSON.stringify({ version: 'https://jsonfeed.org/version/1.1', title: 5, items: [{ id: {}, url: [], title: {} }, null, 7] }), undefined],
    ['elements in elements', `<rss version="2.0"><channel>${item(`${'<a>'.repeat(50_000)}${'</a>'.repeat(50_000)}`)}</channel></rss>`, undefined],
    ['names of objects', '<rss version="2.0"><channel><item><constructor>x</constructor><__proto__>y</__proto__><title><b>z</b></title><link/></item></channel></rss>', undefined],
  ])('ends in a feed or in a named failure: %s', async (_, feed, code) => {
    const end = await read(feed).then(
      () => 'a feed',
      (error: unknown) => (error instanceof FeedError ? error.code : String(error)),
    );
    if (code === undefined) expect(['a feed', 'unreadable', 'empty']).toContain(end);
    else expect(end).toBe(code);
  }); // prettier-ignore

  it('never opens what its entities stand for', async () => {
    const bomb = `<?xml version="1.0"?><!DOCTYPE r [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY x SYSTEM "file:///etc/passwd">]>`;
    const [first] = (await read(bomb + rss(item('&b; &x; ent')))).items;
    expect(first?.title).toBe('&b; &x; ent');
  });

  it('has titles and summaries of a bounded length, bare of markup', async () => {
    const title = `&lt;b&gt;Quake&lt;/b&gt; ${'kills eleven in Chile '.repeat(450)}`;
    const summary = `&lt;img src=x onerror="x()"&gt;${'word'.repeat(3_000)}`;
    const [first] = (await read(rss(item(title, `<description>${summary}</description>`)))).items;
    expect(first?.title).toMatch(/^Quake kills eleven in Chile .+(?:kills|eleven|in|Chile)…$/);
    expect(first?.title.length).toBeLessThanOrEqual(500);
    expect(first?.summary).toMatch(/^(?:word)+w?o?r?…$/);
    expect(first?.summary.length).toBe(1_000);
  });

  it('links to nothing but http', async () => {
    const links = ['javascript:alert(1)', 'file:///etc/passwd', 'data:text/html,x', `https://a.test/${'x'.repeat(9_000)}`];
    const feed = rss(links.map((link) => `<item><title>t</title><link>${link}</link></item>`).join(''));
    expect((await read(feed)).items.map(({ url }) => url)).toEqual(['', '', '', '']);
  }); // prettier-ignore

  it('gives its newest 500 items when it has more, and says how many it left', async () => {
    const dated = (n: number) =>
      item(`Number ${n}`, `<pubDate>${new Date(n * 60_000).toUTCString()}</pubDate>`);
    const feed = await read(rss(Array.from({ length: 1_200 }, (_, n) => dated(n)).join('')));
    expect(feed.leftOut).toBe(700);
    expect(feed.items).toHaveLength(500);
    expect(feed.items[0]?.title).toBe('Number 700');
    const undated = await read(rss(Array.from({ length: 501 }, (_, n) => item(`Number ${n}`)).join('')));
    expect(undated.items.at(-1)?.title).toBe('Number 499');
    expect(undated.leftOut).toBe(1);
  });

  it('lets others have a turn while it is read', async () => {
    const feed = rss(item('Fish and chips', `<description>${'words '.repeat(50)}</description>`).repeat(5_000));
    let turns = 0;
    const ticking = setInterval(() => (turns += 1), 0);
    await read(feed);
    clearInterval(ticking);
    expect(turns).toBeGreaterThan(5);
  }); // prettier-ignore
});

describe('plainText', () => {
  it.each([
    ['a <script>bad()</script>b', 'a b'],
    ['a <SCRIPT src="x">bad()</script >b', 'a b'],
    ['a <script>never closed', 'a never closed'],
    ['a <!-- never closed', 'a'],
    ['one<br>two<p class="x">three', 'one two three'],
    ['5 < 6 and <b>7</b> > 6', '5 < 6 and 7 > 6'],
    ['cut off <a href="', 'cut off <a href="'],
    ['<![CDATA[inside]]> <!DOCTYPE html>', 'inside'],
  ])('reads %s', (markup, text) => {
    expect(plainText(markup)).toBe(text);
  });
});
