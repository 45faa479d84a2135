import type { BrowserContextOptions, Page } from 'playwright-core';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AXE } from './axe.ts';
import type { TestBrowser } from './browser.ts';

/**
 * The console of the desk that runs in `home`, connected.
 * @param complaints gets what the page throws, and what it says as an error.
 */
export async function homePage(
  browser: TestBrowser,
  home: string,
  complaints: string[],
  options: BrowserContextOptions = {},
): Promise<Page> {
  const page = await browser.page(options);
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  await page.addInitScript(AXE);
  const token = readFileSync(join(home, 'data', 'gateway.token'), 'utf8').trim();
  const { port } = JSON.parse(readFileSync(join(home, 'data', 'gateway.json'), 'utf8')) as { port: number };
  await page.goto(`http://127.0.0.1:${port}/#token=${token}`);
  await page.locator('.connection.open').waitFor({ state: 'attached' });
  return page;
}
