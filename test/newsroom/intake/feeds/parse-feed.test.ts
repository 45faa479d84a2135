import { describe, expect, it } from 'vitest';
import { FeedError } from '../../../../src/newsroom/intake/feeds/feed.ts';
import { parseFeedDate } from '../../../../src/text/feed-date.ts';
import { parseFeed } from '../../../../src/newsroom/intake/feeds/parse-feed.ts';
import { plainText } from '../../../../src/newsroom/intake/feeds/plain-text.ts';

const url = 'https://paper.test/feeds/main.xml';
const read = (feed: string | Uint8Array, contentType?: string) =>
  parseFeed(typeof feed === 'string' ? new TextEncoder().encode(feed) : feed, { contentType, url });
const rss = (item: string) =>
  `<?xml version="1.0"?><rss version="2.0"><channel><title>Paper</title><link>https://paper.test/</link>${item}</channel></rss>`;

describe('parseFeed', () => {
  it('reads RSS into plain text, absolute links and UTC times', async () => {
    const feed = await read(
      rss(`<item><title>Caf&eacute; &amp;amp; bar &lt;b&gt;shut&lt;/b&gt;</title><link>/a/1?x=1&y=2</link>
        <description><![CDATA[<p>First line.</p><p>Second &nbsp; line, AT&T.</p><script>x()</script>]]></description>
        <guid isPermaLink="false">n-1</guid><pubDate>Tue, 02 Jun 2026 10:00:00 CEST</pubDate><source url="https://o.test/">The Outlet</source></item>`),
    );
    expect(feed.title).toBe('Paper');
    expect(feed.items).toEqual([
      {
        id: 'n-1',
        title: 'Café & bar shut',
        url: 'https://paper.test/a/1?x=1&y=2',
        summary: 'First line. Second line, AT&T.',
        publishedAtMs: Date.UTC(2026, 5, 2, 8),
        outlet: 'The Outlet',
      },
    ]);
  });

  it('reads Atom: the alternate link before edit, XHTML titles, both times, the id', async () => {
    const feed = await read(`<feed xmlns="http://www.w3.org/2005/Atom"><title type="text">Blog</title>
      <link rel="self" href="https://paper.test/feed"/><link href="https://paper.test/"/>
      <entry><id>tag:1</id><title type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">A <b>bold</b> step</div></title>
        <link rel="edit" href="/edit/1"/><link rel="alternate" href="/one"/><published>2026-06-02T10:00:00+08:00</published>
        <updated>not a date</updated><summary>Short</summary></entry></feed>`);
    expect(feed.items[0]).toMatchObject({
      id: 'tag:1',
      url: 'https://paper.test/one',
      publishedAtMs: Date.UTC(2026, 5, 2, 2),
      summary: 'Short',
    });
    expect(feed.items[0]?.title.split(' ').sort()).toEqual(['A', 'bold', 'step']);
    expect(feed.items[0]).not.toHaveProperty('updatedAtMs');
  });

  it('reads RDF and JSON Feed', async () => {
    const rdf =
      await read(`<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/">
      <channel rdf:about="x"><title>R</title><link>https://r.test/</link></channel>
      <item rdf:about="https://r.test/1"><title>One</title><link>https://r.test/1</link><dc:date>2026-06-02</dc:date></item></rdf:RDF>`);
    expect(rdf.items[0]).toMatchObject({
      title: 'One',
      url: 'https://r.test/1',
      publishedAtMs: Date.UTC(2026, 5, 2),
    });
    const json = await read(
      JSON.stringify({
        version: 'https://jsonfeed.org/version/1.1',
        title: 'J',
        items: [
          {
            id: '7',
            url: 'https://j.test/7',
            title: 'Seven',
            content_html: '<p>Body</p>',
            date_published: '2026-06-02T00:00:00Z',
          },
        ],
      }),
      'application/feed+json',
    );
    expect(json).toEqual({
      title: 'J',
      link: '',
      summary: '',
      leftOut: 0,
      items: [
        {
          id: '7',
          title: 'Seven',
          url: 'https://j.test/7',
          summary: 'Body',
          publishedAtMs: Date.UTC(2026, 5, 2),
        },
      ],
    });
  });

  it('repairs junk before the feed, control characters, bare ampersands and a lost last character', async () => {
    const broken = `PHP Warning: oops\n${rss('<item><title>Fish \u0003& chips &nosuch; &#0;&hellip;</title><link>https://a.test/?a=1&b=2</link></item>').slice(0, -1)}`;
    expect((await read(broken)).items[0]).toMatchObject({
      title: 'Fish & chips &nosuch; …',
      url: 'https://a.test/?a=1&b=2',
    });
  });

  it('takes the id of a JSON item for a missing link where it is an address', async () => {
    const items = [
      { id: 'http://e.test/x', title: 'X' },
      { id: 'tag:e.test,2026:y', title: 'Y' },
    ];
    const feed = await read(
      JSON.stringify({ version: 'https://jsonfeed.org/version/1.1', title: 'J', items }),
      'application/feed+json',
    );
    expect(feed.items.map(({ url }) => url)).toEqual(['http://e.test/x', '']);
  });

  it('takes a permalink guid for a missing link', async () => {
    expect(
      (await read(rss('<item><title>T</title><guid>https://a.test/g</guid></item>'))).items[0]?.url,
    ).toBe('https://a.test/g');
    expect((await read(rss('<item><title>T</title><guid>abc</guid></item>'))).items[0]?.url).toBe('');
  });

  it('decodes by mark, then HTTP, then declaration, then UTF-8, then windows-1252', async () => {
    const titled = (title: string, declared: string) =>
      rss(`<item><title>${title}</title></item>`).replace(
        'version="1.0"',
        `version="1.0" encoding="${declared}"`,
      );
    const latin = (text: string) => Uint8Array.from(text, (c) => c.charCodeAt(0));
    const title = async (bytes: Uint8Array, contentType?: string) =>
      (await read(bytes, contentType)).items[0]?.title;
    expect(await title(Buffer.from(`\ufeff${titled('香港', 'big5')}`, 'utf8'))).toBe('香港');
    expect(await title(Buffer.from(`\ufeff${titled('香港', 'utf-8')}`, 'utf16le'))).toBe('香港');
    expect(await title(latin(titled('\xadË', 'utf-8')), 'text/xml; charset=big5')).toBe(
      new TextDecoder('big5').decode(Uint8Array.of(0xad, 0xcb)),
    );
    expect(await title(latin(titled('caf\xe9', 'iso-8859-1')))).toBe('café');
    expect(await title(latin(titled('\x93caf\xe9\x94', 'utf-8')), 'text/xml; charset=nonsense')).toBe(
      '“café”',
    );
  });

  it('says clearly when no feed came', async () => {
    await expect(read('<!doctype html><html><body>Log in</body></html>')).rejects.toMatchObject({
      code: 'html',
    });
    await expect(read('  ')).rejects.toMatchObject({ code: 'empty' });
    await expect(read('{"a": 1}')).rejects.toBeInstanceOf(FeedError);
    await expect(read('<note>hello</note>')).rejects.toMatchObject({ code: 'unreadable' });
  });

  it('survives an entity bomb', async () => {
    const bomb = `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>${rss('<item><title>&b;</title></item>').slice(21)}`;
    expect((await read(bomb)).items[0]?.title).toBe('&b;');
  });
});

describe('parseFeedDate', () => {
  it.each([
    ['Tue, 02 Jun 2026 10:00:00 GMT', Date.UTC(2026, 5, 2, 10)],
    ['2 Jun 26 10:00 EDT', Date.UTC(2026, 5, 2, 14)],
    ['Tue, 02 Jun 2026 10:00:00 MEST', Date.UTC(2026, 5, 2, 8)],
    ['Tue, 02 Jun 2026 10:00:00 PT', Date.UTC(2026, 5, 2, 18)],
    ['Tue, 02 Jun 2026 10:00:00 +0530 (IST)', Date.UTC(2026, 5, 2, 4, 30)],
    ['Tuesday, June 2, 2026 10:00 UTC', Date.UTC(2026, 5, 2, 10)],
    ['Tue Jun 02 10:00:00 UTC 2026', Date.UTC(2026, 5, 2, 10)],
    ['2026-06-02T10:00:00.5-08:00', Date.UTC(2026, 5, 2, 18, 0, 0, 500)],
    ['2026-06-02 10:00:00', Date.UTC(2026, 5, 2, 10)],
    ['Tue,02 Jun 2026 10:00:00 GMT', Date.UTC(2026, 5, 2, 10)],
    ['Fri,24 Nov 2023', Date.UTC(2023, 10, 24)],
    ['Tue, 02 Jun 2026 10:00:00 Etc/GMT', Date.UTC(2026, 5, 2, 10)],
    ['2026-06-02 10:00 Etc/UTC', Date.UTC(2026, 5, 2, 10)],
    ['2026-06-02 10:00 Etc/GMT-8', Date.UTC(2026, 5, 2, 2)],
    ['Tue, 02 Jun 2026 10:00:00 GMT+8', Date.UTC(2026, 5, 2, 2)],
    ['031231', Date.UTC(2003, 11, 31)],
    ['202312', Date.UTC(2023, 11, 1)],
    ['033131', undefined],
    ['2026年6月2日 下午3:05', Date.UTC(2026, 5, 2, 7, 5)],
    ['2026/06/02 晚上 09:05', Date.UTC(2026, 5, 2, 13, 5)],
    ['2026年6月2日 凌晨12時10分', Date.UTC(2026, 5, 1, 16, 10)],
    ['2026年6月2日 中午12:10', Date.UTC(2026, 5, 2, 4, 10)],
    ['民國115年6月2日', Date.UTC(2026, 5, 2)],
    ['115年6月2日 10:00', Date.UTC(2026, 5, 2, 2)],
    ['15年6月2日', undefined],
    ['20260602T100000', undefined],
    ['2026年6月2日 10:00', Date.UTC(2026, 5, 2, 2)],
    ['Fri, 28 Nov 2025 03:00:00 PM +0000', Date.UTC(2025, 10, 28, 15)],
    ['November 28, 2025, 10:00 am', Date.UTC(2025, 10, 28, 10)],
    ['Fri, 28 Nov 2025 10:00 AM', Date.UTC(2025, 10, 28, 10)],
    ['Nov 28, 2025 at 3:05pm EST', Date.UTC(2025, 10, 28, 20, 5)],
    ['28 Nov 2025 12:10 a.m. GMT', Date.UTC(2025, 10, 28, 0, 10)],
    ['28 Nov 2025 12:10 p.m.', Date.UTC(2025, 10, 28, 12, 10)],
    ['2025-11-28 03:00:00 PM', Date.UTC(2025, 10, 28, 15)],
    ['2025/11/28 03:00 PM', Date.UTC(2025, 10, 28, 15)],
    ['Fri Nov 28 03:00:00 PM UTC 2025', Date.UTC(2025, 10, 28, 15)],
    ['Fri, 28 Nov 2025 15:00 PM', Date.UTC(2025, 10, 28, 15)],
    ['Mon, 01 Dec 2025 10:00:00 constructor', undefined],
    ['2026-02-30', undefined],
    ['2026-06-02T25:00:00Z', undefined],
    ['yesterday', undefined],
    ['', undefined],
  ])('reads %s', (written, expected) => {
    expect(parseFeedDate(written)).toBe(expected);
  });
});

describe('plainText', () => {
  it('reads what is left of windows-1252 as the quotation marks and dashes that were meant', () => {
    expect(plainText('Mayor\u0092s plan \u0096 \u0093too late\u0094\u0081')).toBe(
      'Mayor’s plan – “too late”',
    );
  });

  it('keeps a smaller-than sign, drops tags, scripts and comments', () => {
    expect(plainText('5 &lt; 6 and 3 < 4 <!-- x --><br/>next<style>p{}</style>')).toBe(
      '5 < 6 and 3 < 4 next',
    );
  });
});
