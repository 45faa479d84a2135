import { describe, expect, it } from 'vitest';
import type { Article, PageProblem } from '../../../src/newsroom/sources/article.ts';
import { extractArticle } from '../../../src/newsroom/sources/extract-article.ts';
import { decodeBytes } from '../../../src/web-fetch/decode-bytes.ts';

const sentence =
  'The council said on Monday that the bridge would stay closed until engineers have finished their work, which may take several weeks.';
const prose = (paragraphs: number) =>
  Array.from({ length: paragraphs }, (_, n) => `<p>${n}. ${sentence}</p>`).join('\n');
const page = (body: string, head = '<title>Bridge closed</title>') =>
  `<!doctype html><html lang="en"><head>${head}</head><body>${body}</body></html>`;
const ld = (json: string) =>
  page(prose(5), `<title>Bridge</title><script type="application/ld+json">${json}</script>`);
const extract = (html: string, url = 'https://paper.test/news/bridge'): Promise<Article> =>
  extractArticle(html, url);

const headline = '<a href="/x">Another headline of this very ordinary length</a>';

describe('what is no page, or too much of one', () => {
  const named: readonly (readonly [what: string, problem: PageProblem, html: () => string])[] = [
    ['nothing at all', 'empty', () => ''],
    ['white space', 'empty', () => ' \n\t'],
    ['a PDF', 'pdf', () => '%PDF-1.7\n%âãÏÓ\n1 0 obj'],
    [
      'a picture',
      'binary',
      () =>
        decodeBytes(
          Uint8Array.from({ length: 4_000 }, (_, n) => (n * 37) % 256),
          'text/html',
        ),
    ],
    ['zeros', 'binary', () => '\0'.repeat(5_000)],
    ['JSON', 'json', () => JSON.stringify({ error: { code: 404 }, items: [1, 2] })],
    [
      'a feed',
      'feed',
      () => '<?xml version="1.0"?>\n<rss version="2.0"><channel><title>T</title></channel></rss>',
    ],
    ['a page of 20 MB', 'too_large', () => page(`<p>${`${sentence} `.repeat(150_000)}</p>`)],
    ['100,000 links', 'too_large', () => page(`${headline}\n`.repeat(100_000))],
    ['a million nested elements', 'too_large', () => '<div>'.repeat(1_000_000)],
    ['elements nested 10,000 deep', 'too_complex', () => page('<div>'.repeat(10_000) + prose(3))],
    ['50,000 elements', 'too_complex', () => page('<b>x</b>'.repeat(50_000))],
    [
      'frames',
      'frames',
      () => '<html><frameset cols="*,*"><frame src="a.html"><frame src="b.html"></frameset></html>',
    ],
    ['a page that is one inner frame', 'frames', () => page('<iframe src="/story"></iframe>')],
    [
      'a page made by scripts',
      'script_only',
      () =>
        page(
          '<div id="app"></div><noscript>You need JavaScript to run this app.</noscript><script src="/a.js"></script>',
        ),
    ],
    ['a page without a word', 'no_text', () => page('<div><br></div>')],
  ];
  it.each(named)('%s is %s', async (_, problem, html) => {
    expect(await extract(html())).toMatchObject({ text: '', extractor: 'none', quality: 0, problem });
  });
});

describe('a page before the page, or instead of it', () => {
  it('names a check for robots', async () => {
    const html = page(
      '<h1>One more step</h1><p>Verify you are human by completing the action below.</p>',
      '<title>Just a moment...</title>',
    );
    expect(await extract(html)).toMatchObject({ text: '', problem: 'blocked' });
  });

  it('names a consent page', async () => {
    const html = page(
      `<h1>Before you continue</h1><p>We and our partners use cookies and personal data to deliver services, and with your consent to show ads.
       Cookies help us to measure our audience.</p><p>You may change your privacy choices and withdraw consent to cookies at any time.</p>
       <button>Reject all</button><button>Accept all</button>`,
      '<title>Before you continue</title>',
    );
    expect(await extract(html)).toMatchObject({ text: '', problem: 'consent' });
  });

  it('takes no article for a consent page because it tells of cookies', async () => {
    const html = page(
      `<article><h1>Regulator fines firm over cookies</h1>${prose(4)}<p>The firm had set cookies without consent, the regulator said, and must ask for consent anew.</p></article>
       <div class="banner">We use cookies. <button>Accept all</button></div>`,
    );
    const found = await extract(html);
    expect(found.problem).toBeUndefined();
    expect(found.text).toContain('without consent');
  });

  it('names a login page', async () => {
    const html = page(
      '<h1>Welcome back</h1><form><input name="user"><input type="password"><button>Sign in</button></form><p>Forgot your password?</p>',
      '<title>Sign in</title>',
    );
    expect(await extract(html)).toMatchObject({ text: '', problem: 'login' });
  });

  it('names a list of headlines, and one with teasers', async () => {
    const list = page(`<h1>News</h1><ul>${`<li>${headline}</li>`.repeat(40)}</ul>`);
    expect(await extract(list, 'https://paper.test/news')).toMatchObject({ text: '', problem: 'index' });
    const teasers = page(`<h1>News</h1>${`<div><h2>${headline}</h2><p>${sentence}</p></div>`.repeat(15)}`);
    expect(await extract(teasers, 'https://paper.test/')).toMatchObject({ text: '', problem: 'index' });
  });

  const brief =
    '<p>荃灣線列車今早因信號故障一度停駛，港鐵表示，服務在十時許逐步恢復正常。</p><p>有乘客說，月台擠滿了人，等候了近一小時才能上車，上班因此遲到。</p><p>港鐵為事件向乘客致歉，並會檢查沿線的信號設備。</p>';
  it.each([
    [
      'many headlines beside it',
      `<article>${brief}</article><aside>${`<h3><a href="/x">另一則同樣長短的普通新聞標題寫在這裡供人點閱</a></h3>`.repeat(14)}</aside>`,
    ],
    [
      'a form to log in above it',
      `<form><input name="user"><input type="password"><button>登入</button></form><article>${brief}</article>`,
    ],
    [
      'an offer to subscribers above it',
      `<header>訂閱電子報，登入即可閱讀全文。會員專享優惠</header><article>${brief}</article>`,
    ],
    [
      'a question for robots as its subject',
      `<h1>Are you a robot? 驗證碼愈來愈難</h1><article>${brief}</article>`,
    ],
  ])('reads a short article in Chinese with %s', async (_, body) => {
    const found = await extract(page(body, '<title>荃灣線信號故障 Are you a robot</title>'));
    expect(found.problem).toBeUndefined();
    expect(found.text).toContain('港鐵為事件向乘客致歉');
  });

  it('names a Chinese wall right behind the first lines', async () => {
    const html = page(
      `<article>${brief}<p>加入會員即可繼續閱讀全文</p></article>`,
      '<title>荃灣線信號故障</title>',
    );
    expect((await extract(html)).problem).toBe('paywall');
  });

  it('keeps the teaser of an article for subscribers, and rates it low', async () => {
    const html = page(
      `<article><h1>Bridge closed</h1>${prose(3)}<div class="offer"><p>Subscribe to continue reading. Already a subscriber? Log in.</p></div></article>`,
      `<title>Bridge</title><script type="application/ld+json">{"@type":"NewsArticle","headline":"Bridge closed","isAccessibleForFree":"False"}</script>`,
    );
    const found = await extract(html);
    expect(found.problem).toBe('paywall');
    expect(found.quality).toBeLessThanOrEqual(0.3);
    expect(found.text).toContain('The council said');
  });
});

describe('data that lies', () => {
  const poisoned: readonly (readonly [string, string])[] = [
    [
      'wrong types everywhere',
      '{"@type":["NewsArticle",5,null,{}],"headline":{"a":1},"articleBody":[1,{}],"author":[null,5,[[]],{"name":{"x":1}}],"datePublished":99,"image":[[[]]],"publisher":[],"__proto__":{"x":1},"isAccessibleForFree":{}}',
    ],
    ['lists nested without end', '['.repeat(200_000) + ']'.repeat(200_000)],
    ['graphs nested without end', '{"@graph":'.repeat(100_000) + '1' + '}'.repeat(100_000)],
    ['JSON that ends in the middle', '{"@type":"NewsArticle","headline":"Br'],
    ['no JSON', 'window.x = 1;'],
    ['two million characters and more', `{"@type":"NewsArticle","articleBody":"${'x '.repeat(1_100_000)}"}`],
    ['nothing but commas', `{"a":${', '.repeat(300_000)}`],
  ];
  it.each(poisoned)('reads the page, whatever its JSON-LD is: %s', async (_, json) => {
    const found = await extract(ld(json));
    expect(found.problem).toBeUndefined();
    expect(found.text.split('\n')).toHaveLength(5);
    expect(found.byline).toBeUndefined();
  });

  it('has no links in its title, nor in the name of its outlet', async () => {
    const name = 'Old bridge [closed](https://evil.example/4711)';
    const found = await extract(
      ld(JSON.stringify({ '@type': 'NewsArticle', headline: name, publisher: { name } })),
    );
    expect(found).toMatchObject({ title: 'Old bridge closed', outlet: 'Old bridge closed' });
  });

  it('takes no other address for the picture than http and https, and makes it absolute', async () => {
    const image = (address: string) =>
      page(prose(5), `<title>B</title><meta property="og:image" content="${address}">`);
    expect((await extract(image('/lead.jpg'))).image).toBe('https://paper.test/lead.jpg');
    for (const address of [
      'javascript:alert(1)',
      'data:image/png;base64,AAAA',
      'file:///etc/passwd',
      'http://[bad',
    ])
      expect((await extract(image(address))).image).toBeUndefined();
  });

  it('reads an article with NUL bytes in it, and without any address of its own', async () => {
    const found = await extract(page(`<article>${prose(4)}</article>`).replaceAll('bridge', 'bri\0dge'), '');
    expect(found.text).toContain('that the bridge would stay closed');
    expect(found.problem).toBeUndefined();
  });

  it('takes the script for the language where the page declares another one', async () => {
    const chinese =
      '市議會星期一表示，大橋將繼續關閉，直至工程師完成工作為止，預計需時數星期，期間交通將會改道。';
    const found = await extract(page(`<article>${`<p>${chinese}</p>`.repeat(6)}</article>`));
    expect(found.language).toBe('zh');
  });
});

describe('sources made to be slow to read', () => {
  const many = 400_000;
  const slow: readonly (readonly [string, string])[] = [
    ['comments that never end', '<!--'.repeat(many)],
    ['scripts that never begin', '<script '.repeat(many)],
    ['angle brackets', '<'.repeat(20_000)],
    ['white space', `<p>a${' '.repeat(many)}b</p>`],
    ['broken lines of Chinese', `<p>${'中\n'.repeat(20_000)}文</p>`],
    ['a class without end', `<p class="${'Aa'.repeat(many)}">x</p>`],
    ['attributes without end', `<p ${'a=b '.repeat(20_000)}>x</p>`],
    ['a line of repeated labels', `<p>${'share '.repeat(20_000)}</p>`],
  ];
  it.each(slow)('%s: ends, and the article before is there', async (_, tail) => {
    const found = await extract(page(`<article>${prose(6)}</article>${tail}`));
    expect(found.text).toContain(sentence);
  });

  it('keeps so much of a text as the desk can check at once', async () => {
    const { text } = await extract(page(`<article>${prose(6)}<p>${'Ann A. '.repeat(60_000)}</p></article>`));
    expect(text).toContain(sentence);
    expect(text.length).toBeLessThanOrEqual(100_000);
  });
});
