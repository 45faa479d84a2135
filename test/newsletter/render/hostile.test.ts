import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Newsletter } from '../../../src/newsletter/model/outputs.ts';
import { toHtml } from '../../../src/newsletter/render/to-html.ts';
import { toMarkdown, toMessages } from '../../../src/newsletter/render/to-markdown.ts';
import { toText } from '../../../src/newsletter/render/to-text.ts';
import { parseHTML } from '../../../src/newsroom/sources/linkedom.ts';
import { callOf } from '../../../src/sessions/traits-of.ts';
import { linkCitations } from '../../../src/text/citations.ts';
import { withLinks } from '../../../src/text/links.ts';

const zone = 'Asia/Hong_Kong';
const NASTY = [
  '<script>alert(1)</script>',
  '</title><img src=x onerror=alert(1)>',
  '"><svg onload=alert(1)>',
  "' onmouseover='alert(1)",
  '</style><style>*{display:none}',
  '&lt;script&gt;&#x3C;b>',
  '[click](javascript:alert(1))',
  '[click](https://evil.example)',
  '![pixel](https://evil.example/p.png)',
  '<https://evil.example>',
  'https://evil.example/path',
  'javascript:alert(1)',
  'www.evil.example',
  '@everyone',
  '@here',
  '<@123456789012345678>',
  '<@&123456789012345678>',
  '<#123456789012345678>',
  '<t:1700000000:R>',
  '||spoiler||',
  '**bold** _it_ ~~gone~~ `code`',
  '```\nfence\n```',
  '# heading',
  '> quotation',
  '- item',
  '1. item',
  '---',
  '\n\n## forged\n\n',
  '[1]: https://evil.example',
  '[[1]](<https://evil.example>)',
  '[9]',
  '\\',
  '\\\\[1]',
  '\u202Egnp.exe\u2066',
  '\u0000\u0007\u001B[31m',
  '{message:abc}',
  'مرحبا',
  '港聞',
];
const ADDRESSES = [
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'https://good.example/a"onclick="alert(1)',
  "https://good.example/a'b>c<d",
  'https://good.example/a)b(c]d[e*f_g`h',
  'https://good.example/?q=1&amp;x=<y>',
  'file:///etc/passwd',
];

const words = fc
  .array(fc.oneof(fc.constantFrom(...NASTY), fc.string({ maxLength: 12 })), { minLength: 1, maxLength: 4 })
  .map((parts) => parts.join(' '));

/** The same letter with these words in every place that others wrote. */
function letterOf(say: readonly string[], urls: readonly string[]): Newsletter {
  const at = (n: number) => say[n % say.length]! || 'words';
  return {
    session: 'newsletter_20260214',
    language: 'en',
    title: at(0),
    intro: `Intro ${at(1)}`,
    issuedAtMs: Date.UTC(2026, 1, 14),
    sections: [
      {
        heading: at(2),
        stories: [
          {
            headline: at(3),
            text: `It begins. [1] ${at(4)} It ends. [2]`,
            urls: ['https://good.example'],
            doubts: ['It ends.', `Withdrawn: ${at(5)}`],
          },
        ],
      },
      {
        heading: at(6),
        stories: [{ headline: at(7), text: `${at(8)} [2]`, urls: ['https://good.example'] }],
      },
    ],
    sources: [
      { n: 1, url: urls[0]!, title: at(9), publisher: `P ${at(10)}` },
      { n: 2, url: urls[1]!, title: at(11), publisher: `P ${at(12)}` },
    ],
  };
}
const GOOD = ['https://good.example/one', 'https://good.example/two?a=1&b=2'];
const letters = fc.array(words, { minLength: 13, maxLength: 13 }).map((say) => letterOf(say, GOOD));

/** Elements with their attributes but what they say. Citations may stand in words of others, too. */
function skeleton(html: string): string[] {
  const { document } = parseHTML(html);
  return [...document.querySelectorAll('*')]
    .filter((element) => !element.classList.contains('cite') && !element.classList.contains('doubt'))
    .map((element) => {
      const attributes = [...element.attributes]
        .filter(({ name }) => name !== 'aria-label' && name !== 'style')
        .map(({ name, value }) => `${name}=${value}`);
      return [element.tagName, ...attributes].join(' ');
    });
}

describe('HTML', () => {
  it('has the same elements whatever others wrote, and leads to the sources alone', () =>
    fc.assert(
      fc.property(letters, (letter) => {
        const html = toHtml(letter, { zone });
        expect(skeleton(html)).toEqual(skeleton(toHtml(letterOf(['words'], GOOD), { zone })));
        const { document } = parseHTML(html);
        for (const link of document.querySelectorAll('a'))
          expect([...GOOD, '#section1', '#section2']).toContain(link.getAttribute('href'));
        for (const element of document.querySelectorAll('*'))
          for (const { name } of element.attributes)
            expect([
              'class',
              'style',
              'href',
              'id',
              'lang',
              'dir',
              'role',
              'value',
              'charset',
              'name',
              'content',
              'aria-label',
              'aria-labelledby',
            ]).toContain(name);
      }),
      { numRuns: 200 },
    ));

  it('shows what looks like markup as it was written', () => {
    const html = toHtml(letterOf(['<script>alert("x" & \'y\')</script>'], GOOD), { zone });
    expect(html).toContain('&lt;script&gt;alert(&quot;x&quot; &amp; &#39;y&#39;)&lt;/script&gt;');
    expect(html).not.toMatch(/<script/iu);
    expect(parseHTML(html).document.querySelector('h1')?.textContent).toBe(
      '<script>alert("x" & \'y\')</script>',
    );
  });

  it.each(ADDRESSES)('never leads where it must not: %s', (url) => {
    for (const link of parseHTML(
      toHtml(letterOf(['words'], [url, GOOD[1]!]), { zone }),
    ).document.querySelectorAll('a')) {
      const href = link.getAttribute('href')!;
      expect(href).toMatch(/^(?:https:\/\/good\.example\/|#section)/u);
      expect(href).not.toMatch(/["'<>\s]/u);
      expect([...link.attributes].map(({ name }) => name).filter((name) => name.startsWith('on'))).toEqual(
        [],
      );
    }
  });

  it('loads nothing: no picture, no font, no script, no frame', () => {
    const html = toHtml(letterOf(NASTY, GOOD), { zone });
    expect(html).not.toMatch(/<(?:img|script|iframe|link|object|video|form)\b|url\(|@import/iu);
  });
});

/** What links a text has, as chats and the console read it. */
function linksOf(markdown: string): string[] {
  const found: string[] = [];
  withLinks(markdown.replaceAll(/\\[!-/:-@[-`{-~]/gu, '·'), ({ url }) => {
    found.push(url);
    return undefined;
  });
  return found;
}
/** Without what is escaped, and without the letter's own links and marks. */
const unescaped = (markdown: string) =>
  markdown
    .replaceAll(/\\[!-/:-@[-`{-~]/gu, '·')
    .replaceAll(/\[\[\d+\]\]\(<[^<>]*>\)|\]\(<[^<>]*>\)|^- \[\d+\] \[?|^#{1,3} |\[\d{1,3}\]/gmu, '')
    .replaceAll(/^\*\*(.*)\*\*$/gmu, '$1')
    .replaceAll(/^\*[^*]*\*$/gmu, '');

describe('Markdown', () => {
  it('leads to the sources alone, has no marks but its own and calls nobody, whatever others wrote', () =>
    fc.assert(
      fc.property(letters, (letter) => {
        const file = toMarkdown(letter, { zone });
        for (const url of linksOf(file)) expect(GOOD).toContain(url);
        expect(unescaped(file)).not.toMatch(/[`*_~|<>[\]]/u);
        expect(callOf(file)).toBeUndefined();
        expect(file.split('\n').filter((line) => /^#/u.test(line))).toHaveLength(1 + 2 + 2 + 1);
        expect(file.split('\n').filter((line) => /^(?:[-+>=]|\d+[.)])/u.test(line))).toHaveLength(2);
      }),
      { numRuns: 200 },
    ));

  it('keeps to that in the messages of a thread, of whatever size, once citations are links', () =>
    fc.assert(
      fc.property(letters, fc.integer({ min: 200, max: 1_900 }), (letter, limit) => {
        const messages = toMessages(letter, { zone, limit });
        expect(new Set(messages.map(({ part, piece }) => `${part}/${piece}`)).size).toBe(messages.length);
        for (const { text, citations } of messages) {
          const linked = linkCitations(text, citations);
          expect(linked.length).toBeLessThanOrEqual(limit);
          expect(callOf(linked)).toBeUndefined();
          for (const url of linksOf(linked)) expect(GOOD).toContain(url);
        }
      }),
      { numRuns: 150 },
    ));

  it.each(ADDRESSES)('never leads where it must not: %s', (url) => {
    for (const link of linksOf(toMarkdown(letterOf(['words'], [url, GOOD[1]!]), { zone })))
      expect(link).toMatch(/^https:\/\/good\.example\/[^\s<>()[\]"'`*]*$/u);
  });
});

describe('plain text', () => {
  it('has no character that controls a screen or turns what follows, whatever others wrote', () =>
    fc.assert(
      fc.property(letters, (letter) => {
        const text = toText(letter, { zone });
        expect(text).not.toMatch(/[\u202A-\u202E\u2066-\u2069]|[^\P{Cc}\n]/u);
        const lines = text.split('\n');
        expect(lines.filter((line) => /^={3,}$/u.test(line)).length).toBeLessThanOrEqual(1);
      }),
      { numRuns: 150 },
    ));
});

describe('odd letters', () => {
  it('show an ellipsis where nothing is left of a title, and numbers that no source has as they stand', () => {
    const letter = letterOf(['https://evil.example'], GOOD);
    expect(toMarkdown(letter, { zone })).toContain('# …');
    const unknown = letterOf(['see [7]'], GOOD);
    expect(toMarkdown(unknown, { zone })).toContain(String.raw`see \[7\]`);
    expect(toHtml(unknown, { zone })).toContain('see [7]');
  });

  it('say a doubted sentence that the text no longer has, and one that stands in it twice once', () => {
    const [section] = letterOf(['words'], GOOD).sections;
    const story = {
      ...section!.stories[0]!,
      text: 'A fell. [1] B rose. [2]',
      doubts: ['A fell.', 'A fell. [1] B', 'C stood.', 'C stood.'],
    };
    const letter = { ...letterOf(['words'], GOOD), sections: [{ heading: 'H', stories: [story] }] };
    const file = toMarkdown(letter, { zone });
    expect(file.match(/not found in the sources\)/gu)).toHaveLength(1);
    expect(file.match(/Not found in the sources: “C stood.”/gu)).toHaveLength(1);
  });
});
