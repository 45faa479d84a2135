import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { StoryRefusal } from '../../../src/newsroom/model/story-service.ts';
import { DESK, NewsroomWorld, byDeskModel } from '../newsroom-world.ts';
import { coveredStories } from '../../../src/newsroom/coverage/covered-stories.ts';
import { storyEvents } from '../../../src/newsroom/coverage/event-marks.ts';
import { eventually } from '../../support/fake-clock.ts';
import { editorsIn } from './editors-world.ts';

const STORY = 'run-1/story_01';
let world: NewsroomWorld;
beforeEach(() => void (world = new NewsroomWorld()));
afterEach(() => world.close());

const anna = () => ({ by: 'Anna', atMs: world.clock.now() });
const failing = async () => ({ status: 'failed' as const, summary: 'no', error: 'the model refused' });

/** The specs of the ops whose keys begin so, in order. */
function specs(prefix: string) {
  return world.ops.under(prefix);
}

async function posted(count = 1) {
  const plan = await world.order('run-1', count);
  const { line, desk } = editorsIn(world);
  line.take('run-1');
  await line.idle();
  await world.sendAll();
  return { plan, line, desk };
}

/** The job files of the next run that is ordered can't be written. */
function jobFilesInTheWay(): void {
  mkdirSync(join(world.home, 'jobs'), { recursive: true });
  writeFileSync(join(world.home, 'jobs', 'again-1'), 'in the way');
}

async function refusal(work: Promise<unknown>): Promise<StoryRefusal['code'] | undefined> {
  return work.then(
    () => undefined,
    (error: StoryRefusal) => error.code,
  );
}

describe('a story whose job file was set aside', () => {
  it('has failed, is not held, and stands in no way of another about it', async () => {
    const plan = await world.order('run-1', 2);
    await world.files.ensure(plan);
    writeFileSync(join(world.home, 'jobs', 'run-1', 'story_01.json'), '{oops');
    const { line, desk } = editorsIn(world);
    // The batch stays open: another story of it waits for an editor.
    await desk.hold('run-1/story_02', anna());
    line.take('run-1');
    await line.idle();
    expect((await world.stories.openBatches()).map(({ id }) => id)).toEqual(['run-1']);

    const failed = {
      id: STORY,
      status: 'FAILURE',
      reason: expect.stringContaining('it is no JSON') as unknown,
    };
    expect((await desk.record(STORY))?.status).toMatchObject(failed);
    expect(await desk.recent(DESK, 10)).toContainEqual(expect.objectContaining(failed));
    expect(await refusal(desk.hold(STORY, anna()))).toBe('ended');
    const told = await coveredStories(DESK, world, storyEvents(world.events));
    expect(told.map(({ id }) => id)).toEqual(['run-1/story_02']);
    expect(await desk.retry(STORY, anna())).toMatchObject({ id: 'again-1/story_01' });
    await line.close();
  });
});

describe('a story on hold', () => {
  it('is listed as long as it waits, however many batches and stories came after it', async () => {
    await world.order('run-1', 1);
    const { desk, line } = editorsIn(world);
    await desk.hold(STORY, anna());
    for (let n = 1; n <= 61; n++) {
      world.clock.set(world.clock.now() + 60_000);
      await world.order(`later-${n}`, 1);
      await world.stories.finish(`later-${n}`, world.clock.now());
    }
    for (const limit of [50, 200])
      expect(await desk.recent(DESK, limit)).toContainEqual(
        expect.objectContaining({ id: STORY, hold: { kind: 'hold', by: 'Anna' } }),
      );
    await line.close();
  });

  it('is written, shown with buttons, and posted from its draft once it is approved', async () => {
    const plan = await world.order('run-1', 2);
    const { line, desk } = editorsIn(world);
    const held = await desk.hold(STORY, { ...anna(), why: 'call the mayor' });
    expect(held).toMatchObject({ status: 'PLANNED', hold: { kind: 'hold', by: 'Anna' } });
    line.take('run-1');
    await line.idle();
    expect(await world.statuses(plan)).toEqual(['DISPATCHED', 'SUCCESS']);
    expect(world.reports.get('story:run-1/waiting')?.text).toBe(
      '1 of 2 stories posted, 1 waiting.\n' +
        'Waiting: "Volunteers reopen the old library of Larkmoor" is held by Anna\n' +
        'Posted: "Volunteers reopen the old harbour of Larkmoor"',
    );
    const preview = await specs(`story:${STORY}/preview`);
    const buttons = ['approve', 'kill', 'sources', 'why'].map((action) => ({
      command: `story ${action}`,
      options: { story: STORY },
    }));
    expect(preview[0]!.spec).toMatchObject({ buttons });
    // All of it can be read where no buttons are, too: as it would be posted, with its sources.
    await world.sendAll();
    const shown = (await world.entries(DESK)).filter(({ id }) => id.startsWith(`story:${STORY}/preview`));
    expect(shown[0]!.content).toMatch(/is held by Anna\.\n\d+ of \d+ claims found/);
    const { draft, standsOn } = (await desk.record(STORY))!;
    expect(shown.map(({ content }) => content).join('\n')).toContain(draft!.body.slice(0, 500));
    expect(shown.at(-1)!.content).toContain('[2] Outlet 2 — Report 2 <https://second.test/story-1>');
    // What it cites leads to its sources, there too.
    expect(preview[1]!.spec).toMatchObject({ citations: { 1: expect.stringMatching(/^https:/) as unknown } });
    expect(preview.at(-1)!.spec).not.toHaveProperty('citations');
    expect(standsOn).toMatchObject({ removed: [], claims: expect.anything() as unknown });

    const next = editorsIn(world);
    await next.line.resume();
    await next.line.idle();
    expect(await specs(`story:${STORY}/title`)).toEqual([]);
    await next.desk.approve(STORY, anna());
    await next.desk.approve(STORY, anna());
    await next.line.idle();
    expect(await world.statuses(plan)).toEqual(['SUCCESS', 'SUCCESS']);
    expect([...world.performed.values()]).toEqual([1, 1]);
    // The threads are linked once they are there.
    const report = world.reports.get('story:run-1/report')?.text.replace(/ → <chat:[^>]+>/gu, '');
    expect(report).toBe(
      '2 of 2 stories posted.\n' +
        'Posted: "Volunteers reopen the old library of Larkmoor", approved by Anna\n' +
        'Posted: "Volunteers reopen the old harbour of Larkmoor"',
    );
    // What is on record of the run says so, too.
    const recorded = await world.files.story('run-1', 'story_01');
    expect(recorded?.result).toMatchObject({
      approved_by: 'Anna',
      approved_at: expect.any(String) as unknown,
    });
    expect((await world.told()).text).toBe(world.reports.get('story:run-1/report')?.text);
    expect(await world.stories.openBatches()).toEqual([]);
    await world.sendAll();
    expect(await specs(`story:${STORY}/preview_ended`)).toMatchObject([
      { state: 'sent', spec: { kind: 'edit', text: expect.stringMatching(/^Posted: /) as unknown } },
    ]);
    // No second copy of the story stays there.
    const pieces = (await specs(`story:${STORY}/preview_0`)).map(({ key }) => key);
    const gone = (await specs(`story:${STORY}/preview_gone`)).map(({ spec }) => spec);
    expect(gone).toMatchObject(pieces.map((op) => ({ kind: 'delete', message: { op } })));
    expect(pieces.length).toBeGreaterThan(0);
    expect(world.failures).toEqual([]);
  });

  it('goes out by itself when its embargo ends, also after a restart', async () => {
    const plan = await world.order('run-1', 1);
    const before = editorsIn(world);
    const untilMs = world.clock.now() + 3_600_000;
    await before.desk.hold(STORY, { ...anna(), untilMs });
    await before.line.idle();
    await before.line.close();
    expect(world.clock.waiters).toBe(0);

    const { line } = editorsIn(world);
    await line.resume();
    await line.idle();
    await world.clock.advance(3_599_000);
    await line.idle();
    expect(await world.statuses(plan)).toEqual(['DISPATCHED']);
    await world.clock.advance(1_000);
    await world.finish(line);
    expect(await world.statuses(plan)).toEqual(['SUCCESS']);
  });

  it('goes out when the desk died before it could look at what an editor did', async () => {
    const plan = await world.order('run-1', 1, (order) => {
      order.stories[0]!.state.hold = { kind: 'approval' };
      return order;
    });
    const before = editorsIn(world);
    before.line.take('run-1');
    await before.line.idle();
    await before.line.close(); // from here on it hears of nothing
    await before.desk.approve(STORY, anna());
    expect(await world.statuses(plan)).toEqual(['DISPATCHED']);

    const { line } = editorsIn(world); // its queue starts, and nothing else
    await line.idle();
    expect(await world.statuses(plan)).toEqual(['SUCCESS']);
  });

  it('keeps its embargo when it is approved, unless it is to go out now; and needs no second approval', async () => {
    world.close();
    world = new NewsroomWorld({ edition: { approval: true } });
    const plan = await world.order('run-1', 2);
    const { line, desk } = editorsIn(world);
    const untilMs = world.clock.now() + 3_600_000;
    for (const story of [STORY, 'run-1/story_02']) await desk.hold(story, { ...anna(), untilMs });
    line.take('run-1');
    await line.idle();
    const embargo = { kind: 'embargo', by: 'Anna', untilMs };
    expect((await desk.record(STORY))?.status.hold).toEqual({ ...embargo, needsApproval: true });
    expect((await desk.approve(STORY, anna())).hold).toEqual(embargo);
    expect((await desk.approve(STORY, { by: 'Ben', atMs: 1 })).already).toMatchObject({ by: 'Anna' });
    expect((await desk.approve('run-1/story_02', { ...anna(), now: true })).hold).toBeUndefined();
    await line.idle();
    expect(await world.statuses(plan)).toEqual(['DISPATCHED', 'SUCCESS']);
    await world.clock.advance(3_600_000);
    await world.finish(line);
    expect(await world.statuses(plan)).toEqual(['SUCCESS', 'SUCCESS']);
    // An embargo that has passed is no check of the posted story.
    expect((await desk.record(STORY))?.status.hold).toBeUndefined();
    await desk.correct(STORY, { ...anna(), text: 'It was 12.' });
    expect((await specs(`story:${STORY}/deed_`))[0]!.spec).toMatchObject({
      text: expect.not.stringContaining('being checked') as unknown,
    });
  });

  it('waits for approval where its edition says so, and only there', async () => {
    world.close();
    world = new NewsroomWorld({ edition: { approval: { categories: ['Global News'] } } });
    const plan = await world.order('run-1', 2, (order) => {
      order.stories[1]!.story.category = 'Sports';
      return order;
    });
    const { line, desk } = editorsIn(world);
    line.take('run-1');
    await line.idle();
    expect(await world.statuses(plan)).toEqual(['DISPATCHED', 'SUCCESS']);
    expect((await desk.record(STORY))?.status.hold).toEqual({ kind: 'approval' });
    await desk.kill(STORY, { ...anna(), why: 'thin' });
    await line.idle();
    expect((await world.jobs(plan))[0]!.state).toMatchObject({
      status: 'SKIPPED',
      reason: 'killed',
      detail: 'killed by Anna: thin',
    });
    expect(await specs(`story:${STORY}/title`)).toEqual([]);
    expect(await world.stories.openBatches()).toEqual([]);
  });

  it('is held back when the hold comes at the last moment', async () => {
    const plan = await world.order('run-1', 1);
    let held = false;
    const { line, desk } = editorsIn(
      world,
      {},
      {
        placeOf: async (_, session) => {
          if (!held) await desk.hold(STORY, anna());
          held = true;
          return { session, isForum: false };
        },
      },
    );
    line.take('run-1');
    await line.idle();
    expect(await world.statuses(plan)).toEqual(['DISPATCHED']);
    expect(await specs(`story:${STORY}/title`)).toEqual([]);
    expect((await world.jobs(plan))[0]!.state.hold).toEqual({ kind: 'hold', by: 'Anna' });
  });

  it('keeps its happening from being written by another run', async () => {
    await world.order('run-1', 1);
    const { line, desk } = editorsIn(world);
    await desk.hold(STORY, anna());
    line.take('run-1');
    await line.idle();
    const other = await world.order('run-2', 1);
    line.take('run-2');
    await line.idle();
    expect((await world.jobs(other))[0]!.state).toMatchObject({ status: 'SKIPPED', reason: 'duplicate' });
  });
});

describe('a posted story', () => {
  it('says that it is being checked until it is approved', async () => {
    const { desk } = await posted();
    const held = await desk.hold(STORY, anna());
    expect(held).toMatchObject({ status: 'SUCCESS', hold: { kind: 'hold', by: 'Anna' } });
    await desk.hold(STORY, anna());
    const after = await desk.approve(STORY, anna());
    expect(after.hold).toBeUndefined();
    expect(await refusal(desk.hold(STORY, { ...anna(), untilMs: 1 }))).toBe('bad_request');
    await world.sendAll();
    const [first, second] = (await specs(`story:${STORY}/deed_`)).filter(({ spec }) => spec.kind === 'edit');
    expect(first!.spec).toMatchObject({
      text: expect.stringContaining('Since 07:00 this story is being checked.') as unknown,
    });
    expect(second!.spec).toMatchObject({ text: expect.not.stringContaining('being checked') as unknown });
    expect(world.failures).toEqual([]);
  });

  it('is withdrawn: its title says so, its text is deleted, and its happening is not written again', async () => {
    const { desk, line } = await posted();
    await desk.correct(STORY, { ...anna(), text: 'It was 12.' });
    await desk.correct(STORY, { ...anna(), text: 'It was 12.' });
    await world.sendAll();
    const killed = await desk.kill(STORY, { ...anna(), why: 'the source took it back' });
    await desk.kill(STORY, anna());
    expect(killed.posted).toMatchObject({ withdrawn: true });
    const done = await specs(`story:${STORY}/deed_2/`);
    expect(done[0]!.spec).toMatchObject({
      kind: 'edit',
      text: expect.stringMatching(/\nWithdrawn 07:00: the source took it back$/) as unknown,
      buttons: [{ label: 'Why' }, { label: 'Sources' }, { label: 'Retry' }],
      files: [],
    });
    const deleted = done.flatMap(({ spec }) =>
      spec.kind === 'delete' && 'op' in spec.message ? [spec.message.op] : [],
    );
    expect(deleted).toEqual(
      ['chunk_01', 'links_01', 'deed_1/post_01'].map((part) => `story:${STORY}/${part}`),
    );
    await world.sendAll();
    expect(world.failures).toEqual([]);
    expect((await world.entries(DESK)).at(-1)?.content).toMatch(/Withdrawn 07:00/);
    expect(await refusal(desk.correct(STORY, { ...anna(), text: 'x' }))).toBe('ended');
    expect((await desk.record(STORY))?.actions.map(({ kind, n }) => [kind, n])).toEqual([
      ['correct', 1],
      ['kill', 2],
    ]);

    world.clock.set(world.clock.now() + 25 * 3_600_000);
    const again = await world.order('run-2', 1);
    line.take('run-2');
    await line.idle();
    expect((await world.jobs(again))[0]!.state).toMatchObject({ status: 'SKIPPED', reason: 'policy' });
  });

  it('takes back what was not sent yet, and sends no deletion for it', async () => {
    await world.order('run-1', 1);
    const { line, desk } = editorsIn(world);
    line.take('run-1');
    await line.idle();
    await desk.kill(STORY, anna());
    await world.sendAll();
    expect(world.failures).toEqual([]);
    expect(await specs(`story:${STORY}/chunk_01`)).toMatchObject([{ state: 'failed' }]);
    expect(await specs(`story:${STORY}/title`)).toMatchObject([{ state: 'failed' }]);
    expect((await specs(`story:${STORY}/`)).filter(({ state }) => state === 'sent')).toEqual([]);
  });
});

describe('a story that failed', () => {
  it('is ordered anew though the job files can not be written at once', async () => {
    world.work = failing;
    const { desk, line } = await posted();
    jobFilesInTheWay();
    expect(await desk.retry(STORY, anna())).toMatchObject({ id: 'again-1/story_01' });
    expect(await desk.retry(STORY, anna())).toMatchObject({ id: 'again-1/story_01', already: true });
    await line.close();
  });

  it('has a button to try it again, which orders it once however often it is pressed', async () => {
    world.work = failing;
    const { desk, line } = await posted();
    expect((await world.told()).buttons).toMatchObject([
      {
        label: 'Retry: Volunteers reopen the old library of Larkmoor',
        command: 'story retry',
        options: { story: STORY },
      },
    ]);
    const failed = (await desk.record(STORY))!;
    expect(failed.standsOn!.pack.sources).toHaveLength(3);
    expect(failed.job!.result.errors.length).toBeGreaterThan(0);
    world.ends.clear();
    world.work = byDeskModel;
    world.clock.set(world.clock.now() + 60_000);
    const [one, two] = await Promise.all([desk.retry(STORY, anna()), desk.retry(STORY, anna())]);
    expect(one.id).toBe(two.id);
    expect([one.already, two.already].filter(Boolean)).toEqual([true]);
    await line.idle();
    await world.sendAll();
    const retried = {
      kind: 'edit',
      buttons: [],
      text: expect.stringContaining('Ordered anew by Anna') as unknown,
    };
    expect((await specs('batch:run-1/')).at(-1)).toMatchObject({ state: 'sent', spec: retried });
    expect((await specs('batch:run-1/')).filter(({ spec }) => spec.kind === 'post')).toHaveLength(1);
    expect(await desk.record(one.id)).toMatchObject({
      status: { status: 'SUCCESS' },
      job: { story: { retry_of: STORY, ordered_by: 'Anna' } },
    });
    expect((await desk.retry(STORY, anna())).id).toBe(one.id);
    expect(await refusal(desk.retry(one.id, anna()))).toBe('bad_request');
    expect((await desk.recent(DESK, 10)).map(({ id, status }) => [id, status])).toEqual([
      [one.id, 'SUCCESS'],
      [STORY, 'FAILURE'],
    ]);
  });
});

it('takes no embargo that is over: seconds given for milliseconds would let the story go at once', async () => {
  await world.order('run-1', 1);
  const { desk } = editorsIn(world);
  const inSeconds = Math.floor(world.clock.now() / 1_000) + 3_600;
  const order = { ...anna(), key: 'press-1', what: 'https://first.test/story-1', desk: DESK };
  expect(await refusal(desk.write({ ...order, embargoUntilMs: inSeconds }))).toBe('bad_request');
  expect(await refusal(desk.hold(STORY, { ...anna(), untilMs: inSeconds }))).toBe('bad_request');
});

describe('a story that is written anew', () => {
  const hour = 3_600_000;

  /** An ordered story that waits for a time, and came to nothing. */
  async function ordered(end: 'failed' | 'killed', editing: ReturnType<typeof editorsIn>) {
    const { line, desk } = editing;
    if (end === 'failed') world.work = failing;
    const order = { ...anna(), key: 'press-1', what: 'https://first.test/story-1', desk: DESK };
    const { id } = await desk.write({ ...order, embargoUntilMs: world.clock.now() + 6 * hour });
    await line.idle();
    if (end === 'killed') await desk.kill(id, anna());
    await line.idle();
    world.work = byDeskModel;
    return id;
  }

  async function working() {
    await world.opened(DESK);
    const read = async () => ({ title: 'The old library reopens', text: '111 volunteers' });
    const search = async () => ({
      kind: 'ok' as const,
      links: [{ url: 'https://second.test/1', title: 'Also', description: '', foundBy: 'brave' as const }],
      more: false,
    });
    return editorsIn(world, { read, search });
  }

  it.each(['failed', 'killed'] as const)('keeps the embargo that it had when it %s', async (end) => {
    const editing = await working();
    const { line, desk } = editing;
    const before = await ordered(end, editing);
    const untilMs = world.clock.now() + 6 * hour;
    const { id } = await desk.retry(before, { by: 'Ben', atMs: world.clock.now() });
    await line.idle();
    const told = (await desk.record(id))!;
    expect(told.status).toMatchObject({ hold: { kind: 'embargo', by: 'Anna', untilMs } });
    expect(told.status.posted).toBeUndefined();
    world.clock.set(untilMs);
    await eventually(async () => (await desk.record(id))!.status.posted);
    await line.idle();
  });

  /** A story that fails once the editors are through with it. */
  async function failed({ line }: ReturnType<typeof editorsIn>, actions: () => Promise<unknown>) {
    await world.order('run-1', 1);
    let resolve = () => {};
    const held = new Promise<void>((go) => (resolve = go));
    world.work = () => held.then(failing);
    await actions();
    resolve();
    await line.idle();
    world.work = byDeskModel;
  }

  it('keeps a hold that nobody has lifted, and the embargo under it', async () => {
    const editing = await working();
    const { line, desk } = editing;
    const untilMs = world.clock.now() + 6 * hour;
    await failed(editing, async () => {
      await desk.hold(STORY, { ...anna(), untilMs });
      await desk.hold(STORY, { ...anna(), why: 'call the lawyer' });
    });
    const { id } = await desk.retry(STORY, anna());
    await line.idle();
    expect((await desk.record(id))!.status.hold).toEqual({ kind: 'hold', by: 'Anna', untilMs });
    await desk.approve(id, anna());
    await line.idle();
    expect((await desk.record(id))!.status.hold).toMatchObject({ kind: 'embargo' });
  });

  it('keeps no hold that an editor has lifted, and no embargo that is over', async () => {
    const editing = await working();
    const { line, desk } = editing;
    await failed(editing, async () => {
      await desk.hold(STORY, { ...anna(), untilMs: world.clock.now() + hour });
      await desk.hold(STORY, anna());
      await desk.approve(STORY, anna());
    });
    world.clock.set(world.clock.now() + 2 * hour);
    const { id } = await desk.retry(STORY, anna());
    await line.idle();
    expect((await desk.record(id))!.status).toMatchObject({ status: 'SUCCESS' });
  });

  it('needs an approval again where its first text needed one', async () => {
    const editing = await working();
    const { line, desk } = editing;
    const waits = { kind: 'approval' as const };
    await world.order('run-1', 1, (plan) => ({
      ...plan,
      stories: plan.stories.map((job) => ({ ...job, state: { ...job.state, hold: waits } })),
    }));
    line.take('run-1');
    await line.idle();
    await desk.kill(STORY, anna());
    await line.idle();
    const { id } = await desk.retry(STORY, anna());
    await line.idle();
    expect((await desk.record(id))!.status.hold).toMatchObject(waits);
  });
});

describe('an order of an editor', () => {
  it('writes about a page, once for each request, and waits for its embargo', async () => {
    await world.opened(DESK);
    const other = { url: 'https://second.test/1', title: 'Also', description: '', foundBy: 'brave' };
    const { line, desk } = editorsIn(world, {
      read: async () => ({ title: 'The old library reopens', text: '111 volunteers' }),
      search: async () => ({ kind: 'ok', links: [other], more: false }),
    });
    const order = { ...anna(), key: 'press-1', what: '<https://first.test/story-1>', desk: DESK };
    const one = await desk.write({ ...order, embargoUntilMs: world.clock.now() + 60_000 });
    expect(await desk.write(order)).toEqual(one);
    await line.idle();
    const told = (await desk.record(one.id))!;
    expect(told.job?.story).toMatchObject({
      primary_url: 'https://first.test/story-1',
      event_id: 1,
      ordered_by: 'Anna',
      concrete_anchor: '111 volunteers',
    });
    expect(told.status.hold).toMatchObject({ kind: 'embargo', by: 'Anna' });
    expect(told.actions).toMatchObject([{ kind: 'write', by: 'Anna' }]);
  });

  it('is taken though the job files can not be written at once', async () => {
    await world.opened(DESK);
    const { line, desk } = editorsIn(world);
    jobFilesInTheWay();
    const order = { ...anna(), what: 'https://first.test/story-1', desk: DESK };
    expect(await desk.write(order)).toMatchObject({ id: 'again-1/story_01' });
    expect((await world.stories.openBatches()).map(({ id }) => id)).toEqual(['again-1']);
    await line.close();
  });

  it.each([
    ['', 'bad_request'],
    ['a topic that nobody knows', 'nothing_found'],
    ['https://', 'bad_request'],
  ])('refuses “%s”', async (what, code) => {
    const { desk } = editorsIn(world);
    expect(await refusal(desk.write({ ...anna(), what, desk: DESK }))).toBe(code);
    expect(await world.stories.openBatches()).toEqual([]);
  });

  it('takes what one search finds of a topic that the pool does not know', async () => {
    await world.opened(DESK);
    const link = { description: 'It opened with 300 guests.', foundBy: 'brave:on-demand' };
    const links = [
      { ...link, url: 'https://first.test/opera', title: 'The opera opens' },
      { ...link, url: 'https://second.test/opera', title: 'An opera house opens' },
    ];
    let calls = 0;
    const { desk, line } = editorsIn(world, {
      search: async () => {
        calls += 1;
        return { kind: 'ok', links, more: false };
      },
    });
    const { id } = await desk.write({ ...anna(), what: 'opera', desk: DESK });
    await line.idle();
    expect(calls).toBe(1);
    expect((await desk.record(id))?.job?.story).toMatchObject({
      title: 'The opera opens',
      supporting_urls: ['https://second.test/opera'],
    });
  });

  it('knows no story that there is not', async () => {
    const { desk } = editorsIn(world);
    expect(await refusal(desk.kill('run-9/story_01', anna()))).toBe('unknown');
    expect(await desk.record('nonsense')).toBeUndefined();
  });
});

describe('an order of what was told already', () => {
  /** Event 1, posted: what the pool of these tests has, besides nothing. */
  async function withPool() {
    const event = (await world.events.event(1))!;
    const [link] = event.links;
    const pages = ['https://first.test/story-1', 'https://fourth.test/library', 'https://fifth.test/library'];
    const titles = ['Larkmoor library opens its doors', 'Larkmoor library opens', '拉克莫爾圖書館重開'];
    const told = {
      ...event,
      status: 'posted' as const,
      title: titles[0]!,
      links: pages.map((url, n) => ({ ...link!, id: n, url, key: url, title: titles[n]! })),
    };
    const pool = {
      event: async (id: number) => (id === 1 ? told : undefined),
      eventOf: async (url: string) => (pages.includes(url) ? told : undefined),
      openEvents: async () => [],
      postedEvents: async () => [told],
    };
    await world.order('run-1', 1);
    const read = async () => ({ title: 'Larkmoor has its old library back', text: '111 volunteers came.' });
    const { line, desk } = editorsIn(world, { pool, read }, { events: { ...world.events, ...pool } });
    line.take('run-1');
    await line.idle();
    return { line, desk };
  }
  const posted = 'Volunteers reopen the old library of Larkmoor';

  it.each([
    ['its page', 'https://first.test/story-1'],
    ['another page of its event', 'https://fourth.test/library'],
    ['words of its event', 'Larkmoor library opens'],
    ['words in the other language', '拉克莫爾圖書館重開'],
    ['words of its own title', 'old library of Larkmoor volunteers reopen'],
  ])('is refused with the story, where it is, and what to do instead: %s', async (_, what) => {
    const { desk } = await withPool();
    const error = await desk.write({ ...anna(), what, desk: DESK }).catch((caught: StoryRefusal) => caught);
    expect(error).toMatchObject({
      code: 'told_already',
      words: {
        en: expect.stringMatching(`^It is posted already: “${posted}” \\(.*07:00.*/story follow`) as string,
        zh: expect.stringContaining('已經發佈') as string,
      },
    });
    expect(await world.stories.openBatches()).toEqual([]);
    expect(await desk.about(what, DESK)).toMatchObject([
      { id: STORY, status: 'SUCCESS', sinceMs: world.clock.now(), posted: { withdrawn: false } },
    ]);
  });

  it('is written as an update when that is asked for, from what is new, and not from what was told', async () => {
    const { desk, line } = await withPool();
    const request = { ...anna(), desk: DESK, update: true };
    const { id } = await desk.write({ ...request, what: 'https://fourth.test/library' });
    await line.idle();
    const { job } = (await desk.record(id))!;
    expect(job?.story).toMatchObject({
      update_of: STORY,
      primary_url: 'https://fourth.test/library',
      supporting_urls: ['https://fifth.test/library'],
      ordered_by: 'Anna',
      event_id: 1,
    });
    expect(job?.spawn.prompt_id).toBe('news_update_v1');
    const again = await desk
      .write({ ...request, what: 'https://second.test/story-1' })
      .catch((it: unknown) => it);
    expect(again).toMatchObject({ code: 'nothing_found' });
    const unknown = { ...request, what: 'https://first.test/unheard-of' };
    expect(await refusal(desk.write(unknown))).toBe('nothing_found');
  });

  it('is refused while a story of it waits, and taken once that was killed', async () => {
    await world.opened(DESK);
    const also = { url: 'https://second.test/story-3', title: 'Also', description: '', foundBy: 'brave' };
    const { desk, line } = editorsIn(world, {
      read: async () => ({ title: 'The old tunnel reopens', text: '311 volunteers came.' }),
      search: async () => ({ kind: 'ok', links: [also], more: false }),
    });
    const what = 'https://first.test/story-3';
    const { id } = await desk.write({
      ...anna(),
      what,
      desk: DESK,
      embargoUntilMs: world.clock.now() + 60_000,
    });
    await line.idle();
    expect(await refusal(desk.write({ ...anna(), what, desk: DESK }))).toBe('told_already');
    expect(await desk.about(what, DESK)).toMatchObject([{ id, hold: { kind: 'embargo' } }]);
    await desk.kill(id, { ...anna(), why: 'thin' });
    await line.idle();
    expect(await desk.about(what, DESK)).toMatchObject([
      { id, status: 'SKIPPED', reason: 'killed by Anna: thin', sinceMs: world.clock.now() },
    ]);
    expect(await refusal(desk.write({ ...anna(), what, desk: DESK }))).toBe('withdrawn');
    expect((await desk.write({ ...anna(), what, desk: DESK, again: true })).id).not.toBe(id);
  });

  it('is taken once where two editors order the same at once, and the second is told', async () => {
    await world.opened(DESK);
    const also = { url: 'https://second.test/story-3', title: 'Also', description: '', foundBy: 'brave' };
    const { desk } = editorsIn(world, {
      read: async () => ({ title: 'The old tunnel reopens', text: '311 volunteers came.' }),
      search: async () => ({ kind: 'ok', links: [also], more: false }),
    });
    const what = 'https://first.test/story-3';
    const orders = ['Anna', 'Carl'].map((by) => refusal(desk.write({ ...anna(), by, what, desk: DESK })));
    expect((await Promise.all(orders)).toSorted()).toEqual(['told_already', undefined]);
  });

  it('is taken once what was posted is withdrawn', async () => {
    const { desk, line } = await withPool();
    world.clock.set(world.clock.now() + 60_000);
    await desk.kill(STORY, anna());
    expect((await desk.record(STORY))?.status).toMatchObject({
      sinceMs: world.clock.now(),
      posted: { withdrawn: true, atMs: world.clock.now() - 60_000 },
    });
    const what = 'https://fourth.test/library';
    const { id } = await desk.write({ ...anna(), what, desk: DESK, again: true });
    await line.idle();
    expect((await desk.record(id))?.status.status).toBe('SUCCESS');
  });
});
