import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Inbound, TurnEnd } from '../../src/sessions/turn.ts';
import { claimsOf } from '../../src/newsroom/ask/say-claims.ts';
import { simplifiedIn } from '../support/simplified.ts';
import { NewsroomWorld, aSource, byDeskModel, ended, packFor } from './newsroom-world.ts';

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
function writing(
  bodies: Partial<Record<string, string>>,
  titles: Partial<Record<string, string>> = {},
): (inbound: Inbound) => Promise<TurnEnd> {
  return async (inbound) => {
    const part = inbound.id.split('/').at(-1) ?? '';
    const body = bodies[part];
    if (body === undefined) return { status: 'failed', summary: 'no', error: 'the model refused' };
    const result = ended({
      status: 'SUCCESS',
      title: titles[part] ?? 'Library of Larkmoor reopens',
      draft: { body, read_more_urls: [] },
      sources_used: [1, 2],
    });
    return { ...result, servedBy: { provider: 'test', model: 'm', languageModel: true } };
  };
}

/** @param planned the title that the planner gave the story. */
async function run(planned?: string) {
  const plan = await world.order('run-1', 1, (drawn) => ({
    ...drawn,
    stories: drawn.stories.map((job) => ({
      ...job,
      story: { ...job.story, title: planned ?? job.story.title },
    })),
  }));
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
    expect(story?.claims?.filter(({ verdict }) => verdict === 'doubted')).toEqual([]);
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

describe('a title that says what no source does', () => {
  const PLANNED = 'Some 7,800 guests see old library of Larkmoor reopen';
  const headline = (title: string) => {
    world.pack = (job) => {
      const pack = packFor(job);
      return { ...pack, sources: pack.sources.map((one) => (one.n === 1 ? { ...one, title } : one)) };
    };
  };
  const doubtedOf = (story: Awaited<ReturnType<typeof run>>['story']) =>
    story?.claims?.filter(({ verdict }) => verdict === 'doubted');

  it("goes back to the writer once, the planner's own too", async () => {
    let told = '';
    const answers = writing(
      { write: TRUE, claims: TRUE },
      { write: PLANNED, claims: '111 reopen a library' },
    );
    world.work = (inbound) => {
      if (inbound.id.endsWith('/claims')) told = inbound.prompt?.variables['WORKER_ERROR_MESSAGE'] ?? '';
      return answers(inbound);
    };
    const { story } = await run(PLANNED);
    expect(told).toBe('Title: no source has the number "7,800".');
    expect(turns()).toEqual(['write', 'claims']);
    expect(story?.title).toBe('111 reopen a library');
    expect(doubtedOf(story)).toEqual([]);
  });

  it.each([
    [
      'that was planned',
      'Volunteers reopen the old library',
      'Report 1',
      'Volunteers reopen the old library',
    ],
    [
      "of the primary source's",
      PLANNED,
      'Larkmoor library opens its doors',
      'Larkmoor library opens its doors',
    ],
    ['less what is wrong', PLANNED, 'Hm', 'Library of Larkmoor reopens'],
  ])('gives way to one %s when the writer keeps it', async (_, planned, source, title) => {
    headline(source);
    const wrong = 'Library of Larkmoor reopens, 7,800 guests come';
    world.work = writing({ write: TRUE, claims: TRUE }, { write: wrong, claims: wrong });
    const { job, story } = await run(planned);
    expect(story?.title).toBe(title);
    expect(story?.body).toBe(TRUE);
    expect(job.state).toMatchObject({ status: 'SUCCESS', rescue_attempts: 0 });
    expect(doubtedOf(story)).toEqual([]);
  });

  it("gives way to the story's first sentence when nothing else is left", async () => {
    headline('Hm');
    world.work = writing({ write: TRUE, claims: TRUE }, { write: PLANNED, claims: PLANNED });
    const { story } = await run(PLANNED);
    expect(story?.title).toMatch(/^The old library of Larkmoor reopened on Thursday after 111 volunteers/);
  });

  it("does not stand on a desk model's story", async () => {
    headline('Larkmoor library opens its doors');
    const { story } = await run(PLANNED);
    expect(story?.title).toBe('Larkmoor library opens its doors');
    expect(doubtedOf(story)).toEqual([]);
  });
});

describe('a Traditional Chinese edition', () => {
  const TEXT =
    '旧图书馆经过两年维修，在周四重新开放，市议会拨款48,000英镑购买材料。\n“没有人相信我们会完成，”负责人陈伟业说。\n大楼自2009年起一直空置，后来由义工接手。';
  const STORY =
    '旧图书馆在周四重新开放，市议会拨款48,000英镑。[1]后来，陈伟业说：「没有人相信我们会完成」。[1]\n\n大楼自2009年起空置，里面由义工接手。[2]皇后大道的面貌煥然一新。[2]';

  it('posts nothing in Simplified Chinese, whatever its planner, writer and sources write', async () => {
    world.close();
    world = new NewsroomWorld({ edition: { language: 'zh-Hant-HK' } });
    const cjk = { unit: 'cjk', min: 20, max: 900 } as const;
    Object.assign(world.edition.lengths, { story: cjk, rescue: cjk });
    world.pack = (job) => {
      const urls = [job.story.primary_url, ...job.story.supporting_urls];
      const change = { language: 'zh', title: '旧图书馆重新开放', outlet: '海港报' } as const;
      return { builtAtMs: 1, sources: urls.map((url, at) => aSource(at + 1, url, TEXT, change)) };
    };
    world.work = writing({ write: STORY }, { write: '旧图书馆重开' });
    const { job, story } = await run('义工重开旧图书馆');
    expect(job.state.status).toBe('SUCCESS');
    expect(job.story.title).toBe('義工重開舊圖書館');
    expect(story?.title).toBe('舊圖書館重開');
    expect(story?.body).toContain('後來，陳偉業説：「沒有人相信我們會完成」');
    expect(story?.body).toContain('皇后大道的面貌煥然一新');
    expect(turns()).toEqual(['write']);
    expect(story?.claims?.map(({ verdict }) => verdict)).not.toContain('doubted');
    const quotation = story?.claims?.find(({ kind }) => kind === 'quotation');
    expect(quotation).toMatchObject({ verdict: 'supported', passage: { quote: '没有人相信我们会完成' } });
    const posted = await world.sendAll();
    expect(posted.length).toBeGreaterThan(2);
    const said = JSON.stringify(posted.map(({ spec }) => spec));
    expect(said).toContain('海港報 — 舊圖書館重新開放');
    expect(simplifiedIn(said)).toEqual([]);
    const log = readFileSync(join(world.home, 'logs/run-1/story_01.jsonl'), 'utf8');
    expect(log).toMatch(/"result_repaired".*title had Simplified Chinese in it/);
  });
});
