import { afterEach, describe, expect, it } from 'vitest';
import { extractArticle } from '../../../src/newsroom/sources/extract-article.ts';
import { WorkerExtractor } from '../../../src/newsroom/sources/worker-extractor.ts';
import { systemClock } from '../../../src/time/clock.ts';
import { FakeClock, settle } from '../../support/fake-clock.ts';

type WorkerExtractorParts = ConstructorParameters<typeof WorkerExtractor>[0];

const made: WorkerExtractor[] = [];
afterEach(async () => {
  for (const it of made.splice(0)) await it.close();
});
function extractor(parts: Partial<WorkerExtractorParts> = {}): WorkerExtractor {
  const it = new WorkerExtractor({ clock: systemClock, ...parts });
  made.push(it);
  return it;
}

const paragraph =
  'The council said on Monday that the bridge would stay closed until engineers have finished their work, which may take several weeks.';
const page = (body: string, head = '') =>
  `<!doctype html><html lang="en-GB"><head><title>Bridge closed | Paper</title>${head}</head><body>${body}</body></html>`;
const article = page(
  `<nav><a href="/">Home</a></nav><article><h1>Bridge closed</h1><p>${paragraph}</p><figure><img src="a.jpg"><figcaption>The bridge at dawn</figcaption></figure>
   <p>${paragraph.replace('Monday', 'Tuesday')}</p><aside>Something else entirely</aside><div class="related-links"><a href="/x">Another story to read now</a></div>
   <p>${paragraph.replace('Monday', 'Friday')}</p></article><footer>© Paper</footer>`,
  `<meta property="og:site_name" content="The Paper"><meta property="og:title" content="Bridge closed"><meta name="author" content="By Ann Lee">
   <meta property="article:published_time" content="2026-06-02T10:00:00+01:00">`,
);

describe('extractArticle', () => {
  it('gives block-aware text without figures, asides and links, and what the page says of itself', async () => {
    const found = await extractArticle(article, 'https://paper.test/a');
    expect(found).toMatchObject({
      title: 'Bridge closed',
      byline: 'Ann Lee',
      language: 'en-GB',
      outlet: 'The Paper',
      extractor: 'readability-linkedom',
      publishedAtMs: Date.UTC(2026, 5, 2, 9),
    });
    expect(found.text.split('\n').filter((line) => line.startsWith('The council'))).toHaveLength(3);
    for (const residue of ['dawn', 'Something else', 'Another story', 'Home'])
      expect(found.text).not.toContain(residue);
  });

  it('reads the JSON-LD body where the page has no text (defect 5)', async () => {
    const ld = {
      '@context': 'https://schema.org',
      '@graph': [
        { '@type': 'WebSite' },
        {
          '@type': ['NewsArticle'],
          headline: 'H',
          articleBody: `${paragraph}\n\n${paragraph}`,
          datePublished: '2026-06-02',
          publisher: { name: 'Pub' },
          author: [{ name: 'Ann' }, { name: 'Bo' }],
        },
      ],
    };
    const found = await extractArticle(
      page('<div id="app"></div>', `<script type="application/ld+json">${JSON.stringify(ld)}</script>`),
      'https://p.test/',
    );
    expect(found).toMatchObject({
      extractor: 'json-ld',
      title: 'H',
      outlet: 'Pub',
      byline: 'Ann, Bo',
      publishedAtMs: Date.UTC(2026, 5, 2),
    });
    expect(found.text).toBe(`${paragraph}\n${paragraph}`);
  });

  it('says that there is nothing where there is nothing', async () => {
    expect(await extractArticle('', 'https://p.test/')).toMatchObject({ text: '', extractor: 'none' });
    expect((await extractArticle('{"not": "html"}', 'https://p.test/')).text.length).toBeLessThan(40);
  });
});

describe('WorkerExtractor', () => {
  it('reads pages in a worker that starts with the first and ends after being idle', async () => {
    const clock = new FakeClock();
    const it = extractor({ clock, idleMs: 20_000 });
    expect(it.running).toBe(false);
    const [one, two] = await Promise.all([
      it.extract(article, 'https://p.test/1'),
      it.extract(article, 'https://p.test/2'),
    ]);
    expect(one.title).toBe('Bridge closed');
    expect(two).toEqual(one);
    expect(it.running).toBe(true);
    await clock.advance(19_999);
    expect(it.running).toBe(true);
    await clock.advance(1);
    expect(it.running).toBe(false);
    expect((await it.extract(article, 'https://p.test/3')).title).toBe('Bridge closed');
  });

  it('ends a page that takes too long, and reads the next one', async () => {
    const clock = new FakeClock();
    const it = extractor({ clock, pageMs: 5_000, workers: 1 });
    // The worker's start alone takes longer than the clock leaves it.
    const slow = it.extract(article, 'https://p.test/slow');
    const next = it.extract(article, 'https://p.test/next');
    await settle();
    await clock.advance(5_000);
    await expect(slow).rejects.toMatchObject({ code: 'timeout' });
    expect((await next).title).toBe('Bridge closed');
  });

  it('survives a page that eats the memory of the worker', async () => {
    const it = extractor({ heapMb: 40, workers: 1 });
    const huge = it.extract(`<p>${'<b>word</b> '.repeat(59_000)}`, 'https://p.test/huge');
    const next = it.extract(article, 'https://p.test/next');
    await expect(huge).rejects.toMatchObject({ code: 'out_of_memory' });
    expect((await next).title).toBe('Bridge closed');
  });

  it('refuses what waits when it is closed', async () => {
    const it = extractor();
    const refused = expect(it.extract(article, 'https://p.test/')).rejects.toMatchObject({ code: 'closed' });
    await settle(2);
    await it.close();
    await refused;
  });
});
