/** The message of a batch as time passes: how often it is edited, after a restart, and when somebody deletes it. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PipelineDeps } from '../../../src/newsroom/pipeline/pipeline-deps.ts';
import type { Op } from '../../../src/sessions/op.ts';
import { eventually, settle } from '../../support/fake-clock.ts';
import { editorsIn } from '../editing/editors-world.ts';
import { DESK, NewsroomWorld, byDeskModel } from '../newsroom-world.ts';

let world: NewsroomWorld;
beforeEach(() => void (world = new NewsroomWorld()));
afterEach(() => world.close());

const ops = () => world.ops.under('batch:run-1/');
const textOf = ({ spec }: Op) => ('text' in spec ? spec.text : '');
const heads = async () => (await ops()).map((op) => textOf(op).split('\n')[0]);

/** Workers that write when they are told to. */
function gated(): { readonly write: () => void; readonly waiting: () => number } {
  const gates: (() => void)[] = [];
  world.work = async (inbound) => {
    await new Promise<void>((resolve) => gates.push(resolve));
    return byDeskModel(inbound);
  };
  return { write: () => gates.shift()?.(), waiting: () => gates.length };
}

const oneByOne = (plan: Awaited<ReturnType<NewsroomWorld['order']>>) => {
  Object.assign(plan.run.runner, { concurrency: 1, stagger_seconds: 0 });
  return plan;
};

describe('the message of a batch', () => {
  it('is edited from planned over writing to posted, at most once in two seconds', async () => {
    await world.order('run-1', 3, oneByOne);
    const { write, waiting } = gated();
    const line = world.line();
    line.take('run-1');
    await eventually(() => waiting() === 1);
    expect(await heads()).toEqual(['Planned: 3 stories.']);
    await world.clock.advance(1_999);
    expect(await heads()).toHaveLength(1);
    await world.clock.advance(1);
    await eventually(async () => (await ops()).length === 2);
    expect(await heads()).toEqual(['Planned: 3 stories.', 'Writing 1 of 3:']);
    write();
    await eventually(() => waiting() === 1);
    write();
    await eventually(() => waiting() === 1);
    // Two stories are posted in the same moment: one edit says so.
    await settle();
    expect(await heads()).toHaveLength(2);
    await world.clock.advance(2_000);
    await eventually(async () => (await ops()).length === 3);
    expect(textOf((await ops()).at(-1)!)).toMatch(/^Writing 3 of 3:\nPosted: .+\nPosted: .+\nWriting: /);
    write();
    await world.finish(line);
    expect(await heads()).toEqual([
      'Planned: 3 stories.',
      'Writing 1 of 3:',
      'Writing 3 of 3:',
      '3 of 3 stories posted.',
    ]);
    const kinds = (await ops()).map(({ key, spec }) => [key, spec.kind]);
    expect(kinds).toEqual([
      ['batch:run-1/live', 'post'],
      ['batch:run-1/live_02', 'edit'],
      ['batch:run-1/live_03', 'edit'],
      ['batch:run-1/live_04', 'edit'],
    ]);
  });

  it('is edited for the last time two seconds after an edit that came while its story was sent', async () => {
    await world.order('run-1', 1);
    let sent = () => {};
    const delivered: PipelineDeps['delivered'] = async () => {
      await new Promise<void>((resolve) => (sent = resolve));
      return { kind: 'posted' };
    };
    const line = world.line({ delivered });
    line.take('run-1');
    await eventually(() => world.stories.find('run-1/story_01'));
    await world.clock.advance(2_000);
    await eventually(async () => (await ops()).length === 2);
    // Nothing is left to do but to say so, for which its batch waits.
    await eventually(() => {
      sent();
      return existsSync(join(world.files.folder('run-1'), 'run_summary.json'));
    });
    await settle(200);
    await world.clock.advance(1_999);
    expect(await heads()).toEqual(['Planned: 1 story.', 'Writing 1 of 1:']);
    expect(world.reports.size).toBe(0);
    await world.clock.advance(1);
    await line.idle();
    expect((await heads()).slice(2)).toEqual(['1 of 1 story posted.']);
    expect([...world.reports.keys()]).toEqual(['story:run-1/report']);
  });

  it('is remembered while the batch goes on, and once at its end', async () => {
    await world.order('run-1', 1);
    const { write, waiting } = gated();
    const line = world.line();
    line.take('run-1');
    await eventually(() => waiting() === 1);
    await world.clock.advance(2_000);
    await eventually(async () => (await ops()).length === 2);
    await world.sendAll();
    const said = async () => (await world.entries(DESK)).filter(({ id }) => !id.includes('/story_'));
    expect(await said()).toMatchObject([
      { id: 'batch:run-1/live', role: 'system', meta: { kind: 'batch' } },
      { id: 'batch:run-1/live_02', meta: { kind: 'edit', target: 'batch:run-1/live', passing: true } },
    ]);
    expect((await said())[1]!.content).toContain('Writing: "Volunteers');
    write();
    await world.finish(line);
    await world.sendAll();
    expect((await said()).filter(({ meta }) => meta?.kind === 'report')).toMatchObject([
      {
        id: 'story:run-1/report',
        content: world.reports.get('story:run-1/report')!.text,
        meta: { target: 'batch:run-1/live', summary: { ok: true } },
      },
    ]);
  });

  it('never has a queue of stale edits: the last one takes the place of one that was not sent', async () => {
    await world.order('run-1', 3, oneByOne);
    const { write, waiting } = gated();
    // Nothing is sent before the batch is over: what is to be sent stays unsettled.
    const settled: PipelineDeps['settled'] = (_, signal) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error));
        void eventually(async () => (await ops()).length > 1).then(() => resolve());
      });
    await world.sendAll();
    const line = world.line({ settled });
    line.take('run-1');
    for (let n = 0; n < 3; n++) {
      await eventually(() => waiting() === 1);
      await world.clock.advance(60_000);
      expect(await heads()).toEqual(['Planned: 3 stories.']);
      write();
    }
    await world.finish(line);
    expect(await heads()).toEqual(['Planned: 3 stories.', '3 of 3 stories posted.']);
  });

  it('goes on being the same after the desk has died', async () => {
    await world.order('run-1', 2, oneByOne);
    const { waiting } = gated();
    world.line().take('run-1');
    await eventually(() => waiting() === 1);
    await world.clock.advance(2_000);
    await eventually(async () => (await ops()).length === 2);
    // The first desk never goes on.
    world.work = byDeskModel;
    const next = world.line();
    await next.resume();
    await world.finish(next);
    const all = await ops();
    expect(all.filter(({ spec }) => spec.kind === 'post').map(({ key }) => key)).toEqual([
      'batch:run-1/live',
    ]);
    expect(new Set(all.map(({ key }) => key)).size).toBe(all.length);
    expect(textOf(all.at(-1)!)).toMatch(/^2 of 2 stories posted\./);
    for (const { spec } of all.slice(1)) expect(spec).toMatchObject({ message: { op: 'batch:run-1/live' } });
  });

  it('that somebody deletes is said no more, and its end is a new message', async () => {
    await world.order('run-1', 1);
    const { write, waiting } = gated();
    const line = world.line();
    line.take('run-1');
    await eventually(() => waiting() === 1);
    await world.clock.advance(2_000);
    await eventually(async () => (await ops()).length === 2);
    await world.ops.failed('batch:run-1/live_02', 'failed', 'The message is gone: somebody deleted it.');
    await world.clock.advance(60_000);
    write();
    await world.finish(line);
    const [, , end, ...others] = await ops();
    expect(others).toEqual([]);
    expect(end).toMatchObject({ key: 'batch:run-1/end', spec: { kind: 'post' } });
    expect(textOf(end!)).toMatch(/^1 of 1 story posted\./);
  });

  it('that is gone when its last edit comes is said anew, once', async () => {
    await world.order('run-1', 1);
    const isLast = (op: Op) => textOf(op).startsWith('1 of 1 story posted.');
    const settled = async (key: string) => {
      const lost = (await ops()).some((op) => op.key === key && op.spec.kind === 'edit' && isLast(op));
      if (lost) await world.ops.failed(key, 'failed', 'it is gone');
    };
    const line = world.line({ settled });
    line.take('run-1');
    await world.finish(line);
    const all = await ops();
    // Before the last one there may be an edit that tells of the writing: that depends on how fast it went.
    const told = all.filter((op) => op.spec.kind === 'post' || isLast(op));
    expect(told.map(({ key, spec }) => [key, spec.kind])).toEqual([
      ['batch:run-1/live', 'post'],
      [expect.stringMatching(/^batch:run-1\/live_\d\d$/), 'edit'],
      ['batch:run-1/end', 'post'],
    ]);
    expect(all.at(-1)!.key).toBe('batch:run-1/end');
  });

  it('says who ordered a failed story anew, also while the batch goes on', async () => {
    const plan = await world.order('run-1', 2, oneByOne);
    world.work = async () => ({ status: 'failed', summary: 'no', error: 'the model refused' });
    const { line, desk } = editorsIn(world);
    line.take('run-1');
    await world.finish(line);
    const [first, second] = plan.stories.map(({ story }) => `run-1/${story.story_id}`);
    expect((await world.told()).buttons.map(({ options }) => options['story'])).toEqual([first, second]);
    await desk.retry(first!, { by: 'Anna', atMs: world.clock.now() });
    expect((await world.told()).buttons.map(({ options }) => options['story'])).toEqual([second]);
    await desk.retry(second!, { by: 'Ben', atMs: world.clock.now() });
    const { text, buttons } = await world.told();
    expect(buttons).toEqual([]);
    expect(text).toMatch(/Ordered anew by Anna, .+\n.*\nOrdered anew by Ben, /);
    expect((await world.told('again-1')).text).toMatch(/^Planned: 1 story, ordered by Anna\./);
    await line.close();
  });
});
