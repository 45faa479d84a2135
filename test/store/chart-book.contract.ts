import { expect, it } from 'vitest';
import { slot, writtenJob } from '../support/inbound.ts';
import type { OpenEngine } from './engine.ts';
import { started } from './given.ts';
import { receipt, story } from './given-stories.ts';

const HOUR = 3_600_000;

/** What every book that the charts read keeps to. */
export function describeChartBook(open: OpenEngine): void {
  it('tells when runs of schedules were due and started, since then', async () => {
    const engine = await open();
    for (const id of ['a', 'b', 'c']) await engine.jobs.add(writtenJob(id, 100));
    await started(engine, slot('a', 100));
    await started(engine, slot('b', 200, 'console:other', { trigger: 'forced' }));
    await started(engine, slot('c', 300, 'console:third', { trigger: 'catch-up' }));
    const { charts } = await engine.restart();
    const starts = await charts.starts(100);
    expect(starts.map(({ slotMs }) => slotMs)).toEqual([100, 300]);
    expect(starts.every(({ startedAtMs }) => startedAtMs > 0)).toBe(true);
    expect((await charts.starts(101)).map(({ slotMs }) => slotMs)).toEqual([300]);
  });

  it('sums up tokens and cost by the hour and the task', async () => {
    const engine = await open();
    await engine.receipts.write(receipt({ atMs: 2 * HOUR - 1 }));
    for (const atMs of [2 * HOUR, 3 * HOUR - 1]) await engine.receipts.write(receipt({ atMs }));
    const { costUsd: _, ...unpriced } = receipt({ atMs: 2 * HOUR + 1, task: 'verify', countedTokens: 7 });
    await engine.receipts.write(unpriced);
    expect(await engine.charts.spending(2 * HOUR)).toEqual([
      { hourMs: 2 * HOUR, task: 'verify', tokens: 7, usd: 0 },
      { hourMs: 2 * HOUR, task: 'write', tokens: 60, usd: 0.5 },
    ]);
    expect(await engine.charts.spending(0)).toHaveLength(3);
  });

  it('counts the verdicts on the claims of posted stories, also of those before claims were checked', async () => {
    const engine = await open();
    const claim = (verdict: 'supported' | 'doubted') =>
      ({ kind: 'number', text: '12', sentence: 1, verdict, by: 'rules' }) as const;
    const claims = [claim('supported'), claim('doubted'), claim('supported')];
    await engine.stories.publish(story('old', { publishedAtMs: 90, claims }), []);
    await engine.stories.publish(story('a', { publishedAtMs: 100, claims }), []);
    await engine.stories.publish(story('b', { publishedAtMs: 200 }), []);
    expect(await engine.charts.claims(100)).toEqual([
      { publishedAtMs: 100, verdicts: { supported: 2, doubted: 1 } },
      { publishedAtMs: 200, verdicts: {} },
    ]);
  });
}
