import { describe, expect, it } from 'vitest';
import { feedsFromOpml, feedsToOpml, OpmlError } from '../../../../src/newsroom/intake/feeds/opml.ts';
import { anEdition } from '../../an-edition.ts';

const opml = (body: string) => `<?xml version="1.0"?><opml version="2.0"><head/><body>${body}</body></opml>`;
const outline = (text: string, xmlUrl: string, more = '') =>
  `<outline type="rss" text="${text}" xmlUrl="${xmlUrl}" ${more}/>`;

const edition = anEdition({
  categories: [
    { name: 'World', aliases: ['abroad'], words: [] },
    { name: 'Local', aliases: [], words: [] },
  ],
  defaultCategory: 'World',
  feeds: [{ key: 'paper', url: 'https://paper.test/feed', label: 'The Paper' }],
});

describe('an OPML file', () => {
  it('becomes feeds with keys of their own, and categories by folder, alias and attribute', async () => {
    const { added, known, refused } = await feedsFromOpml(
      opml(
        `<outline text="Mine"><outline text="Abroad">${outline('Paper', 'https://a.test/1', 'language="en"')}</outline></outline>
         ${outline('Café &amp; Bar', 'https://a.test/2?x=1&y=2', 'category="/News/Local"')}
         ${outline('香港', 'feed://hk.test/rss')}${outline('香港', 'https://hk.test/other')}${outline('Sport', 'https://a.test/3', 'category="Sport"')}`,
      ),
      edition,
    );
    expect(added).toEqual([
      { key: 'paper-2', url: 'https://a.test/1', label: 'Paper', language: 'en', category: 'World' },
      { key: 'cafe-bar', url: 'https://a.test/2?x=1&y=2', label: 'Café & Bar', category: 'Local' },
      { key: 'hk-test', url: 'http://hk.test/rss', label: '香港' },
      { key: 'hk-test-2', url: 'https://hk.test/other', label: '香港' },
      { key: 'sport', url: 'https://a.test/3', label: 'Sport' },
    ]);
    expect({ known, refused }).toEqual({ known: [], refused: [] });
  });

  it('is read as feeds are, however it was written', async () => {
    const broken = `\n<OPML><body><outline text=Mine><outline text='R&D' xmlURL=https://a.test/1?x&y><outline text="B" xmlUrl="https://b.test/"/>`;
    const { added } = await feedsFromOpml(broken, edition);
    expect(added.map(({ url, label }) => [url, label])).toEqual([
      ['https://a.test/1?x&y', 'R&D'],
      ['https://b.test/', 'B'],
    ]);
  });

  it('leaves what the edition has, and names the outline that it refuses', async () => {
    const { added, known, refused } = await feedsFromOpml(
      opml(
        `${outline('The Paper again', 'http://paper.test/feed/')}
         <outline text="Odd">${outline('Mail', 'mailto:a@b.test')}<outline text="Note"/>${outline('A', 'https://a.test/')}${outline('B', 'https://a.test')}</outline>`,
      ),
      edition,
    );
    expect(added.map(({ key }) => key)).toEqual(['a']);
    expect(known).toEqual([{ label: 'The Paper again', key: 'paper' }]);
    expect(refused).toEqual([
      { outline: 'Odd / Mail', because: '"mailto:a@b.test" is no http address' },
      { outline: 'Odd / Note', because: 'it names no feed (xmlUrl)' },
      { outline: 'Odd / B', because: 'the same address as Odd / A' },
    ]);
  });

  it('gives no password away: such a feed is refused, and exported without', async () => {
    const secret = 'https://ann:s3cret@a.test/feed';
    const { added, refused } = await feedsFromOpml(
      opml(
        `${outline('Mine', secret)}<outline xmlUrl="${secret}"/><outline xmlUrl="ftp://ann:s3cret@b.test/"/>`,
      ),
      edition,
    );
    expect(added).toEqual([]);
    expect(refused.map(({ outline: told }) => told)).toEqual([
      'Mine',
      'https://a.test/feed',
      'ftp://b.test/',
    ]);
    expect(refused[0]?.because).toContain('password');
    const text = await feedsToOpml({ title: 'T', feeds: [{ key: 'x', url: secret, label: 'X' }] });
    expect(JSON.stringify(refused) + text).not.toMatch(/ann|s3cret/);
    expect(text).toContain('https://a.test/feed');
  });

  it.each([['<html><body/></html>'], [''], [opml('<outline text="a">'.repeat(100_000))]])(
    'is refused by name when it is none or has no end: %.30s',
    async (text) => {
      await expect(feedsFromOpml(text, edition)).rejects.toBeInstanceOf(OpmlError);
    },
  );

  it('is what an edition exports: the same feeds come back', async () => {
    const feeds = [
      { key: 'x', url: 'https://a.test/?a=1&b=2', label: 'A "b" <c> & d', language: 'en', category: 'Local' },
      { key: 'y', url: 'https://b.test/', label: '日報' },
    ];
    const text = await feedsToOpml({ title: 'Mine & yours', feeds });
    expect(text).toContain('<opml version="2.0">');
    const { added } = await feedsFromOpml(text, { ...edition, feeds: [] });
    expect(added).toEqual([
      { ...feeds[0], key: 'a-b-c-d' },
      { ...feeds[1], key: 'b-test' },
    ]);
  });
});
