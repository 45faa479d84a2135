import { describe, expect, it } from 'vitest';
import { toHtml } from '../../../src/newsletter/render/to-html.ts';
import { toMarkdown, toMessages } from '../../../src/newsletter/render/to-markdown.ts';
import { toText } from '../../../src/newsletter/render/to-text.ts';
import { columns } from '../../../src/newsletter/render/wrap.ts';
import { LETTERS } from './sample-letters.ts';

const zone = 'Asia/Hong_Kong';

describe.each(Object.entries(LETTERS))('the sample letter (%s)', (name, letter) => {
  it('is the Markdown, HTML and plain text that were looked at', async () => {
    await expect(toMarkdown(letter, { zone })).toMatchFileSnapshot(`golden/letter.${name}.md`);
    await expect(toHtml(letter, { zone })).toMatchFileSnapshot(`golden/letter.${name}.html`);
    await expect(toText(letter, { zone })).toMatchFileSnapshot(`golden/letter.${name}.txt`);
  });

  it('is a thread of a head, a message a section, and the sources', () => {
    const messages = toMessages(letter, { zone, limit: 1_900 });
    expect(messages.map(({ part }) => part)).toEqual(['head', 'section1', 'section2', 'section3', 'sources']);
    expect(messages[0]?.text).toContain('# ');
    expect(messages[1]?.citations[1]).toBe(letter.sources[0]?.url);
    expect(Object.keys(messages.at(-1)?.citations ?? {})).toHaveLength(letter.sources.length);
  });

  it('has no line of plain text over 72 columns but addresses', () => {
    for (const line of toText(letter, { zone }).split('\n'))
      if (!line.includes('://')) expect(columns(line)).toBeLessThanOrEqual(72);
  });

  it('links every citation to its source, in each form', () => {
    const text = letter.sections.flatMap(({ stories }) => stories.map((story) => story.text)).join('');
    const markdown = toMarkdown(letter, { zone });
    const html = toHtml(letter, { zone });
    const plain = toText(letter, { zone });
    for (const { n, url } of letter.sources) {
      const cited = text.split(`[${n}]`).length - 1;
      expect(cited).toBeGreaterThan(0);
      expect(markdown.split(`[[${n}]](<${url}>)`)).toHaveLength(cited + 1);
      expect(html.match(new RegExp(`<a href="${escaped(url)}"[^>]*>\\[${n}\\]</a>`, 'gu'))).toHaveLength(
        cited,
      );
      expect(plain).toMatch(new RegExp(`^\\[${n}\\] [^]*?^ +${escaped(url, false)}$`, 'mu'));
    }
  });

  it('marks what is doubted, right behind it, and only that', () => {
    const mark = letter.language === 'en' ? '(⚠ not found in the sources)' : '（⚠ 來源未能證實）';
    for (const form of [toMarkdown, toHtml, toText])
      expect(form(letter, { zone }).replaceAll(/\s+/gu, ' ').split(mark)).toHaveLength(2);
    expect(toHtml(letter, { zone }).match(/<mark /gu)).toHaveLength(1);
  });

  it('says that no language model wrote it exactly where none did', () => {
    const said = /without a language model|未經語言模型/u;
    const { model: _, ...byRule } = letter;
    for (const form of [toMarkdown, toHtml, toText]) {
      expect(form({ ...letter, model: 'gemini-flash' }, { zone })).not.toMatch(said);
      expect(form(byRule, { zone })).toMatch(said);
    }
    expect(toMessages(byRule, { zone, limit: 1_900 })[0]?.text).toMatch(said);
  });
});

function escaped(url: string, inHtml = true): string {
  const shown = inHtml ? url.replaceAll('&', '&amp;') : url;
  return shown.replaceAll(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`);
}
