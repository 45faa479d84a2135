/** The console by axe-core: no violation in either look, in either language, wide or narrow, whatever is open. */
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startFakeGateway } from '../support/fake-gateway.ts';
import { AXE, wrongOn } from './axe.ts';
import type { Rules } from './axe.ts';
import { openBrowser } from './browser.ts';
import type { TestBrowser } from './browser.ts';
import { cannedBoard, storyCommands } from './canned-board.ts';
import { cannedOpened } from './canned-opened.ts';
import { cannedDesk } from './canned-desk.ts';

let browser: TestBrowser;
let gateway: Awaited<ReturnType<typeof startFakeGateway>>;
let page: Page;

beforeAll(async () => {
  browser = await openBrowser({});
});
afterAll(async () => browser?.close());

beforeEach(async () => {
  const desk = cannedDesk(Date.now());
  gateway = await startFakeGateway({
    ...desk,
    commands: [...desk.commands, ...storyCommands()] as never,
    board: cannedBoard(Date.now()),
    opened: cannedOpened(Date.now()) as never,
  });
  Object.assign(gateway.desk.status, { remarks: ['Discord is off: its token was refused.'] });
});
afterEach(async () => {
  await browser.leave(page);
  await gateway.close();
});

async function open(options: BrowserContextOptions): Promise<void> {
  page = await browser.page(options);
  await page.addInitScript(AXE);
  await page.goto(gateway.url);
  await page.locator('[data-session="console:desk"]').waitFor({ state: 'attached' });
  await show('#/console%3Adesk'); // names are sorted as the language sorts them
  await page.getByText('Is the 2.4 GW figure').waitFor();
  await page.locator('.remark-strip').waitFor();
  await page.locator('.job').first().waitFor({ state: 'attached' });
}

const press = (keys: string) => page.getByRole('log').press(keys);
const show = (hash: string) => page.evaluate(`location.hash = ${JSON.stringify(hash)}`);

// Each look and each language is judged by every rule that it can break.
describe.each<['light' | 'dark', string, number, Rules]>([
  ['light', 'en-GB', 1280, 'all'],
  ['dark', 'en-GB', 1280, 'colours'],
  ['light', 'zh-HK', 1280, 'others'],
  ['dark', 'zh-HK', 390, 'all'],
])('in %s, in %s, %d px wide', (colorScheme, locale, width, rules) => {
  const wrong = () => wrongOn(page, rules);
  beforeEach(() => open({ colorScheme, locale, viewport: { width, height: 900 } }));

  it('a conversation, with everything that folds unfolded, and an answer to a command', async () => {
    expect(await wrong()).toEqual([]);
    await page.locator('#composer-input').fill('/cron remove id:j1');
    await page.keyboard.press('Enter');
    await page.locator('.whisper').waitFor();
    await page.evaluate(`document.querySelectorAll('details').forEach((one) => (one.open = true))`);
    expect(await wrong()).toEqual([]);
  });

  it('a thread, a list of commands, a command’s form', async () => {
    await show('#/console%3Astory-grid');
    await page.getByText('three bilateral deals').waitFor();
    await page.locator('#composer-input').fill('/');
    await page.getByRole('option').first().waitFor();
    expect(await wrong()).toEqual([]);
    await page.locator('#composer-input').fill('/cron add name:x');
    await page.keyboard.press('Enter');
    await page.getByRole('form').getByRole('alert').waitFor();
    expect(await wrong()).toEqual([]);
  });

  it('each page of the board, and a question there', async () => {
    await show('#board');
    await page.locator('.board-row').first().waitFor();
    for (const tab of ['stories', 'candidates', 'leftOut', 'feeds']) {
      await page.locator(`#board-tab-${tab}`).click();
      expect(await wrong()).toEqual([]);
    }
    await page.locator('#board-tab-stories').click();
    await page.locator('[data-focus="open"]').first().click();
    await page.locator('.story-dialog .claim').first().click();
    expect(await wrong()).toEqual([]);
    await page.keyboard.press('Escape');
    await page.locator('[data-focus="kill"]').first().click();
    await page.getByRole('dialog').waitFor();
    expect(await wrong()).toEqual([]);
  });

  it('what opens over it, and both sides', async () => {
    await press('Control+k');
    await page.getByRole('dialog').getByRole('option').first().waitFor();
    expect(await wrong()).toEqual([]);
    await page.keyboard.press('Escape');
    await press('?');
    await page.getByRole('dialog').waitFor();
    expect(await wrong()).toEqual([]);
    await page.keyboard.press('Escape');
    if (width < 700) await page.locator('.rail-toggle').first().click();
    await page.locator('.me .icon-button').last().click();
    await page.getByRole('dialog').waitFor();
    expect(await wrong()).toEqual([]);
    await page.keyboard.press('Escape');
    if (width < 700) await page.locator('.panel-toggle').first().click({ force: true });
    expect(await wrong()).toEqual([]);
  });
});

it('the page that asks for the token', async () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    page = await browser.page({ colorScheme });
    await page.addInitScript(AXE);
    await page.goto(gateway.base);
    await page.getByLabel('Token').waitFor();
    expect(await wrongOn(page)).toEqual([]);
    if (colorScheme === 'light') await browser.leave(page);
  }
});
