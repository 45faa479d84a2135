/**
 * A real browser for the tests of a file, which all files of a run share. Pages without options of their own share a context
 * and a process: a test costs a page, not a browser's profile. Each test has a gateway at a port of its own, and so a storage of its own.
 */
import { chromium } from 'playwright-core';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { SERVER, launched } from '../support/one-browser.ts';

/** Somebody who was here before: the console asks a stranger for a name. */
const signed = `try { localStorage.setItem('nightdesk.name', localStorage.getItem('nightdesk.name') ?? 'Editor') } catch {}`;

/** For a page of its own: somebody who was never here, until a name is given. */
export const STRANGER = `if (!sessionStorage.getItem('seen')) localStorage.removeItem('nightdesk.name'); sessionStorage.setItem('seen', '1')`;

/** For a page that hangs, not for a busy machine. */
const PATIENCE_MS = 240_000;

export interface TestBrowser {
  /** A page with no address yet; with options it has a context of its own. */
  page(options?: BrowserContextOptions): Promise<Page>;
  /** Leaves nothing behind for the next page at that address. */
  leave(page: Page): Promise<void>;
  close(): Promise<void>;
}

export async function openBrowser(usual: BrowserContextOptions): Promise<TestBrowser> {
  const server = process.env[SERVER];
  const browser = await (server === undefined ? chromium.launch(launched()) : chromium.connect(server));
  const still = { reducedMotion: 'reduce' } as const;
  const opened = async (options: BrowserContextOptions) => {
    const context = await browser.newContext({ ...still, ...options });
    context.setDefaultTimeout(PATIENCE_MS);
    await context.addInitScript(signed);
    return context;
  };
  const shared = await opened(usual);
  // A process of pages ends with the last of them. This page of the browser's server stays: a test's page needs no new one.
  if (server !== undefined) await (await shared.newPage()).goto(`http://${new URL(server).host}/`);
  return {
    page: async (options) => (options ? await opened({ ...usual, ...options }) : shared).newPage(),
    leave: async (page) => {
      await page.evaluate('localStorage.clear()');
      await (page.context() === shared ? page.close() : page.context().close());
    },
    close: () => browser.close(),
  };
}
