/** What feeds may be that are none, or that mean harm: a named outcome for each. */
import { describe, expect, it } from 'vitest';
import { parseFeed } from '../../../../src/newsroom/intake/feeds/parse-feed.ts';

const nowMs = Date.UTC(2026, 5, 2, 12);
const read = (xml: string | Uint8Array, mostItems?: number) =>
  parseFeed(typeof xml === 'string' ? new TextEncoder().encode(xml) : xml, {
    url: 'https://paper.test/feed',
    nowMs,
    ...(mostItems !== undefined && { mostItems }),
  });
const rss = (items: string) => `<rss version="2.0"><channel><title>Paper</title>${items}</channel></rss>`;
const item = (fields: string) => rss(`<item><title>T</title>${fields}</item>`);
const outcome = (xml: string | Uint8Array) =>
  read(xml).then(
    ({ items }) => `${items.length} items`,
    (error: unknown) => (error as { code?: string }).code,
  );

describe('what is no feed', () => {
  it('is told by name: a web page, nothing, too much, words', async () => {
    expect(await outcome('<!DOCTYPE html><html><body>Please log in</body></html>')).toBe('html');
    expect(await outcome('<?xml version="1.0"?>\n<!-- x --><html><rs></html>')).toBe('html');
    expect(await outcome(' \n\t')).toBe('empty');
    expect(await outcome(Buffer.alloc(100_000_000, '<item>'))).toBe('too_large');
    expect(await outcome('Service unavailable')).toBe('unreadable');
    expect(await outcome('['.repeat(100_000))).toBe('unreadable');
    expect(await outcome(`{"items":${'['.repeat(100_000)}`)).toBe('unreadable');
    expect(await outcome(Uint8Array.from({ length: 5_000 }, (_, n) => (n * 7_919) % 256))).toBe('unreadable');
  });
});

describe('a feed that means harm', () => {
  it('may name short texts in its doctype, and nothing that grows or lies elsewhere', async () => {
    const doctype = `<!DOCTYPE rss [<!ENTITY city "Kowloon &amp; New Territories"> <!ENTITY tram 'tram &#8211; bus'>
      <!ENTITY far SYSTEM "file:///etc/passwd"><!ENTITY two "&city;&city;"><!ENTITY % p "x"><!ENTITY long "${'x'.repeat(1_001)}">]>`;
    const said = '&city;: &tram; &far; &two; &long; <![CDATA[&city;]]>';
    const feed = await read(`<?xml version="1.0"?>${doctype}${item(`<description>${said}</description>`)}`);
    expect(feed.items[0]?.summary).toBe('Kowloon & New Territories: tram – bus &far; &two; &long; &city;');
    const many = `<!DOCTYPE rss [<!ENTITY a "${'a'.repeat(900)}">]>`;
    const bounded = await read(
      `${many}${Array.from({ length: 400 }, () => item('<description>&a;</description>')).join('')}`,
    );
    expect(bounded.items.length).toBeGreaterThan(0);
  });

  it('opens no entity that names another, however many there are', async () => {
    const entities = Array.from({ length: 60 }, (_, n) => `<!ENTITY e${n + 1} "&e${n};&e${n};">`).join('');
    const bomb = `<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY e0 "ha">${entities}]>${item('<description>&e60;</description>')}`;
    expect((await read(bomb)).items).toMatchObject([{ title: 'T', summary: '&e60;' }]);
  });

  it('may nest 100,000 elements, or leave them open, and still have its items', async () => {
    const deep = '<a>'.repeat(100_000);
    expect((await read(item(`<x>${deep}${'</a>'.repeat(100_000)}</x><guid>g</guid>`))).items).toMatchObject([
      { id: 'g' },
    ]);
    expect((await read(rss(`${deep}<item><title>T</title></item>`))).items).toMatchObject([{ title: 'T' }]);
    expect((await read(item(`<description>${deep}text`))).items).toMatchObject([{ summary: 'text' }]);
  });

  it('may declare 10,000 namespaces, or attributes', async () => {
    const many = Array.from({ length: 10_000 }, (_, n) => `xmlns:n${n}="https://n.test/${n}" a${n}="x"`).join(
      ' ',
    );
    expect((await read(item(`<x ${many}>${'<y/>'.repeat(10_000)}</x><guid>g</guid>`))).items).toMatchObject([
      { id: 'g' },
    ]);
  });

  it('has as many items as are asked for: the newest, and the number of the others', async () => {
    const dated = (day: number) =>
      `<item><guid>${day}</guid><pubDate>2026-05-${String(day).padStart(2, '0')}</pubDate></item>`;
    const feed = await read(rss([1, 9, 5, 7].map(dated).join('')), 2);
    expect(feed.items.map(({ id }) => id)).toEqual(['9', '7']);
    expect(feed.leftOut).toBe(2);
    const flood = await read(rss('<item/>'.repeat(30_000)));
    expect([flood.items.length, flood.items.length + flood.leftOut]).toEqual([500, 30_000]);
  });
});

describe('an item', () => {
  it.each(['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', 'mailto:a@b.test', 'ftp://a.test/', 'tel:1', 'blob:https://a.test/x', 'http://', 'https://[::1', 'https://ann:secret@a.test/x'])(
    'has no address when it names %s, and says so',
    async (link) => {
      const [first] = (await read(item(`<link>${link}</link>`))).items;
      expect(first).toMatchObject({ url: '', problems: ['bad_link'] });
    },
  ); // prettier-ignore

  it('tells a missing link and title, a date that is none, one far ahead, and a title that was cut', async () => {
    const odd = async (fields: string) => (await read(rss(`<item>${fields}</item>`))).items[0]?.problems;
    const link = '<link>https://a.test/</link>';
    expect(await odd('<title>T</title>')).toEqual(['no_link']);
    expect(await odd(`${link}<title> </title>`)).toEqual(['no_title']);
    expect(await odd(`<title>T</title>${link}<pubDate>soon</pubDate>`)).toEqual(['bad_date']);
    expect(await odd(`<title>T</title>${link}<pubDate>2026-06-04</pubDate>`)).toEqual(['future_date']);
    expect(await odd(`<title>T</title>${link}<pubDate>2026-06-03T08:00:00Z</pubDate>`)).toBeUndefined();
    const [long] = (await read(rss(`<item><title>${'x'.repeat(10_000)}</title>${link}</item>`))).items;
    expect(long).toMatchObject({ problems: ['long_title'] });
    expect(long?.title).toHaveLength(500);
  });
});
