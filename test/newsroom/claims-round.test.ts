import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Inbound, TurnEnd } from '../../src/sessions/turn.ts';
import { claimsOf } from '../../src/newsroom/ask/say-claims.ts';
import { NewsroomWorld, byDeskModel, ended } from './newsroom-world.ts';

let world: NewsroomWorld;
const lengths = {
  story: { unit: 'words', min: 40, max: 400 },
  rescue: { unit: 'words', min: 30, max: 400 },
} as const;

beforeEach(() => {
  world = new NewsroomWorld();
  Object.assign(world.edition.lengths, lengths);
});
afterEach(() => world.close());

const TRUE =
  'The old library of Larkmoor reopened on Thursday after 111 volunteers had repaired it over two winters [1]. ' +
  'The council gave £48,000 towards materials and £6,200 for fire doors [1].\n\n' +
  'Council leader Dev Anand said that the borough would pay for heating until March 2027 [2]. ' +
  'A survey in May had counted 340 loose slates and two cracked beams [2].';
const FALSE = 'Mayor Otto Brandvold cut the ribbon before 7,800 guests [1]. He wept.';

/** A language model's answers by the part of the story's turn: `write`, `claims`, `rescue`. */
function writing(bodies: Partial<Record<string, string>>): (inbound: Inbound) => Promise<TurnEnd> {
  return async (inbound) => {
    const body = bodies[inbound.id.split('/').at(-1) ?? ''];
    if (body === undefined) return { status: 'failed', summary: 'no', error: 'the model refused' };
    const result = ended({
      status: 'SUCCESS',
      title: 'Library of Larkmoor reopens',
      draft: { body, read_more_urls: [] },
      sources_used: [1, 2],
    });
    return { ...result, servedBy: { provider: 'test', model: 'm', languageModel: true } };
  };
}

async function run() {
  const plan = await world.order('run-1', 1);
  const line = world.line();
  line.take('run-1');
  await line.idle();
  expect(world.failures).toEqual([]);
  const [job] = await world.jobs(plan);
  return { job: job!, story: await world.stories.find('run-1/story_01') };
}

const turns = () => [...world.performed.keys()].map((id) => id.split('/').at(-1));

describe('the round of claims', () => {
  it('publishes what is borne out, with its passages, and asks nobody', async () => {
    world.work = writing({ write: TRUE });
    const { job, story } = await run();
    expect(turns()).toEqual(['write']);
    expect(story?.body).toBe(TRUE);
    expect(job.result.claims).toMatchObject({ removed: [], asked_again: false });
    const slates = story?.claims?.find(({ text }) => text === '340');
    const { text } = story!.pack.sources[1]!;
    const { offset, length, quote } = slates!.passage!;
    expect(text.slice(offset, offset + length)).toBe(quote);
    expect(claimsOf(story!, 'en')).toContain(
      '“340” – [2] Outlet 2: “A survey in May counted 340 loose slates and two cracked beams, all of which have been replaced.” <https://second.test/story-1>',
    );
    expect(claimsOf(story!, 'zh-Hant-HK')).toContain('「340」 – [2] Outlet 2: 「A survey in May');
  });

  it('sends what no source bears out back once, naming it, which is no rescue', async () => {
    let told = '';
    const answers = writing({ write: `${TRUE}\n\n${FALSE}`, claims: TRUE });
    world.work = (inbound) => {
      if (inbound.id.endsWith('/claims')) told = inbound.prompt?.variables['WORKER_ERROR_MESSAGE'] ?? '';
      return answers(inbound);
    };
    const { job, story } = await run();
    expect(turns()).toEqual(['write', 'claims']);
    expect(told).toMatch(/Sentence 5 \("Mayor Otto Brandvold.*has the number "7,800"/);
    expect(told).toMatch(/has the name "Mayor Otto Brandvold"/);
    expect(story?.body).toBe(TRUE);
    expect(job.state).toMatchObject({ status: 'SUCCESS', rescue_attempts: 0 });
    expect(job.result.claims).toMatchObject({ removed: [], asked_again: true });
  });

  it.each([
    ['keeps it', `${TRUE}\n\n${FALSE}`],
    ['fails', undefined],
  ])('takes it out of the text when the writer %s', async (_, claims) => {
    world.work = writing({ write: `${TRUE}\n\n${FALSE}`, ...(claims !== undefined && { claims }) });
    const { job, story } = await run();
    expect(story?.body).toBe(TRUE);
    expect(job.result.claims?.removed).toEqual([
      'Mayor Otto Brandvold cut the ribbon before 7,800 guests.',
      'He wept.',
    ]);
    expect(world.logged('run-1', 'story_01')).toContain('claims_removed');
    expect(story?.claims?.filter(({ verdict }) => verdict === 'unsupported')).toEqual([]);
  });

  it('goes on to a rescue when too little is left, and asks back no second time', async () => {
    const invented = TRUE.replace('£48,000', '£84,000').replace('340', '430').replace('2027', '2072');
    world.work = writing({ write: invented, claims: invented, rescue: `${TRUE}\n\n${FALSE}` });
    const { job, story } = await run();
    expect(turns()).toEqual(['write', 'claims', 'rescue']);
    expect(job.state).toMatchObject({ status: 'RESCUED', rescue_attempts: 1 });
    expect(job.result.errors).toMatchObject([{ phase: 'write', error_type: 'validation_failed' }]);
    expect(job.result.errors[0]?.error_message).toMatch(
      /has the number "£84,000"[^]*allowed: 40 to 400 words/,
    );
    expect(story?.body).toBe(TRUE);
  });

  it('goes the same way after a restart by the stored ends', async () => {
    const answers = writing({ write: `${TRUE}\n\n${FALSE}`, claims: TRUE });
    let line = world.line();
    world.work = async (inbound) => {
      const end = await answers(inbound);
      if (inbound.id.endsWith('/claims')) void line.close();
      return end;
    };
    await world.order('run-1', 1);
    line.take('run-1');
    await line.idle();
    expect(await world.stories.find('run-1/story_01')).toBeUndefined();
    line = world.line();
    line.take('run-1');
    await line.idle();
    expect((await world.stories.find('run-1/story_01'))?.body).toBe(TRUE);
    expect([...world.performed.values()]).toEqual([1, 1]);
  });

  it('cites the source that bears a claim out where another is cited', async () => {
    world.work = writing({ write: TRUE.replace('cracked beams [2]', 'cracked beams [1]') });
    const { story } = await run();
    expect(story?.body).toContain('cracked beams [1][2].');
  });

  it("leaves the desk model's stories as they are", async () => {
    const bodies: string[] = [];
    world.work = async (inbound) => {
      const end = await byDeskModel(inbound);
      bodies.push((end.value as { draft: { body: string } }).draft.body);
      return end;
    };
    const { story } = await run();
    expect(bodies).toEqual([story?.body]);
    expect(story?.claims?.every(({ verdict }) => verdict === 'supported')).toBe(true);
    const log = readFileSync(join(world.home, 'logs/run-1/story_01.jsonl'), 'utf8');
    expect(log).toContain('"event":"claims_checked"');
  });
});
