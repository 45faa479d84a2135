/**
 * The automations in the console, in a real browser over a real desk: one desk and one home for all cases, in their order.
 * The reader's clock is Hong Kong's, the desk's London's.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Job } from '../../src/cron/job.ts';
import type { RunEntry } from '../../src/cron/run.ts';
import { startDesk } from '../support/desk-process.ts';
import { openBrowser } from './browser.ts';
import type { TestBrowser } from './browser.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const home = mkdtempSync(join(tmpdir(), 'nightdesk-automations-'));
let desk: Awaited<ReturnType<typeof startDesk>>;
let browser: TestBrowser;
let page: Page;
const complaints: string[] = [];

async function open(options: Parameters<TestBrowser['page']>[0] = {}): Promise<Page> {
  const opened = await browser.page({ timezoneId: 'Asia/Hong_Kong', ...options });
  opened.on('pageerror', (error) => complaints.push(String(error)));
  opened.on('console', (said) => said.type() === 'error' && complaints.push(said.text()));
  await opened.addInitScript(AXE);
  await opened.addInitScript(`localStorage.setItem('nightdesk.name', 'Mei')`);
  const { host, port } = JSON.parse(readFileSync(join(home, 'data', 'gateway.json'), 'utf8')) as {
    host: string;
    port: number;
  };
  const token = readFileSync(join(home, 'data', 'gateway.token'), 'utf8').trim();
  await opened.goto(`http://${host}:${port}/#token=${token}`);
  await opened.locator('#composer-input').waitFor();
  await opened.evaluate(`location.hash = '#jobs'`);
  await opened.locator('.job-row').first().waitFor();
  return opened;
}

const row = (name: string, on = page): Locator => on.locator('.job-row', { hasText: name });
const press = (name: string, action: string, on = page) =>
  row(name, on).locator(`[data-focus="${action}"]`).click();
const dialog = () => page.getByRole('dialog');
const preview = () => dialog().locator('.schedule-preview');
const fill = (label: string, text: string) => dialog().getByLabel(label, { exact: true }).fill(text);
const jobs = async () => (await desk.rpc<{ jobs: Job[] }>('cron.list', { includeDisabled: true })).jobs;
const jobNamed = async (name: string) => (await jobs()).find((job) => job.name === name);
const ledger = async (name: string) =>
  (await desk.rpc<{ entries: RunEntry[] }>('cron.runs', { id: (await jobNamed(name))!.id })).entries;
const toast = (text: string) => page.locator('.toast', { hasText: text }).waitFor();

/** What axe-core finds wrong, a line each. */
async function wrong(on = page): Promise<string[]> {
  const found = (await on.evaluate(`axe.run().then(({ violations }) => violations)`)) as {
    id: string;
    nodes: { target: string[]; failureSummary: string }[];
  }[];
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
  );
}

beforeAll(async () => {
  desk = await startDesk(home, { NIGHTDESK_TZ: 'Europe/London' });
  browser = await openBrowser({ viewport: { width: 1280, height: 860 } });
  page = await open();
}, 500_000);
afterAll(async () => {
  await browser.close();
  await desk.stop();
  rmSync(home, { recursive: true, force: true });
  expect(complaints).toEqual([]);
});

// One desk, whose state each case takes from the one before.
describe('automations of a desk', { shuffle: false }, () => {
  describe('the page of automations', () => {
    it('shows what the desk has, each with its schedule in words, its place and its next time', async () => {
      const sample = row('Sample planner');
      await sample.getByText('every 3 minutes').waitFor();
      expect(await sample.textContent()).toMatch(/desk/);
      await page.getByText('Times are in your time zone, Asia/Hong Kong.').waitFor();
      await page.keyboard.press('c');
      await page.locator('#composer-input').waitFor();
      await page.getByRole('log').press('a');
      await sample.waitFor();
      expect(await page.title()).toBe('Automations · Nightdesk');
    });
  });

  describe('the form', () => {
    it('understands a schedule while it is typed, with the next five times in the reader’s zone', async () => {
      await page.locator('#jobs').getByRole('button', { name: 'New automation' }).click();
      await fill('Schedule', 'every weekday at 7:30');
      await preview().getByText('Understood: every weekday at 07:30, London time').waitFor();
      const times = await preview().getByRole('listitem').allTextContents();
      expect(times).toHaveLength(5);
      for (const time of times) expect(time).toMatch(/^(?:Mon|Tue|Wed|Thu|Fri) \d+ \w+, 1[45]:30$/);
      await fill('Time zone', 'tokyo');
      await preview().getByText('07:30, Tokyo time').waitFor();
      await expect.poll(() => preview().getByRole('listitem').first().textContent()).toMatch(/06:30$/);
    });

    it('says what is wrong at its field, and goes there', async () => {
      await fill('Schedule', 'whenever');
      await preview().getByText(`I can't read "whenever" as a schedule.`).waitFor();
      await dialog().getByRole('button', { name: 'Add' }).click();
      await dialog().locator('#job-name-problem', { hasText: 'Give it a name.' }).waitFor();
      expect(await page.evaluate('document.activeElement.name')).toBe('name');
      expect(await wrong()).toEqual([]);
      await fill('Name', 'Morning look');
      await fill('Message', 'Say good morning.');
      await dialog().getByRole('button', { name: 'Add' }).click();
      await dialog().locator('#job-schedule-problem', { hasText: 'whenever' }).waitFor();
      expect(await dialog().locator('#job-schedule').getAttribute('aria-invalid')).toBe('true');
      await fill('Schedule', 'every weekday at 7:30');
      await fill('Time zone', 'Nowhere');
      await dialog().getByRole('button', { name: 'Add' }).click();
      await dialog().locator('#job-schedule-problem', { hasText: 'no time zone' }).waitFor();
      await fill('Time zone', 'tokyo');
    });

    it('adds what was filled in, with the keyboard alone', async () => {
      const profile = dialog().getByLabel('Kind of work');
      expect((await profile.locator('option').allTextContents()).join()).toContain('plans the daily edition');
      await dialog().getByLabel('Name', { exact: true }).focus();
      await page.keyboard.press('Enter');
      await toast('“Morning look” is added.');
      await row('Morning look').getByText('every weekday at 07:30, Tokyo time').waitFor();
      expect(await jobNamed('Morning look')).toMatchObject({
        schedule: { kind: 'cron', expr: '30 7 * * 1-5', tz: 'Asia/Tokyo' },
        sessionTarget: 'bound',
        payload: { message: 'Say good morning.', sessionKey: 'console:desk' },
        createdBy: { kind: 'gateway', name: 'Mei' },
      });
      await row('Morning look').getByText('made by Mei').waitFor();
    });

    it('edits: what is not touched stays as it is', async () => {
      const before = (await jobNamed('Sample planner'))!;
      // The list is read again after the job was added, and its rows move: what slips away under the pointer is pressed again.
      for (let opens = false; !opens;) {
        await press('Sample planner', 'edit');
        opens = await dialog()
          .waitFor({ timeout: 10_000 })
          .then(
            () => true,
            () => false,
          );
      }
      expect(await dialog().getByLabel('Schedule', { exact: true }).inputValue()).toBe('every 3m');
      await fill('Name', 'Sample planner, renamed');
      await dialog().getByLabel('Model').selectOption({ index: 1 });
      await dialog().getByRole('button', { name: 'Save' }).click();
      await row('Sample planner, renamed').waitFor();
      const { schedule, payload } = (await jobNamed('Sample planner, renamed'))!;
      expect(schedule).toEqual(before.schedule);
      expect(payload).toEqual({ ...before.payload, model: 'desk' });
      const { changes, createdBy } = (await jobNamed('Sample planner, renamed'))!;
      expect(changes).toMatchObject([{ what: 'edited', by: 'Mei' }]);
      expect(createdBy).toEqual(before.createdBy);
    });
  });

  describe('an automation', () => {
    it('is paused and resumed', async () => {
      await press('Morning look', 'pause');
      await row('Morning look').getByText('Paused').waitFor();
      expect((await jobNamed('Morning look'))?.enabled).toBe(false);
      await press('Morning look', 'resume');
      await row('Morning look').getByText('Next run').waitFor();
      const { id, changes = [] } = (await jobNamed('Morning look'))!;
      expect(changes.map(({ what, by }) => [what, by])).toEqual([
        ['paused', 'Mei'],
        ['resumed', 'Mei'],
      ]);
      await page.evaluate(`location.hash = '#jobs/${id}'`);
      const history = page.getByRole('list', { name: 'Changes' });
      await history.waitFor();
      expect((await history.getByRole('listitem').allTextContents()).join('\n')).toMatch(
        /resumed by Mei\n.*paused by Mei/,
      );
      await page.locator('#jobs').getByRole('link', { name: 'Automations' }).click();
      await row('Morning look').waitFor();
    });

    it('says until when it is paused', async () => {
      const { id } = (await jobNamed('Morning look'))!;
      await desk.rpc('cron.update', { id, patch: { enabled: false }, until: '2090-01-04 09:00' });
      await row('Morning look')
        .getByText(/paused until 4 Jan \d\d:\d\d/)
        .waitFor();
      await press('Morning look', 'resume');
      await row('Morning look').getByText('Next run').waitFor();
      expect(await row('Morning look').innerText()).not.toContain('until');
    });

    it('skips its next run with who and why in the ledger, and takes that back', async () => {
      const { state } = (await jobNamed('Morning look'))!;
      await press('Morning look', 'skip');
      await dialog().getByLabel('Why (optional)').fill('public holiday');
      expect(await wrong()).toEqual([]);
      await page.keyboard.press('Enter');
      await row('Morning look').getByText('is skipped by Mei: public holiday').waitFor();
      expect((await jobNamed('Morning look'))?.state.nextRunAtMs).toBeGreaterThan(state.nextRunAtMs!);
      expect(await ledger('Morning look')).toMatchObject([
        { status: 'skipped', error: 'skipped by Mei: public holiday', scheduledForMs: state.nextRunAtMs },
      ]);
      await press('Morning look', 'unskip');
      await toast('after all');
      await row('Morning look').getByText('is skipped by').waitFor({ state: 'detached' });
      expect((await jobNamed('Morning look'))?.state.nextRunAtMs).toBe(state.nextRunAtMs);
      expect(await ledger('Morning look')).toEqual([]);
    });

    it('is run now only after a question', async () => {
      await press('Morning look', 'run');
      await dialog().getByText('This is for debugging').waitFor();
      await dialog().getByRole('button', { name: 'Cancel' }).click();
      expect(await ledger('Morning look')).toEqual([]);
      await press('Morning look', 'run');
      await dialog().getByRole('button', { name: 'Run it now' }).click();
      await toast('A run of “Morning look” is queued.');
      await expect.poll(async () => (await ledger('Morning look'))[0]?.trigger).toBe('forced');
    });
  });

  describe('the runs of an automation', () => {
    it('stand on its page with delivery, duration and trigger; one in full with its prompt and its answer', async () => {
      await row('Morning look').getByRole('link', { name: 'Morning look' }).click();
      const run = page.locator('.run').first();
      await run.getByText('run by hand').waitFor();
      await expect.poll(() => run.textContent()).toMatch(/fine.*took .*message sent/);
      await run.locator('summary').click();
      await run.getByRole('heading', { name: 'Prompt' }).waitFor();
      expect(await run.locator('.run-prompt').textContent()).toContain('Say good morning.');
      const answer = run.getByRole('region', { name: 'Answer' });
      await answer.getByText(/good morning/i).waitFor();
      expect(await wrong()).toEqual([]);
      await answer.getByRole('button', { name: 'Show in the conversation' }).click();
      await page.locator('.message.sought').waitFor();
      expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('desk');
    });

    it('lead to their answer in a conversation in which nothing else happens meanwhile', async () => {
      for (let time = 0; time < 3; time++) {
        await page.evaluate(`document.querySelector('.sought').classList.remove('sought'); history.back()`);
        await page.locator('.run summary').first().click();
        await page.getByRole('button', { name: 'Show in the conversation' }).click();
        await page.locator('.message.sought').waitFor();
      }
    });

    it('are read a page at a time', async () => {
      const { id } = (await jobNamed('Morning look'))!;
      for (let n = 0; n < 22; n++)
        await desk.rpc('cron.skipNext', { id, author: 'Mei', because: `day ${n}` });
      await page.evaluate(`location.hash = '#jobs/${id}'`);
      await page.getByRole('button', { name: 'Earlier runs' }).click();
      await expect.poll(() => page.locator('.run').count()).toBe(23);
      expect(await page.getByRole('button', { name: 'Earlier runs' }).count()).toBe(0);
      for (let n = 0; n < 22; n++) await desk.rpc('cron.skipNext', { id, undo: true });
      await expect.poll(() => page.locator('.run').count()).toBe(1);
      await page.locator('#jobs').getByRole('link', { name: 'Automations' }).click();
    });
  });

  describe('the list', () => {
    it('is filtered by words and by conversation, and leads there from a conversation', async () => {
      await page.getByLabel('Filter by words').fill('tokyo');
      await row('Sample planner').waitFor({ state: 'detached' });
      await page.getByLabel('Filter by words').fill('zzz');
      await page.getByText('No automation has these words.').waitFor();
      await page.getByLabel('Filter by words').fill('');
      await page.locator('#panel').getByRole('button', { name: 'Manage' }).click();
      expect(await page.locator('.jobs-in select').inputValue()).toBe('console:desk');
      expect(await page.locator('.job-row').count()).toBe(2);
    });

    it.each([
      ['en-GB', 'light', 1280],
      ['en-GB', 'dark', 375],
      ['zh-HK', 'light', 375],
      ['zh-HK', 'dark', 1280],
    ] as const)('has no violation, with its form: %s, %s, %d px', async (locale, colorScheme, width) => {
      const other = await open({ locale, colorScheme, viewport: { width, height: 800 } });
      expect(await wrong(other)).toEqual([]);
      await other.locator('.board-write').click();
      await other.locator('#job-schedule').fill('every 2h');
      await other.locator('.schedule-preview ol').waitFor();
      expect(await wrong(other)).toEqual([]);
      const isWide = await other.evaluate('document.documentElement.scrollWidth > innerWidth');
      expect(isWide).toBe(false);
      await browser.leave(other);
    });
  });
});
