/** The console's pages in a real browser, against the real gateway over a small desk. */
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest';
import { STRANGER, openBrowser } from '../../console/browser.ts';
import type { TestBrowser } from '../../console/browser.ts';
import { openGateway } from './open-gateway.ts';

let browser: TestBrowser;
let gateway: Awaited<ReturnType<typeof openGateway>>;
let page: Page;
let complaints: string[];

beforeAll(async () => {
  browser = await openBrowser({});
});
afterAll(() => browser?.close());

beforeEach(async () => {
  gateway = await openGateway();
  await gateway.get('chat.send', { sessionKey: 'console:news', text: 'hello' });
  await gateway.conductor.idle();
  complaints = [];
  page = await browser.page({});
  await page.addInitScript(STRANGER);
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (said) => said.type() === 'error' && complaints.push(said.text()));
  await page.goto(`${gateway.address}/#token=${gateway.token}`);
});
afterEach(async () => {
  await page.context().close();
  await gateway.close();
});

const seen = (text: string) => page.getByRole('log').getByText(text).waitFor();

async function type(text: string): Promise<void> {
  await page.locator('#composer-input').fill(text);
  await page.locator('#composer-input').press('Enter');
}

it('shows what was said, and answers', async () => {
  await seen('You said: hello');
  await type('how are you?');
  await page.getByRole('textbox', { name: 'Your name' }).fill('Ann');
  await page.getByRole('button', { name: 'Go on' }).click();
  await seen('You said: how are you?');
  await type('and now?');
  await seen('You said: and now?');
  expect(complaints).toEqual([]);
});

it('keeps automations and notes, by slash command and by button', async () => {
  await seen('You said: hello');
  await page.evaluate(() => localStorage.setItem('nightdesk.name', 'Ann'));
  await page.reload();
  await seen('You said: hello');
  await type('/cron add name:Morning message:look schedule:"every day at 7:30"');
  await seen('is set in this conversation');
  const job = page.locator('.job', { hasText: 'Morning' });
  await job.waitFor();
  await job.getByRole('button', { name: 'Pause Morning' }).click();
  await job.getByRole('button', { name: 'Resume Morning' }).waitFor();
  expect((await gateway.cron.list({ includeDisabled: true }))[0]?.enabled).toBe(false);
  await type('/cron remove job:Morning');
  await page.getByRole('button', { name: 'Remove it' }).click();
  await seen('is removed');
  expect(await gateway.cron.list({ includeDisabled: true })).toEqual([]);
  await type('/session remember text:no more crypto');
  await seen('Remembered: no more crypto');
  expect(complaints).toEqual([]);
});

it('takes a token that base64 made, with signs that no subprotocol may have', async () => {
  const token = 'Zk8+q/3v%41(x)"&#hq2mN7yPb0wRtA=';
  const other = await openGateway({}, {}, 0, undefined, token);
  onTestFinished(() => other.close());
  await other.get('chat.send', { sessionKey: 'console:news', text: 'hello again' });
  await other.conductor.idle();
  await page.goto(`${other.address}/#token=${encodeURIComponent(token)}`);
  await seen('You said: hello again');
});
