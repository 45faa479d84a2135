/** The e-mail in a real browser, as wide as a phone and as a screen, by day and by night. */
import { createRequire } from 'node:module';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AxeResults } from 'axe-core';
import { toHtml } from '../../../src/newsletter/render/to-html.ts';
import { openBrowser } from '../../console/browser.ts';
import type { TestBrowser } from '../../console/browser.ts';
import type { Newsletter } from '../../../src/newsletter/model/outputs.ts';
import { CHINESE, ENGLISH } from './sample-letters.ts';

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const LONG = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'.repeat(3);
const HOSTILE: Newsletter = {
  ...ENGLISH,
  title: `<script>document.title = 'taken'</script> ${LONG}`,
  intro: `<img src=x onerror="document.title = 'taken'"> ${LONG}`,
  sections: ENGLISH.sections.map(({ stories }) => ({
    heading: LONG,
    stories: stories.map((story) => ({
      ...story,
      headline: `مرحبا ${LONG}`,
      text: `${LONG} [1] ${story.text}`,
    })),
  })),
  sources: ENGLISH.sources.map((source) => ({ ...source, publisher: LONG })),
};
const options = { zone: 'Asia/Hong_Kong' };

let browser: TestBrowser;
beforeAll(async () => {
  browser = await openBrowser({});
});
afterAll(() => browser.close());

const looks = [375, 1_200].flatMap((width) =>
  (['light', 'dark'] as const).map((scheme) => ({ width, scheme })),
);
const letters = Object.entries({ english: ENGLISH, chinese: CHINESE, hostile: HOSTILE });

describe.each(letters)('the letter (%s)', (_, letter) => {
  it.each(looks)(
    'can be read at $width px ($scheme): nothing scrolls sideways, axe finds nothing',
    async ({ width, scheme }) => {
      const page = await browser.page({ viewport: { width, height: 900 }, colorScheme: scheme });
      const wanted: string[] = [];
      page.on('request', ({ url }) => wanted.push(url()));
      await page.setContent(toHtml(letter, options));
      const measured = await page.evaluate<{ content: number; view: number; title: string }>(
        '({ content: document.documentElement.scrollWidth, view: innerWidth, title: document.title })',
      );
      expect(measured.content).toBeLessThanOrEqual(measured.view);
      expect(measured.title).toBe(letter.title.replaceAll(/\s+/gu, ' '));
      await page.addScriptTag({ path: axe });
      const { violations, passes } = await page.evaluate<AxeResults>('axe.run()');
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual(
        [],
      );
      expect(passes.map(({ id }) => id)).toEqual(
        expect.arrayContaining(['color-contrast', 'html-has-lang', 'region']),
      );
      expect(wanted).toEqual([]);
      await page.context().close();
    },
  );
});

it('is dark where the reader wants it dark', async () => {
  const colours = async (colorScheme: 'light' | 'dark') => {
    const page = await browser.page({ colorScheme });
    await page.setContent(toHtml(ENGLISH, options));
    const found = await page.evaluate<string>(
      "getComputedStyle(document.querySelector('.sheet')).backgroundColor",
    );
    await page.context().close();
    return found;
  };
  expect(await colours('light')).toBe('rgb(255, 255, 255)');
  expect(await colours('dark')).toBe('rgb(25, 29, 35)');
});
