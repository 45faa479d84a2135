import { h, render as renderNodes } from 'preact';
import { beforeAll, describe, expect, it } from 'vitest';
import { parseHTML } from '../../src/newsroom/sources/linkedom.ts';
import { markdown } from '../../web/model/markdown.ts';
import { NOT_QUADRATIC, growth } from '../support/growth.ts';

interface Rendered {
  readonly innerHTML: string;
  readonly textContent: string;
  querySelectorAll(selector: string): ArrayLike<unknown>;
}

let render: (source: string) => Rendered;

const shown = {
  moment: (ms: number) => h('time', { dateTime: new Date(ms).toISOString() }),
  chat: (key: string) => h('a', { href: `#/${encodeURIComponent(key)}` }, key),
  cut: (characters: number) => `… ${characters} more characters`,
};

beforeAll(() => {
  const { document } = parseHTML('<!doctype html><html><body></body></html>');
  (globalThis as { document?: unknown }).document = document;
  render = (source) => {
    const element = document.createElement('div');
    renderNodes(markdown(source, shown), element as unknown as Element);
    return element as unknown as Rendered;
  };
});

const html = (source: string) => render(source).innerHTML;
const count = (source: string, selector: string) => render(source).querySelectorAll(selector).length;

describe('what an untrusted message can’t do', () => {
  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '**<svg onload=alert(1)>**',
    '`<iframe src=//evil.example>`',
    '```html\n<script>alert(1)</script>\n```',
    '> <style>*{display:none}</style>',
    '- <a href="javascript:alert(1)">x</a>',
    '# <object data=x>',
    '[<b onclick=x>](https://example.org)',
  ])('brings no element of its own: %s', (source) => {
    expect(
      count(
        source,
        'script, img, svg, iframe, style, object, b, a[href^="javascript"], [onerror], [onclick]',
      ),
    ).toBe(0);
  });

  it.each([
    '[x](javascript:alert(1))',
    '[x](JaVaScRiPt:alert(1))',
    '[x](data:text/html,<script>alert(1)</script>)',
    '[x](vbscript:x)',
    '[x](file:///etc/passwd)',
    '[x](//example.org)',
    '<javascript:alert(1)>',
    'javascript:alert(1)',
    '[x](https://)',
  ])('makes no link of anything but http and https: %s', (source) => {
    expect(count(source, 'a')).toBe(0);
  });

  it('keeps a quote in an address inside the attribute', () => {
    const [link] = Array.from(render('[x](https://example.org/"onmouseover="alert)').querySelectorAll('a'));
    expect((link as { attributes: ArrayLike<{ name: string }> }).attributes.length).toBe(4);
    expect(count('[x](https://example.org/"onmouseover="alert)', '[onmouseover]')).toBe(0);
  });

  it('opens links elsewhere, without handing over the page', () => {
    const [link] = Array.from(render('[site](https://example.org/a_(b))').querySelectorAll('a')) as {
      getAttribute(name: string): string;
    }[];
    expect(link?.getAttribute('href')).toBe('https://example.org/a_(b)');
    expect(link?.getAttribute('target')).toBe('_blank');
    expect(link?.getAttribute('rel')).toContain('noopener');
  });

  const hostile: readonly (readonly [string, (size: number) => string])[] = [
    ['asterisks', (size) => '*'.repeat(size)],
    ['opened emphasis', (size) => '*a '.repeat(size / 3)],
    ['mixed marks', (size) => '**a _b ~~c __d '.repeat(size / 15)],
    [
      'backticks of growing length',
      (size) => Array.from({ length: Math.sqrt(2 * size) }, (_, n) => '`'.repeat(n)).join(' '),
    ],
    ['brackets', (size) => '['.repeat(size)],
    ['half a link', (size) => '[a](https://example.org/'.repeat(size / 24)],
    ['open parentheses', (size) => `[a](https://${'('.repeat(size)}`],
    ['quotes in quotes', (size) => '>'.repeat(size)],
    [
      'lists in lists',
      (size) => Array.from({ length: size / 24 }, (_, n) => `${' '.repeat((n % 6) * 2)}- x`).join('\n'),
    ],
    ['fences', (size) => '```\n'.repeat(size / 4)],
    ['rules that are none', (size) => `${'- '.repeat(size / 2)}x`],
    ['headings that are none', (size) => `# ${' #'.repeat(size / 2)}x`],
    ['less-than signs', (size) => '<'.repeat(size)],
    ['addresses', (size) => 'https://example.org/a '.repeat(size / 22)],
    ['dots after an address', (size) => `https://example.org/${'.'.repeat(size)}`],
    ['a fence that is none', (size) => `\`\`\`${'a'.repeat(size)}\``],
    ['tildes before a backtick', (size) => `${'~'.repeat(size)}\``],
    ['code that begins with a space', (size) => `\` ${'a'.repeat(size)}\``],
    ['a heading with a gap', (size) => `# a${' '.repeat(size)}b`],
    ...['#', '-#', '-'].map(
      (sign) =>
        [`${sign} before a line separator`, (size: number) => `${sign} ${' '.repeat(size)}a\u2028`] as const,
    ),
    ['blank lines', (size) => '\n'.repeat(size)],
  ];

  it.each(hostile)('takes a page time by its size: %s', async (_, source) => {
    expect(await growth((size) => render(source(size)), 6_000)).toBeLessThan(NOT_QUADRATIC);
  });

  it('cuts what no desk writes, and says so', () => {
    const { textContent } = render('a'.repeat(150_000));
    expect(textContent.length).toBeLessThan(100_100);
    expect(textContent).toContain('50000 more characters');
  });
});

describe('what a message looks like', () => {
  it.each([
    ['**bold** and *italic*', '<p><strong>bold</strong> and <em>italic</em></p>'],
    ['***both***', '<p><strong><em>both</em></strong></p>'],
    ['**bold *and italic* here**', '<p><strong>bold <em>and italic</em> here</strong></p>'],
    ['snake_case_name stays', '<p>snake_case_name stays</p>'],
    ['2 * 3 * 4', '<p>2 * 3 * 4</p>'],
    ['~~gone~~', '<p><s>gone</s></p>'],
    ['`a ** b`', '<p><code>a ** b</code></p>'],
    ['``a ` b``', '<p><code>a ` b</code></p>'],
    ['\\*not italic\\*', '<p>*not italic*</p>'],
    ['one\ntwo', '<p>one<br>two</p>'],
    ['## Title ##', '<h3 class="size-2">Title</h3>'],
    [
      '# A\n### B\n## C\n# D',
      '<h3 class="size-1">A</h3><h4 class="size-3">B</h4><h4 class="size-2">C</h4><h3 class="size-1">D</h3>',
    ],
    ['> quoted\n> more', '<blockquote><p>quoted<br>more</p></blockquote>'],
    ['- a\n- b\n  - c', '<ul><li>a</li><li>b<ul><li>c</li></ul></li></ul>'],
    ['3. a\n4. b', '<ol start="3"><li>a</li><li>b</li></ol>'],
    ['-# small print', '<p class="small">small print</p>'],
    ['隧道於**上午六時**重開', '<p>隧道於<strong>上午六時</strong>重開</p>'],
  ])('%s', (source, expected) => {
    expect(html(source)).toBe(expected);
  });

  it('ends a fence only at one that is as long', () => {
    const [code] = Array.from(
      render('````md\n```js\nlet a;\n```\n````\nafter').querySelectorAll('pre code'),
    ) as Rendered[];
    expect(code?.textContent).toBe('```js\nlet a;\n```');
    expect(html('````md\n```\nx\n````\nafter')).toMatch(/<p>after<\/p>$/);
  });

  it('keeps a fence that was cut off as code', () => {
    expect(count('```\n**a**', 'strong')).toBe(0);
  });

  it.each([
    ['see https://example.org/a, then', 'https://example.org/a'],
    ['(https://example.org/a_(b))', 'https://example.org/a_(b)'],
    ['詳情見 https://example.org/notice。', 'https://example.org/notice'],
    ['<https://example.org/x?y=1&z=2>', 'https://example.org/x?y=1&z=2'],
  ])('finds the address in %s', (source, href) => {
    const links = Array.from(render(source).querySelectorAll('a')) as {
      getAttribute(name: string): string;
    }[];
    expect(links.map((link) => link.getAttribute('href'))).toEqual([href]);
  });

  it('shows Discord’s times as times', () => {
    expect(html('<t:1767600000:t>')).toContain('datetime="2026-01-05T08:00:00.000Z"');
  });
});
