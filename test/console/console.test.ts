/** The console in a real browser, against a gateway that speaks the frames. */
import { existsSync } from 'node:fs';
import { chromium, type Browser, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startFakeGateway } from '../support/fake-gateway.ts';
import { cannedDesk } from './canned-desk.ts';

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

let browser: Browser;
let gateway: Awaited<ReturnType<typeof startFakeGateway>>;
let page: Page;
let complaints: string[];
let foreign: string[];

beforeAll(async () => {
  const executablePath = PLACES.find((place) => existsSync(place));
  if (!executablePath) {
    throw new Error('The console is tested in a real browser, and there is none: apt-get install chromium');
  }
  browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
}, 20_000);
afterAll(async () => browser?.close());

beforeEach(async () => {
  gateway = await startFakeGateway(cannedDesk(Date.now()));
  complaints = [];
  foreign = [];
  page = await open();
});
afterEach(async () => {
  await page.context().close();
  await gateway.close();
  expect(complaints).toEqual([]);
  expect(foreign).toEqual([]);
});

async function open(address = gateway.url, options = {}): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  context.setDefaultTimeout(5000);
  const opened = await context.newPage();
  opened.on('pageerror', (error) => complaints.push(String(error)));
  opened.on('console', (message) => {
    // A connection that a test cuts or refuses is reported by the browser itself.
    if (message.type() === 'error' && !/WebSocket|401/.test(message.text())) complaints.push(message.text());
  });
  opened.on('request', (request) => {
    if (!request.url().startsWith(gateway.base)) foreign.push(request.url());
  });
  await opened.goto(address);
  return opened;
}

const rail = () => page.getByRole('navigation', { name: 'Conversations' });
const log = () => page.getByRole('log');
const composer = () => page.locator('#composer-input');
const heading = () => page.getByRole('heading', { level: 1 });
const job = (name: string) => page.locator('.job', { hasText: name });
const seen = (text: string) => log().getByText(text).waitFor();

describe('getting in', () => {
  it('takes the token out of the address and keeps it for the tab', async () => {
    await seen('Is the 2.4 GW figure');
    expect(page.url()).not.toContain(gateway.token);
    await page.reload();
    await seen('Is the 2.4 GW figure');
  });

  it('asks for the token, refuses a wrong one, and opens with the right one', async () => {
    await page.context().close();
    page = await open(gateway.base);
    await page.getByText('data/gateway.token').waitFor();
    await page.getByLabel('Token').fill('wrong');
    await page.keyboard.press('Enter');
    await page.getByText('That key doesn’t fit').waitFor();
    await page.getByLabel('Token').fill(gateway.token);
    await page.keyboard.press('Enter');
    await seen('Is the 2.4 GW figure');
  });
});

describe('reading', () => {
  it('lists channels with their threads, the desk’s own sessions apart, other platforms not', async () => {
    await rail().getByRole('link', { name: 'world' }).waitFor();
    const threads = rail().getByRole('list', { name: 'Threads of desk' }).getByRole('link');
    expect(await threads.allTextContents()).toEqual([
      'Harbour tunnel reopens after inspection',
      'Grid operators agree a winter reserve',
    ]);
    expect(await rail().getByText('newsroom on Discord').count()).toBe(0);
    expect(await rail().getByText('Desk log').isVisible()).toBe(false);
    await rail().getByText('System').click();
    await rail().getByText('Desk log').click();
    await seen('the desk started');
    expect(await composer().isDisabled()).toBe(true);
  });

  it('opens a story’s thread from its title post, and goes back to the channel', async () => {
    await log()
      .getByRole('link', { name: /Open thread/ })
      .click();
    await seen('three bilateral deals');
    expect(await heading().textContent()).toBe('Grid operators agree a winter reserve');
    await page.locator('.parent').click();
    await seen('Is the 2.4 GW figure');
    await page.goBack();
    await seen('three bilateral deals');
  });

  it('folds scheduled triggers and tool work, and shows them when asked', async () => {
    const trigger = log().locator('.trigger', { hasText: 'Scheduled: morning plan' });
    expect(await trigger.getByText('Plan the daily edition').isVisible()).toBe(false);
    await trigger.locator('summary').click();
    expect(await trigger.getByText('Plan the daily edition').isVisible()).toBe(true);
    await log().getByText('used look_up').click();
    await seen('a joint reserve of 2.4 gigawatts"');
  });

  it('shows markup in a message as text', async () => {
    await seen('<script>alert("x")</script>');
  });

  it('loads earlier messages when the reader scrolls up, and stays where the reader is', async () => {
    await seen('Is the 2.4 GW figure');
    const landmark = log().getByText('Earlier line 84 of the night log.');
    await landmark.scrollIntoViewIfNeeded();
    await log().getByText('Earlier line 60 of the night log.').waitFor();
    expect(await landmark.isVisible()).toBe(true);
    const { y = 0 } = (await landmark.boundingBox()) ?? {};
    expect(y).toBeGreaterThan(0);
    expect(y).toBeLessThan(800);
    await log().hover();
    for (let tries = 0; tries < 60; tries++) {
      if (await log().getByText('This is where the conversation begins.').count()) break;
      await page.mouse.wheel(0, -900);
      await page.waitForTimeout(20);
    }
    await log().getByText('Earlier line 1 of the night log.').waitFor();
    const before = gateway.callsOf('sessions.history').map(({ before }) => before);
    expect(before.filter(Boolean).length).toBeGreaterThanOrEqual(2);
    expect(new Set(before).size).toBe(before.length);
  });

  it('marks a conversation unread until it is opened', async () => {
    await rail().getByRole('link', { name: 'world' }).waitFor();
    gateway.write('console:world', { role: 'assistant', content: 'A storm warning.' });
    await rail().getByRole('link', { name: 'world unread' }).click();
    await seen('A storm warning.');
    expect(await rail().getByText('unread').count()).toBe(0);
  });

  it('declares the language of Chinese text', async () => {
    await rail().getByRole('link', { name: '香港新聞' }).click();
    await seen('運輸署表示');
    expect(await log().locator('.text').last().getAttribute('lang')).toBe('zh-Hant');
  });
});

describe('writing', () => {
  it('shows a message at once, and as said when its entry arrives', async () => {
    await composer().fill('Any news on *payment*?');
    await page.keyboard.press('Enter');
    await log().locator('.pending', { hasText: 'Any news on payment?' }).waitFor();
    await page.getByText('Nightdesk is working').waitFor();
    await seen('You said:');
    expect(await log().locator('.pending').count()).toBe(0);
    expect(
      await log()
        .getByRole('article', { name: /^Editor/ })
        .count(),
    ).toBe(1);
    const [sent] = gateway.callsOf('chat.send');
    expect(sent).toMatchObject({
      sessionKey: 'console:desk',
      text: 'Any news on *payment*?',
      author: { name: 'Editor' },
    });
    expect(sent?.['clientId']).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('breaks the line with Shift+Enter and leaves Enter to an input method that composes', async () => {
    await composer().fill('一');
    await page.keyboard.press('Shift+Enter');
    await composer().dispatchEvent('keydown', { key: 'Enter', isComposing: true });
    await page.keyboard.type('two');
    expect(await composer().inputValue()).toBe('一\ntwo');
    expect(gateway.callsOf('chat.send')).toEqual([]);
  });

  it('opens a new channel with its first message', async () => {
    await page.getByRole('button', { name: 'New channel' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Night Sports');
    await page.keyboard.press('Enter');
    await page.getByText('Your first message opens the channel').waitFor();
    await page.keyboard.type('hello');
    await page.keyboard.press('Enter');
    await seen('You said:');
    expect(gateway.callsOf('chat.send')[0]).toMatchObject({ sessionKey: 'console:night-sports' });
  });

  it('completes a slash command, asks for its options, and shows the answer to this person only', async () => {
    await seen('Is the 2.4 GW figure');
    await composer().fill('/');
    await page.getByRole('option', { name: /\/cron add/ }).waitFor();
    await page.keyboard.type('bri');
    await page.keyboard.press('Tab');
    const form = page.getByRole('form', { name: '/brief' });
    await form.getByLabel('topic').fill('steel tariffs');
    await form.getByLabel('language').selectOption('繁體中文');
    await form.getByLabel('sources').fill('many');
    await form.getByRole('button', { name: 'Run' }).click();
    await form.getByText('must be a whole number').waitFor();
    await form.getByLabel('sources').fill('5');
    await page.keyboard.press('Enter');
    await page.getByText('Only you can see this').waitFor();
    expect(gateway.callsOf('commands.invoke')).toEqual([
      {
        name: 'brief',
        options: { topic: 'steel tariffs', language: 'zh-Hant', sources: 5 },
        sessionKey: 'console:desk',
      },
    ]);
    await page.getByRole('button', { name: 'Dismiss message' }).click();
    expect(await page.getByText('Only you can see this').count()).toBe(0);
  });

  it('runs a command that was typed whole, and its confirmation', async () => {
    await seen('Is the 2.4 GW figure');
    await composer().fill('/cron list');
    await page.keyboard.press('Enter');
    await page.locator('.whisper', { hasText: 'hourly watch' }).waitFor();
    await composer().fill('/cron remove id:j1');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Remove it' }).click();
    await page.locator('.whisper', { hasText: 'confirmed' }).waitFor();
    expect(gateway.callsOf('commands.invoke').at(-1)).toMatchObject({ options: { id: 'j1' } });
    expect(gateway.callsOf('chat.send')).toEqual([]);
  });
});

describe('upkeep', () => {
  it('pauses and resumes a job, and says what a job waits for', async () => {
    await job('morning plan').getByText('Weekdays at 09:00').waitFor();
    await job('hourly watch')
      .getByText(/Waiting behind an active turn since \d\d:\d\d/)
      .waitFor();
    await job('morning plan').getByRole('button', { name: 'Pause' }).click();
    await job('morning plan').getByText('Paused').waitFor();
    await job('morning plan').getByRole('button', { name: 'Resume' }).click();
    await job('morning plan').getByText('Next run').waitFor();
    expect(gateway.callsOf('cron.update')).toEqual([
      { id: 'j1', patch: { enabled: false } },
      { id: 'j1', patch: { enabled: true } },
    ]);
  });

  it('removes a job after asking, and never offers it for the system’s', async () => {
    await job('晚間摘要').getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await job('晚間摘要').waitFor({ state: 'detached' });
    expect(await job('hourly watch').getByRole('button', { name: 'Remove' }).count()).toBe(0);
  });

  it('forgets a note', async () => {
    await page.getByRole('button', { name: 'Forget: No more crypto today' }).click();
    await page.locator('.note', { hasText: 'crypto' }).waitFor({ state: 'detached' });
    expect(gateway.callsOf('notes.remove')).toEqual([{ sessionKey: 'console:desk', id: 'n1' }]);
  });

  it('deletes a channel only with its jobs named and agreed to', async () => {
    const ask = async () => {
      await page.getByRole('button', { name: 'Delete this conversation' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
      await page.getByRole('dialog').getByText('morning plan').waitFor();
    };
    await seen('Is the 2.4 GW figure');
    await ask();
    await page.getByRole('button', { name: 'Keep' }).click();
    await rail().getByRole('link', { name: 'desk', exact: true }).waitFor();
    await ask();
    await page.getByRole('button', { name: 'Delete the jobs and the channel' }).click();
    await rail().getByRole('link', { name: 'desk', exact: true }).waitFor({ state: 'detached' });
    expect(await heading().textContent()).toBe('world');
    expect(gateway.callsOf('sessions.delete')).toEqual([
      { key: 'console:desk' },
      { key: 'console:desk' },
      { key: 'console:desk', confirm: true },
    ]);
  });
});

describe('a shaky line', () => {
  it('reconnects by itself and fills in what it missed', async () => {
    await seen('Is the 2.4 GW figure');
    gateway.cut();
    await page.getByText('Not connected to the desk.').waitFor();
    gateway.write('console:desk', { role: 'assistant', content: 'Written while you were away.' });
    await seen('Written while you were away.');
    await page.getByText('Not connected to the desk.').waitFor({ state: 'hidden' });
  });

  it('says what the desk refused', async () => {
    await seen('Is the 2.4 GW figure');
    gateway.refuse('cron.update', { code: 'protected', message: 'This job belongs to the system.' });
    await job('hourly watch').getByRole('button', { name: 'Pause' }).click();
    await page.getByText('This job belongs to the system.').waitFor();
  });
});

describe('a narrow page', () => {
  it('keeps both sides in drawers', async () => {
    await page.setViewportSize({ width: 390, height: 780 });
    await seen('Is the 2.4 GW figure');
    expect(await rail().isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Channels', exact: true }).click();
    await rail().getByRole('link', { name: 'world' }).click();
    await rail().waitFor({ state: 'hidden' });
    expect(await heading().textContent()).toBe('world');
    const width = (await page.evaluate('document.documentElement.scrollWidth')) as number;
    expect(width).toBe(390);
  });
});
