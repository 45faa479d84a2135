/**
 * The page of feeds, in a real browser over a real desk of the sample edition: one desk, one home and one site of a paper
 * for all cases, in their order.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { found, startDesk } from '../support/desk-process.ts';
import { wrongOn } from './axe.ts';
import { homePage } from './home-page.ts';
import { openBrowser } from './browser.ts';
import type { TestBrowser } from './browser.ts';

const home = mkdtempSync(join(tmpdir(), 'nightdesk-feeds-'));
let desk: Awaited<ReturnType<typeof startDesk>>;
let browser: TestBrowser;
let page: Page;
const complaints: string[] = [];

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toUTCString();
const item = (title: string, path: string, hours: number) =>
  `<item><title>${title}</title><link>/${path}</link><pubDate>${hoursAgo(hours)}</pubDate></item>`;
const FEED = () =>
  `<rss version="2.0"><channel><title>The Paper &amp; Co</title>${item('Ferries stop at noon', 'a', 1)}${item('Your horoscope for today', 'b', 2)}${item('An old tale', 'c', 60)}</channel></rss>`;
const PAGE = `<!doctype html><link rel="alternate" type="application/rss+xml" title="The Paper" href="/feed.xml">`;
const paper = createServer((request, response) => {
  if (request.url === '/feed.xml')
    response.writeHead(200, { 'content-type': 'application/rss+xml' }).end(FEED());
  else if (request.url === '/') response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE);
  else response.writeHead(404).end();
});
let site: string;

async function open(options: BrowserContextOptions = {}): Promise<Page> {
  const opened = await homePage(browser, home, complaints, options);
  await opened.evaluate(`location.hash = '#feeds'`);
  await opened.locator('.feed-row').first().waitFor();
  return opened;
}

const row = (name: string) => page.locator('.feed-row', { hasText: name });
const dialog = () => page.getByRole('dialog');
const does = (name: string, action: string) =>
  row(name)
    .getByRole('button', { name: `${action}: ` })
    .click();
const inFile = () =>
  (
    JSON.parse(readFileSync(join(home, 'data', 'editions', 'sample.json'), 'utf8')) as {
      feeds: Record<string, unknown>[];
    }
  ).feeds;

beforeAll(async () => {
  await new Promise<void>((done) => paper.listen(0, '127.0.0.1', done));
  site = `127.0.0.1:${(paper.address() as AddressInfo).port}`;
  desk = await startDesk(home, { FETCH_ALLOW_PRIVATE: site });
  browser = await openBrowser({ viewport: { width: 1280, height: 900 } });
  await found(async () => {
    const { feeds } = await desk.rpc<{ feeds: { state: string }[] }>('newsroom.feeds.list');
    return feeds.every(({ state }) => state === 'well') || undefined;
  });
  page = await open();
}, 500_000);
afterAll(async () => {
  await browser.close();
  await desk.stop();
  await new Promise((done) => paper.close(done));
  rmSync(home, { recursive: true, force: true });
  expect(complaints).toEqual([]);
});

// One desk, whose state each case takes from the one before.
describe('the page of feeds', { shuffle: false }, () => {
  it('shows each feed with its health and its items of two days, as a picture and in words', async () => {
    expect(await page.title()).toBe('Feeds · Nightdesk');
    const wire = row('Meridian Wire');
    await wire.getByText('Well').waitFor();
    const label = await wire.getByRole('img').getAttribute('aria-label');
    expect(label).toMatch(/^1\d items in 48 hours, at most \d in an hour$/);
    await page.getByRole('searchbox').fill('meridian');
    expect(await page.locator('.feed-row').count()).toBe(1);
    await page.getByRole('searchbox').fill('');
  });

  describe('adding a feed', () => {
    it('refuses an address that is none, at its field, and says where no feed is', async () => {
      await page.getByRole('button', { name: 'Add a feed' }).click();
      const address = dialog().getByLabel('Address of a site or a feed');
      await address.fill('ftp://paper');
      await page.keyboard.press('Enter');
      await dialog().getByText('Type an http or https address').waitFor();
      expect(await address.getAttribute('aria-invalid')).toBe('true');
      expect(await address.evaluate((input) => input === document.activeElement)).toBe(true);
      expect(await wrongOn(page)).toEqual([]);
      await address.fill(`http://${site}/nothing`);
      await page.keyboard.press('Enter');
      await dialog().getByText('It could not be read: http_404').waitFor();
    });

    it('finds the feeds of a site, and says what would become of each item before it is added', async () => {
      await dialog().getByLabel('Address of a site or a feed').fill(`http://${site}/`);
      await page.keyboard.press('Enter');
      await dialog()
        .getByRole('radio', { name: /The Paper/ })
        .waitFor();
      await dialog().getByText('0 of 3 items would be offered to a planner.').waitFor();
      const told = await dialog().locator('.feed-items li').allTextContents();
      expect(told.map((text) => text.replace(/\s+/g, ' '))).toEqual([
        expect.stringMatching(/^Left out\s?Ferries stop at noon\s?outlets do not suffice/),
        expect.stringMatching(/^Left out\s?Your horoscope/),
        expect.stringMatching(/^Too old\s?An old tale\s?older than 48 hours/),
      ]);
      expect(await wrongOn(page)).toEqual([]);
      await dialog().getByLabel('Name').fill('');
      await dialog().getByRole('button', { name: 'Add a feed' }).click();
      await dialog().getByText('Give the feed a name.').waitFor();
      await dialog().getByLabel('Name').fill('The Paper');
      await dialog().getByLabel('Category').selectOption('UK News');
      await dialog().getByRole('button', { name: 'Add a feed' }).click();
      await page.getByText('The Paper is added.').first().waitFor();
      await row('The Paper').getByText('Not read yet').waitFor();
      expect(inFile().at(-1)).toEqual({
        key: 'the-paper',
        url: `http://${site}/feed.xml`,
        label: 'The Paper',
        category: 'UK News',
      });
    });

    it('is read by the running desk from then on', async () => {
      await desk.rpc('newsroom.pool.update', { source: 'rss', feed: 'the-paper' });
      await page.reload();
      await row('The Paper').getByText('2 items in 48 h').waitFor();
      await does('The Paper', 'Items');
      await dialog().locator('.feed-items li', { hasText: 'Ferries stop at noon' }).waitFor();
      await page.keyboard.press('Escape');
    });
  });

  describe('a feed', () => {
    it('is filtered, with a count of what that would have dropped', async () => {
      await does('The Paper', 'Filters');
      await dialog().getByRole('button', { name: 'Save' }).click();
      await dialog().getByText('Type at least one word.').waitFor();
      await dialog().getByLabel('Words').fill('horoscope, 星座');
      await dialog().getByText('1 of 2 items of the last 48 hours would have been dropped.').waitFor();
      await dialog().getByText('Your horoscope for today').waitFor();
      expect(await wrongOn(page)).toEqual([]);
      await dialog().getByRole('button', { name: 'Save' }).click();
      await row('The Paper').getByText('1 filter').waitFor();
      expect(inFile().at(-1)).toMatchObject({
        filters: [{ rule: 'drop', words: ['horoscope', '星座'], in: 'title' }],
      });
      await does('The Paper', 'Test');
      await dialog().locator('.feed-items li', { hasText: 'Filtered' }).getByText('Your horoscope').waitFor();
      await page.keyboard.press('Escape');
    });

    it('is edited, and a mistake stands at its field', async () => {
      await does('The Paper', 'Edit');
      const other = (await desk.rpc<{ feeds: { url: string }[] }>('newsroom.feeds.list')).feeds[0]!;
      await dialog().getByLabel('Address').fill(other.url);
      await dialog().getByRole('button', { name: 'Save' }).click();
      await dialog().getByText('the edition has this feed already').waitFor();
      expect(await dialog().getByLabel('Address').getAttribute('aria-invalid')).toBe('true');
      await dialog().getByLabel('Address').fill(`http://${site}/feed.xml`);
      await dialog().getByLabel('Name').fill('The Sunday Paper');
      await page.keyboard.press('Enter');
      await row('The Sunday Paper').waitFor();
    });

    it('is paused and resumed', async () => {
      await does('The Sunday Paper', 'Pause');
      await row('The Sunday Paper').locator('.chip', { hasText: 'Paused' }).waitFor();
      const { feeds } = await desk.rpc<{ feeds: { key: string; result: string }[] }>('newsroom.pool.update', {
        source: 'rss',
      });
      expect(feeds.find(({ key }) => key === 'the-paper')?.result).toBe('paused');
      await does('The Sunday Paper', 'Resume');
      await row('The Sunday Paper').locator('.chip', { hasText: 'Well' }).waitFor();
      expect(inFile().at(-1)).not.toHaveProperty('paused');
    });

    it('is removed, and brought back to its place by “Undo”', async () => {
      const before = inFile();
      await does('Meridian Wire', 'Remove');
      await row('Meridian Wire').waitFor({ state: 'detached' });
      expect(inFile()).toHaveLength(before.length - 1);
      await page.getByRole('button', { name: 'Undo' }).click();
      await row('Meridian Wire').waitFor();
      expect(inFile()).toEqual(before);
    });
  });

  it('exports OPML, and imports it again after showing what is new and what is refused', async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export OPML' }).click(),
    ]);
    const opml = await text(await download.createReadStream());
    expect(download.suggestedFilename()).toBe('feeds.opml');
    expect(opml).toContain(`xmlUrl="http://${site}/feed.xml"`);
    await page.getByRole('button', { name: 'Import OPML' }).click();
    const give = (text: string) =>
      dialog()
        .getByLabel('OPML file')
        .setInputFiles({ name: 'f.opml', mimeType: 'text/xml', buffer: Buffer.from(text) });
    await give('no list');
    await dialog().getByText('this is no OPML').waitFor();
    const added =
      '<outline text="Other" xmlUrl="https://other.test/rss"/><outline text="Bad" xmlUrl="file:///x"/>';
    await give(opml.replace('</body>', `${added}</body>`));
    await dialog()
      .getByText(/^1 new, \d+ in the edition already, 1 refused$/)
      .waitFor();
    expect(await wrongOn(page)).toEqual([]);
    await dialog().getByRole('button', { name: 'Add 1 feed' }).click();
    await row('https://other.test/rss').waitFor();
  });

  it('is reached and used by keys alone', async () => {
    await page.evaluate(`location.hash = '#board'`);
    await page.locator('#board-title').waitFor();
    await page.keyboard.press('f');
    await page.locator('#feeds-title').waitFor();
    await row('The Sunday Paper').getByRole('button', { name: 'Filters: ' }).focus();
    await page.keyboard.press('Enter');
    await dialog().getByLabel('Words').waitFor();
    await page.keyboard.press('Escape');
    expect(await page.evaluate(`document.activeElement.dataset.focus`)).toBe('filters');
  });

  it.each([
    ['light', 'en-GB', 1280],
    ['dark', 'en-GB', 1280],
    ['light', 'zh-HK', 375],
    ['dark', 'zh-HK', 375],
  ] as const)(
    'has nothing that axe finds wrong in %s, in %s, %d px wide',
    async (colorScheme, locale, width) => {
      const opened = await open({ colorScheme, locale, viewport: { width, height: 800 } });
      await opened.locator('.feed-row .sparkline').first().waitFor();
      expect(await wrongOn(opened)).toEqual([]);
      expect(await opened.evaluate(`document.documentElement.scrollWidth <= innerWidth`)).toBe(true);
      await opened.locator('[data-focus="filters"]').last().click();
      await opened.locator('.feed-filter input').waitFor();
      await opened.locator('.feed-count > p', { hasText: '48' }).waitFor();
      expect(await wrongOn(opened)).toEqual([]);
      const fits = `[...document.querySelectorAll('dialog')].every((one) => one.scrollWidth <= one.clientWidth)`;
      expect(await opened.evaluate(fits)).toBe(true);
      await browser.leave(opened);
    },
  );
});
