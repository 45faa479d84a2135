import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readOutput } from '../../../src/agent/output.ts';
import { sameStoryOutput } from '../../../src/newsroom/coverage/same-story.ts';
import { unfenced } from '../../../src/llm/fence.ts';
import type { Inbound, Turn, TurnEnd } from '../../../src/sessions/turn.ts';
import { NewsroomWorld, byDeskModel } from '../newsroom-world.ts';

const TOLD = 'Explosion at Pennsylvania steel plant kills two workers';
const ALIKE = 'Steel plant in Pennsylvania rocked by blast, workers among the dead';

let world: NewsroomWorld;
/** What the model was asked, and what it writes. */
let prompts: string[];
let reply: string;

beforeEach(() => {
  world = new NewsroomWorld();
  prompts = [];
  world.work = async (inbound) =>
    inbound.profile === 'same_story' ? answered(inbound) : byDeskModel(inbound);
});
afterEach(() => world.close());

/** As an agent's turn ends with what a model wrote. */
function answered(inbound: Inbound): TurnEnd {
  prompts.push(String(inbound.prompt?.variables['STORIES']));
  const servedBy = { provider: 'test', model: 'm', languageModel: true };
  const read = readOutput(unfenced(reply), sameStoryOutput);
  return read.ok
    ? { ...sameStoryOutput.end(read.value, {} as Turn), servedBy }
    : {
        status: 'failed',
        summary: 'The answer has another form.',
        error: read.error,
        fault: 'form',
        servedBy,
      };
}

async function write(run: string, title: string, { hasModel = true, by = '' } = {}) {
  const plan = await world.order(run, 1, (order) => {
    const { story } = order.stories[0]!;
    Object.assign(story, { title, primary_url: `https://first.test/${run}`, event_id: null });
    Object.assign(story, { supporting_urls: [`https://second.test/${run}`] });
    if (by !== '') story.ordered_by = by;
    return order;
  });
  const line = world.line({ hasLanguageModel: () => hasModel });
  line.take(run);
  await line.idle();
  await line.close();
  return (await world.jobs(plan))[0]!;
}

const saying = (answer: string) =>
  '```json\n' +
  JSON.stringify(
    { told: [{ n: 1, answer, why: 'both tell of the blast at the plant on Monday' }] },
    null,
    2,
  ) +
  '\n```';

describe('a story that may have been told before', () => {
  beforeEach(async () => {
    reply = 'never asked';
    expect((await write('run-1', TOLD)).state.status).toBe('SUCCESS');
    expect(prompts).toEqual([]);
  });

  it('is left out when a language model finds it the same; one call, with both titles, in job and log', async () => {
    reply = saying('same');
    const job = await write('run-2', ALIKE);
    expect(job.state).toMatchObject({ status: 'SKIPPED', reason: 'duplicate' });
    expect(job.result.same_story).toMatchObject([{ story: 'run-1/story_01', answer: 'same' }]);
    expect(prompts).toHaveLength(1);
    expect(prompts[0]).toContain(`STORY\n  title: ${ALIKE}\n\nTOLD\n1 (posted 2026-11-20T07:00`);
    expect(prompts[0]).toContain(`title: ${TOLD}`);
    expect(world.logged('run-2', 'story_01')).toContain('coverage_checked');
    expect(world.packsBuilt).toBe(1); // only the first story's
  });

  it.each(['development', 'another'])(
    'is posted when a model finds it %s, and no second call is made',
    async (answer) => {
      reply = saying(answer);
      const job = await write('run-2', ALIKE);
      expect(job.state.status).toBe('SUCCESS');
      expect(job.result.same_story).toMatchObject([{ story: 'run-1/story_01', answer }]);
      expect(prompts).toHaveLength(1);
    },
  );

  it.each([
    ['of another form', '{"told": [{"n": "first", "answer": "probably the same"}]}'],
    ['cut off', '{"told": [{"n": 1, "answer": "sa'],
    ['in prose', 'They look like the same explosion to me.'],
    ['about something else', '{"told": [{"n": 7, "answer": "same"}]}'],
  ])('is posted by the rules when the answer is %s', async (_, given) => {
    reply = given;
    const job = await write('run-2', ALIKE);
    expect(job.state.status).toBe('SUCCESS');
    expect(job.result.same_story).toMatchObject([{ answer: 'unanswered' }]);
    expect(prompts).toHaveLength(1);
  });

  it('is posted where there is no language model, and where an editor ordered it: nobody is asked', async () => {
    reply = saying('same');
    expect((await write('run-2', ALIKE, { hasModel: false })).state.status).toBe('SUCCESS');
    world.clock.set(world.clock.now() + 25 * 3_600_000);
    expect((await write('run-3', TOLD, { hasModel: false })).state.status).toBe('SUCCESS');
    expect((await write('run-4', ALIKE, { by: 'Ann' })).state.status).toBe('SUCCESS');
    expect(prompts).toEqual([]);
  });

  it('is left out by rules alone where nothing is in doubt', async () => {
    reply = saying('another');
    const job = await write('run-2', `${TOLD}, police say`);
    expect(job.state).toMatchObject({ status: 'SKIPPED', detail: `posted already: "${TOLD}"` });
    expect(prompts).toEqual([]);
  });
});
