import { describe, expect, it } from 'vitest';
import { extractArticle } from '../../../src/newsroom/sources/extract-article.ts';

const paragraph =
  'The council said on Monday that the bridge would stay closed until engineers have finished their work, which may take several weeks.';
const page = (body: string, head = '') =>
  `<!doctype html><html lang="en-GB"><head><title>Bridge closed | Paper</title>${head}</head><body>${body}</body></html>`;
const article = page(
  `<nav><a href="/">Home</a></nav><article><h1>Bridge closed</h1><p>${paragraph}</p><figure><img src="a.jpg"><figcaption>The bridge at dawn</figcaption></figure>
   <p>${paragraph.replace('Monday', 'Tuesday')}</p><aside>Something else entirely</aside><div class="related-links"><a href="/x">Another story to read now</a></div>
   <p>${paragraph.replace('Monday', 'Friday')}</p></article><footer>© Paper</footer>`,
  `<meta property="og:site_name" content="The Paper"><meta property="og:title" content="Bridge closed"><meta name="author" content="By Ann Lee">
   <meta property="article:published_time" content="2026-06-02T10:00:00+01:00"><link rel="canonical" href="/bridge">`,
);

describe('extractArticle', () => {
  it('gives block-aware text without figures, asides and links, and what the page says of itself', async () => {
    const found = await extractArticle(article, 'https://paper.test/a');
    expect(found).toMatchObject({
      title: 'Bridge closed',
      byline: 'Ann Lee',
      language: 'en-GB',
      outlet: 'The Paper',
      canonicalUrl: 'https://paper.test/bridge',
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

/** An article whose paragraphs stand around `inside`. */
const around = (inside: string, head = '') =>
  page(
    `<article><h1>Bridge closed</h1>${`<p>${paragraph}</p>`.repeat(3)}${inside}<p>${paragraph} The end.</p></article>`,
    head,
  );
const textOf = async (html: string) => (await extractArticle(html, 'https://paper.test/a')).text;

describe('a page that leaves out tags which HTML lets it leave out', () => {
  const story = `<h1>Bridge closed</h1>${['Monday', 'Tuesday', 'Friday'].map((day) => `<p>${paragraph.replace('Monday', day)}`).join('\n')}`;

  it.each([
    ['body', `<!doctype html><html lang=en><head><title>T</title></head><article>${story}</article></html>`],
    ['head', `<html><meta charset=utf-8><title>T</title><body class="a > b">${story}</body></html>`],
    ['html', `<head><title>T</title></head><body>${story}`],
    ['html, head and body', `<!doctype html>\n<META name=x content='a>b'><title>T</title>${story}`],
    ['the end of its head', `<html><head><title>T</title>${story}`],
    ['all but text', `<!doctype html><title>T</title>Words. ${story}<body class=late>`],
  ])('has its article and its title without %s', async (_, html) => {
    const found = await extractArticle(html, 'https://p.test/a');
    expect(found).toMatchObject({ title: 'Bridge closed', extractor: 'readability-linkedom' });
    expect(found.problem).toBeUndefined();
    expect(found.text.match(/The council/g)).toHaveLength(3);
    expect(found.text).not.toMatch(/^T$|Bridge closed/m);
  });

  it('has the title of its title element, which is none of its text however long', async () => {
    const found = await extractArticle(
      `<!doctype html><title>Short title here</title>${story.replace(/<h1>.*<\/h1>/, '')}`,
      'https://p.test/a',
    );
    expect(found.title).toBe('Short title here');
    expect(found.text).not.toContain('Short');
    const long = await extractArticle(`<title>${'So many words. '.repeat(700)}</title>`, 'https://p.test/a');
    expect(long).toMatchObject({ text: '', problem: 'no_text' });
    expect(long.title.length).toBeLessThanOrEqual(500);
  });

  it('ends where its tags never do', async () => {
    for (const html of [
      '<body '.repeat(200_000),
      `<${'a'.repeat(1_000_000)}`,
      '<title></title '.repeat(80_000),
    ])
      expect((await extractArticle(html, 'https://p.test/a')).text).toBe('');
  });
});

describe('what is trimmed', () => {
  const residue: readonly (readonly [what: string, html: string])[] = [
    [
      'a caption by its class, in camel case too',
      '<div class="InlineImage-imageEmbedCaption">RESIDUE at the bridge</div>',
    ],
    ['sharing tools', '<div class="article__share-tools"><span>RESIDUE</span></div>'],
    [
      'a rail of other stories',
      '<div class="rail rail--trending"><h3>RESIDUE</h3><p>Something else happened.</p></div>',
    ],
    ['a paragraph that is a link', '<p><a href="/x">RESIDUE: five things to know about bridges</a></p>'],
    [
      'a list of links',
      '<ul><li><a href="/x">RESIDUE of the first kind</a></li><li><a href="/y">RESIDUE of the second</a></li></ul>',
    ],
    ['a label', '<p>Advertisement</p>'],
    ['an appeal', '<p>Sign up to our RESIDUE newsletter to get the news in your inbox</p>'],
    ['a date on its own', '<p>Published: June 2, 2026 10:00 AM</p>'],
    ['an address on its own', '<p>https://paper.test/RESIDUE/1.html</p>'],
    ['a place in a gallery', '<p>Image 1 of / 23</p>'],
    ['the headline, again', '<h2>Bridge closed</h2>'],
  ];
  it.each(residue)('%s', async (_, html) => {
    const lines = (await textOf(around(html))).split('\n');
    expect(lines).toEqual([paragraph, paragraph, paragraph, `${paragraph} The end.`]);
  });

  it('what follows under a heading such as "Related stories", but not the article that goes on behind it', async () => {
    const more = '<h3>Related stories</h3><p>Council to vote</p><p>Ferry is full</p>';
    expect((await textOf(around(more))).split('\n')).toHaveLength(4);
    expect(await textOf(around(more))).not.toContain('Ferry');
  });

  it.each([
    '<p>ENDS</p>',
    '<p>– Ends –</p>',
    '<p>Notes to editors: for interviews call the RESIDUE office.</p>',
    '<h3>Notes for editors</h3>',
    '<p>（完）</p>',
  ])('what follows the close of a press release, however long: %s', async (close) => {
    const html = `<!doctype html><html><body><article><h1>Bridge closed</h1><p>${paragraph}</p><p>${paragraph}</p>
      <p>It ends on Friday.</p>${close}<p>RESIDUE ${paragraph}</p></article></body></html>`;
    expect((await textOf(html)).split('\n')).toEqual([paragraph, paragraph, 'It ends on Friday.']);
  });

  const kept: readonly (readonly [what: string, html: string, text: string])[] = [
    [
      'a sentence with a link',
      '<p>The firm <a href="/x">said so</a> in a letter to the council.</p>',
      'The firm said so in a letter to the council.',
    ],
    [
      'a sentence that speaks of sharing',
      '<p>They share the cost of it, and comments were few.</p>',
      'They share the cost of it, and comments were few.',
    ],
    ['a short sentence', '<p>It rained.</p>', 'It rained.'],
    ['a heading of the article', '<h2>What comes next</h2>', 'What comes next'],
    [
      'an embedded post',
      '<div class="social-embed"><blockquote><p>We are sorry.</p></blockquote></div>',
      'We are sorry.',
    ],
    ['a list', '<ul><li>Cars are diverted.</li><li>Buses too.</li></ul>', 'Cars are diverted.\nBuses too.'],
    ['a line break', '<p>First line of it,<br>second line.</p>', 'First line of it,\nsecond line.'],
  ];
  it.each(kept)('not %s', async (_, html, text) => {
    expect(await textOf(around(html))).toContain(`${paragraph}\n${text}\n`);
  });
});

describe('Chinese pages', () => {
  const one =
    '市議會星期一表示，大橋將繼續關閉，直至工程師完成工作為止，預計需時數星期，期間交通將會改道，居民須留意公布。';
  const chinese = (body: string) =>
    `<!doctype html><html lang="zh-Hant"><head><title>大橋關閉</title></head><body><article><h1>大橋關閉</h1>${body}</article></body></html>`;

  it('have no space inside a sentence, where markup or a line of the source was broken', async () => {
    const body = `<p>${one}</p><p>市長<b>陳大文</b>說：<a href="/x">「安全第一」</a>，並\n      感謝市民。</p><p>${one}</p>`;
    expect(await textOf(chinese(body))).toBe(`${one}\n市長陳大文說：「安全第一」，並感謝市民。\n${one}`);
  });

  const story = '港府公布新的運輸政策，居民對此反應不一，當局稱會再作諮詢。'.repeat(8);
  const dated = (date: string, head = '') =>
    `<html lang="zh-HK"><head><title>標題</title>${head}</head><body><article><h1>標題</h1>${date}<p>${story}</p></article></body></html>`;

  it.each([
    '<div class=date>2026年11月20日 10:30</div>',
    '<p><time>2026年11月20日 10:30</time></p>',
    '<div class="article-time">發佈時間：2026-11-20 10:30</div>',
  ])('have the date that stands under the headline, which is none of the text: %s', async (date) => {
    const found = await extractArticle(dated(date), 'https://paper.test/a');
    expect(found.publishedAtMs).toBe(Date.UTC(2026, 10, 20, 2, 30));
    expect(found.text).toBe(story);
  });

  it.each([
    ['2026-11-20T10:30:00', '2026-11-20T02:30:00.000Z'],
    ['2026-11-20T10:30:00Z', '2026-11-20T10:30:00.000Z'],
    ['2026-11-20 10:30:00 +0100', '2026-11-20T09:30:00.000Z'],
    ['2026-11-20', '2026-11-20T00:00:00.000Z'],
  ])('write times of day for readers there where they name no zone: %s', async (time, iso) => {
    const head = `<meta property="article:published_time" content="${time}">`;
    const { publishedAtMs } = await extractArticle(dated('', head), 'https://paper.test/a');
    expect(new Date(publishedAtMs ?? 0).toISOString()).toBe(iso);
  });

  it('lose what stands around the article', async () => {
    const body = `<p>${one}</p><p>廣告</p><p>${one}</p><p>延伸閱讀</p><p><a href="/x">渡輪客滿</a></p><p>責任編輯：林小明</p>`;
    expect(await textOf(chinese(body))).toBe(`${one}\n${one}`);
  });

  it('are whole stories at a third of the length', async () => {
    const short = await extractArticle(chinese(`<p>${one}</p>`.repeat(8)), 'https://paper.test/zh');
    expect(short).toMatchObject({ language: 'zh-Hant' });
    expect(short.quality).toBeGreaterThan(0.9);
  });
});

describe('what a page says of itself', () => {
  const times: readonly (readonly [head: string, iso: string])[] = [
    ['<meta name="pubdate" content="Tue, 02 Jun 2026 10:00:00 EDT">', '2026-06-02T14:00:00.000Z'],
    ['<meta itemprop="datePublished" content="2026-06-02T10:00:00+0800">', '2026-06-02T02:00:00.000Z'],
    [
      '<script type="application/ld+json">{"@type":"NewsArticle","datePublished":"2026-06-02T10:00:00.000Z"}</script>',
      '2026-06-02T10:00:00.000Z',
    ],
    [
      '<meta property="article:published_time" content="soon"><meta name="date" content="2026-06-02">',
      '2026-06-02T00:00:00.000Z',
    ],
  ];
  it.each(times)('the time in %s', async (head, iso) => {
    const { publishedAtMs } = await extractArticle(around('', head), 'https://paper.test/a');
    expect(new Date(publishedAtMs ?? 0).toISOString()).toBe(iso);
  });

  it('the time of its time element, and the day in its address', async () => {
    const timed = around('<time datetime="2026-06-02T10:00:00+02:00">today</time>');
    expect((await extractArticle(timed, 'https://paper.test/a')).publishedAtMs).toBe(Date.UTC(2026, 5, 2, 8));
    const dated = await extractArticle(around(''), 'https://paper.test/2026/06/02/bridge');
    expect(dated.publishedAtMs).toBe(Date.UTC(2026, 5, 2));
  });

  const bylines: readonly (readonly [written: string, byline: string | undefined])[] = [
    ['By Ann Lee', 'Ann Lee'],
    ['撰文：陳大文', '陳大文'],
    ['記者王小明／台北報導', '王小明'],
    ['（記者李大華／綜合報導）', '李大華'],
    ['中央社記者王小明台北12日電', '王小明'],
    ['文／張三 圖／李四', '張三'],
    ['記者 陳怡、王小明 高雄報導', '陳怡、王小明'],
    ['文匯報', '文匯報'],
    ['Ann Lee, Nov. 15, 2026', 'Ann Lee'],
    ['https://paper.test/people/ann', undefined],
    ['@annlee', undefined],
  ];
  it.each(bylines)('the author in "%s"', async (written, byline) => {
    const found = await extractArticle(
      around('', `<meta name="author" content="${written}">`),
      'https://paper.test/a',
    );
    expect(found.byline).toBe(byline);
  });

  const chinese = (above: string, title = '大橋因車禍封閉') =>
    `<!doctype html><html lang="zh-Hant"><head><title>${title}</title></head><body><article><h1>大橋因車禍封閉</h1>${above}
     ${'<p>警方表示，大橋昨晚因三車相撞封閉，至今早六時才重開，事故中兩人受傷送院，司機被捕後獲准保釋候查。</p>'.repeat(6)}</article></body></html>`;

  it.each([
    [
      '<p>〔記者許育如／台北報導〕</p><p class="time">2026/06/02 15:05</p>',
      '許育如',
      Date.UTC(2026, 5, 2, 7, 5),
    ],
    [
      '<p>撰文：林穎</p><div class="date">出版：2026-06-02 15:05 更新：2026-06-02 16:00</div>',
      '林穎',
      Date.UTC(2026, 5, 2, 7, 5),
    ],
    ['<p>文／張三</p><time>2026年6月2日 下午3:05</time>', '張三', Date.UTC(2026, 5, 2, 7, 5)],
    [
      '<span class="time">發稿時間：2026/6/2 15:05（6/2 16:20 更新）</span>',
      undefined,
      Date.UTC(2026, 5, 2, 7, 5),
    ],
    ['<span class="date">民國115年6月2日</span>', undefined, Date.UTC(2026, 5, 2)],
  ])('who wrote it and when, as Chinese pages show it: %s', async (above, byline, publishedAtMs) => {
    const found = await extractArticle(chinese(above), 'https://paper.test/a');
    expect(found).toMatchObject({ publishedAtMs, text: expect.stringMatching(/^警方表示/u) as string });
    expect(found.byline).toBe(byline);
  });

  it.each([
    '大橋因車禍封閉 | 突發 | 港聞 | 晨早新聞',
    '大橋因車禍封閉｜晨早新聞',
    '大橋因車禍封閉_晨早新聞',
    '大橋因車禍封閉 - 晨早新聞',
  ])('the title without sections and outlet: %s', async (title) => {
    const html = chinese('', title)
      .replace(/<h1>.*?<\/h1>/u, '')
      .replace('<head>', '<head><meta property="og:site_name" content="晨早新聞">');
    expect((await extractArticle(html, 'https://paper.test/a')).title).toBe('大橋因車禍封閉');
  });

  it('JSON-LD with what real pages do to it (defect 5)', async () => {
    const body = `&lt;p&gt;${paragraph}&lt;/p&gt;\n\n&lt;p&gt;${paragraph}&lt;/p&gt;`;
    const json = `<!-- {"@context":"http://schema.org","@type":"http://schema.org/WebPage","mainEntity":[{"@type":"Person","name":"x"},
      {"@type":"NewsArticle","headline":"Bridge &amp; road","author":{"@type":"Person","name":["Ann Lee"]},"articleBody":"${body}",}]} -->`;
    const html = page(
      '<div id="app"></div>',
      `<script async type='application/ld+json' id="a">${json}</script>`,
    );
    expect(await extractArticle(html, 'https://paper.test/a')).toMatchObject({
      extractor: 'json-ld',
      title: 'Bridge & road',
      byline: 'Ann Lee',
      text: `${paragraph}\n${paragraph}`,
    });
  });

  it('its quality: high for a story, lower for a scrap, lower still for links', async () => {
    const quality = async (body: string) =>
      (await extractArticle(page(`<article>${body}</article>`), 'https://p.test/a')).quality;
    const story = await quality(`<p>${paragraph}</p>`.repeat(10));
    const scrap = await quality(`<p>${paragraph}</p>`.repeat(2));
    const linked = await quality(`<p>${paragraph} <a href="/x">${paragraph}</a></p>`.repeat(10));
    expect(story).toBe(1);
    expect(scrap).toBeLessThan(0.6);
    expect(linked).toBeLessThan(0.6);
  });
});
