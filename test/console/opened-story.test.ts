/** A story opened on the board: its draft beside its sources, in a real browser. */
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { startFakeGateway } from '../support/fake-gateway.ts';
import { openBrowser } from './browser.ts';
import type { TestBrowser } from './browser.ts';
import { cannedBoard, storyCommands } from './canned-board.ts';
import { cannedDesk } from './canned-desk.ts';
import { cannedOpened } from './canned-opened.ts';

let browser: TestBrowser;
let gateway: Awaited<ReturnType<typeof startFakeGateway>>;
let page: Page;
let complaints: string[];

beforeAll(async () => {
  browser = await openBrowser({ viewport: { width: 1280, height: 900 } });
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
  await opened.locator('.connection.open').waitFor({ state: 'attached' });
  await opened.evaluate(`location.hash = '#board'`);
  await opened.locator('.board-row').first().waitFor();
  return opened;
}

const openButton = () => page.locator('[data-story="r2/story_01"] [data-focus="open"]');
const dialog = () => page.getByRole('dialog', { name: /^Ferry operator cuts night sailings/ });
const claim = (name: string | RegExp) => dialog().getByRole('button', { name });
const marked = () => dialog().locator('mark').allTextContents();
const said = () => dialog().locator('.story-said').textContent();
/** Whether the mark can be seen where it is scrolled to. */
const isInView = () =>
  page.evaluate(`(() => {
    const mark = document.querySelector('.story-sources mark').getBoundingClientRect();
    const pane = document.querySelector('.story-sources').getBoundingClientRect();
    return mark.top >= pane.top && mark.bottom <= pane.bottom;
  })()`);

it('marks the passage that bears a claim out beside it, and says whose it is', async () => {
  await openButton().click();
  await claim('214 (borne out)').click();
  expect((await marked()).join()).toContain('214 passengers');
  expect(await isInView()).toBe(true);
  expect(await said()).toMatch(/^“214” – \[1\] Quayside Post: “.*214 passengers/);
  expect(await claim('214 (borne out)').getAttribute('aria-pressed')).toBe('true');
  expect(gateway.callsOf('newsroom.story.open')).toEqual([{ id: 'r2/story_01', locale: 'en' }]);
});

it('marks doubts, and says why', async () => {
  await openButton().click();
  await dialog().locator('.story-doubts').getByText('1 in doubt').waitFor();
  await claim('380 (in doubt)').click();
  expect(await said()).toBe('“380” is in doubt: no source has the number "380"');
  expect(await marked()).toEqual([]);
});

it('leads to the nearest passage where a sentence has nothing to look up, and calls it no proof', async () => {
  await openButton().click();
  await claim(/^Nearest passage, not a proof – \[1\] Quayside Post: “Divers will/).click();
  expect(await marked()).toEqual(['Divers will inspect the hull before it is towed to a yard.']);
});

it('is worked by keys alone, and gives the focus back', async () => {
  await openButton().focus();
  await page.keyboard.press('Enter');
  await claim('214 (borne out)').waitFor();
  const focused = () => page.evaluate<string>(`document.activeElement.getAttribute('aria-label') ?? ''`);
  for (let n = 0; n < 12 && (await focused()) !== '214 (borne out)'; n++) await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  expect((await marked()).join()).toContain('214 passengers');
  expect(await focused()).toBe('214 (borne out)');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  expect((await marked()).join()).not.toContain('214 passengers');
  await page.keyboard.press('Escape');
  await dialog().waitFor({ state: 'detached' });
  expect(await page.evaluate('document.activeElement.dataset.focus')).toBe('open');
});

it('tells what was changed, what happened, and what it cost', async () => {
  await openButton().click();
  const draft = dialog().getByRole('region', { name: 'Draft' });
  await draft.getByText('It had 400 aboard.').waitFor();
  expect(await draft.locator('.story-versions dd').allTextContents()).toEqual([
    'It had 400 aboard.',
    'It had 214 aboard.',
    'The fine is the largest in its history.',
    'taken out',
  ]);
  const log = (await draft.locator('.story-log li').allTextContents()).join('\n');
  expect(log).toMatch(/Ordered by 詠儀\n.*Writing began\n.*Draft ready\n.*Held by Adaa call/);
  await draft.getByText('3 model calls, 12,400 tokens, US$0.0310').waitFor();
});

it('is text, whatever reporters and pages wrote', async () => {
  await openButton().click();
  await dialog().getByText('<b>lost</b>').waitFor();
  expect(await dialog().locator('b, img').count()).toBe(0);
});

it('says that it could not be opened', async () => {
  gateway.refuse('newsroom.story.open', { code: 'not_found', message: 'there is no story' });
  await openButton().click();
  await dialog().getByText('The story could not be opened.').waitFor();
});

it('shows a claim and its passage together on a telephone', async () => {
  await browser.leave(page);
  page = await open({ viewport: { width: 375, height: 720 } });
  await openButton().click();
  await claim('214 (borne out)').click();
  expect(await isInView()).toBe(true);
  expect(await claim('214 (borne out)').isVisible()).toBe(true);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(375);
  const sideways = `[...document.querySelectorAll('.story-dialog, .story-panes > section')].map((one) => one.scrollWidth - one.clientWidth)`;
  expect(await page.evaluate(sideways)).toEqual([0, 0, 0]);
});

it('is written in Chinese for readers of Chinese', async () => {
  await browser.leave(page);
  gateway.desk.opened = cannedOpened(Date.now(), 'zh-Hant-HK') as never;
  page = await open({ locale: 'zh-HK' });
  await openButton().click();
  await claim('380 (存疑)').click();
  expect(await said()).toBe('「380」存疑：來源沒有數字「380」');
  await dialog().getByRole('heading', { name: '紀錄' }).waitFor();
  expect(gateway.callsOf('newsroom.story.open').at(-1)).toMatchObject({ locale: 'zh' });
});
