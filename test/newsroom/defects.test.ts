/** What hurt the users of the newsrooms before this one, one test for each, in the order in which they were listed. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readJson } from '../../src/text/read-json.ts';
import { Clusterer } from '../../src/newsroom/intake/cluster/clusterer.ts';
import { roundupReason } from '../../src/newsroom/intake/cluster/roundup.ts';
import type { FoundLink } from '../../src/newsroom/model/event.ts';
import { judgeItems } from '../../src/newsroom/intake/feeds/judge-items.ts';
import { Inputs } from '../../src/newsroom/intake/inputs.ts';
import { workerResultSchema } from '../../src/newsroom/model/worker-result.ts';
import { askLengths, lengthsOf } from '../../src/newsroom/edition/lengths.ts';
import { HARD_LIFE_MS, type LinkDecision } from '../../src/newsroom/intake/pool/pool.ts';
import { isSameTitle } from '../../src/newsroom/coverage/same-title.ts';
import { selectCandidates } from '../../src/newsroom/intake/select/select-candidates.ts';
import { extractArticle } from '../../src/newsroom/sources/extract-article.ts';
import { repairStory } from '../../src/newsroom/verify/repair-story.ts';
import { BUILTIN_VALIDATORS } from '../../src/newsroom/verify/validate-story.ts';
import { workerInbound } from '../../src/newsroom/write/worker-task.ts';
import type { Pool } from '../../src/newsroom/intake/pool/pool.ts';
import { openPool } from '../../src/store/sqlite/open-pool.ts';
import { aRouter, error, request } from '../llm/a-router.ts';
import { FakeClock, settle } from '../support/fake-clock.ts';
import { aFetchRecord } from '../support/sources/a-fetch-record.ts';
import { anEdition } from './an-edition.ts';
import { NewsroomWorld, aPlan, byDeskModel, ended, packFor } from './newsroom-world.ts';

const HOUR = 3_600_000;
const log = { debug() {}, info() {}, warn() {}, error() {} };
const edition = anEdition();

let clock: FakeClock;
let pool: Pool;
let world: NewsroomWorld;
beforeEach(() => {
  clock = new FakeClock();
  pool = openPool({ path: ':memory:', clock, log });
  world = new NewsroomWorld();
});
afterEach(async () => {
  await pool.close();
  world.close();
});

/** An event that two good outlets tell; where it develops another, that is its parent. */
async function told(name: string, change: Partial<FoundLink> & { parent?: number } = {}): Promise<number> {
  const { parent, ...link } = change;
  const at = clock.now();
  const outlets = ['first.test', 'second.test'];
  const found = outlets.map((domain) => ({
    url: `https://${domain}/${name}`,
    title: `Headline about ${name}`,
    description: '',
    foundBy: 'feed:first',
    publishedAtMs: at,
    ...link,
  }));
  await pool.addLinks(found, at);
  const decisions = (await pool.pendingLinks()).map(({ id }, n): LinkDecision => {
    const begins =
      parent === undefined
        ? ({ kind: 'new_event', newEvent: 0, category: 'Global News' } as const)
        : ({ kind: 'development', parent: { id: parent }, newEvent: 0, category: 'Global News' } as const);
    const action = n === 0 ? begins : ({ kind: 'join', event: { newEvent: 0 } } as const);
    return { linkId: id, action, score: 0, ambiguous: false, candidates: [] };
  });
  return (await pool.keepDecisions(decisions, at)).get(0)!;
}

async function select(kind: 'daily' | 'hourly' = 'hourly', terms = edition) {
  const nowMs = clock.now();
  const [open, posted] = [await pool.openEvents(nowMs), await pool.postedEvents(nowMs - 24 * HOUR)];
  return selectCandidates({ kind, edition: terms, open, posted, covered: [], notes: [], nowMs });
}
const posting = () => ({ threadId: 't', runId: 'r', atMs: clock.now() });

async function runAll(run: string): Promise<void> {
  const line = world.line();
  line.take(run);
  await line.idle();
}

describe('the defects of other newsrooms', () => {
  it('1: pruning an expired parent that was never posted kills nothing: its child is still offered', async () => {
    const parent = await told('flood');
    clock.set(clock.now() + HARD_LIFE_MS);
    const child = await told('flood-inquiry', { parent });
    clock.set(clock.now() + 24 * HOUR);
    await pool.prune(clock.now() + 56 * HOUR);
    expect(await pool.event(parent)).toBeUndefined();
    expect((await select('daily')).candidates.map(({ event_id }) => event_id)).toEqual([child]);
  });

  it('2: a development is offered after its parent was posted, and not again once it was posted itself', async () => {
    const parent = await told('flood', { title: 'River Calder floods Mytholmroyd again' });
    await pool.markPosted(parent, posting());
    clock.set(clock.now() + HOUR);
    const child = await told('flood-2', { title: 'River Calder floods Mytholmroyd again', parent });
    expect((await select()).candidates).toMatchObject([
      { event_id: child, event_key: `event:${child}`, parent_event_id: parent },
    ]);
    await pool.markPosted(child, posting());
    expect((await select()).candidates).toEqual([]);
  });

  it.each([
    ['US announces tariffs on China', 'China tariffs paused by US'],
    ['Strike on hospital in Karsa leaves 12 dead', 'Strike on school in Karsa leaves 40 dead'],
    ['屯門簡約公屋2,140伙明年落成', '元朗簡約公屋1,800伙下月截止申請'],
  ])('3: "%s" and "%s" are two stories', async (one, other) => {
    expect(isSameTitle(one, other)).toBe(false);
    await pool.markPosted(await told('one', { title: one }), posting());
    const second = await told('other', { title: other });
    expect((await select()).candidates.map(({ event_id }) => event_id)).toEqual([second]);
  });

  it.each([
    '即時：紅磡隧道水浸全線封閉',
    '【最新】天文台改發八號烈風信號',
    'Breaking news: dam fails in Porto',
  ])('4: "%s" is news, whatever word it begins with', async (title) => {
    const { fresh } = judgeItems([{ id: '1', url: 'https://first.test/1', title, summary: '' }], {
      foundBy: 'feed:first',
      category: undefined,
      nowMs: clock.now(),
      isFirstContact: false,
      seen: new Map(),
    });
    expect(fresh.map(({ link }) => link.title)).toEqual([title]);
    expect(roundupReason(title)).toBeUndefined();
    await told('one', { title });
    expect((await select()).candidates.map((it) => it.title)).toEqual([title]);
  });

  it.each([
    ['an object', (article: object) => article],
    ['a list', (article: object) => [{ '@type': 'WebSite' }, article]],
    ['a graph', (article: object) => ({ '@graph': [{ '@type': 'Organization' }, article] })],
  ])('5: the body of a page is found in its JSON-LD, written as %s', async (_, shape) => {
    const articleBody = 'Engineers closed the bridge on Monday after they found a crack in its deck. '.repeat(
      8,
    );
    const article = { '@type': ['NewsArticle', 'Article'], headline: 'Bridge closed', articleBody };
    const script = JSON.stringify(shape(article));
    const page = `<html><head><script type="application/ld+json">${script}</script></head><body><div id="app"></div></body></html>`;
    expect(await extractArticle(page, 'https://first.test/1')).toMatchObject({
      title: 'Bridge closed',
      text: articleBody.trim(),
    });
  });

  it.each(['write', 'rescue'] as const)(
    '6: prompt, validator and repair of a %s have one idea of how long a story is',
    (phase) => {
      const job = aPlan('run-1', 1, 0).stories[0]!;
      const pack = packFor(job);
      const lengths = lengthsOf(edition, phase);
      const before = { error: { phase, error_type: 'timeout', error_message: '' }, draft: '' };
      const task = { phase, n: 1, job, pack, edition, ...(phase === 'rescue' && { before }) };
      workerInbound(task, (id, values) => {
        expect(values['LENGTH']).toBe(askLengths(lengths, 'en'));
        return { ref: { id, version: 1, sha256: '' }, text: '', variables: values };
      });
      const findings = (words: number) => {
        const body = `${Array(words).fill('word').join(' ')} [1][2]`;
        const result = workerResultSchema.parse({
          status: 'SUCCESS',
          title: 'A title of words',
          draft: { body },
        });
        const draft = { result, job, pack, language: 'en', lengths, languageModel: false, phase } as const;
        const repaired = { ...draft, result: repairStory(draft) };
        return BUILTIN_VALIDATORS['news_reporter_script_v1']!(repaired).filter(({ told }) =>
          told.includes('length'),
        );
      };
      expect(findings(lengths.min)).toEqual([]);
      expect(findings(lengths.max)).toEqual([]);
      expect(findings(lengths.min - 1)).toHaveLength(1);
      expect(findings(lengths.max + 1)).toHaveLength(1);
    },
  );

  it('7: guaranteed slots never exceed the limit', async () => {
    const slots = [
      { category: 'Global News', atLeast: 3 },
      { category: 'Hong Kong News', atLeast: 3 },
    ];
    const daily = { ...edition.quotas.daily, candidates: 4, slots };
    for (const name of ['a1', 'b2', 'c3', 'd4']) {
      await told(name);
      await told(`${name}-hk`, { title: `Hong Kong tells of ${name} 香港` });
    }
    const { candidates } = await select('daily', anEdition({ quotas: { ...edition.quotas, daily } }));
    expect(candidates).toHaveLength(4);
  });

  it('8: a brace inside a string is part of the string', () => {
    const body = 'The clerk wrote "}" and then "{" on the board; \\"quotes\\" too: {"a": [1, "]"]}.';
    const result = { status: 'SUCCESS', draft: { body } };
    for (const text of [
      JSON.stringify(result),
      `Here it is:\n\`\`\`json\n${JSON.stringify(result, null, 2)}\n\`\`\``,
    ])
      expect(readJson(text)).toEqual({ ok: true, value: result });
  });

  it('9: a reservation is released with a memory of why, and the event comes back only with something new', async () => {
    const id = await told('fire');
    await pool.reserve([id], clock.now() + 2 * HOUR, 'story:1');
    expect((await select()).leftOut).toMatchObject([{ rule: 'held' }]);
    await pool.release(id, 'no source could be read');
    clock.set(clock.now() + HOUR);
    expect((await select()).leftOut).toMatchObject([
      { rule: 'given_back', reason: expect.stringContaining('no source could be read') as string },
    ]);
    await pool.addLinks(
      [{ url: 'https://prime.test/fire', title: 'Fire', description: '', foundBy: 'f' }],
      clock.now(),
    );
    const [link] = await pool.pendingLinks();
    const joins = {
      action: { kind: 'join', event: { id } },
      score: 1,
      ambiguous: false,
      candidates: [],
    } as const;
    await pool.keepDecisions([{ linkId: link!.id, ...joins }], clock.now());
    expect((await select()).candidates.map(({ event_id }) => event_id)).toEqual([id]);
  });

  it('10: a failure offers a Retry only where something listens, and never asks for a reply', async () => {
    world.work = async () => ({ status: 'failed', summary: 'no', error: 'the model refused' });
    await world.order('run-1', 1);
    await runAll('run-1');
    await world.order('run-2', 1, (plan) => {
      plan.stories[0]!.story.primary_url = 'https://first.test/another';
      return plan;
    });
    const line = world.line({ commands: () => new Set(['story retry']) });
    line.take('run-2');
    await line.idle();
    const sent = await world.sendAll();
    const said = (run: string) => sent.filter(({ key }) => key.startsWith(`batch:${run}/`));
    expect(JSON.stringify(said('run-1'))).toContain('the model refused');
    expect(JSON.stringify(said('run-1'))).not.toMatch(/retry|reply/i);
    expect(said('run-2').at(-1)?.spec).toMatchObject({
      buttons: [{ command: 'story retry', options: { story: 'run-2/story_01' } }],
    });
  });

  it('11: what is published again after a crash is sent once, and a broken run.json stops no runner', async () => {
    const plan = await world.order('run-1', 2, (order) => {
      // What dies at its first story does nothing beside it.
      order.run.runner.concurrency = 1;
      return order;
    });
    await world.files.ensure(plan);
    writeFileSync(join(world.home, 'jobs/run-1/run.json'), '{"schema_version": 1');
    let isDead = false;
    const dies = {
      ...world.events,
      markPosted: () => {
        isDead = true;
        return new Promise<void>(() => {});
      },
    };
    const first = world.line({ events: dies });
    first.take('run-1');
    await until(async () => isDead);
    expect(await world.stories.recent({ sinceMs: 0, limit: 2 })).toHaveLength(1);
    const next = world.line();
    await next.resume();
    await next.idle();
    expect(await world.statuses(plan)).toEqual(['SUCCESS', 'SUCCESS']);
    const keys = (await world.sendAll()).map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys.filter((key) => key.endsWith('/title'))).toHaveLength(2);
    expect(readFileSync(join(world.home, 'jobs/run-1/run.json.reason'), 'utf8')).toMatch(/no JSON/);
  });

  it('12: a failed fetch advances nothing, and the links of an event are counted right', async () => {
    await pool.noteFeed('f', { result: 'ok', atMs: 10, etag: '"a"' });
    await pool.noteFeed('f', { result: 'failed', atMs: 20, error: 'timeout' });
    expect(await pool.feedState('f')).toMatchObject({ etag: '"a"', lastSuccessAtMs: 10, failuresInARow: 1 });

    const id = await told('fire');
    await pool.addLinks(
      [{ url: 'https://first.test/fire?utm_source=x', title: 'F', description: '', foundBy: 'g' }],
      30,
    );
    expect((await pool.event(id))?.links).toHaveLength(2);
    expect(await pool.recount()).toBe(0);
  });

  it('12: headlines that are the same but for a town make no snowball', () => {
    const towns =
      'Leeds York Luton Bristol Reading Derby Exeter Norwich Oxford Swindon Bolton Preston Carlisle';
    const clusterer = new Clusterer();
    const sizes = new Map<number, number>();
    for (const [n, town] of towns.split(' ').entries()) {
      const title = `Police investigate after fire at house in ${town} leaves ${n + 2} hurt`;
      const link = { title, lede: '', atMs: clock.now() };
      const decision = clusterer.decide(link);
      const id = decision.action === 'join' ? decision.eventId : n;
      if (id === n) clusterer.begin(id);
      clusterer.place(link, id);
      sizes.set(id, (sizes.get(id) ?? 0) + 1);
    }
    expect(Math.max(...sizes.values())).toBeLessThanOrEqual(5);
  });

  it('13: a quiet world is told from feeds that could not be read', async () => {
    const answers: Record<string, string | undefined> = {
      'https://first.test/feed': '<rss version="2.0"><channel><title>First</title></channel></rss>',
      'https://second.test/feed': '<html>Welcome</html>',
    };
    const fetcher: ConstructorParameters<typeof Inputs>[0]['fetcher'] = {
      get: async (url) => ({
        kind: 'ok',
        url,
        bytes: new TextEncoder().encode(answers[url]),
        contentType: 'text/xml',
        record: aFetchRecord(url),
      }),
    };
    const inputs = new Inputs({ edition, pool, fetcher, clock, log });
    const { feeds, candidates } = await inputs.prepare('daily', { notes: [] });
    await inputs.close();
    expect(candidates).toEqual([]);
    expect(feeds).toMatchObject([
      { key: 'first', result: 'ok', items: 0, newItems: 0 },
      { key: 'second', result: 'failed', error: expect.any(String) as string },
    ]);
  });

  it('14: budgets count attempts, unknown usage is not nothing, and one writer’s failure stops no other', async () => {
    const counted = { attempts: 0, tokens: 0 };
    const spending = {
      attempt: () => ++counted.attempts <= 5,
      used: (n: number) => void (counted.tokens += n),
    };
    const { router, clock: time } = aRouter({ gemini: [error('unavailable'), 'G'], desk: [] });
    const reply = router.reply(request({ spending }));
    await settle();
    await time.advance(500);
    await reply;
    expect(counted.attempts).toBe(2);
    expect(counted.tokens).toBeGreaterThan(0);

    const plan = await world.order('run-1', 3);
    world.work = async (inbound) => {
      if (inbound.id.includes('story_01')) throw new Error('the worker broke');
      return byDeskModel(inbound);
    };
    await runAll('run-1');
    expect(await world.statuses(plan)).toEqual(['FAILURE', 'SUCCESS', 'SUCCESS']);
  });

  it.each([
    'Okay, let me write the story now.\n\n',
    'Here is the story:\n\n',
    '<think>Which sources?</think>\n\n',
    '以下是報道：\n\n',
    'Plan: open with the number.\n\n',
  ])('15: planning is never published: %j', async (residue) => {
    const plan = await world.order('run-1', 1);
    world.work = async (inbound) => {
      const end = await byDeskModel(inbound);
      const result = end.value as { draft: { body: string } };
      return ended({ ...result, draft: { ...result.draft, body: residue + result.draft.body } });
    };
    await runAll('run-1');
    const [job] = await world.jobs(plan);
    expect(job!.state).toMatchObject({ status: 'FAILURE', reason: 'validation_failed' });
    expect(await world.opKeys()).toEqual(['batch:run-1/live', 'batch:run-1/live_02']);
    expect((await world.told()).text).toContain('Not posted');
    expect((await world.told()).text).not.toContain(residue.trim());
  });
});

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await new Promise((resolve) => setImmediate(resolve));
}
