/**
 * Pictures of the console, to be looked at: `npm run screenshots [folder]`. Each view in both looks and both languages, on
 * a telephone, a tablet and a wide screen, with what a desk might say on an ordinary evening.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import type { Page } from 'playwright-core';
import { browserPath } from '../support/browser-path.ts';
import { startFakeGateway } from '../support/fake-gateway.ts';
import { cannedBoard, storyCommands } from './canned-board.ts';
import { cannedDesk } from './canned-desk.ts';
import { cannedOpened } from './canned-opened.ts';

const folder = process.argv[2] ?? 'dist/screenshots';
mkdirSync(folder, { recursive: true });

const desk = cannedDesk(Date.now());
const commands = [...desk.commands, ...storyCommands()] as never;
const gateway = await startFakeGateway({
  ...desk,
  commands,
  board: cannedBoard(Date.now()),
  opened: cannedOpened(Date.now()) as never,
});
const executablePath = browserPath();
if (!executablePath) throw new Error('there is no Chromium; CHROME_PATH names one');
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });

const go = (page: Page, hash: string) => page.evaluate(`location.hash = ${JSON.stringify(hash)}`);

/** Each leaves the page as the next can find it. */
const VIEWS: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  conversation: async (page) => {
    await go(page, '#/console%3Adesk');
    await page.getByText('Is the 2.4 GW figure').waitFor();
  },
  thread: async (page) => {
    await go(page, '#/console%3Astory-grid');
    await page.getByText('three bilateral deals').waitFor();
  },
  empty: async (page) => {
    await go(page, '#/console%3Aworld');
    await page.locator('.beginning').waitFor();
  },
  stories: (page) => board(page, 'stories'),
  opened: async (page) => {
    await board(page, 'stories');
    await page.locator('[data-story="r2/story_01"] [data-focus="open"]').click();
    await page.getByRole('dialog').getByRole('button', { name: /./ }).nth(2).waitFor();
  },
  candidates: async (page) => {
    await close(page);
    await board(page, 'candidates');
  },
  leftOut: (page) => board(page, 'leftOut'),
  feeds: (page) => board(page, 'feeds'),
  finder: async (page) => {
    await page.keyboard.press('Control+k');
    await page.getByRole('option').first().waitFor();
  },
  shortcuts: async (page) => {
    await close(page);
    await page.locator('#board-page').press('?');
    await page.locator('.shortcuts').waitFor();
  },
  preferences: async (page) => {
    await close(page);
    const toRail = page.locator('.rail-toggle:visible');
    if (await toRail.count()) await toRail.click();
    await page.locator('.me .icon-button').click();
    await page.locator('.preferences').waitFor();
  },
};

async function board(page: Page, tab: string): Promise<void> {
  await go(page, '#board');
  await page.locator(`#board-tab-${tab}`).click();
  await page.locator('.board-row').first().waitFor();
}

async function close(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

for (const colorScheme of ['light', 'dark'] as const)
  for (const locale of ['en-GB', 'zh-HK'])
    for (const width of [375, 768, 1440]) {
      const viewport = { width, height: width < 700 ? 780 : 900 };
      const context = await browser.newContext({ colorScheme, locale, viewport, reducedMotion: 'reduce' });
      const page = await context.newPage();
      await page.goto(gateway.url);
      await page.locator('.connection.open').waitFor({ state: 'attached' });
      for (const [name, show] of Object.entries(VIEWS)) {
        await show(page);
        await page.screenshot({ path: join(folder, `${name}-${colorScheme}-${locale}-${width}.png`) });
      }
      await context.close();
    }
console.log(`Written to ${folder}.`);
await browser.close();
await gateway.close();
