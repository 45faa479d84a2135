/** The page of charts, in a real browser over a real desk of the sample edition that has posted its stories. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { found, startDesk } from '../support/desk-process.ts';
import { homePage } from './home-page.ts';
import { openBrowser } from './browser.ts';
import type { TestBrowser } from './browser.ts';
import { isWellInEachLook } from './looks.ts';

const home = mkdtempSync(join(tmpdir(), 'nightdesk-charts-'));
let desk: Awaited<ReturnType<typeof startDesk>>;
let browser: TestBrowser;
const complaints: string[] = [];

const open = (options: BrowserContextOptions) => homePage(browser, home, complaints, options);

beforeAll(async () => {
  desk = await startDesk(home);
  browser = await openBrowser({ viewport: { width: 1280, height: 900 } });
  await found(async () => {
    const { stories, openRuns } = await desk.rpc<{ stories: object[]; openRuns: number }>('newsroom.status');
    return (stories.length > 3 && openRuns === 0) || undefined;
  });
}, 500_000);
afterAll(async () => {
  await browser.close();
  await desk.stop();
  rmSync(home, { recursive: true, force: true });
  expect(complaints).toEqual([]);
});

// One desk, whose state each case takes from the one before.
describe('charts of a desk', { shuffle: false }, () => {
  it('is loaded once it is opened, and draws each group, with a table of the same numbers', async () => {
    const page = await open({});
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.getByRole('link', { name: 'Charts' }).click();
    await page.locator('[data-chart="pace"] canvas').waitFor();
    expect(asked.some((url) => /charts-[\w-]+\.js$/.test(url))).toBe(true);
    expect(await page.title()).toBe('Charts · Nightdesk');
    expect(await page.locator('.chart').count()).toBe(8);
    for (const id of ['items', 'outcomes', 'categories', 'lateness', 'doubts', 'pace'])
      await page.locator(`[data-chart="${id}"]`).locator('canvas').waitFor();
    await page.locator('[data-chart="cost"]').getByText('Nothing to show yet.').waitFor();

    const outcomes = page.locator('[data-chart="outcomes"]');
    await outcomes.getByText('As a table').click();
    const posted = (await desk.rpc<{ stories: object[] }>('newsroom.status')).stories.length;
    expect(await outcomes.locator('thead th').allTextContents()).toContain('Posted');
    expect(await outcomes.locator('tbody tr').last().locator('td').first().textContent()).toBe(
      String(posted),
    );
    expect(await outcomes.locator('tbody tr').count()).toBe(14);
    await page.getByLabel('Days shown').selectOption('7');
    await expect.poll(() => outcomes.locator('tbody tr').count()).toBe(7);
    await browser.leave(page);
  });

  isWellInEachLook({
    open,
    leave: (opened) => browser.leave(opened),
    show: async (page) => {
      await page.evaluate(`location.hash = '#charts'`);
      await page.locator('[data-chart="pace"] canvas').waitFor();
      await page.locator('.chart-numbers summary').first().click();
    },
  });
});
