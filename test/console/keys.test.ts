/** The console's keys, its finder and its preferences, in a real browser. */
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startFakeGateway } from '../support/fake-gateway.ts';
import { openBrowser } from './browser.ts';
import type { TestBrowser } from './browser.ts';
import { cannedBoard, storyCommands } from './canned-board.ts';
import { cannedDesk } from './canned-desk.ts';

let browser: TestBrowser;
let gateway: Awaited<ReturnType<typeof startFakeGateway>>;
let page: Page;
let complaints: string[];

beforeAll(async () => {
  browser = await openBrowser({ viewport: { width: 1280, height: 800 }, colorScheme: 'light' });
});
afterAll(async () => browser?.close());

beforeEach(async () => {
  const desk = cannedDesk(Date.now());
  gateway = await startFakeGateway({
    ...desk,
    commands: [...desk.commands, ...storyCommands()] as never,
    board: cannedBoard(Date.now()),
  });
  complaints = [];
  page = await open();
});
afterEach(async () => {
  await browser.leave(page);
  await gateway.close();
  expect(complaints).toEqual([]);
});

async function open(options?: BrowserContextOptions): Promise<Page> {
  const opened = await browser.page(options);
  opened.on('pageerror', (error) => complaints.push(String(error)));
  opened.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  await opened.goto(gateway.url);
  await opened.getByText('Is the 2.4 GW figure').waitFor();
  return opened;
}

const heading = () => page.getByRole('heading', { level: 1 }).textContent();
const finder = () => page.getByRole('dialog', { name: 'Search' });
const hits = () => finder().getByRole('option');
const background = () => page.evaluate('getComputedStyle(document.body).backgroundColor');
const leaveField = () => page.getByRole('log').focus();

describe('the finder', () => {
  beforeEach(async () => {
    await page.keyboard.press('Control+k');
    await finder().waitFor();
  });

  it('leads to a chat by its name, with the keyboard alone', async () => {
    expect(await finder().getByRole('group').first().getAttribute('aria-label')).toBe('Chats');
    await page.keyboard.type('harb tun');
    await expect.poll(() => hits().count()).toBe(1);
    expect(await hits().first().textContent()).toBe('Harbour tunnel reopens after inspectionin desk');
    await page.keyboard.press('Enter');
    await page.getByText('The harbour tunnel reopened at six.').waitFor();
    expect(await finder().count()).toBe(0);
    await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('composer-input');
  });

  it('leads to a chat from another page, ready to be written in', async () => {
    await page.keyboard.press('Escape');
    await finder().waitFor({ state: 'detached' });
    await page.evaluate(`location.hash = '#board'`);
    await page.locator('.board-row').first().waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('harb tun');
    await expect.poll(() => hits().count()).toBe(1);
    await page.keyboard.press('Enter');
    await page.getByText('The harbour tunnel reopened at six.').waitFor();
    await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('composer-input');
    await page.keyboard.type('At last'); // of which some letters are shortcuts elsewhere
    expect(await page.locator('#composer-input').inputValue()).toBe('At last');
  });

  it('opens a command’s form in the conversation that was read last', async () => {
    await page.keyboard.type('/brief');
    await hits().getByText('/brief').waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('form', { name: '/brief' }).getByLabel('topic').waitFor();
  });

  it('goes round with the arrows, leads to the board’s pages, and says when nothing is called so', async () => {
    await page.keyboard.type('feeds board');
    await expect.poll(() => hits().first().textContent()).toContain('Feeds');
    const chosen = () => finder().locator('[aria-selected="true"]').textContent();
    const first = await chosen();
    const count = await hits().count();
    for (let n = 0; n < count; n++) await page.keyboard.press('ArrowDown');
    expect(await chosen()).toBe(first);
    await page.keyboard.press('Enter');
    await page.getByRole('tabpanel').getByText('HTTP 503').waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('zebra');
    await finder().getByText('Nothing is found for “zebra”.').waitFor();
    await page.keyboard.press('Escape');
    await finder().waitFor({ state: 'detached' });
  });

  it('is one at a time, and text in it is text', async () => {
    await page.keyboard.press('Control+k');
    expect(await finder().count()).toBe(1);
    await page.keyboard.type('<img src=x onerror=alert(1)>');
    await finder().getByText('<img src=x onerror=alert(1)>').waitFor();
  });
});

describe('single keys', () => {
  it('are listed by ?, and count for nothing where somebody writes', async () => {
    await page.locator('#composer-input').fill('');
    await page.keyboard.type('?bnt');
    expect(await page.locator('#composer-input').inputValue()).toBe('?bnt');
    expect(await page.getByRole('dialog').count()).toBe(0);
    await leaveField();
    await page.keyboard.press('?');
    const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await list.getByText('Search chats and commands').waitFor();
    await page.keyboard.press('b');
    await page.keyboard.press('Escape');
    await list.waitFor({ state: 'detached' });
    expect(await heading()).toBe('desk');
  });

  it('go to the board and back, to the composer, and through the conversations', async () => {
    await leaveField();
    await page.keyboard.press('b');
    await page.locator('.board-row').first().waitFor();
    await page.keyboard.press('/');
    await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('composer-input');
    expect(await page.locator('#composer-input').inputValue()).toBe('');
    await page.keyboard.press('Alt+ArrowDown');
    await expect.poll(heading).toBe('Harbour tunnel reopens after inspection');
    await page.keyboard.press('Alt+ArrowUp');
    await expect.poll(heading).toBe('desk');
    await page.keyboard.press('Alt+ArrowUp');
    await expect.poll(heading).toBe('香港新聞');
  });

  it('open the question for a new channel', async () => {
    await leaveField();
    await page.keyboard.press('n');
    await page.getByRole('textbox', { name: 'Name' }).fill('Night Sports');
    await page.keyboard.press('Enter');
    await expect.poll(heading).toBe('night-sports');
  });
});

describe('preferences', () => {
  const open_ = async (name = 'Preferences') => {
    await page.getByRole('button', { name }).click();
    await page.getByRole('dialog', { name }).waitFor();
  };

  it('keep the look that was chosen, from before the first paint', async () => {
    const light = await background();
    await open_();
    await page.getByRole('radio', { name: 'Dark' }).check();
    expect(await background()).not.toBe(light);
    await page.getByRole('button', { name: 'Done' }).click();
    let aborted = 0;
    await page.route('**/assets/*.js', (route) => {
      aborted += 1;
      return route.abort();
    });
    await page.reload({ waitUntil: 'commit' });
    await expect.poll(() => page.evaluate('document.documentElement.dataset.theme')).toBe('dark');
    // The browser tells of what was aborted, some of it late.
    await page.waitForLoadState('load');
    await expect.poll(() => complaints.length).toBe(aborted);
    expect(new Set(complaints)).toEqual(new Set(['Failed to load resource: net::ERR_FAILED']));
    complaints.length = 0;
    await page.unroute('**/assets/*.js');
    await page.reload();
    await page.getByText('Is the 2.4 GW figure').waitFor();
    expect(await background()).not.toBe(light);
    await leaveField();
    await page.keyboard.press('t');
    await expect.poll(background).toBe(light);
  });

  it('follow the system until then', async () => {
    const light = await background();
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(background).not.toBe(light);
  });

  it('change the language of the whole console at once, and of what the desk is asked in', async () => {
    await open_();
    await page.getByRole('radio', { name: '繁體中文' }).check();
    await page.getByRole('dialog', { name: '偏好設定' }).waitFor();
    await page.getByRole('button', { name: '完成' }).click();
    await page.getByRole('heading', { name: '自動工作' }).waitFor();
    await page.getByText('平日 09:00').waitFor();
    await page.getByText('編輯台運作中').waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('zh-Hant-HK');
    await expect.poll(() => gateway.callsOf('commands.list').at(-1)).toEqual({ locale: 'zh' });
    await page.reload();
    await page.getByRole('heading', { name: '自動工作' }).waitFor();
  });

  it('keep the name that messages are signed with', async () => {
    await open_();
    await page.getByLabel('Your name').fill('詠儀');
    await page.keyboard.press('Enter');
    await page.locator('#composer-input').fill('hello');
    await page.keyboard.press('Enter');
    await expect.poll(() => gateway.callsOf('chat.send')[0]).toMatchObject({ author: { name: '詠儀' } });
  });
});
