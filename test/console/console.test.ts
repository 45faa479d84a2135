/** The console in a real browser, against a gateway that speaks the frames. */
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startFakeGateway } from '../support/fake-gateway.ts';
import { openBrowser } from './browser.ts';
import type { TestBrowser } from './browser.ts';
import { cannedDesk } from './canned-desk.ts';

let browser: TestBrowser;
let gateway: Awaited<ReturnType<typeof startFakeGateway>>;
let page: Page;
let complaints: string[];
let foreign: string[];

beforeAll(async () => {
  browser = await openBrowser({ viewport: { width: 1280, height: 800 } });
});
afterAll(async () => browser?.close());

beforeEach(async () => {
  gateway = await startFakeGateway(cannedDesk(Date.now()));
  complaints = [];
  foreign = [];
  page = await open();
});
afterEach(async () => {
  await browser.leave(page);
  await gateway.close();
  expect(complaints).toEqual([]);
  expect(foreign).toEqual([]);
});

/** With options in a context of its own. */
async function open(address = gateway.url, options?: BrowserContextOptions): Promise<Page> {
  const opened = await browser.page(options);
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
const sent = (method: string) =>
  vi.waitFor(() => expect(gateway.callsOf(method)).not.toEqual([]), { timeout: 300_000 });
const seen = (text: string) => log().getByText(text).waitFor();

describe('getting in', () => {
  it('takes the token out of the address and keeps it for the tab', async () => {
    await seen('Is the 2.4 GW figure');
    expect(page.url()).not.toContain(gateway.token);
    await page.reload();
    await seen('Is the 2.4 GW figure');
  });

  it('asks for the token, refuses a wrong one, and opens with the right one', async () => {
    await browser.leave(page);
    page = await open(gateway.base);
    await page.getByText('data/gateway.token').waitFor();
    await page.getByLabel('Token').fill('wrong');
    await page.keyboard.press('Enter');
    await page.getByText('That key doesn’t fit').waitFor();
    await page.getByLabel('Token').fill(gateway.token);
    await page.keyboard.press('Enter');
    await seen('Is the 2.4 GW figure');
  });

  it('asks again for a token that can be none, and takes the desk’s whole address for one', async () => {
    await browser.leave(page);
    page = await open(gateway.base);
    await page.getByLabel('Token').fill('no such token');
    await page.keyboard.press('Enter');
    await page.getByText('That key doesn’t fit').waitFor();
    await page.getByLabel('Token').fill(gateway.url);
    await page.keyboard.press('Enter');
    await seen('Is the 2.4 GW figure');
  });

  it('works where the browser keeps nothing, and asks for the token again after a reload', async () => {
    await browser.leave(page);
    page = await browser.page({});
    await page.addInitScript(`
      const refused = () => { throw new DOMException('Access is denied for this document.', 'SecurityError'); };
      for (const name of ['localStorage', 'sessionStorage'])
        Object.defineProperty(window, name, { configurable: true, get: refused });`);
    page.on('pageerror', (error) => complaints.push(String(error)));
    await page.goto(gateway.url);
    await seen('Is the 2.4 GW figure');
    expect(page.url()).not.toContain(gateway.token);
    await page.reload();
    await page.getByLabel('Token').fill(gateway.token);
    await page.keyboard.press('Enter');
    await seen('Is the 2.4 GW figure');
    // For who leaves the page.
    await page.evaluate(`Object.defineProperty(window, 'localStorage', { value: { clear: () => {} } })`);
  });

  it('asks for the token at an address with one that can be none', async () => {
    await browser.leave(page);
    page = await open(`${gateway.base}#token=a%20b`);
    await page.getByText('That key doesn’t fit').waitFor();
  });
});

describe('an address that somebody else made', () => {
  /** A link on a page elsewhere, followed in the same tab. */
  const follow = async (hash: string) => {
    await page.goto('about:blank');
    await page.goto(`${gateway.base}${hash}`);
  };

  it('with a wrong token locks nobody out', async () => {
    await seen('Is the 2.4 GW figure');
    for (const stray of ['#token=nonsense', '#token=', '#token=%00%E0%A4%A', '#token=a%20b']) {
      await follow(stray);
      await seen('Is the 2.4 GW figure');
      expect(page.url()).not.toContain('token');
    }
  });

  it('leads nowhere, and harms nothing, whatever its route is', async () => {
    await seen('Is the 2.4 GW figure');
    for (const route of ['__proto__', 'constructor', 'hasOwnProperty', '%E0%A4%A', 'console:nope', '']) {
      await follow(`#/${route}`);
      await rail().getByRole('link', { name: 'world' }).click();
      await page.evaluate((hash) => (location.hash = hash), `#/${route}`);
      await rail().getByRole('link', { name: 'desk', exact: true }).first().click();
      await seen('Is the 2.4 GW figure');
    }
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
    await log().getByText('looked up the sources').click();
    await seen('a joint reserve of 2.4 gigawatts"');
  });

  it('shows a story as one card, its headline once', async () => {
    const card = log().locator('.story-card');
    await card.getByRole('heading', { name: 'Grid operators agree a winter reserve' }).waitFor();
    expect(await card.textContent()).toMatch(/Four neighbouring.*Open thread →3 messages$/s);
    expect(await log().getByText('Grid operators agree a winter reserve').count()).toBe(2); // and in the plan
  });

  it('shows a story as withdrawn and its text as gone, at once and after a reload', async () => {
    await log()
      .getByRole('link', { name: /Open thread/ })
      .click();
    await seen('three bilateral deals');
    const { id: told } = gateway.desk.entries['console:story-grid']![0]!;
    const { id: title } = gateway.desk.entries['console:desk']!.find(
      ({ meta }) => (meta as { thread?: string })?.thread === 'console:story-grid',
    )!;
    const said = { role: 'assistant' };
    gateway.write('console:story-grid', { ...said, content: '', meta: { kind: 'delete', target: told } });
    gateway.write('console:desk', {
      ...said,
      content: 'Grid operators agree a winter reserve\nWithdrawn 07:00: the source took it back',
      meta: { kind: 'edit', target: title },
    });
    const isShown = async () => {
      await log().getByText('three bilateral deals').waitFor({ state: 'detached' });
      await page.locator('.parent').click();
      const card = log().locator('.story-card');
      await card.getByText('Withdrawn 07:00: the source took it back').waitFor();
      await log().getByText('edited', { exact: true }).waitFor();
      expect(await log().getByText('Four neighbouring').count()).toBe(0);
    };
    await isShown();
    await page.goBack();
    await page.reload();
    await seen('Who pays for it?');
    await isShown();
  });

  it('keeps threads where they are, shows eight of them, and the others when asked', async () => {
    const threads = rail().getByRole('list', { name: 'Threads of desk' }).getByRole('link');
    await threads.first().waitFor();
    const now = Date.now();
    for (let n = 1; n <= 14; n++) {
      gateway.desk.sessions.push({
        key: `console:extra-${n}`,
        title: `Extra story ${n}, whose headline is far too long for one line of the list`,
        origin: { channel: 'console', chatId: `extra-${n}`, parent: 'console:desk' },
        createdAtMs: now - 3600_000 + n,
        updatedAtMs: now - 3600_000 + n,
      });
    }
    gateway.push('newsroom', { runId: 'r1', state: 'posted' });
    await rail().getByRole('button', { name: 'Show all (16)' }).waitFor();
    expect(await threads.count()).toBe(8);
    const titles = () =>
      threads.evaluateAll((all) => all.map((one) => (one as unknown as { title: string }).title));
    const before = await titles();
    expect(before[0]).toMatch(/^Extra story 14,/);
    const box = await threads.first().boundingBox();
    expect(box?.height).toBeGreaterThan(38);
    expect(box?.height).toBeLessThan(52);
    gateway.write('console:extra-9', { role: 'assistant', content: 'More on this.' });
    gateway.write('console:story-grid', { role: 'assistant', content: 'More on that.' });
    await rail().getByRole('button', { name: 'Show all (16) unread' }).click();
    expect((await titles()).slice(0, 8)).toEqual(before);
    expect(await threads.count()).toBe(16);
    await rail().getByRole('button', { name: 'Show fewer' }).click();
    expect(await threads.count()).toBe(8);
  });

  it('marks nothing unread on the first visit, also when another desk was read at this address', async () => {
    await seen('Is the 2.4 GW figure');
    expect(await rail().getByText('unread').count()).toBe(0);
    await page.evaluate(`localStorage.clear(); localStorage.setItem('nightdesk.seen', '{"console:desk":5}')`);
    await page.reload();
    await seen('Is the 2.4 GW figure');
    expect(await rail().getByText('unread').count()).toBe(0);
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

  it('holds the newest messages of a long conversation, and older ones for who scrolls up to them', async () => {
    await seen('Is the 2.4 GW figure');
    const wire = (n: number) => log().getByText(`Wire ${n}.`, { exact: true });
    for (let n = 1; n <= 260; n++)
      gateway.write('console:desk', { role: 'assistant', content: `Wire ${n}.` });
    await wire(260).waitFor();
    await expect.poll(() => log().locator('article').count()).toBeLessThan(200);
    const first = /Wire (\d+)/.exec(await log().locator('article').first().innerText())?.[1];
    await wire(Number(first)).scrollIntoViewIfNeeded();
    await wire(Number(first) - 1).waitFor();
    await expect.poll(() => wire(Number(first)).count()).toBe(1);
  });

  it('loads nothing of a conversation that another page covers', async () => {
    await seen('Is the 2.4 GW figure');
    const said = gateway.desk.entries['console:desk']!;
    said.unshift(
      ...said.slice(0, 120).flatMap((one) => [1, 2, 3].map((n) => ({ ...one, id: `${one.id} ${n}` }))),
    );
    const asked = () => gateway.callsOf('sessions.history').length;
    const before = asked();
    await page.evaluate(`location.hash = '#board'`);
    for (let n = 1; n <= 20; n++) {
      gateway.write('console:desk', { role: 'assistant', content: `Wire ${n}.` });
      await page.locator('.rows').getByText(`Wire ${n}.`, { exact: true }).waitFor({ state: 'attached' });
    }
    expect(asked()).toBe(before);
  });

  it('marks a conversation unread until it is opened', async () => {
    await rail().getByRole('link', { name: 'world' }).waitFor();
    gateway.write('console:world', { role: 'assistant', content: 'A storm warning.' });
    await rail().getByRole('link', { name: 'world unread' }).click();
    await seen('A storm warning.');
    expect(await rail().getByText('unread').count()).toBe(0);
  });

  it('counts as read what was read in another tab', async () => {
    const link = (on: Page, name: string) =>
      on.getByRole('navigation', { name: 'Conversations' }).getByRole('link', { name });
    await seen('Is the 2.4 GW figure');
    const other = await open();
    await link(other, 'world').waitFor();
    gateway.write('console:world', { role: 'assistant', content: 'A storm warning.' });
    gateway.write('console:hong-kong', { role: 'assistant', content: '八號風球。' });
    await link(page, '香港新聞 unread').waitFor();
    await link(other, 'world unread').click();
    await link(page, 'world unread').waitFor({ state: 'detached' });
    await link(page, '香港新聞 unread').click();
    await other.reload();
    await link(other, 'world').waitFor();
    expect(await other.locator('#rail').getByText('unread').count()).toBe(0);
    await other.close();
  });

  it('leads from the newest words of a report to the place where they stand', async () => {
    await seen('Is the 2.4 GW figure');
    const report = (content: string, target?: string) =>
      gateway.write('console:desk', { role: 'assistant', content, meta: { kind: 'report', target } });
    report('Two feeds fail.');
    const entries = gateway.desk.entries['console:desk']!;
    report('Three feeds fail.', entries.at(-1)!.id);
    await seen('Three feeds fail.');
    const hit = { kind: 'chat', sessionKey: 'console:desk', entryId: entries.at(-1)!.id, atMs: Date.now() };
    const found = { ...hit, text: 'Three of the feeds', title: 'desk', author: 'Ada' };
    gateway.give('search.find', { results: [found], complete: true });
    await page.keyboard.press('Control+k');
    await page.keyboard.type('feeds fail');
    // It is found among sources, too, which lead elsewhere and may come first.
    const said = page.getByRole('group', { name: 'What was said' });
    await said.getByRole('option', { name: 'Three of the feeds' }).click();
    await log().locator('.notice.sought').waitFor();
    expect(await log().getByText('Earlier line 1 of the night log.').count()).toBe(0);
  });

  it('declares the language of Chinese text', async () => {
    await rail().getByRole('link', { name: '香港新聞' }).click();
    await seen('運輸署表示');
    expect(await log().locator('.text').last().getAttribute('lang')).toBe('zh-Hant');
  });
});

describe('writing', () => {
  it('shows a message at once, and as said when its entry arrives', async () => {
    gateway.stepwise();
    await composer().fill('Any news on *payment*?');
    await page.keyboard.press('Enter');
    await log().locator('.pending', { hasText: 'Any news on payment?' }).waitFor();
    await sent('chat.send');
    gateway.step();
    await page.getByText('Nightdesk is working').waitFor();
    gateway.step();
    await seen('You said:');
    expect(await log().locator('.pending').count()).toBe(0);
    expect(
      await log()
        .getByRole('article', { name: /^Editor/ })
        .count(),
    ).toBe(1);
    const [message] = gateway.callsOf('chat.send');
    expect(message).toMatchObject({
      sessionKey: 'console:desk',
      text: 'Any news on *payment*?',
      author: { name: 'Editor' },
    });
    expect(message?.['clientId']).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('is sent, and a command answered, at the plain address of another machine', async () => {
    await browser.leave(page);
    page = await browser.page({});
    await page.addInitScript('delete Crypto.prototype.randomUUID'); // which browsers keep for https and this machine
    page.on('pageerror', (error) => complaints.push(String(error)));
    await page.goto(gateway.url);
    await seen('Is the 2.4 GW figure');
    await composer().fill('Any news?');
    await page.keyboard.press('Enter');
    await seen('You said:');
    await composer().fill('/cron list');
    await page.keyboard.press('Enter');
    await page.locator('.whisper', { hasText: 'hourly watch' }).waitFor();
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
        author: { name: 'Editor' },
        locale: 'en',
      },
    ]);
    await page.getByRole('button', { name: 'Dismiss message' }).click();
    expect(await page.getByText('Only you can see this').count()).toBe(0);
  });

  it('gives a command a no, a yes, or neither', async () => {
    await seen('Is the 2.4 GW figure');
    const form = page.getByRole('form', { name: '/cron list' });
    for (const answer of ['No', 'Yes', '—']) {
      await composer().fill('/cron li');
      await page.keyboard.press('Tab');
      await form.getByLabel('all').selectOption(answer);
      await form.getByRole('button', { name: 'Run' }).click();
      await form.waitFor({ state: 'detached' });
    }
    const given = gateway.callsOf('commands.invoke').map(({ options }) => options);
    expect(given).toEqual([{ all: false }, { all: true }, {}]);
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

describe('a command that goes wrong', () => {
  const form = () => page.getByRole('form', { name: '/cron add' });

  it('keeps the form with all that was typed, and says why above the fields', async () => {
    await seen('Is the 2.4 GW figure');
    await composer().fill('/cron add name:Watch message:look again');
    await page.keyboard.press('Enter');
    await form().getByLabel('schedule').fill('whenever');
    gateway.refuse('commands.invoke', { code: 'internal', message: 'The disk is full.' });
    await form().getByRole('button', { name: 'Run' }).click();
    await form().getByText('The disk is full.').waitFor();
    gateway.accept('commands.invoke');
    await form().getByRole('button', { name: 'Run' }).click();
    await form().getByText('"whenever" is no schedule.').waitFor();
    const [problem, field] = await Promise.all([
      form().getByRole('alert').boundingBox(),
      form().getByLabel('name').boundingBox(),
    ]);
    expect(problem?.y).toBeLessThan(field?.y ?? 0);
    expect(await form().getByLabel('name').inputValue()).toBe('Watch');
    expect(await form().getByLabel('message').inputValue()).toBe('look again');
    await form().getByLabel('schedule').fill('every 2h');
    await form().getByRole('button', { name: 'Run' }).click();
    await form().waitFor({ state: 'detached' });
    expect(gateway.callsOf('commands.invoke').at(-1)).toMatchObject({
      options: { name: 'Watch', message: 'look again', schedule: 'every 2h' },
    });
  });

  it('opens the form at what is missing, with an example, and gives the line back when it is closed', async () => {
    await page.setViewportSize({ width: 1280, height: 420 });
    await seen('Is the 2.4 GW figure');
    const line = '/cron add every 2 minutes say hello';
    await composer().fill(line);
    await page.keyboard.press('Enter');
    await form().getByText('“name” is needed.').waitFor();
    await form().getByText('/cron add name:Morning look').waitFor();
    const inSight = async (what: Locator) => {
      const [box, frame] = await Promise.all([what.boundingBox(), form().boundingBox()]);
      return box && frame && box.y >= frame.y && box.y + box.height <= frame.y + frame.height;
    };
    expect(await inSight(form().getByRole('alert'))).toBe(true);
    expect(await inSight(form().getByLabel('name'))).toBe(true);
    expect(await form().getByLabel('schedule').inputValue()).toBe('every 2 minutes');
    expect(await form().getByLabel('message').inputValue()).toBe('say hello');
    await page.keyboard.press('Escape');
    expect(await composer().inputValue()).toBe(line);
    await page.keyboard.press('Enter');
    await page.keyboard.type('Greeting'); // the cursor is in the name
    await page.keyboard.press('Enter');
    await page.locator('.whisper', { hasText: 'Greeting' }).waitFor();
    await page.getByRole('button', { name: 'Edit and run again' }).click();
    expect(await form().getByLabel('name').inputValue()).toBe('Greeting');
  });

  it('leaves alone what is being written while its form is opened and closed', async () => {
    await seen('Is the 2.4 GW figure');
    await composer().fill('/cron add name:Greeting message:hello schedule:"every 2h"');
    await page.keyboard.press('Enter');
    const again = page.getByRole('button', { name: 'Edit and run again' });
    await again.waitFor();
    await composer().fill('Half a message');
    await again.click();
    await form().waitFor();
    expect(await composer().inputValue()).toBe('Half a message');
    await page.keyboard.press('Escape');
    await form().waitFor({ state: 'detached' });
    await composer().fill('/cron add every 2 minutes say hello');
    await page.keyboard.press('Enter');
    await form().waitFor();
    await composer().fill('Another message');
    await form().getByRole('button', { name: 'Close' }).click();
    await form().waitFor({ state: 'detached' });
    expect(await composer().inputValue()).toBe('Another message');
  });

  it('gives the line back to who looks elsewhere, and says there what became of it', async () => {
    const to = (name: string) => rail().getByRole('link', { name, exact: true }).click();
    await seen('Is the 2.4 GW figure');
    const line = '/cron add every 2 minutes say hello';
    await composer().fill(line);
    await page.keyboard.press('Enter');
    await form().getByLabel('name').fill('Greeting');
    await to('world');
    await form().waitFor({ state: 'detached' });
    expect(await composer().inputValue()).toBe('');
    await to('desk');
    await vi.waitFor(async () => expect(await composer().inputValue()).toBe(line), { timeout: 300_000 });

    await composer().press('Enter');
    await form().getByLabel('name').fill('Greeting');
    const { waiting, release } = gateway.hold('commands.invoke');
    await form().getByRole('button', { name: 'Run' }).click();
    await vi.waitFor(() => expect(waiting).toHaveLength(1), { timeout: 300_000 });
    await to('world');
    gateway.refuse('commands.invoke', { code: 'internal', message: 'The disk is full.' });
    release();
    await page.locator('.toast').getByText('The disk is full.').waitFor();
  });
});

describe('upkeep', () => {
  it('shows a pause at once after the own command, and soon after one from elsewhere', async () => {
    await job('morning plan').getByText('Next run').waitFor();
    await composer().fill('/desk pause');
    await page.keyboard.press('Enter');
    await page.getByText('Scheduled work is paused').waitFor();
    await job('morning plan').getByText('Paused with the desk').waitFor();
    expect(await page.locator('.job').getByText('Next run').count()).toBe(0);
    gateway.desk.status['paused'] = false;
    gateway.push('newsroom', { state: 'updated' });
    await page.getByText('The desk is running').waitFor();
    await job('morning plan').getByText('Next run').waitFor();
    gateway.desk.status['paused'] = true;
    gateway.push('cron', { jobId: 'j1', action: 'updated' });
    await page.getByText('Scheduled work is paused').waitFor();
    gateway.desk.status['paused'] = false; // and nothing tells of it
    await page.getByText('The desk is running').waitFor();
  });

  it('shows the desk’s remarks as a strip, and what waits', async () => {
    Object.assign(gateway.desk.status, {
      remarks: ['Discord is off: its token was refused.', 'No language model: NIGHTDESK_MODEL is not set.'],
      waiting: [{ jobId: 'j2', name: 'hourly watch', since: new Date(2026, 0, 5, 9).getTime() }],
    });
    gateway.push('newsroom', {});
    const strip = page.locator('.remark-strip');
    await strip.getByText('Discord is off').waitFor();
    await page.getByText('hourly watch waiting behind an active turn since 09:00').waitFor();
    await strip.getByRole('button', { name: 'Close the warning' }).click();
    expect(await strip.count()).toBe(0);
    Object.assign(gateway.desk.status, { remarks: ['The disk is full.'] });
    gateway.push('newsroom', {});
    await strip.getByText('The disk is full.').waitFor();
  });

  it('tells estimated tokens beside those that were counted', async () => {
    const spent = { provider: 'openai', inputTokens: 0, outputTokens: 0, costUsd: 0, unpriced: 0, failed: 0 };
    const card = page.locator('.desk-card');
    Object.assign(gateway.desk.status, {
      spending: [
        { ...spent, model: 'counted', calls: 2, inputTokens: 1_000, outputTokens: 200, countedTokens: 1_202 },
        { ...spent, model: 'estimated', calls: 3, countedTokens: 4_500 },
      ],
    });
    gateway.push('newsroom', {});
    await card.getByText('5 calls · 1,200 tokens · about 4,500 tokens by estimate').waitFor();
    Object.assign(gateway.desk.status, {
      spending: [{ ...spent, model: 'estimated', calls: 3, countedTokens: 4_500 }],
    });
    gateway.push('newsroom', {});
    await card.getByText('3 calls · about 4,500 tokens by estimate').waitFor();
  });

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
      { id: 'j1', patch: { enabled: false }, author: { name: 'Editor' } },
      { id: 'j1', patch: { enabled: true }, author: { name: 'Editor' } },
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
    // One that is made anew has nothing of it.
    delete gateway.desk.entries['console:desk'];
    await page.getByRole('button', { name: 'New channel' }).click();
    await page.keyboard.type('desk');
    await page.keyboard.press('Enter');
    await page.getByText('Your first message opens the channel').waitFor();
    await page.keyboard.type('hello');
    await page.keyboard.press('Enter');
    await seen('You said:');
    expect(await log().getByText('Is the 2.4 GW figure').count()).toBe(0);
  });
});

it('shows nothing more of a conversation that somebody deleted elsewhere', async () => {
  await seen('Is the 2.4 GW figure');
  const { sessions } = gateway.desk;
  sessions.splice(0, sessions.length, ...sessions.filter(({ key }) => key !== 'console:desk'));
  gateway.push('newsroom', {});
  await log().getByText('Is the 2.4 GW figure').waitFor({ state: 'detached' });
  gateway.write('console:desk', { role: 'assistant', content: 'A fresh start.' });
  await seen('A fresh start.');
});

describe('unsaved settings', () => {
  const look = { file: 'x.json', mistakes: [], live: [], waiting: [] };
  const form = [{ kind: 'text', name: 'title', required: true }];
  const title = () => page.getByLabel('Name of the newsroom');
  const shown = async (of: object) => {
    gateway.give('settings.get', { ...look, form, ...of });
    gateway.push('newsroom', {});
  };
  beforeEach(async () => {
    await seen('Is the 2.4 GW figure');
    gateway.give('settings.secrets.list', { secrets: [] });
    gateway.give('settings.preview', { revision: '1', mistakes: [], lines: [], fields: [], restart: [] });
    await shown({ name: 'sample', revision: '1', given: { title: 'Sample' } });
    await page.evaluate(`location.hash = '#settings'`);
    await title().fill('Mine');
  });

  it('stay with their own edition', async () => {
    await shown({ name: 'other', revision: '2', given: { title: 'Other' } });
    await page.getByText('The file was changed meanwhile.').waitFor();
    expect(await title().inputValue()).toBe('Other');
    expect(await page.getByRole('button', { name: 'Save …' }).isDisabled()).toBe(true);
  });

  it('give way to the text of a file that somebody broke', async () => {
    const broken = { line: 1, column: 9 };
    await shown({ name: 'sample', revision: '2', text: '{"title"', broken });
    const text = page.getByLabel('The file as text');
    await text.waitFor();
    expect(await text.inputValue()).toBe('{"title"');
  });
});

describe('an automation', () => {
  it('of which another run is the next by now is not skipped', async () => {
    await seen('Is the 2.4 GW figure');
    await page.evaluate(`location.hash = '#jobs'`);
    await page.getByRole('button', { name: 'Skip next: morning plan' }).click();
    const next = page.locator('.job-row', { hasText: 'morning plan' }).locator('.job-row-next');
    const before = await next.textContent();
    const state = gateway.desk.jobs[0]!['state'] as { nextRunAtMs: number };
    Object.assign(gateway.desk.jobs[0]!, { state: { ...state, nextRunAtMs: state.nextRunAtMs + 864e5 } });
    gateway.push('cron', { jobId: 'j1', action: 'started' });
    await vi.waitFor(async () => expect(await next.textContent()).not.toBe(before), { timeout: 300_000 });
    await page.getByRole('dialog').getByRole('button', { name: 'Skip it' }).click();
    await page.locator('.toast', { hasText: 'Nothing is skipped' }).waitFor();
    expect(gateway.callsOf('cron.skipNext')).toEqual([]);
  });

  it('whose run ended without an answer leads to where it began, and loads nothing more', async () => {
    const now = Date.now();
    const run = { runId: 'r', jobId: 'j1', sessionKey: 'console:desk', status: 'failed', attempts: 1 };
    const when = { scheduledForMs: now, startedAtMs: now, trigger: 'schedule', delivery: 'none' };
    const entries = gateway.desk.entries['console:desk']!.filter(
      ({ _cron_turn, meta }) => _cron_turn === true || (meta as { kind?: string })?.kind === 'step',
    );
    gateway.desk.runs = { j1: [{ ...run, ...when }] };
    gateway.give('cron.showRun', { run: { ...run, ...when }, entries });
    await seen('Is the 2.4 GW figure');
    await page.evaluate(`location.hash = '#jobs/j1'`);
    await page.locator('.run summary').click();
    await page.getByRole('button', { name: 'Show in the conversation' }).click();
    await log().locator('.trigger.sought').waitFor();
    expect(await log().getByText('Earlier line 1 of the night log.').count()).toBe(0);
  });

  it('has one form, however often it is asked for', async () => {
    await seen('Is the 2.4 GW figure');
    await page.evaluate(`location.hash = '#jobs'`);
    gateway.give('cron.choices', { profiles: [], zone: 'Europe/London', examples: [] });
    const { waiting, release } = gateway.hold('cron.choices');
    await page.locator('#jobs').getByRole('button', { name: 'New automation' }).dblclick();
    await vi.waitFor(() => expect(waiting).toHaveLength(2), { timeout: 300_000 });
    release();
    gateway.write('console:desk', { role: 'assistant', content: 'Said after both.' });
    await page.locator('.rows').getByText('Said after both.').waitFor({ state: 'attached' });
    expect(await page.locator('dialog[open]').count()).toBe(1);
  });
});

describe('an OPML file', () => {
  const give = (name: string, text = name) =>
    page.getByLabel('OPML file').setInputFiles({ name, mimeType: 'text/xml', buffer: Buffer.from(text) });
  const feed = (label: string) => ({ label, url: `https://${label}.test/rss` });
  beforeEach(async () => {
    await seen('Is the 2.4 GW figure');
    gateway.give('newsroom.feeds.list', { feeds: [], categories: [] });
    await page.evaluate(`location.hash = '#feeds'`);
    await page.getByRole('button', { name: 'Import OPML' }).click();
  });

  it('that was replaced by another is not shown, and nothing is added twice', async () => {
    const { waiting, release } = gateway.hold('newsroom.feeds.import');
    for (const [n, name] of ['first', 'second'].entries()) {
      await give(name);
      await vi.waitFor(() => expect(waiting).toHaveLength(n + 1), { timeout: 300_000 });
    }
    gateway.give('newsroom.feeds.import', { added: [feed('b'), feed('c')], known: [], refused: [] });
    waiting.pop()?.();
    const agree = page.getByRole('button', { name: 'Add 2 feeds' });
    await agree.waitFor();
    gateway.give('newsroom.feeds.import', { added: [feed('a')], known: [], refused: [] });
    waiting.pop()?.();
    gateway.write('console:desk', { role: 'assistant', content: 'Said after both.' });
    await page.locator('.rows').getByText('Said after both.').waitFor({ state: 'attached' });
    expect(await agree.count()).toBe(1);
    await agree.dblclick();
    release();
    await page.locator('.toast', { hasText: 'added' }).waitFor();
    const written = gateway.callsOf('newsroom.feeds.import').filter(({ write }) => write);
    expect(written).toEqual([{ opml: 'second', write: true }]);
  });

  it('that would be too large for the line is not sent', async () => {
    await give('quotes.opml', '"'.repeat(600_000));
    await page.getByText('This file is too large').waitFor();
    expect(gateway.callsOf('newsroom.feeds.import')).toEqual([]);
  });
});

describe('a dialog', () => {
  it('stays with what was typed until somebody presses beside it', async () => {
    await page.getByRole('button', { name: 'New channel' }).click();
    const dialog = page.locator('dialog[open]');
    const name = dialog.getByLabel('Name');
    await name.fill('night-shift');
    const { x, y } = (await dialog.boundingBox())!;
    const field = (await name.boundingBox())!;
    await page.mouse.click(x + 8, y + 8); // its own margin
    expect(await dialog.count()).toBe(1);
    await page.mouse.move(field.x + 60, field.y + 10); // marks the text, and lets go beside it
    await page.mouse.down();
    await page.mouse.move(x - 40, field.y + 10);
    await page.mouse.up();
    expect(await dialog.count()).toBe(1);
    expect(await name.inputValue()).toBe('night-shift');
    await page.mouse.click(x - 40, y);
    await dialog.waitFor({ state: 'detached' });
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

  it('opens the conversation of its address, though the line broke before the first list came', async () => {
    await seen('Is the 2.4 GW figure');
    await page.goto('about:blank');
    const { waiting, release } = gateway.hold('sessions.list');
    await page.goto(`${gateway.base}#/console%3Astory-grid`);
    await vi.waitFor(() => expect(waiting).not.toHaveLength(0), { timeout: 300_000 });
    gateway.cut();
    waiting.length = 0;
    release();
    await seen('three bilateral deals');
    await page.locator('.parent').waitFor();
    expect(page.url()).toContain('story-grid');
  });

  it('keeps a conversation of which a list that comes late does not know yet', async () => {
    await seen('Is the 2.4 GW figure');
    const { sessions } = gateway.desk;
    const { waiting, release } = gateway.hold('sessions.list');
    for (const asked of [1, 2]) {
      gateway.push('newsroom', {});
      await vi.waitFor(() => expect(waiting).toHaveLength(asked), { timeout: 300_000 });
    }
    const origin = { channel: 'console', chatId: 'fresh' };
    const fresh = { key: 'console:fresh', title: 'fresh', origin, createdAtMs: 1, updatedAtMs: 1 };
    sessions.push(fresh);
    waiting.pop()?.();
    await rail().getByRole('link', { name: 'fresh' }).waitFor();
    sessions.pop();
    release();
    gateway.write('console:desk', { role: 'assistant', content: 'Said after the late list.' });
    await seen('Said after the late list.');
    expect(await rail().getByRole('link', { name: 'fresh' }).count()).toBe(1);
  });

  it('loads the whole page anew where the desk no longer has a part of it', async () => {
    await seen('Is the 2.4 GW figure');
    const part = /charts-[\w-]+\.js$/;
    await page.route(part, (route) => route.fulfill({ status: 404 }));
    await page.evaluate(`location.hash = '#charts'`);
    await page.getByText('The charts could not be loaded.').waitFor();
    complaints.length = 0; // the browser's own, of the missing file
    await page.unroute(part);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { level: 1, name: 'Charts' }).waitFor();
  });

  it('sends again what the desk never heard, though somebody else said the same meanwhile', async () => {
    await seen('Is the 2.4 GW figure');
    const { waiting, release } = gateway.hold('chat.send');
    await composer().fill('Yes.');
    await page.keyboard.press('Enter');
    await vi.waitFor(() => expect(waiting).toHaveLength(1), { timeout: 300_000 });
    const ada = { author: { name: 'Ada' }, meta: { clientId: 'of Ada' } };
    gateway.write('console:desk', { role: 'user', content: 'Yes.', ...ada });
    await log().getByRole('article', { name: /^Ada/ }).last().getByText('Yes.').waitFor();
    gateway.cut();
    waiting.length = 0;
    release();
    await sent('chat.send');
    await log()
      .getByRole('article', { name: /^Editor/ })
      .getByText('Yes.')
      .waitFor();
  });

  it('leaves a line on which nothing is heard any more, and fills in what it missed', async () => {
    await browser.leave(page);
    page = await open(gateway.url, {}); // a clock is moved for a whole context
    await seen('Is the 2.4 GW figure');
    await page.clock.install();
    gateway.stall();
    const missed = { v: 1, id: 'missed', ts: Date.now(), role: 'assistant', content: 'Said to a dead line.' };
    gateway.desk.entries['console:desk']!.push(missed);
    for (const ms of [6_000, 31_000, 11_000]) await page.clock.fastForward(ms); // asked, given up, left
    await seen('Said to a dead line.');
  });

  it('gives up a handshake that nobody answers, and tries another', async () => {
    await browser.leave(page);
    const unanswered = gateway.ignore(true);
    page = await open('about:blank', {}); // a clock is moved for a whole context
    foreign.length = 0;
    await page.clock.install();
    await page.goto(gateway.url);
    await vi.waitFor(() => expect(unanswered).toHaveLength(1), { timeout: 300_000 });
    gateway.ignore(false);
    await page.clock.fastForward(11_000);
    await seen('Is the 2.4 GW figure');
  });

  it('reads the runs of an automation again that it lost sight of', async () => {
    await seen('Is the 2.4 GW figure');
    const { id } = gateway.desk.jobs[0]!;
    const times = () =>
      gateway.callsOf('cron.runs').filter((asked) => asked['id'] === id && 'words' in asked).length;
    await page.evaluate(`location.hash = '#jobs/${id}'`);
    await vi.waitFor(() => expect(times()).toBe(1), { timeout: 300_000 });
    gateway.cut();
    await vi.waitFor(() => expect(times()).toBe(2), { timeout: 300_000 });
  });

  it('asks for an automation again that it could not load, when somebody wants it', async () => {
    await seen('Is the 2.4 GW figure');
    const { id, name } = gateway.desk.jobs[0]!;
    gateway.refuse('cron.list', { code: 'internal', message: 'The disk is full.' });
    await page.evaluate(`location.hash = '#jobs/${id}'`);
    await page.getByText('The automations could not be loaded.').waitFor();
    gateway.accept('cron.list');
    await page.locator('#jobs').getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
  });

  it('asks for the runs of an automation again that it could not load, when somebody wants them', async () => {
    await seen('Is the 2.4 GW figure');
    gateway.refuse('cron.runs', { code: 'internal', message: 'The disk is full.' });
    await page.evaluate(`location.hash = '#jobs/${gateway.desk.jobs[0]!.id}'`);
    await page.getByText('The runs could not be loaded.').waitFor();
    gateway.accept('cron.runs');
    await page.locator('#jobs').getByRole('button', { name: 'Try again' }).click();
    await page.getByText('The runs could not be loaded.').waitFor({ state: 'detached' });
  });

  it('asks once for earlier messages that the desk cannot read, and again when somebody wants them', async () => {
    await seen('Is the 2.4 GW figure');
    const asked = () => gateway.callsOf('sessions.history').length;
    gateway.refuse('sessions.history', { code: 'internal', message: 'The disk is broken.' });
    const before = asked();
    await log().getByText('Earlier line 84 of the night log.').scrollIntoViewIfNeeded();
    await log().getByText('The messages could not be loaded.').waitFor();
    await page.evaluate(`location.hash = '#board'`);
    await vi.waitFor(() => expect(gateway.callsOf('newsroom.status')).toHaveLength(1), { timeout: 300_000 });
    expect(asked()).toBe(before + 1);
    gateway.accept('sessions.history');
    await page.goBack();
    await log().getByRole('button', { name: 'Try again' }).click();
    await seen('Earlier line 60 of the night log.');
  });

  it('says what the desk refused', async () => {
    await seen('Is the 2.4 GW figure');
    gateway.refuse('cron.update', { code: 'protected', message: 'This job belongs to the system.' });
    await job('hourly watch').getByRole('button', { name: 'Pause' }).click();
    await page.getByText('This job belongs to the system.').waitFor();
  });

  it('waits for a desk that is slow and goes on talking, and gives up one that is silent', async () => {
    await browser.leave(page);
    page = await open(gateway.url, {}); // a clock is moved for a whole context
    await seen('Is the 2.4 GW figure');
    await page.clock.install();
    const late = page.getByText('The desk did not answer cron.update in time.');
    const press = async (name: string) => {
      const held = gateway.hold('cron.update');
      await job('hourly watch').getByRole('button', { name }).click();
      await vi.waitFor(() => expect(held.waiting).toHaveLength(1), { timeout: 300_000 });
      return held.release;
    };

    const answer = await press('Pause');
    await page.clock.fastForward(20_000);
    gateway.write('console:desk', { role: 'assistant', content: 'I am here.' });
    await seen('I am here.');
    await page.clock.fastForward(20_000);
    expect(await late.count()).toBe(0);
    answer();
    await job('hourly watch').getByRole('button', { name: 'Resume' }).waitFor();

    await press('Resume');
    await page.clock.fastForward(31_000);
    await late.waitFor();
  });
});

describe('what nobody would write', () => {
  const endless = 'W'.repeat(16_000);

  it.each([390, 1440])(
    'words of 16,000 characters and 500 threads leave a page of %d px as wide',
    async (width) => {
      await seen('Is the 2.4 GW figure');
      await page.setViewportSize({ width, height: 800 });
      const now = Date.now();
      const origin = { channel: 'console', chatId: 'x', parent: 'console:desk' };
      for (let n = 0; n < 500; n++)
        gateway.desk.sessions.push({
          ...{ key: `console:t-${n}`, title: `${n} ${endless}`, origin },
          ...{ createdAtMs: now + n, updatedAtMs: now + n },
        });
      Object.assign(gateway.desk.jobs[0]!, {
        name: endless,
        payload: { kind: 'agentTurn', message: endless },
      });
      Object.assign(gateway.desk.notes[0]!, { text: endless, by: endless });
      Object.assign(gateway.desk.status, { remarks: [endless], edition: endless });
      gateway.write('console:desk', {
        role: 'user',
        content: `${endless}\n# ${endless}`,
        author: { name: endless },
      });
      gateway.push('newsroom', {});
      gateway.push('cron', {});
      await page.reload();
      await log().getByText(endless).first().waitFor();
      await page.locator('.more', { hasText: 'Show all (502)' }).waitFor({ state: 'attached' });
      const widest = `[document.documentElement, ...document.querySelectorAll('.rail-lists, .log, .panel-scroll, .desk-card, .conversation-head')].filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.className)`;
      expect(await page.evaluate(widest)).toEqual([]);
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog').getByRole('option').first().waitFor();
      expect(
        await page.evaluate(
          `(([list]) => list.scrollWidth - list.clientWidth)(document.querySelectorAll('.finder-list'))`,
        ),
      ).toBe(0);
    },
  );
});

describe('a narrow page', () => {
  it('cuts a long title in the composer’s placeholder', async () => {
    await page.setViewportSize({ width: 390, height: 780 });
    const grid = gateway.desk.sessions.find(({ key }) => key === 'console:story-grid');
    Object.assign(grid ?? {}, { title: 'Grid operators agree a winter reserve '.repeat(5).trim() });
    gateway.push('newsroom', {});
    await seen('Is the 2.4 GW figure');
    await page.evaluate(`location.hash = '#/console%3Astory-grid'`);
    await seen('three bilateral deals');
    const spill = await composer().evaluate((field) => {
      const { scrollHeight, clientHeight } = field as unknown as Record<string, number>;
      return (scrollHeight ?? 0) - (clientHeight ?? 0);
    });
    expect(spill).toBe(0);
  });

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
