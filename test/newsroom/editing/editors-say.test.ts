/** What editors are told of holds, withdrawals and orders, by the desk and the line together. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sayDone, sayOrdered } from '../../../src/newsroom/commands/say-done.ts';
import { sayStatus } from '../../../src/newsroom/commands/say-status.ts';
import type { StoryRefusal } from '../../../src/newsroom/model/story-service.ts';
import { DESK, NewsroomWorld } from '../newsroom-world.ts';
import { editorsIn } from './editors-world.ts';

const STORY = 'run-1/story_01';
const ZONE = 'Asia/Hong_Kong';
let world: NewsroomWorld;
beforeEach(() => void (world = new NewsroomWorld()));
afterEach(() => world.close());

const anna = () => ({ by: 'Anna', atMs: world.clock.now() });

async function refused(work: Promise<unknown>): Promise<StoryRefusal> {
  return work.then(
    () => expect.unreachable('nothing was refused'),
    (error: StoryRefusal) => error,
  );
}

async function posted(story = STORY) {
  const plan = await world.order('run-1', 1);
  const { line, desk } = editorsIn(world);
  line.take('run-1');
  await line.idle();
  await world.sendAll();
  expect((await desk.record(story))?.status.posted).toBeDefined();
  return { plan, line, desk };
}

/** What the head of the draft says now. */
async function head(): Promise<string> {
  const ops = (await world.ops.under('')).filter(({ key }) => key.includes(STORY));
  const texts = ops.map(({ spec }) => ('text' in spec ? spec.text : ''));
  return texts.findLast((text) => text.includes('Not posted yet')) ?? '';
}

describe('a story that is held and under an embargo', () => {
  it.each(['the hold first', 'the embargo first'])('says both: %s', async (order) => {
    const plan = await world.order('run-1', 1);
    const { line, desk } = editorsIn(world);
    const untilMs = world.clock.now() + 3 * 3_600_000;
    const actions = [{}, { untilMs }];
    if (order === 'the embargo first') actions.reverse();
    await desk.hold(STORY, { ...anna(), ...actions[0] });
    line.take('run-1');
    await line.idle();
    const held = await desk.hold(STORY, { ...anna(), ...actions[1] });
    await line.idle();
    expect(held.hold).toEqual({ kind: 'hold', by: 'Anna', untilMs });
    const end = sayStatus(held, 'en', ZONE).replace('on hold (Anna), and under an embargo until ', '');
    expect(end).toMatch(/^\w{3} \d+ \w{3}, \d\d:\d\d$/);
    expect(sayDone('hold', held, { locale: 'en', zone: ZONE })).toContain(
      `not before ${end} (Hong Kong time)`,
    );
    expect(sayDone('hold', held, { locale: 'zh', zone: ZONE })).toMatch(/編輯批准前.+前發佈/);
    expect(await head()).toMatch(/is held by Anna, and under an embargo until \w{3} \d+/);
    // Repeating the hold changes nothing; its end leaves the embargo, and its time goes by.
    expect((await desk.hold(STORY, { by: 'Ben', atMs: world.clock.now() })).already?.by).toBe('Anna');
    expect((await desk.approve(STORY, anna())).hold).toMatchObject({ kind: 'embargo', untilMs });
    await line.idle();
    expect(await world.statuses(plan)).toEqual(['DISPATCHED']);
    await world.clock.advance(3 * 3_600_000);
    await world.finish(line);
    expect(await world.statuses(plan)).toEqual(['SUCCESS']);
  });
});

it('says that a draft waits for its approval alone once its embargo is over', async () => {
  world.close();
  world = new NewsroomWorld({ edition: { approval: true } });
  await world.order('run-1', 1);
  const { line, desk } = editorsIn(world);
  line.take('run-1');
  await line.idle();
  await desk.hold(STORY, { ...anna(), untilMs: world.clock.now() + 3_600_000 });
  await line.idle();
  expect(await head()).toContain('embargo');
  await world.clock.advance(3_600_000);
  await line.idle();
  expect((await desk.record(STORY))?.status.hold).toEqual({ kind: 'approval' });
  expect(await head()).not.toContain('embargo');
});

describe('a story that was posted and withdrawn', () => {
  it('is ordered anew by retry, which says that it had been withdrawn; and again once that was killed, too', async () => {
    const { line, desk } = await posted();
    expect((await refused(desk.retry(STORY, anna()))).words.zh).toContain('/story kill');
    await desk.hold(STORY, anna());
    await desk.kill(STORY, { by: 'Ben', atMs: world.clock.now(), why: 'legal complaint' });
    expect((await refused(desk.hold(STORY, anna()))).message).toContain('/story retry');
    const ordered = await desk.retry(STORY, anna());
    expect(ordered.killed).toMatchObject({ by: 'Ben', why: 'legal complaint', wasPosted: true });
    expect(sayOrdered(ordered, undefined, { locale: 'en', zone: ZONE })).toMatch(
      /It had been withdrawn by Ben, .+: “legal complaint”$/,
    );
    expect(sayOrdered(ordered, undefined, { locale: 'zh', zone: ZONE })).toMatch(/由 Ben 撤回：「legal/);
    expect((await desk.retry(STORY, anna())).already).toBe(true);
    expect((await desk.record(STORY))?.status.retriedAs).toBe(ordered.id);
    await line.idle();
    // The hold was of the text that is withdrawn.
    expect((await desk.record(ordered.id))?.status).toMatchObject({ status: 'SUCCESS' });
    await desk.kill(ordered.id, anna());
    const third = await desk.retry(STORY, anna());
    expect(third.already).toBeUndefined();
    expect([STORY, ordered.id]).not.toContain(third.id);
  });
});

describe('an order of what was withdrawn', () => {
  it('says who withdrew it, when and why, and is taken with `again`', async () => {
    const { line, desk } = await posted();
    await desk.kill(STORY, { by: 'Ben', atMs: world.clock.now(), why: 'legal complaint' });
    const what = (await desk.record(STORY))!.published!.primaryUrl;
    const { code, words } = await refused(desk.write({ ...anna(), what, desk: DESK }));
    expect(code).toBe('withdrawn');
    expect(words.en).toMatch(/withdrawn by Ben, .+: “legal complaint”.+again:True/);
    expect(words.zh).toMatch(/由 Ben 撤回：「legal complaint」.+again:True/);
    const { id } = await desk.write({ ...anna(), what, desk: DESK, again: true });
    await line.idle();
    expect((await desk.record(id))?.status.reason ?? '').not.toContain('killed');
    expect(id).not.toBe(STORY);
  });
});

describe('an order about an address', () => {
  it.each(['file:///etc/passwd', 'ftp://files.test/x'])(
    'is refused where it is no page, and not searched for: %s',
    async (what) => {
      const { desk } = editorsIn(world, { search: async () => expect.unreachable('it was searched for') });
      expect((await refused(desk.write({ ...anna(), what, desk: DESK }))).code).toBe('bad_request');
    },
  );

  it('says what would have to be allowed', async () => {
    const detail = 'FETCH_ALLOW_PRIVATE would have to name 10.0.0.1:80';
    const { desk } = editorsIn(world, {
      read: async () => ({ title: '', text: '', error: 'private_address', detail }),
    });
    const { words } = await refused(desk.write({ ...anna(), what: 'http://10.0.0.1/x', desk: DESK }));
    expect([words.en.includes(detail), words.zh.includes(detail)]).toEqual([true, true]);
  });
});
