import { expect, it } from 'vitest';
import { message } from '../support/inbound.ts';
import type { OpenEngine } from './engine.ts';
import { CHANNEL, DESK, ended, mark, started } from './given.ts';
import { receipt, run, snapshot, story } from './given-stories.ts';

/** What every book that the board reads keeps to. */
export function describeBoardBook(open: OpenEngine): void {
  it('shows the runs that are open and those ordered since, the newest first, with who ordered them', async () => {
    const engine = await open();
    const begun = await started(engine, message('planner'));
    await engine.stories.order(run('old', 40));
    await engine.stories.order(run('open', 45));
    await engine.stories.order(run('new', 50), mark(begun));
    await engine.stories.finish('old', 60);
    await engine.stories.finish('new', 70);
    const { board } = await engine.restart();
    expect(await board.runs(50, 9)).toEqual([
      { ...run('new', 50), turn: 'planner', finishedAtMs: 70 },
      run('open', 45),
    ]);
    expect((await board.runs(0, 2)).map(({ id }) => id)).toEqual(['new', 'open']);
    expect((await board.runs(0, 1)).map(({ id }) => id)).toEqual(['new', 'open']);
  });

  it('shows what planners’ turns ended with since then', async () => {
    const engine = await open();
    for (const [n, id] of ['a', 'b', 'c'].entries()) {
      if (id !== 'c') await engine.stories.saveInputs(id, snapshot(n));
      const end = { status: 'ok' as const, summary: 'planned', value: { picked: id } };
      await ended(engine, message(id), { end, nowMs: 20 + n });
    }
    expect(await engine.board.replies(20)).toEqual([
      { atMs: 21, value: { picked: 'b' } },
      { atMs: 20, value: { picked: 'a' } },
    ]);
    expect(await engine.board.replies(21)).toHaveLength(1);
  });

  it('shows what was posted since then, the newest first, without bodies', async () => {
    const engine = await open();
    await engine.stories.publish(story('a'), []);
    await engine.stories.publish(story('b', { publishedAtMs: 200, languageModel: false, thread: DESK }), []);
    const { board } = await engine.restart();
    const headline = {
      id: 'r1/b',
      runId: 'r1',
      category: 'AI',
      title: 'Title of b',
      primaryUrl: 'https://paper.test/b',
      languageModel: false,
      sessionKey: CHANNEL,
      thread: DESK,
      publishedAtMs: 200,
    };
    expect(await board.headlines(101, 9)).toEqual([headline]);
    expect((await board.headlines(0, 9)).map(({ id }) => id)).toEqual(['r1/b', 'r1/a']);
    expect((await board.headlines(0, 9))[1]).not.toHaveProperty('thread');
    expect(await board.headlines(0, 1)).toEqual([headline]);
  });

  it('sums up what runs cost, by story over its phases, and under the run’s id for its planner', async () => {
    const { board, receipts } = await open();
    for (const session of ['story:r1/a/write', 'story:r1/a/verify', 'story:r1/b/write', 'story:r10/a/write'])
      await receipts.write(receipt({ session }));
    const { costUsd: _, ...unpriced } = receipt({ session: 'story:r1/b/verify' });
    await receipts.write(unpriced);
    await receipts.write(receipt({ run: 'planner', turn: 'planner', task: 'plan' }));
    await receipts.write(receipt({ run: 'planner', turn: 'another', task: 'plan' }));
    const costs = await board.costs([
      { ...run('r1'), turn: 'planner' },
      { ...run('r2'), turn: 'free' },
    ]);
    expect(Object.fromEntries(costs)).toEqual({
      'r1/a': { attempts: 2, tokens: 60, usd: 0.5, unpriced: 0 },
      'r1/b': { attempts: 2, tokens: 60, usd: 0.25, unpriced: 1 },
      r1: { attempts: 1, tokens: 30, usd: 0.25, unpriced: 0 },
    });
  });
}
