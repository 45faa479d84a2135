/**
 * A real browser for the tests of a file. Pages without wishes of their own share a context and a process: a test costs
 * a page, not a browser's profile. Each test has a gateway at a port of its own, and so a storage of its own.
 */
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
import type { BrowserContextOptions, Page } from 'playwright-core';

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

const LEAN = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-extensions',
  '--disable-background-networking',
  '--disable-component-update',
  '--renderer-process-limit=1',
];

export interface TestBrowser {
  /** A page with no address yet; with options it has a context of its own. */
  page(options?: BrowserContextOptions): Promise<Page>;
  /** Leaves nothing behind for the next page at that address. */
  leave(page: Page): Promise<void>;
  close(): Promise<void>;
}

export async function openBrowser(usual: BrowserContextOptions): Promise<TestBrowser> {
  const executablePath = PLACES.find((place) => existsSync(place));
  if (!executablePath)
    throw new Error('The console is tested in a real browser, and there is none: apt-get install chromium');
  const browser = await chromium.launch({ executablePath, args: LEAN });
  const still = { reducedMotion: 'reduce' } as const;
  const shared = await browser.newContext({ ...still, ...usual });
  return {
    page: async (options) =>
      (options ? await browser.newContext({ ...still, ...usual, ...options }) : shared).newPage(),
    leave: async (page) => {
      await page.evaluate('localStorage.clear()');
      await (page.context() === shared ? page.close() : page.context().close());
    },
    close: () => browser.close(),
  };
}
