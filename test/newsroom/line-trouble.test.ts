/** What a machine in trouble does to the line: a full disk, no more open files. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PipelineDeps } from '../../src/newsroom/pipeline/pipeline-deps.ts';
import type { Assignment } from '../../src/newsroom/model/assignment.ts';
import { eventually } from '../support/fake-clock.ts';
import { NewsroomWorld } from './newsroom-world.ts';

type Files = PipelineDeps['files'];

let world: NewsroomWorld;
beforeEach(() => void (world = new NewsroomWorld()));
afterEach(() => world.close());

const full = () => Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });

/** The world's files, in trouble where `fails` says so. */
function filesThat(fails: (method: 'ensure' | 'read' | 'save', job?: Assignment) => boolean): Files {
  const { files } = world;
  const reject = async () => {
    throw full();
  };
  return {
    ...bound(files),
    ensure: (plan) => (fails('ensure') ? reject() : files.ensure(plan)),
    read: (plan) => (fails('read') ? reject() : files.read(plan)),
    save: (job) => (fails('save', job) ? reject() : files.save(job)),
  };
}

function bound(files: NewsroomWorld['files']): Files {
  return {
    ensure: (plan) => files.ensure(plan),
    read: (plan) => files.read(plan),
    story: (run, id) => files.story(run, id),
    current: (planned) => files.current(planned),
    save: (job) => files.save(job),
    sources: (job) => files.sources(job),
    saveSources: (job, pack) => files.saveSources(job, pack),
    saveSummary: (run, summary) => files.saveSummary(run, summary),
    pictures: (run, images) => files.pictures(run, images),
    runDir: (run) => files.runDir(run),
    folder: (run) => files.folder(run),
  };
}

describe('a line in trouble', () => {
  it.each([
    ['as the run is taken up', 'ensure', () => true],
    ['as its files are read', 'read', () => true],
    ['as a story is begun', 'save', ({ state }: Assignment) => state.status === 'DISPATCHED'],
    ['as a posted story is marked', 'save', ({ state }: Assignment) => state.status === 'SUCCESS'],
  ] as const)('goes on by itself when the disk was full for a moment %s', async (_, method, when) => {
    let left = 1;
    const files = filesThat((called, job) => called === method && (!job || when(job)) && left-- > 0);
    const plan = await world.order('run-1', 2);
    const line = world.line({ files });
    line.take('run-1');
    await line.idle();
    expect(world.failures).toHaveLength(1);
    expect(world.reports.size).toBe(0);
    world.clock.set(world.clock.now() + 1_000);
    await eventually(() => world.reports.size === 1);
    await line.close();
    expect(await world.statuses(plan)).toEqual(['SUCCESS', 'SUCCESS']);
    expect((await world.opKeys()).filter((key) => key.endsWith('/title'))).toHaveLength(2);
    expect((await world.told()).text).not.toContain('Not posted');
    expect([...world.reports.keys()]).toEqual(['story:run-1/report']);
    expect(await world.stories.openBatches()).toEqual([]);
  });

  it('tries again ever more seldom, says so once, and tells no failure of what is posted in the end', async () => {
    let isFull = true;
    const files = filesThat((called, job) => isFull && called === 'save' && job?.state.status !== 'PLANNED');
    const plan = await world.order('run-1', 1);
    const line = world.line({ files });
    line.take('run-1');
    await line.idle();
    const stuckLine =
      "It can't go on for now, and is tried again until it can: ENOSPC: no space left on device";
    const stuck = async () =>
      (await world.ops.under('batch:run-1/')).filter(({ spec }) => JSON.stringify(spec).includes(stuckLine));
    const pauses = [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300].map((seconds) => seconds * 1_000);
    for (const [at, pause] of pauses.entries()) {
      // Told with the fifth attempt; the message is written beside the tasks.
      if (at >= 4) await eventually(async () => (await stuck()).length === 1);
      expect(await stuck()).toHaveLength(at < 4 ? 0 : 1);
      const before = world.failures.length;
      world.clock.set(world.clock.now() + pause - 1);
      await line.idle();
      expect(world.failures).toHaveLength(before);
      world.clock.set(world.clock.now() + 1);
      await eventually(() => world.failures.length === before + 1);
      await line.idle();
    }
    expect(await world.statuses(plan)).toEqual(['PLANNED']);
    isFull = false;
    world.clock.set(world.clock.now() + 300_000);
    await eventually(() => world.reports.size === 1);
    await line.close();
    expect(await world.statuses(plan)).toEqual(['SUCCESS']);
    expect((await world.told()).text).not.toContain('Not posted');
    expect(await stuck()).toHaveLength(1);
    expect((await world.told()).text).toMatch(/^1 of 1 story posted\.\nPosted: /);
  });

  it('ends as a failure what was told as one, also when that could not be written at first', async () => {
    let left = 1;
    const files = filesThat((_, job) => job?.state.status === 'FAILURE' && left-- > 0);
    world.work = async () => ({ status: 'failed', summary: 'no', error: 'the model refused' });
    const plan = await world.order('run-1', 1);
    const line = world.line({ files });
    line.take('run-1');
    await line.idle();
    expect(await world.statuses(plan)).toEqual(['DISPATCHED']);
    expect((await world.told()).text).not.toContain('Not posted');
    world.clock.set(world.clock.now() + 1_000);
    await eventually(() => world.reports.size === 1);
    await line.close();
    const [job] = await world.jobs(plan);
    expect(job?.state).toMatchObject({ status: 'FAILURE', detail: 'the model refused' });
    expect(world.reports.get('story:run-1/report')?.text).toContain('the model refused');
    expect((await world.told()).text).toContain('the model refused');
  });

  it('stops trying when it closes', async () => {
    const plan = await world.order('run-1', 1);
    let tries = 0;
    const line = world.line({ files: filesThat((called) => called === 'ensure' && ++tries > 0) });
    line.take('run-1');
    await line.idle();
    await line.close();
    world.clock.set(world.clock.now() + 3_600_000);
    await line.idle();
    expect(tries).toBe(1);
    expect((await world.stories.openBatches()).map(({ id }) => id)).toEqual([plan.run.run.run_id]);
  });
});
