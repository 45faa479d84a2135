/** What is under way, in a real browser against a gateway that speaks the frames: steps with counts, and bars. */
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  batchProgress,
  latenessOf,
  newsletterProgress,
  refreshed,
  stepsOf,
  toneOfRun,
} from '../../web/model/run-data.ts';
import type { BoardRun, Entry, NewsletterProgress, Run } from '../../web/model/shapes.ts';
import { startFakeGateway } from '../support/fake-gateway.ts';
import { openBrowser } from './browser.ts';
import type { TestBrowser } from './browser.ts';
import { cannedDesk } from './canned-desk.ts';

const call = (id: string, name: string) =>
  ({
    id: `call ${id}`,
    meta: { turn: 'r', kind: 'step', toolCalls: [{ id, name, args: {} }] },
  }) as unknown as Entry;
const answer = (id: string) =>
  ({ id: `answer ${id}`, meta: { turn: 'r', kind: 'step', toolCallId: id } }) as unknown as Entry;
const run = (slot: number, more: Partial<Run> = {}) =>
  ({ runId: `j:${slot}`, scheduledForMs: slot, queuedAtMs: slot, status: 'ok', ...more }) as Run;

describe('what a run looks like', () => {
  it('steps are counted by what they do, in the order in which each came first', () => {
    const entries = [
      call('1', 'inputs'),
      answer('1'),
      call('2', 'look_up'),
      answer('2'),
      call('3', 'look_up'),
    ];
    expect(stepsOf(entries)).toEqual([
      { tool: 'inputs', count: 1, isBusy: false },
      { tool: 'look_up', count: 2, isBusy: true },
    ]);
    expect(stepsOf([])).toEqual([]);
  });

  it('a run that starts within a moment is on time, one that has not started has no lateness', () => {
    expect(latenessOf(run(1_000, { startedAtMs: 2_000 }))).toBe(0);
    expect(latenessOf(run(1_000, { startedAtMs: 61_000 }))).toBe(60_000);
    expect(latenessOf(run(1_000))).toBeUndefined();
    expect(['ok', 'quiet', 'failed', 'running', 'skipped', 'deferred'].map(toneOfRun)).toEqual([
      'good',
      'good',
      'bad',
      'work',
      'off',
      'wait',
    ]);
  });

  it('the newest page is read again: older runs stay, what left the ledger goes, and nothing is missing between', () => {
    const known = { runs: [run(5), run(4, { status: 'running' }), run(3), run(2)], complete: true };
    const slots = (read: Run[], before: typeof known | undefined = known) => {
      const { runs, complete } = refreshed(before, read, 2);
      return [runs.map(({ scheduledForMs }) => scheduledForMs), complete];
    };
    expect(slots([run(6), run(4)])).toEqual([[6, 4, 3, 2], true]);
    expect(refreshed(known, [run(6), run(4)], 2).runs[1]?.status).toBe('ok');
    expect(slots([run(8), run(7)])).toEqual([[8, 7], false]);
    expect(slots([run(9)])).toEqual([[9], true]);
    expect(slots([])).toEqual([[], true]);
    expect(slots([run(9), run(8)], undefined)).toEqual([[9, 8], false]);
  });

  it('a batch and a newsletter are so far', () => {
    const story = (status: string) => ({ status });
    const batch = {
      stories: [story('SUCCESS'), story('DISPATCHED'), story('FAILURE')],
    } as unknown as BoardRun;
    expect(batchProgress(batch)).toEqual({ done: 2, all: 3 });
    const steps = { a: { status: 'complete' }, b: { status: 'started' }, c: { status: 'not_started' } };
    expect(newsletterProgress({ steps } as unknown as NewsletterProgress)).toEqual({ done: 1, all: 3 });
  });
});

describe('in the console', () => {
  let browser: TestBrowser;
  let gateway: Awaited<ReturnType<typeof startFakeGateway>>;
  let page: Page;

  beforeAll(async () => {
    browser = await openBrowser({ viewport: { width: 1280, height: 800 } });
  });
  afterAll(async () => browser?.close());
  beforeEach(async () => {
    const now = Date.now();
    const desk = cannedDesk(now);
    Object.assign(desk.jobs[0]!, { state: { runningSince: now - 5_000 } });
    const turn = { ...run(now - 5_000, { status: 'running' }), runId: 'r', jobId: 'j1' };
    gateway = await startFakeGateway({
      ...desk,
      runs: { j1: [turn] },
      batches: [
        {
          id: 'b',
          state: 'open',
          createdAtMs: now,
          stories: [{ status: 'SUCCESS' }, { status: 'DISPATCHED' }],
        },
      ],
    });
    page = await browser.page();
    await page.goto(gateway.url);
  });
  afterEach(async () => {
    await browser.leave(page);
    await gateway.close();
  });

  it('a run shows its steps with counts while it runs, beside its conversation and on its page', async () => {
    const card = page.locator('.job', { hasText: 'morning plan' });
    await card.getByText('Reading and thinking').waitFor();
    const step = (meta: object) =>
      gateway.write('console:desk', {
        role: 'assistant',
        content: '',
        meta: { turn: 'r', kind: 'step', ...meta },
      });
    step({ toolCalls: [{ id: '1', name: 'look_up', args: {} }] });
    await card.locator('.run-steps').getByText('looked up the sources').waitFor();
    step({ toolCalls: [{ id: '2', name: 'look_up', args: {} }] });
    await card.getByText('looked up the sources (2×)').waitFor();
    await page.getByRole('link', { name: 'Automations' }).click();
    await page.locator('.job-row', { hasText: 'morning plan' }).getByText('2 steps').waitFor();
    Object.assign(gateway.desk.jobs[0]!, { state: { lastStatus: 'ok' } });
    gateway.push('cron', { jobId: 'j1', runId: 'r', action: 'finished', status: 'ok' });
    await page.locator('.run-steps').first().waitFor({ state: 'detached' });
  });

  it('a batch has a bar, which goes when it is done', async () => {
    const bar = page.getByRole('progressbar', { name: /^Batch .*1 of 2 stories/ });
    await bar.waitFor();
    gateway.desk.batches?.splice(0);
    gateway.push('newsroom', { runId: 'b', storyId: 's', event: 'posted' });
    await bar.waitFor({ state: 'detached' });
  });
});
