/** How far a newsletter is, in a real browser, against a gateway that speaks the frames. */
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { STEPS } from '../../src/newsletter/model/steps.ts';
import { startFakeGateway } from '../support/fake-gateway.ts';
import { openBrowser } from './browser.ts';
import type { TestBrowser } from './browser.ts';
import { cannedDesk } from './canned-desk.ts';

let browser: TestBrowser;
let gateway: Awaited<ReturnType<typeof startFakeGateway>>;
let page: Page;
let complaints: string[];

beforeAll(async () => {
  browser = await openBrowser({ viewport: { width: 1280, height: 900 } });
});
afterAll(async () => browser?.close());

beforeEach(async () => {
  gateway = await startFakeGateway(cannedDesk(Date.now()));
  complaints = [];
});
afterEach(async () => {
  await browser.leave(page);
  await gateway.close();
  expect(complaints).toEqual([]);
});

async function open(options?: BrowserContextOptions): Promise<void> {
  page = await browser.page(options);
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  await page.goto(gateway.url);
  await page.locator('.connection.open').waitFor({ state: 'attached' });
}

/** So many steps are complete, and the next is as it is said. */
function told(complete: number, next: string, message = '', state = 'running') {
  const steps = STEPS.map((step, at) => [
    step,
    at < complete
      ? { status: 'complete', message: `did ${step}` }
      : { status: at === complete ? next : 'not_started', message: at === complete ? message : '' },
  ]);
  const progress = `${Math.floor((100 * complete) / STEPS.length)}%`;
  return { session: 'newsletter_20260214', state, progress, steps: Object.fromEntries(steps) as object };
}

/** The newest one of the desk. */
function there(newsletter: ReturnType<typeof told>): void {
  gateway.desk.newsletter = newsletter;
  gateway.accept('newsletter.record');
}

const step = (name: string) => page.locator(`[data-step="${name}"]`);
const bar = (name: string) => step(name).locator('progress').getAttribute('value');

it('a newsletter is a line and a bar a step, and each moves when the desk tells of it', async () => {
  there(told(2, 'started'));
  await open();
  await step('download_articles').getByText('under way').waitFor();
  expect(await page.locator('[data-step]').evaluateAll((all) => all.length)).toBe(STEPS.length);
  expect(await page.locator('.newsletter summary').textContent()).toBe(
    'newsletter_20260214 · Being made · 22%',
  );
  expect(await step('filter_urls').textContent()).toBe('Filter linkscompletedid filter_urls');
  // One that moves has no value.
  expect([await bar('filter_urls'), await bar('download_articles'), await bar('rate_articles')]).toEqual([
    '1',
    null,
    '0',
  ]);

  const wire = '<img src=x onerror="window.hurt = true"> is down';
  gateway.push('newsletter', told(3, 'error', wire, 'stopped'));
  await step('extract_summaries').getByText('failed').waitFor();
  expect(await bar('download_articles')).toBe('1');
  expect(await step('extract_summaries').locator('p').textContent()).toBe(wire);
  expect(await page.locator('.newsletter img').count()).toBe(0);
  expect(await page.evaluate('window.hurt')).toBeUndefined();
  await page.locator('.newsletter summary').getByText('Stopped · 33%').waitFor();

  gateway.push('newsletter', told(9, '', '', 'done'));
  await page.locator('.newsletter summary').getByText('Sent · 100%').waitFor();
});

it('a newsletter that is being made can be stopped, and one that is not can’t', async () => {
  there(told(2, 'started'));
  await open();
  const stop = page.getByRole('button', { name: 'Stop after this step' });
  await stop.click();
  await page.locator('.newsletter summary').getByText('Stopped · 22%').waitFor();
  expect(gateway.callsOf('newsletter.stop')).toMatchObject([{ session: 'newsletter_20260214' }]);
  expect(await stop.count()).toBe(0);
});

it('a newsletter is told in the reader’s language', async () => {
  there(told(0, 'started'));
  await open({ locale: 'zh-HK' });
  await step('gather_urls').getByText('進行中').waitFor();
  expect(await step('gather_urls').textContent()).toBe('收集連結進行中');
  expect(await page.locator('.newsletter summary').textContent()).toBe('newsletter_20260214 · 製作中 · 0%');
  await page.getByRole('heading', { name: '通訊' }).waitFor();
});

it('nothing is said of newsletters where there is none, until the first begins', async () => {
  await open();
  await page.getByText('Notes').first().waitFor();
  await expect.poll(() => gateway.callsOf('newsletter.record').length).toBe(1);
  expect(await page.getByRole('heading', { name: 'Newsletter' }).count()).toBe(0);
  gateway.push('newsletter', told(0, 'started'));
  await page.getByRole('heading', { name: 'Newsletter' }).waitFor();
});
