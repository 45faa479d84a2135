/**
 * The page of settings, in a real browser over a real desk of the sample edition: one desk and one home for all cases, in
 * their order.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { found, startDesk } from '../support/desk-process.ts';
import { wrongOn } from './axe.ts';
import { homePage } from './home-page.ts';
import { openBrowser } from './browser.ts';
import type { TestBrowser } from './browser.ts';
import { isWellInEachLook } from './looks.ts';

const home = mkdtempSync(join(tmpdir(), 'nightdesk-settings-'));
const file = join(home, 'data', 'editions', 'sample.json');
let desk: Awaited<ReturnType<typeof startDesk>>;
let browser: TestBrowser;
let page: Page;
const complaints: string[] = [];

async function open(options: BrowserContextOptions = {}): Promise<Page> {
  const opened = await homePage(browser, home, complaints, options);
  await opened.evaluate(`location.hash = '#settings'`);
  await opened.locator('.settings-secrets > li').first().waitFor();
  return opened;
}

const inFile = () => JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
const dialog = () => page.getByRole('dialog');
const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
const title = () => page.getByLabel('Name of the newsroom');
/** What the change before has the page read again is over: it fills the fields anew. */
const afresh = async () => {
  await page.reload();
  await page.locator('.settings-secrets > li').first().waitFor();
};

beforeAll(async () => {
  desk = await startDesk(home);
  browser = await openBrowser({ viewport: { width: 1280, height: 900 } });
  page = await open();
}, 500_000);
afterAll(async () => {
  await browser.close();
  await desk.stop();
  rmSync(home, { recursive: true, force: true });
  expect(complaints).toEqual([]);
});

// One desk, whose state each case takes from the one before.
describe('settings of a desk', { shuffle: false }, () => {
  it('shows what a change writes before it is saved, and the running desk takes it up', async () => {
    expect(await page.title()).toBe('Settings · Nightdesk');
    await title().fill('The Harbour Desk');
    await page.getByLabel('Approval by an editor').first().selectOption('All stories wait');
    await press('Save …');
    await dialog().getByText('+   "title": "The Harbour Desk",').waitFor();
    await dialog().getByText('+   "approval": true').waitFor();
    await dialog().getByText('The desk takes this up at once.').waitFor();
    expect(await wrongOn(page)).toEqual([]);
    await dialog().getByRole('button', { name: 'Save' }).click();
    await page.getByText('The settings are saved.').first().waitFor();
    expect(inFile()).toMatchObject({ title: 'The Harbour Desk', approval: true });
    await found(
      async () =>
        (await desk.rpc<{ edition: string }>('desk.status')).edition === 'The Harbour Desk' || undefined,
    );
  });

  it('says beside a field what is wrong with it and what is allowed, and saves nothing until then', async () => {
    await afresh();
    await page.getByLabel('Time zone', { exact: true }).first().fill('Hong Kong');
    await page
      .getByText('It is "Hong Kong". Allowed: an IANA time zone such as Europe/London.')
      .first()
      .waitFor();
    expect(await page.locator('#set-zone').getAttribute('aria-invalid')).toBe('true');
    expect(await wrongOn(page)).toEqual([]);
    await press('Save …');
    await found(() =>
      page.evaluate<boolean>(`document.activeElement.id === 'set-zone'`).then((is) => is || undefined),
    );
    expect(await dialog().count()).toBe(0);
    await page.locator('#set-zone').fill('Asia/Hong_Kong');
    await press('Save …');
    await dialog().getByText('These count after a restart of the desk: Time zone.').waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('Waits for a restart of the desk: Time zone.').waitFor();
    expect(inFile()).toMatchObject({ zone: 'Asia/Hong_Kong' });
  });

  it('takes changes back with Undo, the last one first, and shows what that does', async () => {
    await press('Undo');
    await dialog().getByText('Changed by Editor').waitFor();
    await dialog().getByText('+   "zone": "Europe/London",').waitFor();
    await dialog().getByRole('button', { name: 'Undo' }).click();
    await page.getByText('The last change is undone.').first().waitFor();
    expect(inFile()).toMatchObject({ zone: 'Europe/London', title: 'The Harbour Desk' });
  });

  it('edits lists and groups of fields', async () => {
    await afresh();
    await page.locator('summary', { hasText: 'Limits of selection' }).click();
    const most = page.locator('#set-quotas-hourly-candidates');
    await most.fill('7');
    await page.getByText('at most 3 candidates hourly').first().waitFor();
    await most.fill('2');
    await page.locator('summary', { hasText: 'Categories' }).click();
    await page.locator('summary', { hasText: 'UK News' }).click();
    await page.locator('#set-categories-1-aliases').fill('uk\nbritain\n');
    await press('Add: Categories');
    await page.getByText('Missing. Allowed:').first().waitFor();
    const at = (inFile()['categories'] as unknown[]).length;
    await page.locator(`#set-categories-${at}-name`).fill('Harbour');
    await press('Save …');
    await dialog().getByText('+     { "name": "Harbour" }').waitFor();
    await dialog().getByRole('button', { name: 'Save' }).click();
    await found(() => Promise.resolve(readFileSync(file, 'utf8').includes('Harbour" }') || undefined));
    const { categories, quotas } = inFile() as {
      categories: { name: string; aliases: string[] }[];
      quotas: unknown;
    };
    expect(quotas).toMatchObject({ hourly: { candidates: 2 } });
    expect(categories[1]).toMatchObject({ name: 'UK News', aliases: ['uk', 'britain'] });
    expect(categories.at(-1)).toEqual({ name: 'Harbour' });
  });

  it('keeps JSON that is only half typed, wherever one looks meanwhile, and leads back to it', async () => {
    const summary = page.locator('summary', { hasText: 'Names that mean the same' });
    const names = page.locator('#set-glossary');
    const half = '{ "房屋署": "Housing Department", "運輸署"';
    await afresh();
    await summary.click();
    await names.fill(half);
    await page.getByText('This is no JSON.').waitFor();
    await summary.click();
    await names.waitFor({ state: 'detached' });
    await page.evaluate(`location.hash = '#board'`);
    await page.locator('#board-title').waitFor();
    await page.evaluate(`location.hash = '#settings'`);
    await press('Save …');
    await names.waitFor();
    expect(await names.inputValue()).toBe(half);
    await found(() =>
      page.evaluate<boolean>(`document.activeElement.id === 'set-glossary'`).then((is) => is || undefined),
    );
    expect(await dialog().count()).toBe(0);
    await names.fill(`${half}: "Transport Department" }`);
    await press('Discard changes');
    await names.waitFor();
    expect(await names.inputValue()).toBe('');
    await summary.click();
  });

  it('shows where a file that was broken by hand is wrong, and mends it', async () => {
    const good = readFileSync(file, 'utf8');
    writeFileSync(file, good.replace('"Europe/London"', '"Mars"').replace('"style"', '"stile": 1, "style"'));
    await page.reload();
    await page.getByText('2 fields can’t be as they stand.').waitFor();
    await page.getByText('It is "Mars".').first().waitFor();
    await press('Remove: stile');
    await page.locator('#set-zone').fill('Europe/London');
    await page.getByText('can’t be as they stand').waitFor({ state: 'detached' });
    await press('Save …');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await found(() => Promise.resolve(readFileSync(file, 'utf8') === good || undefined));

    writeFileSync(file, good.replace('"title":', '"title"'));
    await page.reload();
    await page.getByText('The file is no JSON: line 3,').waitFor();
    const text = page.getByLabel('The file as text');
    expect(await wrongOn(page)).toEqual([]);
    await text.fill(good);
    await page.getByText('The file is no JSON').waitFor({ state: 'detached' });
    await press('Save …');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await title().waitFor();
    expect(readFileSync(file, 'utf8')).toBe(good);
  });

  it('writes a key to .env, says that it counts after a restart, and never shows it', async () => {
    const row = page.locator('[data-secret="GEMINI_API_KEYS"]');
    await row.getByText('Not set').waitFor();
    await row.getByRole('button', { name: 'Enter: GEMINI_API_KEYS' }).click();
    await page.getByLabel('New value of GEMINI_API_KEYS').fill('a-key-of-somebody');
    await page.keyboard.press('Enter');
    await row.getByText('After a restart').waitFor();
    expect(readFileSync(join(home, '.env'), 'utf8')).toBe('GEMINI_API_KEYS=a-key-of-somebody\n');
    await page.reload();
    await row.getByText('Set', { exact: true }).waitFor();
    expect(await page.content()).not.toContain('a-key-of-somebody');
    const smtp = page.locator('[data-secret="SMTP_URL"]');
    await smtp.getByRole('button', { name: 'Enter: SMTP_URL' }).click();
    await page.getByLabel('New value of SMTP_URL').fill('mail server');
    await page.keyboard.press('Enter');
    await smtp.getByText("SMTP_URL can't be that; allowed:").waitFor();
    await smtp.getByRole('button', { name: 'Cancel' }).click();
    await row.getByRole('button', { name: 'Remove: GEMINI_API_KEYS' }).click();
    await dialog().getByRole('button', { name: 'Remove: GEMINI_API_KEYS' }).click();
    await row.getByText('Not set').waitFor();
    expect(readFileSync(join(home, '.env'), 'utf8')).toBe('');
  });

  it('is reached by a key', async () => {
    await page.evaluate(`location.hash = '#board'`);
    await page.locator('#board-title').waitFor();
    await page.keyboard.press('s');
    await page.locator('#settings-title').waitFor();
  });

  isWellInEachLook({
    open,
    leave: (opened) => browser.leave(opened),
    show: async (opened) => {
      for (const fold of await opened.locator('.settings-form > .settings-fold > summary').all())
        await fold.click();
      await opened.locator('#set-quotas-daily-candidates').waitFor();
    },
  });
});
