/**
 * Talking and searching in the console, in a real browser over a real desk of the sample edition: one desk and one home for
 * all cases, in their order.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SessionInfo } from '../../src/sessions/session-index.ts';
import { found, startDesk } from '../support/desk-process.ts';
import { STRANGER, openBrowser } from './browser.ts';
import type { TestBrowser } from './browser.ts';

const DESK = 'console:desk';
const home = mkdtempSync(join(tmpdir(), 'nightdesk-console-'));
let env: Record<string, string>;
let desk: Awaited<ReturnType<typeof startDesk>>;
let browser: TestBrowser;
let page: Page;
const complaints: string[] = [];

async function freePort(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return String(port);
}

async function open(name?: string): Promise<Page> {
  const opened = await browser.page({});
  opened.on('pageerror', (error) => complaints.push(String(error)));
  await opened.addInitScript(
    name === undefined ? STRANGER : `localStorage.setItem('nightdesk.name', '${name}')`,
  );
  const token = readFileSync(join(home, 'data', 'gateway.token'), 'utf8').trim();
  await opened.goto(`http://127.0.0.1:${env['GATEWAY_PORT']}/#token=${token}`);
  await opened.getByRole('link', { name: 'desk', exact: true }).first().click();
  await composer(opened).waitFor();
  return opened;
}

const composer = (on = page) => on.locator('#composer-input');
const log = (on = page) => on.getByRole('log');
const hint = (on = page) => on.locator('#composer-hint');
const finder = (on = page) => on.getByRole('dialog', { name: 'Search' });
const heading = (on = page) => on.getByRole('heading', { level: 1 });
async function say(text: string, on = page): Promise<void> {
  await composer(on).fill(text);
  // A page that has just been opened is not connected yet.
  await on.locator('#composer button.send:enabled').waitFor();
  await on.keyboard.press('Enter');
}

beforeAll(async () => {
  env = { GATEWAY_PORT: await freePort() };
  desk = await startDesk(home, env);
  browser = await openBrowser({ viewport: { width: 1280, height: 800 } });
  await found(async () => {
    const { sessions } = await desk.rpc<{ sessions: SessionInfo[] }>('sessions.list');
    return sessions.filter(({ origin }) => origin.parent === DESK).length >= 5 || undefined;
  });
  page = await open();
}, 500_000);
afterAll(async () => {
  await browser.close();
  await desk.stop();
  rmSync(home, { recursive: true, force: true });
  expect(complaints).toEqual([]);
});

// One desk, whose state each case takes from the one before.
describe('the console of a desk', { shuffle: false }, () => {
  describe('a name', () => {
    it('is asked for at the first message, which is not lost where nobody gives one', async () => {
      await say('what waits for approval?');
      const question = page.getByRole('dialog', { name: 'Who is writing?' });
      await question.getByRole('button', { name: 'Cancel' }).click();
      await page.getByText('Nothing is sent before').first().waitFor();
      expect(await composer().inputValue()).toBe('what waits for approval?');
      await page.keyboard.press('Enter');
      await question.getByLabel('Your name').fill('Mei');
      await page.keyboard.press('Enter');
      await log().locator('article', { hasText: 'Nothing waits here.' }).waitFor();
      expect(await log().getByRole('article', { name: /^Mei,/ }).count()).toBe(1);
    });

    it('is kept: neither asked again by a command, nor after a reload', async () => {
      await page.reload();
      await say('/session remember text:no more golf');
      await page.locator('.whisper', { hasText: '(Mei)' }).waitFor();
      expect(await page.getByRole('dialog').count()).toBe(0);
    });
  });

  describe('a message', () => {
    it('is counted while it is typed, and refused while it is too long', async () => {
      await composer().fill('x'.repeat(15_900));
      await hint().getByText('15,900 of 16,000 characters').waitFor();
      await composer().fill('x'.repeat(16_020));
      await hint().getByText('Too long by 20 characters').waitFor();
      expect(await page.getByRole('button', { name: 'Send' }).isDisabled()).toBe(true);
      await composer().focus();
      await page.keyboard.press('Enter');
      expect(await composer().inputValue()).toHaveLength(16_020);
      await composer().fill('');
    });
  });

  describe('two people', () => {
    it('are each told to whom an answer is', async () => {
      const bobs = await open('Bob');
      await say('which feeds fail?', bobs);
      await log().locator('article', { hasText: '0 failing' }).getByText('to Bob').waitFor();
      await log().locator('article', { hasText: 'Nothing waits here.' }).getByText('to Mei').waitFor();
      await browser.leave(bobs);
    });
  });

  describe('answers', () => {
    it('name threads by their titles, with a link', async () => {
      await say('what have you posted?');
      const answer = log().locator('article', { hasText: 'Posted lately' });
      const link = answer.getByRole('link', { name: /Cross-Harbour Tunnel shut/ });
      await link.waitFor();
      expect(await answer.textContent()).not.toContain('console:');
      await link.click();
      await expect.poll(() => heading().textContent()).toMatch(/^Cross-Harbour Tunnel/);
      await page.goBack();
    });

    it('to /story find are read as they are meant, stories first, and none is an answer of before', async () => {
      await say('/story find words:tunnel');
      const answer = page.locator('.whisper', { hasText: 'Found for' });
      await answer.waitFor();
      const told = (await answer.locator('li').allTextContents()).join('\n');
      expect(told).toMatch(/^Cross-Harbour Tunnel shut/);
      expect(told).not.toMatch(/\\|console:|Nightdesk,/);
    });
  });

  describe('Ctrl K', () => {
    it('finds stories and what was said, and leads to the thread and to the message', async () => {
      await say('remember: the zeppelin lands on Friday');
      await log()
        .getByText(/^Noted, until/)
        .waitFor();
      await page.keyboard.press('Control+k');
      await page.keyboard.type('water main');
      const stories = finder().getByRole('group', { name: 'Stories', exact: true });
      await stories.getByText(/^Cross-Harbour Tunnel/).click();
      await expect.poll(() => heading().textContent()).toMatch(/^Cross-Harbour Tunnel/);
      await page.keyboard.press('Control+k');
      await page.keyboard.type('zeppelin');
      const said = finder().getByRole('group', { name: 'What was said' });
      await said.getByText('the zeppelin lands').click();
      await page.locator('.message.sought', { hasText: 'zeppelin lands' }).waitFor();
      expect(await heading().textContent()).toBe('desk');
    });

    it('says on a phone, too, that nothing is found', async () => {
      await page.setViewportSize({ width: 375, height: 700 });
      await page.keyboard.press('Control+k');
      await page.keyboard.type('qqqzzz');
      await finder().getByText('Nothing is found for “qqqzzz”.').waitFor();
      expect(await finder().getByText('Nothing is found for').isVisible()).toBe(true);
      await page.keyboard.press('Escape');
      await page.setViewportSize({ width: 1280, height: 800 });
    });
  });

  describe('the board', () => {
    const posted = () => page.locator('.board-row', { hasText: 'Cross-Harbour Tunnel shut' }).first();

    it('opens a posted story beside its sources: each claim leads to the passage that has it', async () => {
      await page.evaluate(`location.hash = '#board'`);
      await posted()
        .getByRole('button', { name: /^Open:/ })
        .click();
      const dialog = page.getByRole('dialog', { name: /^Cross-Harbour Tunnel/ });
      const claims = dialog.locator('.story-text p .claim.supported');
      await claims.first().waitFor();
      const figures = (await claims.allTextContents()).filter((text) => /^\d+$/.test(text));
      expect(figures.length).toBeGreaterThan(0);
      for (const figure of new Set(figures)) {
        await claims.getByText(figure, { exact: true }).first().click();
        expect((await dialog.locator('mark').allTextContents()).join()).toContain(figure);
      }
      await dialog.getByRole('heading', { name: 'Log' }).waitFor();
      expect(await dialog.locator('.story-log').textContent()).toContain('Posted');
      await page.keyboard.press('Escape');
    });

    it('follows a story, says so, and ends it', async () => {
      await posted()
        .getByRole('button', { name: /^Follow:/ })
        .click();
      await posted()
        .getByRole('button', { name: /^Unfollow:/ })
        .click();
      await posted()
        .getByRole('button', { name: /^Follow:/ })
        .waitFor();
      const { jobs } = await desk.rpc<{ jobs: { profile?: string; name: string }[] }>('cron.list', {
        includeDisabled: true,
      });
      expect(jobs.filter(({ name }) => name.startsWith('Follow:'))).toEqual([]);
    });

    it('asks what a new story is about, and leads to where that is told already', async () => {
      await page.getByRole('button', { name: 'Write a story' }).click();
      const dialog = page.getByRole('dialog', { name: 'Write' });
      await dialog.getByLabel('about').fill((await posted().locator('h4').textContent()) ?? '');
      await page.keyboard.press('Enter');
      await dialog.getByRole('alert').getByRole('link', { name: 'Cross-Harbour Tunnel' }).click();
      await expect.poll(() => heading().textContent()).toMatch(/^Cross-Harbour Tunnel/);
      expect(await page.getByRole('dialog').count()).toBe(0);
      await page.goBack();
      await posted().waitFor();
    });

    it('has nothing under left out that stands among the posted stories', async () => {
      const titles = await page.locator('.board-row.story.good h4').allTextContents();
      expect(titles.length).toBeGreaterThan(2);
      await page.getByRole('tab', { name: /Left out/ }).click();
      await page.locator('.board-row').first().waitFor();
      const out = await page.locator('.board-row h4').allTextContents();
      expect(out.filter((title) => titles.includes(title))).toEqual([]);
      await page.evaluate(`location.hash = '#/console%3Adesk'`);
      await composer().waitFor();
    });
  });

  describe('a desk that goes away', () => {
    it('is not said to run, and what was typed meanwhile outlives a reload of the page', async () => {
      desk.child.kill('SIGKILL');
      await page.getByText('Reconnecting').waitFor();
      await page.getByText('No connection to the desk').waitFor();
      expect(await page.getByText('The desk is running').count()).toBe(0);
      await composer().fill('is anything paused?');
      desk = await startDesk(home, env);
      await page.getByText('The desk is running').waitFor();
      await page.reload();
      await page.getByText('The desk is running').waitFor();
      expect(await composer().inputValue()).toBe('is anything paused?');
      await page.getByRole('button', { name: 'Send' }).click();
      await log().locator('article', { hasText: 'Scheduled work is on.' }).waitFor();
      expect(await composer().inputValue()).toBe('');
    });
  });
});
