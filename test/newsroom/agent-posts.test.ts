import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { asPosted, bodyOf, postTool } from '../../src/newsroom/write/posts.ts';
import { ToolRefusal } from '../../src/sessions/tool.ts';
import type { ToolContext } from '../../src/sessions/tool.ts';
import type { Inbound, TurnEnd } from '../../src/sessions/turn.ts';
import { NewsroomWorld, byDeskModel, ended } from './newsroom-world.ts';

let world: NewsroomWorld;
const lengths = {
  story: { unit: 'words' as const, min: 60, max: 1_200 },
  rescue: { unit: 'words' as const, min: 60, max: 800 },
  desk: { words: [60, 400] as [number, number], cjk: [100, 1_200] as [number, number] },
};
beforeEach(() => void (world = new NewsroomWorld({ edition: { publisherMode: 'agent_posts', lengths } })));
afterEach(() => world.close());

const MODEL = { provider: 'test', model: 'm', languageModel: true };
const FIRST = [
  'The old library of Larkmoor reopened on Thursday after 111 volunteers had repaired it over two winters. [1]',
  'Larkmoor Borough Council gave £48,000 towards the materials and a further £6,200 for fire doors. [1]',
].join('\n\n');
const SECOND =
  'Council leader Dev Anand said that the borough would pay for heating until March 2027. [2] ' +
  'A survey in May counted 340 loose slates and two cracked beams, all of which have been replaced. [2]';
const THIRD =
  'Engineers from Calder Works checked the roof on Monday and found it sound. [3] ' +
  'The volunteers plan a second appeal in spring to raise £15,000 for a lift. [3]';

const kept = (...texts: string[]) => texts.map((text) => ({ kind: 'post', text }));
const result = { status: 'SUCCESS', title: 'Library of Larkmoor reopens', sources_used: [1, 2, 3] };
const handsIn = (value: object, ...posts: string[]): TurnEnd => ({
  ...ended({ ...result, ...value }),
  kept: kept(...posts),
  servedBy: MODEL,
});

/** Write the one story of a run; the reporter's turn ends like this, a rescue's by the desk model. */
async function written(
  end: (inbound: Inbound) => TurnEnd,
  change: Parameters<typeof world.order>[2] = undefined,
) {
  const profiles: string[] = [];
  world.work = async (inbound) => {
    profiles.push(inbound.profile);
    return inbound.profile === 'rescue' ? byDeskModel(inbound) : end(inbound);
  };
  const plan = await world.order('run-1', 1, change);
  const line = world.line();
  line.take('run-1');
  await line.idle();
  const [job] = await world.jobs(plan);
  return { job: job!, profiles, plan, line };
}

/** The messages of the body in the outbox. */
async function bodyMessages(): Promise<string[]> {
  const ops = (await world.ops.under('')).filter(({ key }) => key.includes('/chunk_'));
  return ops.map(({ spec }) => ('text' in spec ? spec.text : ''));
}

describe('a story that its worker posts', () => {
  it('is published in the messages that it made, once its result stands', async () => {
    const { job, profiles } = await written(() => handsIn({ content_posted: true }, FIRST, SECOND, THIRD));
    expect(job.state.status).toBe('SUCCESS');
    expect(profiles).toEqual(['reporter_posts', 'checker']);
    expect(await bodyMessages()).toEqual([FIRST, SECOND, THIRD]);
    expect((await world.stories.find('run-1/story_01'))?.body).toBe(bodyOf([FIRST, SECOND, THIRD]));
    expect(job.result.worker).toMatchObject({
      content_posted: true,
      content_message_ids: [1, 2, 3].map((n) => `story:run-1/story_01/chunk_0${n}`),
      images_attached_count: 0,
    });
    expect(job.result.messages).toEqual([FIRST, SECOND, THIRD]);
  });

  it('keeps its messages when citations come into them, and is parted by the house when paragraphs go', () => {
    const cited = `${bodyOf([FIRST, SECOND])} [2]`;
    expect(asPosted([FIRST, SECOND], cited)).toEqual([FIRST, `${SECOND} [2]`]);
    expect(asPosted([FIRST, SECOND, THIRD], cited)).toBeUndefined();
  });

  it('loses what no source bears out, wherever it stands in the posts', async () => {
    const invented = 'Mayor Joan Blackwood opened it with 900 guests. [2]';
    world.work = async (inbound) =>
      /\/(?:verify|mend)$/.test(inbound.id)
        ? { status: 'failed', summary: 'no' }
        : handsIn({}, FIRST, `${SECOND} ${invented}`, THIRD);
    const plan = await world.order('run-1', 1);
    const line = world.line();
    line.take('run-1');
    await line.idle();
    expect(await world.statuses(plan)).toEqual(['SUCCESS']);
    expect(await bodyMessages()).toEqual([FIRST, SECOND, THIRD]);
  });

  it('stands without a result: after bad JSON, and at the deadline', async () => {
    const { job } = await written(() => ({
      status: 'failed',
      summary: 'The model did not answer in the form that was asked for.',
      kept: kept(FIRST, SECOND, THIRD),
    }));
    expect(job.state.status).toBe('SUCCESS');
    expect(job.result.worker?.title).toBe(job.story.title);
    expect(await bodyMessages()).toEqual([FIRST, SECOND, THIRD]);
  });

  it('is rescued when what was posted is no story', async () => {
    const { job, profiles } = await written(() => ({
      status: 'timed_out',
      summary: 'out of time',
      kept: kept(`<p>${FIRST}</p>`, 'Let me check the sources first.'),
    }));
    expect(job.state.status).toBe('RESCUED');
    expect(profiles).toEqual(['reporter_posts', 'rescue']);
    expect(job.result.errors).toMatchObject([{ phase: 'write', error_type: 'validation_failed' }]);
    expect(job.result.messages).toBeNull();
    expect((await bodyMessages()).join('\n')).not.toMatch(/<p>|Let me check/);
  });

  it('shows nothing of what was posted before a worker gave up', async () => {
    const { job } = await written(() => handsIn({ status: 'FAILURE', error_type: 'missing_data' }, FIRST));
    expect(job.result.errors).toMatchObject([{ error_type: 'missing_data' }]);
    expect(await bodyMessages()).not.toContain(FIRST);
  });

  it('is parted by the house where its worker hands in a body and posts nothing', async () => {
    const body = bodyOf([FIRST, SECOND, THIRD]);
    const { job } = await written(() => ({ ...handsIn({ draft: { body } }), kept: [] }));
    expect(job.state.status).toBe('SUCCESS');
    expect(await bodyMessages()).toEqual([body]);
    expect(job.result.messages).toBeNull();
  });

  it('waits for an editor as any other, with its messages', async () => {
    const { job, line } = await written(
      () => handsIn({}, FIRST, SECOND, THIRD),
      (plan) => {
        plan.stories[0]!.state.hold = { kind: 'approval' };
        return plan;
      },
    );
    expect(job.state).toMatchObject({ status: 'DISPATCHED', hold: { kind: 'approval' } });
    expect(await bodyMessages()).toEqual([]);
    expect(job.result.worker).toMatchObject({ content_posted: false, content_message_ids: [] });
    await world.actions.act(
      { story: 'run-1/story_01', kind: 'approve', by: 'Ann', atMs: world.clock.now() },
      () => ({}),
    );
    line.take('run-1');
    await line.idle();
    expect(await bodyMessages()).toEqual([FIRST, SECOND, THIRD]);
  });
});

describe('the tool of a worker that posts', () => {
  const tool = postTool();
  const context = (posts: unknown[]) =>
    ({ kept: posts, keep: (post: unknown) => void posts.push(post) }) as unknown as ToolContext;

  it('holds each message, and says how many are left', async () => {
    const posts: unknown[] = [];
    expect(await tool.run({ text: `  ${FIRST}\n` }, context(posts))).toMatchObject({
      status: 'held',
      post: 1,
      left: 9,
    });
    expect(posts).toEqual(kept(FIRST));
  });

  it.each([
    ['   ', /it is empty; a post is plain text of 1 to 3800 characters/],
    ['x'.repeat(3_801), /it has 3801 characters; .*at most 10 of them: part it at a paragraph/],
    ['Good news, @everyone!', /calls nobody/],
    ['Told by <@&100000000000000001>.', /calls nobody/],
    [FIRST, /posted already, as post 1/],
  ])('refuses %j with what is allowed', async (text, because) => {
    const posts: unknown[] = kept(FIRST);
    const refused = await Promise.resolve(tool.run({ text }, context(posts))).catch(
      (error: unknown) => error,
    );
    expect(refused).toBeInstanceOf(ToolRefusal);
    expect((refused as Error).message).toMatch(because);
    expect(posts).toEqual(kept(FIRST));
  });

  it('takes ten messages and no more', async () => {
    const posts: unknown[] = kept(...Array.from({ length: 10 }, (_, n) => `Post ${n}.`));
    await expect(tool.run({ text: 'One more.' }, context(posts))).rejects.toThrow(/10 posts already/);
  });
});
