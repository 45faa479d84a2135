/** One browser for all files of a run: a file costs a connection, not the start of a browser. */
import { chromium } from 'playwright-core';
import { browserPath } from './browser-path.ts';

/** The variable with the address of the browser that runs. */
export const SERVER = 'NIGHTDESK_TEST_BROWSER';

const LEAN = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-extensions',
  '--disable-background-networking',
  '--disable-component-update',
  '--process-per-site',
  // Most code of a page runs a few times: optimising it costs more than it gives.
  '--js-flags=--no-maglev --no-turbofan',
];

/** How a browser is started. */
export function launched(): { executablePath: string; args: string[] } {
  const executablePath = browserPath();
  if (!executablePath)
    throw new Error('The console is tested in a real browser, and there is none: apt-get install chromium');
  return { executablePath, args: LEAN };
}

/** Vitest's global setup. */
export default async function setUp(): Promise<() => Promise<void>> {
  const server = await chromium.launchServer({ ...launched(), host: '127.0.0.1' });
  process.env[SERVER] = server.wsEndpoint();
  return () => server.close();
}
