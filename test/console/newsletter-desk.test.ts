/** The bars of a newsletter while a real desk makes one, in a real browser. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { found, startDesk } from '../support/desk-process.ts';
import { openBrowser } from './browser.ts';
import type { TestBrowser } from './browser.ts';

const home = mkdtempSync(join(tmpdir(), 'nightdesk-letter-'));
let desk: Awaited<ReturnType<typeof startDesk>>;
let browser: TestBrowser;
let page: Page;
const complaints: string[] = [];

beforeAll(async () => {
  desk = await startDesk(home);
  browser = await openBrowser({ viewport: { width: 1280, height: 800 } });
  page = await browser.page();
  page.on('pageerror', (error) => complaints.push(String(error)));
  const token = readFileSync(join(home, 'data', 'gateway.token'), 'utf8').trim();
  await page.goto(`${desk.base}/#token=${token}`);
  await page.getByRole('link', { name: 'desk', exact: true }).first().click();
  await page.locator('#composer-input').waitFor();
}, 500_000);
afterAll(async () => {
  await browser.close();
  await desk.stop();
  rmSync(home, { recursive: true, force: true });
  expect(complaints).toEqual([]);
});

/** From now on keep what the bars showed, each state once. */
const watch = () =>
  page.evaluate(`(() => {
    window.shown = [];
    const look = () => {
      const bars = [...document.querySelectorAll('.newsletter [data-step] progress')];
      const done = bars.filter((bar) => bar.getAttribute('value') === '1').length;
      const moving = bars.filter((bar) => !bar.hasAttribute('value')).length;
      const said = document.querySelector('.newsletter summary')?.textContent ?? '';
      const state = { bars: bars.length, done, moving, said };
      if (JSON.stringify(window.shown.at(-1)) !== JSON.stringify(state)) window.shown.push(state);
    };
    look();
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
  })()`);

interface Shown {
  readonly bars: number;
  readonly done: number;
  readonly moving: number;
  readonly said: string;
}

// One desk, whose state each case takes from the one before.
describe('a newsletter on a desk', { shuffle: false }, () => {
  it('the bars fill one after another, from the order to the end', async () => {
    await watch();
    await page.locator('#composer-input').fill('/newsletter run');
    await page.locator('#composer button.send:enabled').click();
    const record = await found(async () => {
      const told = await desk
        .rpc<{ state: string; progress: string }>('newsletter.record')
        .catch(() => undefined);
      return told && !/^(?:running|sending)$/.test(told.state) ? told : undefined;
    });
    const summary = page.locator('.newsletter summary');
    await expect.poll(() => summary.textContent()).toContain(record.progress);
    const shown = await page.evaluate<Shown[]>('window.shown');
    expect([record.state, record.progress]).toEqual(['done', '100%']);
    const seen = shown.filter(({ bars }) => bars > 0);
    expect(new Set(seen.map(({ bars }) => bars))).toEqual(new Set([9]));
    const filled = seen.map(({ done }) => done);
    expect(filled).toEqual(filled.toSorted((a, b) => a - b));
    expect(new Set(filled).size).toBeGreaterThan(4);
    expect(filled.at(-1)).toBe(9);
    expect(seen.some(({ moving, said }) => moving === 1 && said.includes('Being made'))).toBe(true);
    expect(Math.max(...seen.map(({ moving }) => moving))).toBe(1);
  });

  it('is there after a reload, whole', async () => {
    await page.reload();
    await page.locator('.newsletter summary').getByText('100%').waitFor();
    expect(await page.locator('.newsletter [data-step] progress[value="1"]').count()).toBe(9);
  });
});
