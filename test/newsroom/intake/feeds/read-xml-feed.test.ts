/** Feeds of every format, and the mistakes that real ones make. */
import { describe, expect, it } from 'vitest';
import { parseFeed } from '../../../../src/newsroom/intake/feeds/parse-feed.ts';

const read = (xml: string, url = 'https://paper.test/feeds/all.xml') =>
  parseFeed(new TextEncoder().encode(xml), { url });
const first = async (xml: string, url?: string) => (await read(xml, url)).items[0];
const rss = (items: string) => `<rss version="2.0"><channel><title>Paper</title>${items}</channel></rss>`;
const atom = (entries: string, more = '') =>
  `<feed xmlns="http://www.w3.org/2005/Atom" ${more}><title>Blog</title>${entries}</feed>`;

describe('a feed in', () => {
  it('Atom 0.3 has issued and modified dates, and base64', async () => {
    const entry =
      await first(`<feed version="0.3" xmlns="http://purl.org/atom/ns#"><entry><title mode="base64">VGhlIDxiPm5ld3M8L2I+</title>
      <link rel="alternate" type="text/html" href="https://a.test/1"/><issued>2026-06-02T10:00:00Z</issued><modified>2026-06-03T10:00:00Z</modified></entry></feed>`);
    expect(entry).toEqual({
      id: 'https://a.test/1',
      title: 'The news',
      url: 'https://a.test/1',
      summary: '',
      publishedAtMs: Date.UTC(2026, 5, 2, 10),
      updatedAtMs: Date.UTC(2026, 5, 3, 10),
    });
  });

  it('RSS 0.91 and RSS without a version has items', async () => {
    for (const version of ['version="0.91"', ''])
      expect(
        await first(
          `<rss ${version}><channel><item><title>A</title><link>https://a.test/</link></item></channel></rss>`,
        ),
      ).toMatchObject({ title: 'A', url: 'https://a.test/' });
  });

  it('RDF has items beside the channel, by any prefix, with Dublin Core and the address of rdf:about', async () => {
    const feed =
      await read(`<r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:p="http://purl.org/rss/1.0/" xmlns:d="http://purl.org/dc/elements/1.1/" xmlns:my="https://my.test/">
      <p:channel><p:title>R</p:title></p:channel><p:item r:about="https://r.test/1"><my:title>not this</my:title><p:title>One</p:title><d:date>2026-06-02</d:date></p:item></r:RDF>`);
    expect(feed).toMatchObject({
      title: 'R',
      items: [
        { id: 'https://r.test/1', url: 'https://r.test/1', title: 'One', updatedAtMs: Date.UTC(2026, 5, 2) },
      ],
    });
  });

  it('the Channel Definition Format has addresses and dates in attributes', async () => {
    const feed = await read(
      `<CHANNEL HREF="https://c.test/"><TITLE>C</TITLE><ITEM HREF="https://c.test/1" LASTMOD="2026-06-02T10:00:00Z"><TITLE>One</TITLE><ABSTRACT>About it</ABSTRACT></ITEM></CHANNEL>`,
    );
    expect(feed).toMatchObject({ title: 'C', link: 'https://c.test/' });
    expect(feed.items).toMatchObject([
      { title: 'One', url: 'https://c.test/1', summary: 'About it', updatedAtMs: Date.UTC(2026, 5, 2, 10) },
    ]);
  });
});

describe('an item', () => {
  it('has a link counted from xml:base, else from the site, else from the feed', async () => {
    const link = '<link href="a/1"/>';
    expect((await first(atom(`<entry>${link}</entry>`)))?.url).toBe('https://paper.test/feeds/a/1');
    expect((await first(atom(`<link href="https://site.test/blog/"/><entry>${link}</entry>`)))?.url).toBe(
      'https://site.test/blog/a/1',
    );
    expect(
      (await first(atom(`<entry xml:base="x/">${link}</entry>`, 'xml:base="https://base.test/"')))?.url,
    ).toBe('https://base.test/x/a/1');
  });

  it('has its words in their order where they are XHTML, and those of media elements where there are no others', async () => {
    const xhtml = `<title type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">One <b>two</b> three &lt; four</div></title>`;
    expect((await first(atom(`<entry>${xhtml}</entry>`)))?.title).toBe('One two three < four');
    const media = `<item><media:group xmlns:media="http://search.yahoo.com/mrss/"><media:title>Film</media:title><media:description>Plot</media:description></media:group></item>`;
    expect(await first(rss(media))).toMatchObject({ title: 'Film', summary: 'Plot' });
  });

  it('never takes the title of a picture, an author or a source for its own', async () => {
    const entry = await first(
      atom(
        `<entry><source><title>Other blog</title><id>x</id><updated>2001-01-01</updated></source><title>Mine</title><author><name>A</name></author></entry>`,
      ),
    );
    expect(entry).toMatchObject({ title: 'Mine', outlet: 'Other blog' });
    expect(entry).not.toHaveProperty('updatedAtMs');
    expect((await read(rss('<image><title>Logo</title><link>https://x.test/</link></image>'))).link).toBe('');
  });

  it('keeps its text where CDATA, comments and half-written references stand in it', async () => {
    const title =
      '<title>A &amp<![CDATA[ & <b>B</b> &amp; ]]><!-- no -->C &#55357;&#56832; &#226;&#128;&#166; &lpar;D&rpar;</title>';
    expect((await first(rss(`<item>${title}</item>`)))?.title).toBe('A &amp & B & C 😀 … (D)');
  });
});

describe('a broken feed', () => {
  it('that never closes a tag still has its items', async () => {
    const feed = await read(
      '<rss><channel><title>Paper<link>https://p.test/<item><title>One<link>https://p.test/1<category>x<pubDate>Tue, 02 Jun 2026 10:00:00 GMT<item><title>Two<link>https://p.test/2',
    );
    expect(feed.title).toBe('Paper');
    expect(feed.items).toMatchObject([
      { title: 'One', url: 'https://p.test/1', publishedAtMs: Date.UTC(2026, 5, 2, 10) },
      { title: 'Two', url: 'https://p.test/2' },
    ]);
  });

  it('with crossed tags, undeclared prefixes and attributes without quotes is read', async () => {
    const feed = await read(
      `<rss version=2.0><channel><item><b><title>One</b></title><atom:link rel=self href="/x"/><guid isPermaLink=true>https://p.test/1</guid><media:thing></item></channel>`,
    );
    expect(feed.items).toMatchObject([{ url: 'https://p.test/1' }]);
  });

  it('that is cut in the middle keeps what came', async () => {
    const whole = rss('<item><title>One</title></item><item><title><![CDATA[Two is longer');
    expect((await read(whole.slice(0, whole.indexOf(' is')))).items.map(({ title }) => title)).toEqual([
      'One',
      'Two',
    ]);
  });
});
